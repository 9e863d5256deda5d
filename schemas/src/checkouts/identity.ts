import type { ClickId } from '../primitives/click-id.ts';
import type { TenantId } from '../primitives/ids.ts';
import type { MappedConversion } from './mapping.ts';

/**
 * The identity of a conversion (decision 16), as the text whose hash is its conversion id: the transaction; without one the click
 * and type; without both, and where a text in its place names no transaction, the body itself. Two transactions of one click are two conversions. Tests are a world apart: a test event never
 * belongs to a real conversion.
 */
export function conversionIdentity(
  tenantId: TenantId,
  conversion: MappedConversion,
  clickId: ClickId | null,
  bodyHash: string,
): string {
  const { checkout, transactionId, unnamedTransaction, conversionType, isTest } = conversion;
  const owner = isTest ? [tenantId, checkout, 'test'] : [tenantId, checkout];
  if (transactionId !== null) return JSON.stringify([...owner, 'transaction', transactionId]);
  // Two conversions of one click whose macro was not expanded are two.
  if (clickId !== null && unnamedTransaction === undefined)
    return JSON.stringify([...owner, 'click', clickId, conversionType]);
  return JSON.stringify([...owner, 'body', bodyHash]);
}
