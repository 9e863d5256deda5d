// A fact that comes late belongs to a day whose rollups lack it. The batch re-opens that half of the day after its facts are stored and before
// its offset moves: from then on it is read from its facts, until it is built again.
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import { DAY_STATES, type DayHalf, insertFinalizedDays } from '@tracker/infra/clickhouse/tables/finalized-days';
import { msFromInstant } from '@tracker/schemas/primitives/time';
import { buildsOfYears, lastBuildsOfYears } from './queries.ts';

/** By tenant, the hours of UTC ('2026-11-20T15') into which new facts fell. */
export interface TouchedHours {
  readonly clicks: Map<string, Set<string>>;
  readonly views: Map<string, Set<string>>;
  /** Where conversions that were written are or may have been before. */
  readonly money: Map<string, Set<string>>;
}

const HOUR_LENGTH = 'yyyy-mm-ddThh'.length;
const HOUR_MS = 3_600_000;
/** Longer than any local day. */
const DAY_MS_MAX = 26 * HOUR_MS;
/** How many years after its click's a view's day is looked for. */
const YEARS_AFTER = 2;

/** Of a text, since there is one for each click: reading the moment would cost more. `at` is ISO 8601 in UTC. */
export function touchHour(hours: Map<string, Set<string>>, tenantId: string, at: string): void {
  const hour = at.slice(0, HOUR_LENGTH);
  const known = hours.get(tenantId);
  if (known) known.add(hour);
  else hours.set(tenantId, new Set([hour]));
}

interface Touch {
  /** Where each hour begins. */
  readonly hours: Readonly<Record<DayHalf, readonly number[]>>;
  /** Infinite when no click came. */
  readonly firstClickMs: number;
}

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
      return touch && earliestOf(touch, half) < msFromInstant(last_end) ? [[tenant_id, touch] as const] : [];
    }),
  );
  if (late.size === 0) return;
  const builds = await buildsOfYears.run(clickhouse, yearsOf(late));
  const lacking = builds.filter(({ tenant_id, half, day_start, day_end }) => {
    const touch = late.get(tenant_id);
    return touch !== undefined && mayLack(touch, half, msFromInstant(day_start), msFromInstant(day_end));
  });
  await insertFinalizedDays.run(
    clickhouse,
    lacking.map((build) => ({ ...build, state: DAY_STATES.reopened })),
  );
}

/** The facts of its own hours; and of a click, what it tells of the page views of later days. */
const mayLack = ({ hours, firstClickMs }: Touch, half: DayHalf, fromMs: number, toMs: number): boolean =>
  (half === 'traffic' && toMs > firstClickMs - HOUR_MS) ||
  hours[half].some((hourMs) => hourMs < toMs && hourMs + HOUR_MS > fromMs);

const earliestOf = ({ hours, firstClickMs }: Touch, half: DayHalf): number =>
  half === 'traffic' ? Math.min(firstClickMs - HOUR_MS, ...hours.traffic) : Math.min(...hours.money);

function touchesOf({ clicks, views, money }: TouchedHours): Map<string, Touch> {
  const tenants = new Set([...clicks.keys(), ...views.keys(), ...money.keys()]);
  return new Map(
    [...tenants].map((tenantId) => {
      const ofClicks = [...(clicks.get(tenantId) ?? [])].map(msOfHour);
      const ofViews = [...(views.get(tenantId) ?? [])].map(msOfHour);
      const ofMoney = [...(money.get(tenantId) ?? [])].map(msOfHour);
      return [
        tenantId,
        { hours: { traffic: [...ofClicks, ...ofViews], money: ofMoney }, firstClickMs: Math.min(...ofClicks) },
      ];
    }),
  );
}

/** The years of UTC in which a day can have begun that may lack something of it. */
function yearsOf(touches: ReadonlyMap<string, Touch>): [tenantId: string, year: number][] {
  return [...touches].flatMap(([tenantId, touch]) => {
    const first = yearOf(Math.min(earliestOf(touch, 'traffic'), earliestOf(touch, 'money')) - DAY_MS_MAX);
    const last = Math.max(...[...touch.hours.traffic, ...touch.hours.money].map(yearOf)) + YEARS_AFTER;
    return Array.from({ length: last - first + 1 }, (_, index): [string, number] => [tenantId, first + index]);
  });
}

const msOfHour = (hour: string): number => Date.parse(`${hour}:00:00Z`);
const yearOf = (ms: number): number => new Date(ms).getUTCFullYear();
