// Builds the rollups of a tenant's days that are over, of one half at a time, in three steps: announce, build, finalize. A crash between any two leaves a day open, and
// rollup rows that no finalized day names; the next attempt has a build id of its own.
import { randomInt } from 'node:crypto';
import { instantFromMs, msFromInstant, type TimeZone } from '@tracker/schemas/primitives/time';
import { zoneOffsets } from '@tracker/schemas/primitives/zone-offsets';
import type { ClickHouse } from '../clickhouse/client.ts';
import {
  DAY_STATES,
  type DayHalf,
  type FinalizedDayRow,
  insertFinalizedDays,
} from '../clickhouse/tables/finalized-days.ts';
import { buildsOfYears, ROLLUPS } from './queries.ts';

export interface DaysOfTenant {
  readonly tenantId: string;
  readonly timeZone: TimeZone;
  readonly half: DayHalf;
  /** Of consecutive days: where each begins, and where the last ends. */
  readonly bounds: readonly number[];
}

/** Half of a day whose rollup rows are complete, unless an event has arrived meanwhile. */
export type BuiltDay = Omit<FinalizedDayRow, 'state'>;

const RANDOM_RANGE = 2 ** 20;
const DAY_MS = 86_400_000;

/** Grows with time, and is unique. */
export const newBuildId = (nowMs: number): bigint => (BigInt(nowMs) << 20n) + BigInt(randomInt(RANDOM_RANGE));

/** When the build began. */
export const msOfBuild = (buildId: string): number => Number(BigInt(buildId) >> 20n);

/** The first two steps. Resolves when all rollup rows of these days are stored; no figure is read from them yet. */
export async function buildRollups(clickhouse: ClickHouse, days: DaysOfTenant, nowMs: number): Promise<BuiltDay[]> {
  const { tenantId, timeZone, half } = days;
  const bounds = [...days.bounds];
  const [fromMs, toMs] = [bounds[0] ?? 0, bounds.at(-1) ?? 0];
  const built = bounds.slice(0, -1).map((dayMs, index) => ({
    tenant_id: tenantId,
    day_start: instantFromMs(dayMs),
    day_end: instantFromMs(bounds[index + 1] ?? dayMs),
    time_zone: timeZone,
    half,
    build_id: String(newBuildId(nowMs)),
  }));
  // Before the facts are read: a batch that stores a later fact finds this build, and re-opens the day (`reopen-days.ts`).
  await insertFinalizedDays.run(clickhouse, withState(built, DAY_STATES.building));
  const offsets = zoneOffsets({ fromMs, toMs }, timeZone);
  // Each statement binds the parameters that it names.
  const params = {
    ...{ bounds, fromMs, toMs },
    buildIds: built.map(({ build_id }) => BigInt(build_id)),
    offsetsFromMs: offsets.map((offset) => offset.fromMs),
    offsetsMs: offsets.map((offset) => offset.offsetMs),
  };
  for (const rollup of ROLLUPS[half]) await rollup.run(clickhouse, tenantId, params);
  return built;
}

/**
 * The last step: from here on these days are read from their rollups. Older builds of them, and of days of another zone that overlap them,
 * are of no use any more. Gives how many were finalized; the others were re-opened while they were built.
 */
export async function finalizeDays(clickhouse: ClickHouse, built: readonly BuiltDay[]): Promise<number> {
  const builds = await buildsOfYears.run(clickhouse, yearsAround(built));
  const isOurs = new Set(built.map(({ build_id }) => build_id));
  const ready = builds.filter(({ build_id }) => isOurs.has(String(build_id)));
  const outdated = builds.filter((build) => !isOurs.has(build.build_id) && ready.some((one) => replaces(one, build)));
  await insertFinalizedDays.run(clickhouse, [
    ...withState(ready, DAY_STATES.finalized),
    ...withState(outdated, DAY_STATES.reopened),
  ]);
  return ready.length;
}

const withState = (days: readonly BuiltDay[], state: number): FinalizedDayRow[] =>
  days.map((day) => ({ ...day, state }));

type Build = Awaited<ReturnType<typeof buildsOfYears.run>>[number];

const replaces = (one: Build, other: Build): boolean =>
  one.tenant_id === other.tenant_id &&
  one.half === other.half &&
  one.day_start < other.day_end &&
  other.day_start < one.day_end &&
  BigInt(one.build_id) > BigInt(other.build_id);

/** The years of UTC in which a day that overlaps one of these can have begun. */
function yearsAround(built: readonly BuiltDay[]): [tenantId: string, year: number][] {
  const keys = new Map<string, [string, number]>();
  for (const { tenant_id, day_start } of built) {
    for (const shift of [-DAY_MS, DAY_MS]) {
      const year = new Date(msFromInstant(day_start) + shift).getUTCFullYear();
      keys.set(`${tenant_id} ${year}`, [tenant_id, year]);
    }
  }
  return [...keys.values()];
}
