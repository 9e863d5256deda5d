// Rows of the insights API as rows of the port.
import type { z } from 'zod';
import type { AccountDay, HourlySpendRow, SpendRow } from '../ad-platform.ts';
import { type AccountDayAnswer, HOUR_BREAKDOWN, type HourAnswer, type InsightAnswer } from './answers.ts';
import { readResults } from './insight-results.ts';

export const toAccountDay = (row: z.infer<typeof AccountDayAnswer>): AccountDay => ({
  accountId: `act_${row.account_id}`,
  currency: row.account_currency,
  day: row.date_start,
  spend: row.spend,
  impressions: row.impressions,
  clicks: row.clicks,
});

export const toInsightRow = (row: z.infer<typeof InsightAnswer>): SpendRow => ({
  ...toAccountDay(row),
  campaignId: row.campaign_id,
  campaignName: row.campaign_name,
  adsetId: row.adset_id,
  adsetName: row.adset_name,
  adId: row.ad_id,
  adName: row.ad_name,
});

/** Of a day of an ad, of which Facebook was asked what it claims, too. */
export const toAdDayRow = (row: z.infer<typeof InsightAnswer>): SpendRow => ({
  ...toInsightRow(row),
  results: readResults(row),
});

export const toHourRow = (row: z.infer<typeof HourAnswer>): HourlySpendRow => ({
  ...toInsightRow(row),
  hour: row[HOUR_BREAKDOWN],
});

/**
 * One row for each campaign and day. Between two pages the list may move, and then a row comes twice; the later one is the younger.
 */
export function withoutRepeats<Row extends AccountDay>(rows: readonly Row[]): Row[] {
  return [...new Map(rows.map((row) => [keyOf(row), row])).values()];
}

const keyOf = (row: AccountDay & Partial<HourlySpendRow>) =>
  [row.accountId, row.campaignId, row.adsetId, row.adId, row.day, row.hour].join(' ');
