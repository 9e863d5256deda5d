// A fact that comes late belongs to a day whose rollups lack it. The batch re-opens that half of the day after its facts are stored and before
// its offset moves: from then on it is read from its facts, until it is built again.
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import { DAY_STATES, type DayHalf, insertFinalizedDays } from '@tracker/infra/clickhouse/tables/finalized-days';
import { msFromInstant } from '@tracker/schemas/primitives/time';
import { buildsOfYears, lastBuildsOfYears } from './queries.ts';

/** By tenant, the hours of UTC ('2026-11-20T15'). */
export type Hours = Map<string, Set<string>>;

/** Into which new or changed facts fell; of conversions that were written, where they are or may have been before. */
export type TouchedHours = Readonly<Record<DayHalf, Hours>>;

const HOUR_LENGTH = 'yyyy-mm-ddThh'.length;
const HOUR_MS = 3_600_000;
/** Longer than any local day. */
const DAY_MS_MAX = 26 * HOUR_MS;

/** Of a text, since there is one for each click: reading the moment would cost more. `at` is ISO 8601 in UTC. */
export function touchHour(hours: Hours, tenantId: string, at: string): void {
  const hour = at.slice(0, HOUR_LENGTH);
  const known = hours.get(tenantId);
  if (known) known.add(hour);
  else hours.set(tenantId, new Set([hour]));
}

/** Where each hour begins. */
type Touch = Readonly<Record<DayHalf, readonly number[]>>;

/**
 * Needs no clock: a build announces itself before it reads the facts, and this looks for builds after the facts are stored. Whichever is
 * first, either the build sees the events, or this sees the build and re-opens its day, finalized or about to be.
 */
export async function reopenDays(clickhouse: ClickHouse, touched: TouchedHours): Promise<void> {
  const touches = touchesOf(touched);
  // Of most batches there is nothing more to ask: their facts are younger than any day that is over.
  const last = await lastBuildsOfYears.run(clickhouse, yearsOf(touches));
  const late = new Map(
    last.flatMap(({ tenant_id, half, last_end }) => {
      const touch = touches.get(tenant_id);
      return touch && Math.min(...touch[half]) < msFromInstant(last_end) ? [[tenant_id, touch] as const] : [];
    }),
  );
  if (late.size === 0) return;
  const builds = await buildsOfYears.run(clickhouse, yearsOf(late));
  const lacking = builds.filter(({ tenant_id, half, day_start, day_end }) => {
    const [fromMs, toMs] = [msFromInstant(day_start), msFromInstant(day_end)];
    return late.get(tenant_id)?.[half].some((hourMs) => hourMs < toMs && hourMs + HOUR_MS > fromMs);
  });
  await insertFinalizedDays.run(
    clickhouse,
    lacking.map((build) => ({ ...build, state: DAY_STATES.reopened })),
  );
}

function touchesOf({ traffic, money }: TouchedHours): Map<string, Touch> {
  const startsOf = (hours: Hours, tenantId: string) => [...(hours.get(tenantId) ?? [])].map(msOfHour);
  return new Map(
    [...new Set([...traffic.keys(), ...money.keys()])].map((tenantId) => [
      tenantId,
      { traffic: startsOf(traffic, tenantId), money: startsOf(money, tenantId) },
    ]),
  );
}

/** The years of UTC in which a day can have begun that these hours belong to. */
function yearsOf(touches: ReadonlyMap<string, Touch>): [tenantId: string, year: number][] {
  return [...touches].flatMap(([tenantId, { traffic, money }]) => {
    const years = new Set([...traffic, ...money].flatMap((hourMs) => [yearOf(hourMs - DAY_MS_MAX), yearOf(hourMs)]));
    return [...years].map((year): [string, number] => [tenantId, year]);
  });
}

const msOfHour = (hour: string): number => Date.parse(`${hour}:00:00Z`);
const yearOf = (ms: number): number => new Date(ms).getUTCFullYear();
