import type { ClickId } from '../primitives/click-id.ts';
import type { TenantId } from '../primitives/ids.ts';
import type { MappedConversion } from './checkout.ts';

/**
 * The identity of a sale (decision 16), as the text whose hash is its conversion id: the transaction; without one the
 * click and type; with neither the body itself. Two transactions of one click are two conversions.
 */
export function conversionIdentity(
  tenantId: TenantId,
  conversion: MappedConversion,
  clickId: ClickId | null,
  bodyHash: string,
): string {
  const { provider, transactionId, conversionType } = conversion;
  if (transactionId !== null) return JSON.stringify([tenantId, provider, 'transaction', transactionId]);
  if (clickId !== null) return JSON.stringify([tenantId, provider, 'click', clickId, conversionType]);
  return JSON.stringify([tenantId, provider, 'body', bodyHash]);
}
