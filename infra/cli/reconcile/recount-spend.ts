// Ad spend of one day from its events: for each campaign and source the latest event wins and replaces the others completely. What was
// entered is left out where the source's platform reports the same campaign.
import type { TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { unitsOf } from '../money-units.ts';

/** An event as the log has it. */
interface StoredEvent {
  readonly tenantId: string;
  readonly campaignId?: unknown;
  readonly receivedAt: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

interface Sync {
  readonly receivedMs: number;
  readonly campaignId: string;
  readonly source: string;
  readonly kind: unknown;
  readonly reports: boolean;
  readonly currency: string;
  readonly spend: bigint;
  readonly ads: bigint;
}

/** By currency, without those in which nothing was spent. */
interface SpendSums {
  readonly campaigns: ReadonlyMap<string, bigint>;
  readonly ads: ReadonlyMap<string, bigint>;
}

export function createSpendRecount(day: TenantDay) {
  /** By tenant, by campaign and source. */
  const tenants = new Map<string, Map<string, Sync>>();
  return {
    add({ tenantId, campaignId, receivedAt, payload }: StoredEvent): void {
      // Without a campaign it became a dead letter.
      if (payload.day !== day || typeof campaignId !== 'string') return;
      const syncs = tenants.get(tenantId) ?? new Map<string, Sync>();
      tenants.set(tenantId, syncs);
      const key = `${campaignId} ${payload.source}`;
      const receivedMs = Date.parse(receivedAt);
      const before = syncs.get(key);
      if (before && before.receivedMs > receivedMs) return;
      const ads = Array.isArray(payload.ads) ? (payload.ads as { spend: string }[]) : [];
      const { kind = 'reported', impressions, clicks } = payload;
      const spend = unitsOf(String(payload.spend));
      syncs.set(key, {
        receivedMs,
        campaignId,
        source: String(payload.source),
        kind,
        reports: kind === 'reported' && (spend !== 0n || impressions !== 0 || clicks !== 0),
        currency: String(payload.currency),
        spend,
        ads: ads.reduce((sum, ad) => sum + unitsOf(ad.spend), 0n),
      });
    },

    /** By tenant, of those that spent something. */
    sums(): Map<string, SpendSums> {
      const all = [...tenants].map(([tenantId, syncs]): [string, SpendSums] => {
        const words = counted([...syncs.values()]);
        return [tenantId, { campaigns: sumsOf(words, 'spend'), ads: sumsOf(words, 'ads') }];
      });
      return new Map(all.filter(([, { campaigns, ads }]) => campaigns.size + ads.size > 0));
    },
  };
}

function counted(words: readonly Sync[]): Sync[] {
  const place = ({ campaignId, source }: Sync) => `${campaignId} ${source.split('/')[0]}`;
  const reported = new Set(words.filter(({ reports }) => reports).map(place));
  return words.filter((word) => word.kind === 'reported' || (word.kind === 'entered' && !reported.has(place(word))));
}

function sumsOf(words: readonly Sync[], of: 'spend' | 'ads'): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const word of words) sums.set(word.currency, (sums.get(word.currency) ?? 0n) + word[of]);
  return new Map([...sums].filter(([, sum]) => sum !== 0n));
}
