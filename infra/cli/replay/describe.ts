// Formats a replay run and a comparison as text and as JSON.

import { countBetween, positionsText, positionsToJson } from '@tracker/infra/event-log/positions';
import { count, duration, table } from '../format.ts';
import type { ComparisonResult, TenantDaySums } from './compare.ts';
import { isWhole, type ReplayRun } from './runs.ts';

const DIFFERENCES_SHOWN_MAX = 40;

export function runData(run: ReplayRun, isFilling: boolean) {
  return {
    id: run.id,
    status: run.status,
    isFilling,
    paused: run.paused,
    since: run.since,
    until: run.until,
    snapshotId: run.snapshotId,
    rate: run.rate,
    events: run.events,
    left: countBetween(run.positions, run.target),
    positions: positionsToJson(run.positions),
    target: positionsToJson(run.target),
    startedAt: run.startedAt,
    updatedAt: run.updatedAt,
    swappedAt: run.swappedAt,
  };
}

export function runLines(run: ReplayRun, isFilling: boolean): string[] {
  const left = countBetween(run.positions, run.target);
  const of = isWhole(run)
    ? run.snapshotId === null
      ? 'the whole log'
      : `the snapshot ${run.snapshotId} and the log behind it`
    : `the log from ${run.since?.toISOString() ?? 'its beginning'} to ${run.until?.toISOString() ?? 'its end'}`;
  return [
    `Replay ${run.id} of ${of}: ${stateText(run, isFilling)}.`,
    `${count(run.events)} events processed, ${count(left)} left; stands at ${positionsText(run.positions)} of ${positionsText(run.target)}.`,
    `Begun ${run.startedAt.toISOString()}, last heard of ${duration((Date.now() - run.updatedAt.getTime()) / 1000)} ago.`,
  ];
}

function stateText({ status, paused, swappedAt }: ReplayRun, isFilling: boolean): string {
  switch (status) {
    case 'running':
      if (paused) return 'paused; go on with `replay resume`';
      return isFilling ? 'running' : 'interrupted; go on with `replay resume`';
    case 'ready':
      return 'filled; `replay verify` compares it with the live tables, `replay swap` puts it in their place';
    case 'swapping':
      return 'interrupted in the middle of a swap; run `replay swap --yes` again at once';
    case 'swapped':
      return `in use since ${swappedAt?.toISOString()}; the tables from before are kept for \`replay rollback\``;
    case 'rolled_back':
      return 'rolled back; its tables are gone';
    case 'snapshot':
      return 'its tables are a snapshot; if that was interrupted, run `replay snapshot --yes` again';
  }
}

export function comparisonLines({ tenantDays, rows, differences }: ComparisonResult): string[] {
  const compared = `${count(rows)} rows in ${count(tenantDays)} tenant-days compared`;
  if (differences.length === 0) return [`${compared}: the same.`];
  const shown = differences.slice(0, DIFFERENCES_SHOWN_MAX);
  const lines = table(
    ['table', 'company', 'day', 'live', 'replayed'],
    shown.map((one) => [
      one.table,
      one.tenantId,
      one.day,
      sumsText(one.live, one.shadow),
      sumsText(one.shadow, one.live),
    ]),
  );
  const more = differences.length - shown.length;
  return [
    `${compared}: ${count(differences.length)} differ.`,
    ...lines,
    ...(more > 0 ? [`… and ${count(more)} more; --json lists them all.`] : []),
  ];
}

/** Counts and money where they differ; where only the hashes do, what is in the columns differs. */
function sumsText(sums: TenantDaySums | null, other: TenantDaySums | null): string {
  if (!sums) return 'nothing';
  const money = Object.entries(sums.money).filter(([column, sum]) => sum !== other?.money[column]);
  const figures = [`${count(sums.rows)} rows`, ...money.map(([column, sum]) => `${column} ${sum}`)];
  return [...figures, `hash ${sums.hash.slice(0, 8)}`].join(', ');
}
