// What the ad platform says of a day, an ad's day, an hour, in our own words.
import type { Currency, Money } from '@tracker/schemas/primitives/money';
import type { TenantDay } from '@tracker/schemas/primitives/tenant-day';
import type { z } from 'zod';
import { type AccountDayAnswer, HOUR_BREAKDOWN, type HourAnswer, type InsightAnswer } from './answers.ts';

/** A day of the ad account's own time zone. Days without delivery have no row: after a whole window they are zero. */
export interface AccountDay {
  /** 'act_111' */
  readonly accountId: string;
  /** Of the account: the spend is not converted. */
  readonly currency: Currency;
  readonly day: TenantDay;
  readonly spend: Money;
  readonly impressions: number;
  readonly clicks: number;
}

export interface InsightRow extends AccountDay {
  readonly campaignId: string;
  readonly campaignName: string;
  /** From level 'adset' on. */
  readonly adsetId?: string;
  readonly adsetName?: string;
  /** At level 'ad'. */
  readonly adId?: string;
  readonly adName?: string;
}

export interface HourRow extends InsightRow {
  /** 0 to 23, of the ad account's local clock. */
  readonly hour: number;
}

export const toAccountDay = (row: z.infer<typeof AccountDayAnswer>): AccountDay => ({
  accountId: `act_${row.account_id}`,
  currency: row.account_currency,
  day: row.date_start,
  spend: row.spend,
  impressions: row.impressions,
  clicks: row.clicks,
});

export const toInsightRow = (row: z.infer<typeof InsightAnswer>): InsightRow => ({
  ...toAccountDay(row),
  campaignId: row.campaign_id,
  campaignName: row.campaign_name,
  adsetId: row.adset_id,
  adsetName: row.adset_name,
  adId: row.ad_id,
  adName: row.ad_name,
});

export const toHourRow = (row: z.infer<typeof HourAnswer>): HourRow => ({
  ...toInsightRow(row),
  hour: row[HOUR_BREAKDOWN],
});

/**
 * One row for each cell. Between two pages the list may move, and then a row comes twice; the later one is the younger.
 */
export function withoutRepeats<Row extends AccountDay>(rows: readonly Row[]): Row[] {
  return [...new Map(rows.map((row) => [cellOf(row), row])).values()];
}

const cellOf = (row: AccountDay & Partial<HourRow>) =>
  [row.accountId, row.campaignId, row.adsetId, row.adId, row.day, row.hour].join(' ');
