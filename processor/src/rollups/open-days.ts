// Which days of a company are over and not sealed.
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import { DAY_STATES } from '@tracker/infra/clickhouse/tables/sealed-days';
import { dayBounds } from '@tracker/schemas/primitives/day-bounds';
import { addDays, dayOf } from '@tracker/schemas/primitives/tenant-day';
import { msFromInstant, type TimeZone } from '@tracker/schemas/primitives/time';
import type { DaysOfTenant } from './count-days.ts';
import { firstFact, sealsOfTenant } from './queries.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Most of a day's late facts have come by then. Earlier would be right, too, and count many a day twice. */
export const SEAL_AFTER_MS = 2 * HOUR_MS;
/** As long as the longest range that can be asked for; older days are read from their facts. */
export const DAYS_BACK = 400;

/** Runs of consecutive days, oldest first. */
export async function findOpenDays(
  clickhouse: ClickHouse,
  { tenantId, timeZone, nowMs }: { readonly tenantId: string; readonly timeZone: TimeZone; readonly nowMs: number },
): Promise<DaysOfTenant[]> {
  const last = addDays(dayOf(nowMs - SEAL_AFTER_MS, timeZone), -1);
  const horizonMs = nowMs - DAYS_BACK * DAY_MS;
  const [fact] = await firstFact.run(clickhouse, tenantId, { fromMs: horizonMs });
  if (!fact) return [];
  const bounds = dayBounds(dayOf(msFromInstant(fact.ts), timeZone), last, timeZone);
  const [fromMs = 0] = bounds;
  const seals = await sealsOfTenant.run(clickhouse, tenantId, { fromMs });
  const sealed = new Set(
    seals
      .filter((seal) => seal.state === DAY_STATES.sealed && seal.time_zone === timeZone)
      .map((seal) => `${msFromInstant(seal.day_start)} ${msFromInstant(seal.day_end)}`),
  );
  return runsOf(bounds, sealed).map((run) => ({ tenantId, timeZone, bounds: run }));
}

/** The bounds of each run of days that are not sealed. */
export function runsOf(bounds: readonly number[], sealed: ReadonlySet<string>): number[][] {
  const runs: number[][] = [];
  let run: number[] = [];
  for (let index = 0; index + 1 < bounds.length; index += 1) {
    const [from = 0, to = 0] = bounds.slice(index, index + 2);
    if (sealed.has(`${from} ${to}`)) {
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
