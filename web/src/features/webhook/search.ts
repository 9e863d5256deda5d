import { CHECKOUT_IDS, type CheckoutId } from '@tracker/schemas/checkouts/registry';

/** The state in the URL: the selected checkout, and the filters of the deliveries. Defaults are left out. */

export const VERDICTS = ['processed', 'look-up', 'ignored', 'duplicate', 'rejected', 'dead-letter'] as const;
export type Verdict = (typeof VERDICTS)[number];

export const DEFAULT_CHECKOUT: CheckoutId = 'hotmart';

export interface WebhookSearch {
  /** Whose address, steps and examples are shown. */
  checkout?: CheckoutId | undefined;
  /** Filters of the inbox. */
  provider?: CheckoutId | undefined;
  verdict?: Verdict | undefined;
}

export function parseWebhookSearch(search: Record<string, unknown>): WebhookSearch {
  const checkout = CHECKOUT_IDS.find((one) => one === search.checkout);
  const provider = CHECKOUT_IDS.find((one) => one === search.provider);
  const verdict = VERDICTS.find((one) => one === search.verdict);
  return {
    ...(checkout && checkout !== DEFAULT_CHECKOUT && { checkout }),
    ...(provider && { provider }),
    ...(verdict && { verdict }),
  };
}
