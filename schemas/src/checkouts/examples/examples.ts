import type { Provider } from '../provider.ts';
import { BRAIP_EXAMPLES } from './braip.ts';
import { CAKTO_EXAMPLES } from './cakto.ts';
import { EDUZZ_EXAMPLES } from './eduzz.ts';
import type { Example } from './example.ts';
import { GREENN_EXAMPLES } from './greenn.ts';
import { HOTMART_EXAMPLES } from './hotmart.ts';
import { HUBLA_EXAMPLES } from './hubla.ts';
import { KIRVANO_EXAMPLES } from './kirvano.ts';
import { KIWIFY_EXAMPLES } from './kiwify.ts';
import { MONETIZZE_EXAMPLES } from './monetizze.ts';
import { ORDERS_EXAMPLES } from './orders.ts';
import { PERFECT_PAY_EXAMPLES } from './perfect-pay.ts';
import { GENERIC_EXAMPLES, OWN_CHECKOUT_EXAMPLES } from './screen.ts';
import { TICTO_EXAMPLES } from './ticto.ts';

/** All examples. A screen that shows one provider imports that provider's file, so that its bundle holds no others. */
export const EXAMPLES: Readonly<Record<Provider, readonly Example[]>> = {
  hotmart: HOTMART_EXAMPLES,
  'own-checkout': OWN_CHECKOUT_EXAMPLES,
  generic: GENERIC_EXAMPLES,
  orders: ORDERS_EXAMPLES,
  kiwify: KIWIFY_EXAMPLES,
  eduzz: EDUZZ_EXAMPLES,
  monetizze: MONETIZZE_EXAMPLES,
  braip: BRAIP_EXAMPLES,
  kirvano: KIRVANO_EXAMPLES,
  ticto: TICTO_EXAMPLES,
  cakto: CAKTO_EXAMPLES,
  'perfect-pay': PERFECT_PAY_EXAMPLES,
  greenn: GREENN_EXAMPLES,
  hubla: HUBLA_EXAMPLES,
};
