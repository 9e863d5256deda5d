import { useQuery } from '@tanstack/react-query';
import type { Example } from '@tracker/schemas/checkouts/examples/example';
import type { Provider } from '@tracker/schemas/checkouts/provider';

/** The bodies that the mappings are tested with; each checkout's come when somebody looks at it. */
const LOAD: Readonly<Record<Provider, () => Promise<readonly Example[]>>> = {
  hotmart: () => import('@tracker/schemas/checkouts/examples/hotmart').then((file) => file.HOTMART_EXAMPLES),
  'own-checkout': () => import('@tracker/schemas/checkouts/examples/screen').then((file) => file.OWN_CHECKOUT_EXAMPLES),
  generic: () => import('@tracker/schemas/checkouts/examples/screen').then((file) => file.GENERIC_EXAMPLES),
  orders: () => import('@tracker/schemas/checkouts/examples/orders').then((file) => file.ORDERS_EXAMPLES),
  kiwify: () => import('@tracker/schemas/checkouts/examples/kiwify').then((file) => file.KIWIFY_EXAMPLES),
  eduzz: () => import('@tracker/schemas/checkouts/examples/eduzz').then((file) => file.EDUZZ_EXAMPLES),
  monetizze: () => import('@tracker/schemas/checkouts/examples/monetizze').then((file) => file.MONETIZZE_EXAMPLES),
  braip: () => import('@tracker/schemas/checkouts/examples/braip').then((file) => file.BRAIP_EXAMPLES),
  kirvano: () => import('@tracker/schemas/checkouts/examples/kirvano').then((file) => file.KIRVANO_EXAMPLES),
  ticto: () => import('@tracker/schemas/checkouts/examples/ticto').then((file) => file.TICTO_EXAMPLES),
  cakto: () => import('@tracker/schemas/checkouts/examples/cakto').then((file) => file.CAKTO_EXAMPLES),
  'perfect-pay': () =>
    import('@tracker/schemas/checkouts/examples/perfect-pay').then((file) => file.PERFECT_PAY_EXAMPLES),
  greenn: () => import('@tracker/schemas/checkouts/examples/greenn').then((file) => file.GREENN_EXAMPLES),
  hubla: () => import('@tracker/schemas/checkouts/examples/hubla').then((file) => file.HUBLA_EXAMPLES),
};

export const useExamples = (provider: Provider) =>
  useQuery({ queryKey: ['checkout-examples', provider], queryFn: LOAD[provider] });

export const FORM_TYPE = 'application/x-www-form-urlencoded';

export const prettyJson = (body: unknown): string => JSON.stringify(body, null, 2);

/** A body as text from outside: indented when it is JSON, as it came when it is not. */
export function prettyText(text: string): string {
  try {
    return prettyJson(JSON.parse(text));
  } catch {
    return text;
  }
}
