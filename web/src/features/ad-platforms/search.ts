import type { ConnectError } from '@tracker/schemas/contracts/ad-platforms.contract';

// Loaded with every page of the product, so it does not import the contract itself.
const ERRORS: readonly ConnectError[] = ['denied', 'expired', 'permission', 'not-configured', 'failed'];

/** How the browser came back from a platform's consent page; taken out of the address once it has been said. */
export interface ConnectSearch {
  connected?: true | undefined;
  error?: ConnectError | undefined;
}

/** Takes from a URL what is valid and forgets the rest. */
export function parseConnectSearch(search: Record<string, unknown>): ConnectSearch {
  const error = ERRORS.find((one) => one === search.error);
  if (error) return { error };
  return String(search.connected) === '1' || search.connected === true ? { connected: true } : {};
}
