import type { CheckoutId } from '@tracker/schemas/checkouts/registry';
import type { TenantId } from '@tracker/schemas/primitives/ids';

/** A checkout's token at rest: the row that its ciphertext is bound to. */
export const checkoutTokenAad = (tenantId: TenantId, checkout: CheckoutId): string =>
  `checkout-token|${tenantId}|${checkout}`;
