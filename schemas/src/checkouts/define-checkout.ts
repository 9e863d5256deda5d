// A checkout is a folder with its id as name: `checkout.ts` (below; small, for every program and screen), `mapping.ts` (what its bodies
// mean; no browser loads it), `guide.ts` (its set-up, for the webhook screen), `examples.ts` (bodies as it sends them) and a test.
// `npx -y pnpm@12 generate` lists the parts of all checkouts in `generated/`, one file for each part, so that a bundle holds what it uses.

export interface Checkout {
  /** Its name for people. */
  readonly label: string;
  /** By the host of its pages, the parameters that it gives back in its webhook: mc.js puts the click id there. */
  readonly links: LinkParameters;
  /** The same by host, or host and folder, of links that lead on to its pages. That they pass parameters on was seen in use, and is not documented. */
  readonly shortLinks?: LinkParameters;
  readonly authenticity: Authenticity;
  /**
   * Who makes the secret. What a seller types may be guessed: it has a least length, and proves a delivery only together with the key in the
   * address.
   */
  readonly secretFrom: 'checkout' | 'seller';
  /** Its deliveries only name what changed: the product asks its API, with a token of the tenant. */
  readonly lookUp?: LookUp;
  /**
   * Its deliveries say that two transactions are one (`ConversionLink`). 'payments': refunds and disputes name a payment, which may be of a conversion
   * with another id; alone they count nothing. 'refunds': a refund or dispute may have an id of its own, under which no conversion came. 'numbers': its files name an order by its number, and its deliveries by its id.
   */
  readonly joins?: 'payments' | 'refunds' | 'numbers';
}

/** How the API of a checkout is asked, and what of its answers is kept. The mapping gives the path, a setting the base. */
export interface LookUp {
  /** The header of the token, and the word before it. */
  readonly header: readonly [name: string, scheme: string];
  /** True where the tenant gives the number of its account with the token: it is the first part of every path. */
  readonly asksAccount: boolean;
  /** Where a token and an answer name the seller's account, for APIs that also answer about what the account bought. */
  readonly seller?: { readonly inToken: RegExp; readonly inAnswer: string };
  /** The fields of an answer that are kept ('payer.email'); cards, documents and bar codes never reach the log. */
  readonly kept: readonly string[];
}

type LinkParameters = Readonly<Record<string, readonly LinkParameter[]>>;
type LinkParameter = 'sck' | 'src' | 'client_reference_id' | 'metadata[click_id]';

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
    }
  /**
   * A keyed hash (SHA-256, hex) of `id:<id>;request-id:<x-request-id>;ts:<time>;` instead of the body, in a header `ts=<time>,v1=<hash>`. The
   * id is the body's at `idAt`, in lower case: all else that such a body says has no proof. Parts that did not come are left out.
   */
  | { readonly kind: 'hmac-of-id'; readonly header: string; readonly idAt: string };

export const defineCheckout = (checkout: Checkout): Checkout => checkout;
