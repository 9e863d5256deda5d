// All limits of the public endpoints; `infra/docs/limits.md` gives the reasons for the numbers.
import type { Rate } from '@tracker/infra/http/token-buckets';

export interface SenderRates {
  /** Of one IPv4 address, or one IPv6 /64. */
  readonly perNetwork: Rate;
  /** Of one campaign over all networks; of a lead with a key, of that key. */
  readonly perCampaign: Rate;
  /** Of one tenant over all of its campaigns. Absent where no tenant is looked for. */
  readonly perTenant?: Rate;
}

/** `delivery`: a conversion without a right key or secret. With one there is no rate limit: a checkout that is refused gives up. */
export const LIMITED = ['click', 'page-view', 'identity', 'checkout', 'notice', 'script', 'lead', 'delivery'] as const;
export type Limited = (typeof LIMITED)[number];

export const BYTE_CLASSES = ['unconfirmed', 'free', 'pro', 'business'] as const;
export type ByteClass = (typeof BYTE_CLASSES)[number];

export interface IngestLimits {
  /** Of all public endpoints together. */
  readonly requestsInFlightMax: number;
  /** Of a tenant in a day (UTC): different sources; combinations of source, ad, ad set, campaign and placement; and how many of them one network adds. */
  readonly tagValues: {
    readonly sources: number;
    readonly combinations: number;
    readonly combinationsPerNetwork: number;
  };
  /** Bytes of a body without a right key. */
  readonly keylessBodyMax: number;
  readonly rates: Readonly<Record<Limited, SenderRates>>;
  /** Wrong secrets of a network for a tenant, with its key in the address and without. */
  readonly wrongSecrets: Rate;
  /** Deliveries of a network that show a secret and no key. */
  readonly keylessSecrets: Rate;
  /** With a key, by the plan of the tenant; `unconfirmed` until its first administrator has confirmed an e-mail. */
  readonly bytesPerDay: Readonly<Record<ByteClass, number>>;
  /** Clicks, page views, identities and checkouts without a key, of a network for a tenant. */
  readonly keylessPerDay: Rate;
  /** How many refused deliveries (wrong secret) of a tenant are kept for its inbox; the rest is counted only. */
  readonly refusedKept: Rate;
}

export const INGEST_LIMITS: IngestLimits = {
  // While the log hangs, requests wait up to 8 s until the spool takes over, and 500 a second are promised to be taken then.
  requestsInFlightMax: 5_000,
  tagValues: { sources: 1_000, combinations: 20_000, combinationsPerNetwork: 200 },
  keylessBodyMax: 16 * 1024,
  rates: {
    click: {
      perNetwork: { perSecond: 50, burst: 200 },
      perCampaign: { perSecond: 2_000, burst: 10_000 },
      perTenant: { perSecond: 4_000, burst: 20_000 },
    },
    'page-view': {
      perNetwork: { perSecond: 100, burst: 500 },
      perCampaign: { perSecond: 5_000, burst: 20_000 },
      perTenant: { perSecond: 10_000, burst: 40_000 },
    },
    identity: {
      perNetwork: { perSecond: 50, burst: 200 },
      perCampaign: { perSecond: 2_000, burst: 10_000 },
      perTenant: { perSecond: 4_000, burst: 20_000 },
    },
    checkout: {
      perNetwork: { perSecond: 50, burst: 200 },
      perCampaign: { perSecond: 2_000, burst: 10_000 },
      perTenant: { perSecond: 4_000, burst: 20_000 },
    },
    // Warnings: what is lost of them is in no figure, and a stranger's must not fill the store. A tenant has at most some 9,000 rows a day.
    notice: {
      perNetwork: { perSecond: 1 / 30, burst: 20 },
      perCampaign: { perSecond: 1 / 20, burst: 250 },
      perTenant: { perSecond: 1 / 10, burst: 500 },
    },
    script: { perNetwork: { perSecond: 100, burst: 500 }, perCampaign: { perSecond: 5_000, burst: 20_000 } },
    lead: {
      perNetwork: { perSecond: 5, burst: 30 },
      perCampaign: { perSecond: 50, burst: 500 },
      perTenant: { perSecond: 100, burst: 1_000 },
    },
    delivery: {
      perNetwork: { perSecond: 5, burst: 60 },
      perCampaign: { perSecond: 20, burst: 500 },
      perTenant: { perSecond: 50, burst: 1_000 },
    },
  },
  wrongSecrets: { perSecond: 1 / 30, burst: 20 },
  // A checkout sends for all of its sellers from one network.
  keylessSecrets: { perSecond: 50, burst: 500 },
  bytesPerDay: { unconfirmed: 50e6, free: 250e6, pro: 2_000e6, business: 10_000e6 },
  keylessPerDay: { perSecond: 200_000 / 86_400, burst: 200_000 },
  refusedKept: { perSecond: 1 / 60, burst: 50 },
};
