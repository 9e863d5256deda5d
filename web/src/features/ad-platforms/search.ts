import type { ConnectError } from '@tracker/schemas/contracts/ad-platforms.contract';

// Loaded with every page of the product, so it does not import the contract itself.
const ERRORS: readonly ConnectError[] = [
  'denied',
  'expired',
  'permission',
  'actions-denied',
  'not-configured',
  'failed',
];

/** What the screen keeps in its URL. */
export interface ConnectSearch {
  /** How the browser came back from a platform's consent page; taken out of the address once it has been shown. */
  connected?: true | undefined;
  permitted?: true | undefined;
  error?: ConnectError | undefined;
  /** Of the list of an ad account's campaigns: the account, a search, the platform's word for a state, and whether they are linked. */
  account?: string | undefined;
  q?: string | undefined;
  state?: string | undefined;
  linked?: 'yes' | 'no' | undefined;
}

/** Takes from a URL what is valid and forgets the rest. */
export function parseConnectSearch(search: Record<string, unknown>): ConnectSearch {
  const error = ERRORS.find((one) => one === search.error);
  if (error) return { error };
  for (const name of ['connected', 'permitted'] as const) {
    if (String(search[name]) === '1' || search[name] === true) return { [name]: true };
  }
  const found: ConnectSearch = {};
  for (const name of ['account', 'q', 'state'] as const) {
    const text = String(search[name] ?? '').slice(0, 256);
    if (text !== '') found[name] = text;
  }
  if (search.linked === 'yes' || search.linked === 'no') found.linked = search.linked;
  return found;
}
