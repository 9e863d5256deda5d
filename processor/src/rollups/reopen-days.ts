// A fact that comes late belongs to a day whose cells do not have it. The batch re-opens the day after its facts are stored and before
// its offset moves: from then on the day is read from its facts, until it is counted again.
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import { DAY_STATES, insertSealedDays } from '@tracker/infra/clickhouse/tables/sealed-days';
import { instantFromMs, msFromInstant } from '@tracker/schemas/primitives/time';
import { sealsOfDates } from './queries.ts';

/** By company, the hours of UTC ('2026-11-20T15') into which new facts fell. */
export type TouchedHours = Map<string, Set<string>>;

const HOUR_LENGTH = 'yyyy-mm-ddThh'.length;
const HOUR_MS = 3_600_000;
/** Longer than any local day. */
const DAY_HOURS_MAX = 26;

/** Of a text, since there is one for each click: reading the moment would cost more. `at` is ISO 8601 in UTC. */
export function touchHour(hours: TouchedHours, tenantId: string, at: string): void {
  const hour = at.slice(0, HOUR_LENGTH);
  const known = hours.get(tenantId);
  if (known) known.add(hour);
  else hours.set(tenantId, new Set([hour]));
}

/**
 * Needs no clock: a count announces itself before it reads the facts, and this looks for counts after the facts are stored. Whichever is
 * first, either the count sees the facts, or this sees the count and re-opens its day, sealed or about to be.
 */
export async function reopenDays(clickhouse: ClickHouse, touched: TouchedHours): Promise<void> {
  const seals = await sealsOfDates.run(clickhouse, datesOf(touched));
  const late = seals.filter(({ tenant_id, day_start, day_end }) => {
    const [from, to] = [msFromInstant(day_start), msFromInstant(day_end)];
    return [...(touched.get(tenant_id) ?? [])].some((hour) => {
      const hourMs = msOfHour(hour);
      return hourMs < to && hourMs + HOUR_MS > from;
    });
  });
  await insertSealedDays.run(
    clickhouse,
    late.map((seal) => ({ ...seal, state: DAY_STATES.reopened })),
  );
}

/** The dates of UTC on which a local day can have begun that has one of these hours. */
function datesOf(touched: TouchedHours): [tenantId: string, date: string][] {
  return [...touched].flatMap(([tenantId, hours]) => {
    const dates = new Set<string>();
    for (const hour of hours) {
      for (const back of [0, DAY_HOURS_MAX / 2, DAY_HOURS_MAX]) {
        dates.add(instantFromMs(msOfHour(hour) - back * HOUR_MS).slice(0, 10));
      }
    }
    return [...dates].map((date): [string, string] => [tenantId, date]);
  });
}

const msOfHour = (hour: string): number => Date.parse(`${hour}:00:00Z`);
