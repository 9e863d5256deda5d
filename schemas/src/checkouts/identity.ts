import type { ClickId } from '../primitives/click-id.ts';
import type { TenantId } from '../primitives/ids.ts';
import type { MappedConversion } from './mapping.ts';

/**
 * The identity of a conversion (decision 16), as the text whose hash is its conversion id: the transaction; without one the click
 * and type; without both the body itself. Two transactions of one click are two conversions.
 */
export function conversionIdentity(
  tenantId: TenantId,
  conversion: MappedConversion,
  clickId: ClickId | null,
  bodyHash: string,
): string {
  const { checkout, transactionId, conversionType } = conversion;
  if (transactionId !== null) return JSON.stringify([tenantId, checkout, 'transaction', transactionId]);
  if (clickId !== null) return JSON.stringify([tenantId, checkout, 'click', clickId, conversionType]);
  return JSON.stringify([tenantId, checkout, 'body', bodyHash]);
}
