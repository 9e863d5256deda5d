import { z } from 'zod';

/**
 * The supported checkouts, one line each; everything else about a checkout is in the folder of its id. The order is that of the
 * webhook screen, and the order in which a body is matched; `generic` takes the rest. After a change: `npx -y pnpm@12 generate`.
 */
export const CHECKOUT_IDS = [
  'hotmart',
  'own-checkout',
  'generic',
  'orders',
  'kiwify',
  'eduzz',
  'monetizze',
  'braip',
  'kirvano',
  'ticto',
  'cakto',
  'perfect-pay',
  'greenn',
  'hubla',
  'guru',
  'lastlink',
  'payt',
  'pepper',
  'pagtrust',
  'evermart',
  'appmax',
  'yampi',
  'shopify',
  'woocommerce',
  'cartpanda',
  'asaas',
  'pagarme',
  'stripe',
  'mercado-pago',
  'nuvemshop',
] as const;

export const CheckoutId = z.enum(CHECKOUT_IDS);
export type CheckoutId = z.infer<typeof CheckoutId>;

/** Those that read the generic format: addresses for senders of one's own. */
export const GENERIC_FORMAT_IDS: readonly CheckoutId[] = ['generic', 'own-checkout'];
