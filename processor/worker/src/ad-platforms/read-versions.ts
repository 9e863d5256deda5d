import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import type { SpendReport } from '@tracker/schemas/events/ad-spend';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import { parseMoney, ZERO } from '@tracker/schemas/primitives/money';
import { addDays, startOfDay, type TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { instantFromMs } from '@tracker/schemas/primitives/time';
import type { DaySpend } from './day-spend.ts';
import { spendVersions } from './queries.ts';
import type { SpendPlace } from './spend-events.ts';

interface Versions {
  /** A version of its own, or the last one again where the amount is the same (ADR 136). */
  reportOf(place: SpendPlace, spend: DaySpend): SpendReport;
  /** Of a day that another campaign has now: no earlier report was of nothing. */
  reportOfEmptied(place: SpendPlace, day: TenantDay): SpendReport;
  /** Of a zero of a whole day that is not believed any more; undefined: none is stored. */
  reportOfDoubted(place: SpendPlace, day: TenantDay): SpendReport | undefined;
  /** Whether it is the first report of a day that is over. */
  isFirstWhole(place: SpendPlace, spend: DaySpend): boolean;
}

/** A version whose event is still on its way to the table is not known: then an amount that is repeated is a version of its own. */
export async function readVersions(
  clickhouse: ClickHouse,
  tenantId: TenantId,
  asked: Parameters<typeof spendVersions.run>[2],
  readAtMs: number,
): Promise<Versions> {
  const rows = await spendVersions.run(clickhouse, tenantId, asked);
  const last = new Map(rows.map((row) => [`${row.source} ${row.day}`, row]));
  const readAt = instantFromMs(readAtMs);
  const isOver = (day: TenantDay, { zone }: SpendPlace) => startOfDay(addDays(day, 1), zone) <= readAtMs;
  const known = ({ source, currency }: SpendPlace, { day, spend }: DaySpend) => {
    const row = last.get(`${source} ${day}`);
    return row?.currency === currency && parseMoney(row.amount) === spend ? row : undefined;
  };
  /** After the last version also where that is of a clock that was ahead: the version that was reported last counts. */
  const sinceOf = ({ source }: SpendPlace, day: TenantDay) =>
    instantFromMs(Math.max(readAtMs, (last.get(`${source} ${day}`)?.since ?? 0) + 1));
  const fresh = (place: SpendPlace, day: TenantDay): SpendReport => ({
    accountId: place.accountId,
    readAt,
    since: sinceOf(place, day),
    wholeAt: isOver(day, place) ? readAt : null,
  });
  return {
    reportOf(place, spend) {
      const report = fresh(place, spend.day);
      const same = known(place, spend);
      if (!same) return report;
      const wholeAt = same.whole === null ? report.wholeAt : instantFromMs(same.whole);
      return { ...report, since: instantFromMs(same.since), wholeAt };
    },
    reportOfEmptied: fresh,
    reportOfDoubted(place, day) {
      const row = last.get(`${place.source} ${day}`);
      if (!row || row.whole === null || row.currency !== place.currency || parseMoney(row.amount) !== ZERO)
        return undefined;
      return { ...fresh(place, day), since: instantFromMs(row.since), wholeAt: null };
    },
    isFirstWhole: (place, spend) => isOver(spend.day, place) && typeof known(place, spend)?.whole !== 'number',
  };
}
