import { z } from 'zod';

/** The checkouts we give webhook keys for, in the order of the webhook screen. */
export const PROVIDERS = [
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

export const Provider = z.enum(PROVIDERS);
export type Provider = z.infer<typeof Provider>;
