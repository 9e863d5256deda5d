// Which days of a tenant are over and not finalized, and which part of today can be finalized, too.

import { dayBounds } from '@tracker/schemas/primitives/day-bounds';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@tracker/schemas/primitives/durations';
import { gapsOf } from '@tracker/schemas/primitives/gaps';
import { addDays, dayOf, type InstantRange, startOfDay } from '@tracker/schemas/primitives/tenant-day';
import { msFromInstant, type TimeZone } from '@tracker/schemas/primitives/time';
import type { ClickHouse } from '../clickhouse/client.ts';
import type { DayHalf } from '../clickhouse/tables/finalized-days.ts';
import { type DaysOfTenant, msOfBuild } from './build-rollups.ts';
import { buildsOfTenant, factsOfRange, firstFacts } from './queries.ts';

/** Most of a day's late facts have come by then. Earlier would be right, too, and build many a day twice. */
export const FINALIZE_AFTER_MS = 2 * HOUR_MS;
/** With fewer facts, a part of a day is read as quickly from them. */
const PART_FACTS_MIN = 2_000;
/** So many facts of the last hours are not left open for two hours. */
const EARLY_FACTS_MIN = 50_000;
/** Nearly all facts are stored a second after they happened. */
const EARLY_AFTER_MS = 30_000;
/**
 * A refund re-opens the day of its conversion. A large tenant has refunds of each of the last thirty days every minute; until it is built again, the
 * money of such a day is read from its conversions.
 */
const REBUILD_MONEY_AFTER_MS = HOUR_MS;
/** As long as the longest range that can be asked for; older days are read from their facts. */
export const DAYS_BACK = 400;

export interface OpenDaysAsked {
  readonly tenantId: string;
  readonly timeZone: TimeZone;
  readonly nowMs: number;
  /** How many facts make a part of a day worth building, two hours after it and earlier. */
  readonly partFactsMin?: number;
  readonly earlyFactsMin?: number;
  /** How long after the last attempt the money of a day that was re-opened is built again. */
  readonly rebuildAfterMs?: number;
}

/**
 * Runs of consecutive days, oldest first: those with open traffic; behind them what is open of the day that is not over, in parts of whole
 * hours, and of the last two hours in parts of whole minutes where these have very many facts; then those with open money.
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
  const parts = bounds.traffic.length === 0 ? [] : await findOpenParts(clickhouse, asked, traffic);
  return [
    ...runsOf(bounds.traffic, traffic).map((run) => ({ half: 'traffic' as const, bounds: run })),
    ...parts.map((part) => ({ half: 'traffic' as const, bounds: part })),
    ...runsOf(bounds.money, money).map((run) => ({ half: 'money' as const, bounds: run })),
  ].map((run) => ({ tenantId, timeZone, ...run }));
}

/** Whether it was, or would be, built before most of its late facts have come. */
export const isEarly = ({ toMs }: Pick<InstantRange, 'toMs'>, builtMs: number): boolean =>
  toMs > builtMs - FINALIZE_AFTER_MS;

/**
 * Of the day that is not over, and of the next one when that has begun. Early parts end within an hour and a day; since they are many, their hours
 * are built again as a whole two hours later.
 */
async function findOpenParts(
  clickhouse: ClickHouse,
  asked: OpenDaysAsked,
  finalized: readonly BuiltHalf[],
): Promise<number[][]> {
  const { tenantId, timeZone, nowMs, partFactsMin = PART_FACTS_MIN, earlyFactsMin = EARLY_FACTS_MIN } = asked;
  const dayMs = startOfDay(dayOf(nowMs - FINALIZE_AFTER_MS, timeZone), timeZone);
  const hourMs = Math.max(dayMs, wholeOf(nowMs - FINALIZE_AFTER_MS, HOUR_MS));
  const late = gapsOf(
    { fromMs: dayMs, toMs: hourMs },
    finalized.filter((part) => !isEarly(part, msOfBuild(part.lastBuild))),
  );
  const early = gapsOf({ fromMs: hourMs, toMs: wholeOf(nowMs - EARLY_AFTER_MS, MINUTE_MS) }, finalized);
  const [first, last] = [late[0] ?? early[0], early.at(-1) ?? late.at(-1)];
  const factsIn = async (range: InstantRange) => (await factsOfRange.run(clickhouse, tenantId, range))[0]?.facts ?? 0;
  // Of most tenants there is nothing more to ask.
  if (!first || !last || (await factsIn({ fromMs: first.fromMs, toMs: last.toMs })) < partFactsMin) return [];
  const parts: number[][] = [];
  for (const part of late) if ((await factsIn(part)) >= partFactsMin) parts.push([part.fromMs, part.toMs]);
  const nextDayMs = startOfDay(dayOf(nowMs, timeZone), timeZone);
  for (const part of early) if ((await factsIn(part)) >= earlyFactsMin) parts.push(cutByHours(part, nextDayMs));
  return parts;
}

/** The bounds of its pieces. */
function cutByHours({ fromMs, toMs }: InstantRange, dayMs: number): number[] {
  const bounds = new Set([fromMs, dayMs, toMs]);
  for (let hourMs = wholeOf(fromMs, HOUR_MS); hourMs < toMs; hourMs += HOUR_MS) bounds.add(hourMs);
  return [...bounds].filter((ms) => ms >= fromMs && ms <= toMs).sort((one, other) => one - other);
}

const wholeOf = (ms: number, unitMs: number): number => ms - (ms % unitMs);

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
