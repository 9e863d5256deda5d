// Counting the days of a company that are over, in three steps: announce, count, seal. A crash between any two leaves a day open, and cells
// that nothing names; the next attempt has a generation of its own.
import { randomInt } from 'node:crypto';
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import { DAY_STATES, insertSealedDays, type SealedDayRow } from '@tracker/infra/clickhouse/tables/sealed-days';
import { instantFromMs, msFromInstant, type TimeZone } from '@tracker/schemas/primitives/time';
import { zoneOffsets } from '@tracker/schemas/primitives/zone-offsets';
import { ROLLUPS, sealsOfYears } from './queries.ts';

export interface DaysOfTenant {
  readonly tenantId: string;
  readonly timeZone: TimeZone;
  /** Of consecutive days: where each begins, and where the last ends. */
  readonly bounds: readonly number[];
}

/** A day whose cells are complete, unless a fact has come meanwhile. */
export type CountedDay = Omit<SealedDayRow, 'state'>;

const RANDOM_RANGE = 2 ** 20;
const DAY_MS = 86_400_000;

/** Grows with time, and is nobody else's. */
export const newGeneration = (nowMs: number): bigint => (BigInt(nowMs) << 20n) + BigInt(randomInt(RANDOM_RANGE));

/** The first two steps. Resolves when all cells of these days are stored; no figure is read from them yet. */
export async function countDays(clickhouse: ClickHouse, days: DaysOfTenant, nowMs: number): Promise<CountedDay[]> {
  const { tenantId, timeZone } = days;
  const bounds = [...days.bounds];
  const [fromMs, toMs] = [bounds[0] ?? 0, bounds.at(-1) ?? 0];
  const counted = bounds.slice(0, -1).map((dayMs, index) => ({
    tenant_id: tenantId,
    day_start: instantFromMs(dayMs),
    day_end: instantFromMs(bounds[index + 1] ?? dayMs),
    time_zone: timeZone,
    generation: String(newGeneration(nowMs)),
  }));
  // Before the facts are read: whoever stores a fact that this does not see, sees this (`reopen-days.ts`).
  await insertSealedDays.run(clickhouse, withState(counted, DAY_STATES.counting));
  const offsets = zoneOffsets({ fromMs, toMs }, timeZone);
  // Each takes of it what it names.
  const params = {
    ...{ bounds, fromMs, toMs },
    generations: counted.map(({ generation }) => BigInt(generation)),
    offsetsFromMs: offsets.map((offset) => offset.fromMs),
    offsetsMs: offsets.map((offset) => offset.offsetMs),
  };
  for (const rollup of ROLLUPS) await rollup.run(clickhouse, tenantId, params);
  return counted;
}

/**
 * The last step: from here on these days are read from their cells. Older counts of them, and of days of another zone that overlap them,
 * are of no use any more. Gives how many were sealed; the others were re-opened while they were counted.
 */
export async function sealDays(clickhouse: ClickHouse, counted: readonly CountedDay[]): Promise<number> {
  const seals = await sealsOfYears.run(clickhouse, yearsAround(counted));
  const isOurs = new Set(counted.map(({ generation }) => generation));
  const ready = seals.filter(({ generation }) => isOurs.has(String(generation)));
  const outdated = seals.filter((seal) => !isOurs.has(seal.generation) && ready.some((one) => replaces(one, seal)));
  await insertSealedDays.run(clickhouse, [
    ...withState(ready, DAY_STATES.sealed),
    ...withState(outdated, DAY_STATES.reopened),
  ]);
  return ready.length;
}

const withState = (days: readonly CountedDay[], state: number): SealedDayRow[] =>
  days.map((day) => ({ ...day, state }));

type Seal = Awaited<ReturnType<typeof sealsOfYears.run>>[number];

const replaces = (one: Seal, other: Seal): boolean =>
  one.tenant_id === other.tenant_id &&
  one.day_start < other.day_end &&
  other.day_start < one.day_end &&
  BigInt(one.generation) > BigInt(other.generation);

/** The years of UTC in which a day that overlaps one of these can have begun. */
function yearsAround(counted: readonly CountedDay[]): [tenantId: string, year: number][] {
  const keys = new Map<string, [string, number]>();
  for (const { tenant_id, day_start } of counted) {
    for (const shift of [-DAY_MS, DAY_MS]) {
      const year = new Date(msFromInstant(day_start) + shift).getUTCFullYear();
      keys.set(`${tenant_id} ${year}`, [tenant_id, year]);
    }
  }
  return [...keys.values()];
}
