// Which days of a tenant are over and not finalized, and which part of today can be finalized, too.
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import type { DayHalf } from '@tracker/infra/clickhouse/tables/finalized-days';
import { dayBounds } from '@tracker/schemas/primitives/day-bounds';
import { gapsOf } from '@tracker/schemas/primitives/gaps';
import { addDays, dayOf, type InstantRange, startOfDay } from '@tracker/schemas/primitives/tenant-day';
import { msFromInstant, type TimeZone } from '@tracker/schemas/primitives/time';
import { type DaysOfTenant, msOfBuild } from './build-rollups.ts';
import { buildsOfTenant, factsOfRange, firstFacts } from './queries.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Most of a day's late facts have come by then. Earlier would be right, too, and build many a day twice. */
export const FINALIZE_AFTER_MS = 2 * HOUR_MS;
/** With fewer facts, a part of a day is read as quickly from them. */
const PART_FACTS_MIN = 2_000;
/**
 * A refund re-opens the day of its sale. A large tenant has refunds of each of the last thirty days every minute; until it is built again, the
 * money of such a day is read from its conversions.
 */
const REBUILD_MONEY_AFTER_MS = HOUR_MS;
/** As long as the longest range that can be asked for; older days are read from their facts. */
export const DAYS_BACK = 400;

export interface OpenDaysAsked {
  readonly tenantId: string;
  readonly timeZone: TimeZone;
  readonly nowMs: number;
  /** How many facts make a part of a day worth building. */
  readonly partFactsMin?: number;
  /** How long after the last attempt the money of a day that was re-opened is built again. */
  readonly rebuildAfterMs?: number;
}

/**
 * Runs of consecutive days, oldest first: those with open traffic; behind them what is open of the day that is not over, in parts of whole
 * hours; then those with open money.
 */
export async function findOpenDays(clickhouse: ClickHouse, asked: OpenDaysAsked): Promise<DaysOfTenant[]> {
  const { tenantId, timeZone, nowMs } = asked;
  const today = dayOf(nowMs - FINALIZE_AFTER_MS, timeZone);
  const horizonMs = nowMs - DAYS_BACK * DAY_MS;
  const facts = await firstFacts.run(clickhouse, tenantId, { fromMs: horizonMs });
  const boundsOf = (half: DayHalf) => {
    const fact = facts.find((one) => one.half === half);
    return fact ? dayBounds(dayOf(msFromInstant(fact.ts), timeZone), addDays(today, -1), timeZone) : [];
  };
  const bounds = { traffic: boundsOf('traffic'), money: boundsOf('money') };
  const [fromMs = startOfDay(today, timeZone)] = [...bounds.traffic, ...bounds.money].sort((one, other) => one - other);
  const builds = facts.length === 0 ? [] : await buildsOf(clickhouse, asked, fromMs);
  const traffic = builds.filter((build) => build.half === 'traffic' && build.isFinalized);
  const money = builds.filter((build) => build.half === 'money' && (build.isFinalized || isRecent(build, asked)));
  const parts = gapsOf({ fromMs: startOfDay(today, timeZone), toMs: hourOf(nowMs - FINALIZE_AFTER_MS) }, traffic);
  const large = bounds.traffic.length === 0 ? [] : await largeOf(clickhouse, asked, parts);
  return [
    ...runsOf(bounds.traffic, traffic).map((run) => ({ half: 'traffic' as const, bounds: run })),
    ...large.map((part) => ({ half: 'traffic' as const, bounds: [part.fromMs, part.toMs] })),
    ...runsOf(bounds.money, money).map((run) => ({ half: 'money' as const, bounds: run })),
  ].map((run) => ({ tenantId, timeZone, ...run }));
}

/** Of the days between these bounds, the runs of which that half is not finalized in this zone. */
export async function findOpenDaysBetween(clickhouse: ClickHouse, days: DaysOfTenant): Promise<number[][]> {
  const builds = await buildsOf(clickhouse, days, days.bounds[0] ?? 0);
  return runsOf(
    days.bounds,
    builds.filter((build) => build.half === days.half && build.isFinalized),
  );
}

interface BuiltHalf extends InstantRange {
  readonly half: DayHalf;
  readonly isFinalized: boolean;
  readonly lastBuild: string;
}

/** Of days in this zone. */
async function buildsOf(
  clickhouse: ClickHouse,
  { tenantId, timeZone }: Pick<OpenDaysAsked, 'tenantId' | 'timeZone'>,
  fromMs: number,
): Promise<BuiltHalf[]> {
  const builds = await buildsOfTenant.run(clickhouse, tenantId, { fromMs });
  return builds
    .filter((build) => build.time_zone === timeZone)
    .map(({ half, day_start, day_end, is_finalized, last_build }) => ({
      ...{ half, fromMs: msFromInstant(day_start), toMs: msFromInstant(day_end) },
      ...{ isFinalized: is_finalized, lastBuild: last_build },
    }));
}

/** Built so short a time ago that it must wait: refunds re-open the same days all the time. */
function isRecent(
  { lastBuild }: BuiltHalf,
  { nowMs, rebuildAfterMs = REBUILD_MONEY_AFTER_MS }: OpenDaysAsked,
): boolean {
  const ageMs = nowMs - msOfBuild(lastBuild);
  return ageMs >= 0 && ageMs < rebuildAfterMs;
}

const hourOf = (ms: number): number => ms - (ms % HOUR_MS);

/** Those that are worth building before their day is over. */
async function largeOf(
  clickhouse: ClickHouse,
  { tenantId, partFactsMin = PART_FACTS_MIN }: OpenDaysAsked,
  parts: readonly InstantRange[],
): Promise<InstantRange[]> {
  const large: InstantRange[] = [];
  for (const part of parts) {
    const [row] = await factsOfRange.run(clickhouse, tenantId, part);
    if ((row?.facts ?? 0) >= partFactsMin) large.push(part);
  }
  return large;
}

/** The bounds of each run of days that are not among these. */
export function runsOf(bounds: readonly number[], finalized: readonly InstantRange[]): number[][] {
  const done = new Set(finalized.map((day) => `${day.fromMs} ${day.toMs}`));
  const runs: number[][] = [];
  let run: number[] = [];
  for (let index = 0; index + 1 < bounds.length; index += 1) {
    const [from = 0, to = 0] = bounds.slice(index, index + 2);
    if (done.has(`${from} ${to}`)) {
      run = [];
      continue;
    }
    if (run.length === 0) {
      run = [from];
      runs.push(run);
    }
    run.push(to);
  }
  return runs;
}
