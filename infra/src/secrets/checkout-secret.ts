import type { CheckoutId } from '@tracker/schemas/checkouts/registry';
import type { TenantId } from '@tracker/schemas/primitives/ids';

/** A checkout's secret at rest: the row that its ciphertext is bound to. */
export const checkoutSecretAad = (tenantId: TenantId, checkout: CheckoutId): string =>
  `webhook-secret|${tenantId}|${checkout}`;
