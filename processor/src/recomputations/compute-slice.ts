// A change of rates concerns all conversions of a tenant in a currency. They are computed a slice at a time, so that the events of others wait for a
// slice at most. Readers see each conversion by the old or by the new rates; in the end all are as if computed at once, since a row depends on the
// ledger and the rates alone.
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import { isolate } from '@tracker/infra/lifecycle/isolate';
import { type BatchDeps, recomputeConversionsOf } from '../batch/process-batch.ts';
import { conversionsInCurrency } from '../conversions/find-conversions.ts';
import type { Recomputation, Recomputations } from './recomputations.ts';

export interface ComputedSlice {
  readonly tenantId: string;
  readonly conversions: number;
  /** It was the last one of its change. */
  readonly isLast: boolean;
}

export type SliceDeps = BatchDeps & {
  readonly recomputations: Recomputations;
  /** Before the slice counts as done, so that no kept answer outlives it. */
  readonly announce: (tenantId: string, isLast: boolean) => Promise<void>;
};

/** Computes one slice of whose turn it is; undefined when nothing waits. Rejects when a store is away: then it comes again. */
export async function computeSlice(deps: SliceDeps): Promise<ComputedSlice | undefined> {
  const { recomputations, clickhouse, setAside } = deps;
  const turn = await recomputations.next();
  if (!turn) return undefined;
  const { tenantId, currency } = turn;
  let ids: string[] = [];
  const [failed] = await isolate(
    [turn],
    () => tenantId,
    async () => {
      ids = await idsOfSlice(clickhouse, turn, recomputations.sliceMax);
    },
  );
  if (failed) {
    await setAside.keep([{ tenantId, key: { of: 'currency', currency }, error: failed.error }]);
    deps.logger.error(
      { event: 'recompute.set-aside', tenantId, row: { of: 'currency', currency }, err: failed.error },
      'conversions in a currency cannot be computed; set aside, the others go on',
    );
    await recomputations.advance(turn, undefined);
    return { tenantId, conversions: 0, isLast: true };
  }
  await recomputeConversionsOf(
    deps,
    ids.map((conversionId) => ({ tenantId, conversionId })),
  );
  const next = placeAfter(turn, ids, recomputations.sliceMax);
  await deps.announce(tenantId, next === undefined);
  await recomputations.advance(turn, next);
  return { tenantId, conversions: ids.length, isLast: next === undefined };
}

/** In the second round no further than the place where the last change found it. */
async function idsOfSlice(clickhouse: ClickHouse, turn: Recomputation, most: number): Promise<string[]> {
  const ids = await conversionsInCurrency(clickhouse, turn, most);
  const { untilId, isWrapped } = turn;
  return isWrapped && untilId !== null ? ids.filter((id) => isUpTo(id, untilId)) : ids;
}

/** As both stores compare: by bytes. */
const isUpTo = (id: string, last: string): boolean => Buffer.compare(Buffer.from(id), Buffer.from(last)) <= 0;

function placeAfter({ untilId, isWrapped }: Recomputation, ids: readonly string[], most: number) {
  const afterId = ids.at(-1);
  if (ids.length === most && afterId !== undefined) return { afterId, isWrapped };
  return untilId === null || isWrapped ? undefined : { afterId: '', isWrapped: true };
}
