import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import { parseMoney, ZERO } from '@tracker/schemas/primitives/money';
import { cleanTag } from '@tracker/schemas/primitives/text';
import { instantFromMs, msFromInstant } from '@tracker/schemas/primitives/time';
import type { DaySpend } from './day-spend.ts';
import { spendStored } from './queries.ts';
import type { SpendPlace } from './spend-events.ts';

type Stored = Awaited<ReturnType<typeof spendStored.run>>[number];

interface StoredSpend {
  /**
   * Whether a day is stored as it came. Names are not compared: the runs of all days bring them. A day whose event is still on its way to
   * the table is sent again, or left for the next run.
   */
  isUnchanged(place: SpendPlace, spend: DaySpend): boolean;
  /** The same of the campaign's sums alone, with their hours. */
  isSameSum(place: SpendPlace, spend: DaySpend): boolean;
  /** With the hours that are stored, where they were not asked for and still add up to what the day cost. */
  withHours(place: SpendPlace, spend: DaySpend): DaySpend;
}

export async function readStored(
  clickhouse: ClickHouse,
  tenantId: TenantId,
  asked: Parameters<typeof spendStored.run>[2],
): Promise<StoredSpend> {
  const rows = await spendStored.run(clickhouse, tenantId, asked);
  const stored = new Map(rows.map((row) => [`${row.source} ${row.day}`, row]));
  return {
    isUnchanged({ source, currency }, spend) {
      const row = stored.get(`${source} ${spend.day}`);
      return row !== undefined && printOfRow(row) === printOfSpend(currency, spend);
    },
    isSameSum({ source, currency }, spend) {
      const row = stored.get(`${source} ${spend.day}`);
      return row !== undefined && printOfRow({ ...row, ads: [] }) === printOfSpend(currency, { ...spend, ads: [] });
    },
    withHours({ source, currency }, spend) {
      const row = stored.get(`${source} ${spend.day}`);
      if (spend.hours || row?.currency !== currency || amountOf(row.amount) !== spend.spend) return spend;
      const hours = row.starts.map((start, at) => {
        return { startsAt: instantFromMs(start * 1000), spend: amountOf(row.parts[at] ?? '0') };
      });
      return { ...spend, hours };
    },
  };
}

const amountOf = (text: string) => parseMoney(text) ?? ZERO;

const printOfRow = (row: Stored): string =>
  print(
    [row.currency, amountOf(row.amount), row.shown, row.clicked],
    row.ads.map((id, at) => [id, row.adsets[at], amountOf(row.spends[at] ?? '0'), row.views[at], row.presses[at]]),
    row.starts.map((start, at) => [start, amountOf(row.parts[at] ?? '0')]),
  );

const printOfSpend = (currency: string, { spend, impressions, clicks, ads, hours = [] }: DaySpend): string =>
  print(
    [currency, spend, impressions, clicks],
    ads.map((ad) => [cleanTag(ad.adId), cleanTag(ad.adsetId), ad.spend, ad.impressions, ad.clicks]),
    hours.map((hour) => [msFromInstant(hour.startsAt) / 1000, hour.spend]),
  );

const print = (whole: unknown[], ads: unknown[][], hours: unknown[][]): string =>
  JSON.stringify([whole, ads.map((ad) => JSON.stringify(ad)).sort(), hours]);
