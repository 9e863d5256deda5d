// Which days of a tenant are over and not finalized, and which part of today can be finalized, too.
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import { DAY_STATES } from '@tracker/infra/clickhouse/tables/finalized-days';
import { dayBounds } from '@tracker/schemas/primitives/day-bounds';
import { gapsOf } from '@tracker/schemas/primitives/gaps';
import { addDays, dayOf, type InstantRange, startOfDay } from '@tracker/schemas/primitives/tenant-day';
import { msFromInstant, type TimeZone } from '@tracker/schemas/primitives/time';
import type { DaysOfTenant } from './build-rollups.ts';
import { buildsOfTenant, factsOfRange, firstFact } from './queries.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Most of a day's late facts have come by then. Earlier would be right, too, and build many a day twice. */
export const FINALIZE_AFTER_MS = 2 * HOUR_MS;
/** With fewer facts, a part of a day is read as quickly from them. */
const PART_FACTS_MIN = 2_000;
/** As long as the longest range that can be asked for; older days are read from their facts. */
export const DAYS_BACK = 400;

export interface OpenDaysAsked {
  readonly tenantId: string;
  readonly timeZone: TimeZone;
  readonly nowMs: number;
  /** How many facts make a part of a day worth building. */
  readonly partFactsMin?: number;
}

/** Runs of consecutive days, oldest first; behind them what is open of the day that is not over, in parts of whole hours. */
export async function findOpenDays(clickhouse: ClickHouse, asked: OpenDaysAsked): Promise<DaysOfTenant[]> {
  const { tenantId, timeZone, nowMs } = asked;
  const today = dayOf(nowMs - FINALIZE_AFTER_MS, timeZone);
  const horizonMs = nowMs - DAYS_BACK * DAY_MS;
  const [fact] = await firstFact.run(clickhouse, tenantId, { fromMs: horizonMs });
  if (!fact) return [];
  const bounds = dayBounds(dayOf(msFromInstant(fact.ts), timeZone), addDays(today, -1), timeZone);
  const [fromMs = 0] = bounds;
  const builds = await buildsOfTenant.run(clickhouse, tenantId, { fromMs });
  const finalized = builds
    .filter((build) => build.state === DAY_STATES.finalized && build.time_zone === timeZone)
    .map(({ day_start, day_end }) => ({ fromMs: msFromInstant(day_start), toMs: msFromInstant(day_end) }));
  const runs = runsOf(bounds, new Set(finalized.map((day) => `${day.fromMs} ${day.toMs}`)));
  const parts = gapsOf({ fromMs: startOfDay(today, timeZone), toMs: hourOf(nowMs - FINALIZE_AFTER_MS) }, finalized);
  const large = await largeOf(clickhouse, asked, parts);
  return [...runs, ...large.map((part) => [part.fromMs, part.toMs])].map((run) => ({
    tenantId,
    timeZone,
    bounds: run,
  }));
}

/** Of the days between these bounds, the runs that are not finalized in this zone. */
export async function findOpenDaysBetween(clickhouse: ClickHouse, days: DaysOfTenant): Promise<number[][]> {
  const { tenantId, timeZone, bounds } = days;
  const builds = await buildsOfTenant.run(clickhouse, tenantId, { fromMs: bounds[0] ?? 0 });
  const finalized = builds.filter((build) => build.state === DAY_STATES.finalized && build.time_zone === timeZone);
  const ends = finalized.map((build) => `${msFromInstant(build.day_start)} ${msFromInstant(build.day_end)}`);
  return runsOf(bounds, new Set(ends));
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

/** The bounds of each run of days that are not finalized. */
export function runsOf(bounds: readonly number[], finalized: ReadonlySet<string>): number[][] {
  const runs: number[][] = [];
  let run: number[] = [];
  for (let index = 0; index + 1 < bounds.length; index += 1) {
    const [from = 0, to = 0] = bounds.slice(index, index + 2);
    if (finalized.has(`${from} ${to}`)) {
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
