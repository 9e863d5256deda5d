// A fact that comes late belongs to a day whose rollups lack it. The batch re-opens that half of the day after its facts are stored and before
// its offset moves: from then on it is read from its facts, until it is built again.
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import { DAY_STATES, type DayHalf, insertFinalizedDays } from '@tracker/infra/clickhouse/tables/finalized-days';
import { buildsOfYears, lastBuildsOfYears } from '@tracker/infra/rollups/queries';
import { HOUR_MS, MINUTE_MS } from '@tracker/schemas/primitives/durations';
import type { InstantRange } from '@tracker/schemas/primitives/tenant-day';
import { msFromInstant } from '@tracker/schemas/primitives/time';

/** By tenant, the minutes or hours of UTC ('2026-11-20T15:04', '2026-11-20T15'). */
export type Moments = Map<string, Set<string>>;

/** Into which new or changed facts fell; of conversions that were written, where they are or may have been before. */
export type ChangedMoments = Readonly<Record<DayHalf, Moments>>;

const HOUR_LENGTH = 'yyyy-mm-ddThh'.length;
const MINUTE_LENGTH = 'yyyy-mm-ddThh:mm'.length;
/** Longer than any local day. */
const DAY_MS_MAX = 26 * HOUR_MS;

/** For clicks and page views, since a part of today may end a minute ago. `at` is ISO 8601 in UTC. */
export const markMinute = (moments: Moments, tenantId: string, at: string): void =>
  mark(moments, tenantId, at.slice(0, MINUTE_LENGTH));

/** For conversions: any hour of a day may be touched, and their days have no parts. `at` is ISO 8601 in UTC. */
export const markHour = (moments: Moments, tenantId: string, at: string): void =>
  mark(moments, tenantId, at.slice(0, HOUR_LENGTH));

/** `day` is of UTC, 'yyyy-mm-dd'. */
export function markUtcDay(moments: Moments, tenantId: string, day: string): void {
  for (let hour = 0; hour < 24; hour += 1) mark(moments, tenantId, `${day}T${String(hour).padStart(2, '0')}`);
}

/** Half of a day of UTC in which something was touched. */
export interface ChangedDay {
  readonly tenantId: string;
  readonly half: DayHalf;
  readonly day: string;
}

export function daysOf(changes: ChangedMoments): ChangedDay[] {
  const halves = Object.entries(changes) as [DayHalf, Moments][];
  return halves.flatMap(([half, moments]) =>
    [...moments].flatMap(([tenantId, all]) =>
      [...new Set([...all].map(dayOfMoment))].map((day) => ({ tenantId, half, day })),
    ),
  );
}

/** What was touched in these days. */
export function momentsOf(changes: ChangedMoments, days: readonly ChangedDay[]): ChangedMoments {
  const wanted = new Set(days.map(({ tenantId, half, day }) => `${half} ${tenantId} ${day}`));
  const within = (half: DayHalf): Moments =>
    new Map(
      [...changes[half]].map(([tenantId, all]) => [
        tenantId,
        new Set([...all].filter((moment) => wanted.has(`${half} ${tenantId} ${dayOfMoment(moment)}`))),
      ]),
    );
  return { traffic: within('traffic'), money: within('money') };
}

const dayOfMoment = (moment: string): string => moment.slice(0, 'yyyy-mm-dd'.length);

/** Of a text, since there is one for each click: reading the moment would cost more. */
function mark(moments: Moments, tenantId: string, moment: string): void {
  const known = moments.get(tenantId);
  if (known) known.add(moment);
  else moments.set(tenantId, new Set([moment]));
}

type Touch = Readonly<Record<DayHalf, readonly InstantRange[]>>;

/**
 * Needs no clock: a build announces itself before it reads the facts, and this looks for builds after the facts are stored. In either
 * order the build sees the events, or this sees the build and re-opens its day, finalized or about to be.
 */
export async function reopenDays(clickhouse: ClickHouse, changes: ChangedMoments): Promise<void> {
  const touches = touchesOf(changes);
  // Of most batches there is nothing more to ask: their facts are younger than any day that is over.
  const last = await lastBuildsOfYears.run(clickhouse, yearsOf(touches));
  const late = new Map(
    last.flatMap(({ tenant_id, half, last_end }) => {
      const mark = touches.get(tenant_id);
      return mark?.[half].some(({ fromMs }) => fromMs < msFromInstant(last_end)) ? [[tenant_id, mark] as const] : [];
    }),
  );
  if (late.size === 0) return;
  const builds = await buildsOfYears.run(clickhouse, yearsOf(late));
  const lacking = builds.filter(({ tenant_id, half, day_start, day_end }) => {
    const [fromMs, toMs] = [msFromInstant(day_start), msFromInstant(day_end)];
    return late.get(tenant_id)?.[half].some((one) => one.fromMs < toMs && one.toMs > fromMs);
  });
  await insertFinalizedDays.run(
    clickhouse,
    lacking.map((build) => ({ ...build, state: DAY_STATES.reopened })),
  );
}

function touchesOf({ traffic, money }: ChangedMoments): Map<string, Touch> {
  const rangesOf = (moments: Moments, tenantId: string) => [...(moments.get(tenantId) ?? [])].map(rangeOf);
  return new Map(
    [...new Set([...traffic.keys(), ...money.keys()])].map((tenantId) => [
      tenantId,
      { traffic: rangesOf(traffic, tenantId), money: rangesOf(money, tenantId) },
    ]),
  );
}

/** The years of UTC in which a day can have begun that these moments belong to. */
function yearsOf(touches: ReadonlyMap<string, Touch>): [tenantId: string, year: number][] {
  return [...touches].flatMap(([tenantId, { traffic, money }]) => {
    const years = new Set(
      [...traffic, ...money].flatMap(({ fromMs }) => [yearOf(fromMs - DAY_MS_MAX), yearOf(fromMs)]),
    );
    return [...years].map((year): [string, number] => [tenantId, year]);
  });
}

function rangeOf(moment: string): InstantRange {
  const isHour = moment.length === HOUR_LENGTH;
  const fromMs = Date.parse(isHour ? `${moment}:00Z` : `${moment}Z`);
  return { fromMs, toMs: fromMs + (isHour ? HOUR_MS : MINUTE_MS) };
}
const yearOf = (ms: number): number => new Date(ms).getUTCFullYear();
