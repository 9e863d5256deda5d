// A browser may fetch a link before anybody follows it, and then show what it has without asking again. The click's row says `is_prefetch` and is in no
// figure. The first proof that a person saw it makes a second row of the same click, at the time of that proof: this one counts (ADR 133).
import type { TenantCache } from '@tracker/infra/caches/tenant-cache';
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import { insertClicks, insertVoidClicks } from '@tracker/infra/clickhouse/tables/clicks';
import { insertPrefetchProofs, type PrefetchProofRow } from '@tracker/infra/clickhouse/tables/prefetch-proofs';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import { type Instant, msFromInstant } from '@tracker/schemas/primitives/time';
import { clickMinutes, type StoredClick } from '../batch/waiting-for-clicks.ts';
import { type Moments, markMinute } from '../rollups/reopen-days.ts';
import { TOMBSTONE_VERSION } from '../version.ts';
import { type Proof, proofOfRow } from './proof.ts';
import { prefetchedClicks, prefetchesOfMinutes, proofsOfPrefetches } from './queries.ts';

type ClickKey = [tenantId: string, ts: string, clickId: string];

const keyOf = ({ tenant_id, ts, click_id }: StoredClick): ClickKey => [tenant_id, ts, click_id];
const nameOf = (click: StoredClick): string => keyOf(click).join(' ');

/**
 * Call it when the rows of the batch are stored. A processor writes its proofs, then reads all of them: of two that have proofs of one click, at least one
 * sees both. The earliest counts, and it only becomes earlier, so that a row at any other moment is void for ever.
 */
export async function countSeenPrefetches(
  { clickhouse, tenants }: { readonly clickhouse: ClickHouse; readonly tenants: Pick<TenantCache, 'find'> },
  proofs: readonly Proof[],
  moments: Moments,
): Promise<void> {
  // Before their proofs are looked for: who stores one of these after that finds the prefetch.
  await insertPrefetchProofs.run(
    clickhouse,
    proofs.flatMap((proof) => (hasMoment(proof) ? [] : [{ ...proof, seen_at: proof.ts }])),
  );
  const byName = (some: readonly Proof[]) => new Map(some.map((proof) => [nameOf(proof), keyOf(proof)]));
  const known = byName(proofs.filter(({ isPrefetch }) => isPrefetch));
  const others = proofs.filter((proof) => !known.has(nameOf(proof)));
  const isNamed = new Set(others.map(nameOf));
  for (const click of await prefetchesOfMinutes.run(clickhouse, clickMinutes(others)))
    if (isNamed.has(nameOf(click))) known.set(nameOf(click), keyOf(click));
  const prefetches: ClickKey[] = [];
  for (const key of known.values()) {
    // A conversion keeps its click longer than other facts of the day are kept: that day cannot be counted again.
    const keptFromMs = (await tenants.find(key[0] as TenantId))?.clicksKeptFromMs ?? 0;
    if (msFromInstant(key[1] as Instant) >= keptFromMs) prefetches.push(key);
  }
  // Of nearly all batches there is nothing more to ask.
  if (prefetches.length === 0) return;

  const stored = await proofsOfPrefetches.run(clickhouse, prefetches);
  const isPrefetch = new Set(prefetches.map((key) => key.join(' ')));
  const seen = [
    ...proofs.filter((proof) => isPrefetch.has(nameOf(proof))).flatMap((proof) => (hasMoment(proof) ? [proof] : [])),
    ...stored.map((row) => proofOfRow(row, row.seen_at) as PrefetchProofRow),
  ];
  const first = earliestOf(seen);
  if (first.size === 0) return;
  // Also one that is kept already: a batch that was stopped after it is repeated. Those that come after it change nothing, however many a stranger sends.
  const isFirst = (proof: PrefetchProofRow) => first.get(nameOf(proof))?.seen_at === proof.seen_at;
  const isNews = new Set(
    proofs.filter((proof) => proof.seen_at === null || (hasMoment(proof) && isFirst(proof))).map(nameOf),
  );
  const news = [...first.values()].filter((proof) => isNews.has(nameOf(proof)));
  await insertPrefetchProofs.run(clickhouse, news);

  const kept = (await proofsOfPrefetches.run(clickhouse, news.map(keyOf))).filter(({ is_kept }) => is_kept);
  const seenAt = earliestOf(kept);
  const clicks = await prefetchedClicks.run(clickhouse, news.map(keyOf));
  await insertClicks.run(
    clickhouse,
    clicks.flatMap((click) => {
      const proof = seenAt.get(nameOf(click));
      return proof ? [{ ...click, ts: proof.seen_at, is_prefetch: false, ver: BigInt(click.ver) }] : [];
    }),
  );
  await insertVoidClicks.run(
    clickhouse,
    kept
      .filter((proof) => seenAt.get(nameOf(proof))?.seen_at !== proof.seen_at)
      .map(({ tenant_id, seen_at, click_id }) => ({
        tenant_id,
        ts: seen_at,
        click_id,
        is_void: true,
        ver: TOMBSTONE_VERSION,
      })),
  );
  for (const { tenant_id, seen_at } of kept) markMinute(moments, tenant_id, seen_at);
}

const hasMoment = (proof: Proof): proof is Proof & { readonly seen_at: string } => proof.seen_at !== null;

/** Moments are texts of one form, which sort by time. */
function earliestOf(proofs: readonly PrefetchProofRow[]): Map<string, PrefetchProofRow> {
  const first = new Map<string, PrefetchProofRow>();
  for (const { tenant_id, ts, click_id, seen_at } of proofs) {
    const proof = { tenant_id, ts, click_id, seen_at };
    const known = first.get(nameOf(proof));
    if (!known || seen_at < known.seen_at) first.set(nameOf(proof), proof);
  }
  return first;
}
