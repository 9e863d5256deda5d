import { z } from 'zod';

/**
 * The checkouts that are understood: one line each, and all else about one is in the folder of its id. In the order of the webhook
 * screen, which is also the order in which a body is tried; `generic` takes what no other knows. After a change: `pnpm generate`.
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
] as const;

export const CheckoutId = z.enum(CHECKOUT_IDS);
export type CheckoutId = z.infer<typeof CheckoutId>;
