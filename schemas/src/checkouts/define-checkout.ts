// A checkout is a folder with its id as name: `checkout.ts` (below; small, for every program and screen), `mapping.ts` (what its bodies
// mean; no browser loads it), `guide.ts` (its set-up, for the webhook screen), `examples.ts` (bodies as it sends them) and a test.
// `pnpm generate` lists the parts of all checkouts in `generated/`, one file for each part, so that a bundle holds what it uses.

export interface Checkout {
  /** Its name for people. */
  readonly label: string;
  /** By the host of its pages, the parameters that it gives back in its webhook: mc.js puts the click id there. */
  readonly links: Readonly<Record<string, readonly LinkParameter[]>>;
  readonly authenticity: Authenticity;
  /**
   * Who makes the secret. What a seller types may be guessed: it has a least length, and proves a delivery only together with the key in the
   * address.
   */
  readonly secretFrom: 'checkout' | 'seller';
}

type LinkParameter = 'sck' | 'src';

/**
 * Where a checkout proves that a delivery is its own. This only names the places; ingest compares (in constant time) and hashes (over
 * the raw bytes).
 */
export type Authenticity =
  /** The secret itself. Header names in lower case; `authorization` may carry it after 'Bearer ', or 'user:password' as 'Basic ' does. Headers first, then fields at the body's root. */
  | { readonly kind: 'token'; readonly headers: readonly string[]; readonly bodyFields: readonly string[] }
  /**
   * A keyed hash of the raw body, in a query parameter or a header. A timed one is `t=<time>,v1=<hash>,v1=…`, of the time, a dot and the body: an old
   * one is taken too, because a delivery that comes twice counts once.
   */
  | {
      readonly kind: 'hmac';
      readonly algorithm: 'sha1' | 'sha256';
      readonly from: { readonly query?: string; readonly header?: string };
      readonly encoding: 'hex' | 'base64';
      readonly isTimed?: true;
    };

export const defineCheckout = (checkout: Checkout): Checkout => checkout;
