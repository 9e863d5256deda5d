// A checkout's secret at rest: the row that its ciphertext is bound to, and the hash by which a token in a delivery finds its
// tenant.
import { createHash } from 'node:crypto';
import { CHECKOUTS } from '@tracker/schemas/checkouts/generated/checkouts';
import type { CheckoutId } from '@tracker/schemas/checkouts/registry';
import type { TenantId } from '@tracker/schemas/primitives/ids';

export const checkoutSecretAad = (tenantId: TenantId, checkout: CheckoutId): string =>
  `webhook-secret|${tenantId}|${checkout}`;

/** Null for a checkout whose secret only signs: it never comes with a delivery. */
export function checkoutTokenHash(checkout: CheckoutId, secret: string): string | null {
  if (CHECKOUTS[checkout].authenticity.kind !== 'token') return null;
  return createHash('sha256').update(`${checkout}|${secret}`).digest('hex');
}
