import { Amount } from '@tracker/figures/columns';
import { defineNetQuery, linesRow, type NetQuery, type NetSql, PLAIN } from '@tracker/figures/net-sql';
import { IN_BRL, type SpendSql } from '@tracker/figures/spend';
import { moneyRange, trafficRange } from '@tracker/figures/traffic-range';
import { defineQuery } from '@tracker/infra/clickhouse/define-query';
import { Count } from '@tracker/infra/clickhouse/row-types';
import { NO_GROUPS } from '@tracker/schemas/contracts/analytics.contract';
import { DIMENSIONS, type Dimension, spendIsKnownBy } from '@tracker/schemas/metrics/dimensions';
import { z } from 'zod';
import { breakdownSql } from './breakdown-sql.ts';

const ms = z.number().int();

/** The parameters of all statements; each statement binds those that it names. */
const params = z.object({
  ...trafficRange,
  ...moneyRange,
  firstDay: z.string(),
  lastDay: z.string(),
  mainCampaignId: z.string(),
  offsetsFromMs: z.array(ms),
  offsetsMs: z.array(ms),
  /** Only groups of these keys; empty: of all. */
  firstKeys: z.array(z.string()),
  secondKeys: z.array(z.string()),
  limit: ms,
});
export type BreakdownParams = z.input<typeof params>;

const row = z.object({
  key_1: z.string(),
  key_2: z.string(),
  label_1: z.string(),
  label_2: z.string(),
  clicks: Count,
  page_views: Count,
  conversions: Count,
  attributed: Count,
  revenue: Amount,
  spend: Amount,
  /** Reports of spend in it: 0 tells "none was reported" from "nothing was spent". */
  reports: Count,
  ...linesRow,
  /** Groups in all, before the limit. */
  groups: Count,
});
export type BreakdownGroup = z.output<typeof row>;

/** These stand in snapshots; the others are built alike. */
const SHOWN = new Set([
  NO_GROUPS,
  'campaign',
  'source',
  'ad',
  'hour',
  'country-and-weekday',
  'campaign-and-weekday',
  'ad-and-hour',
  'region',
  'ad-and-product',
]);

/**
 * A statement of its own for each dimension and each two: choosing between them in one statement takes the engine longer than
 * reading a month. All are made, and checked, when the program starts.
 */
function define(groupBy: readonly Dimension[]): NetQuery<Record<string, unknown>, BreakdownGroup> {
  const sql = (spend: SpendSql, net: NetSql) => breakdownSql(groupBy, spend, net);
  const bound = Object.entries(params.shape).filter(([name]) => sql(IN_BRL, PLAIN).includes(`{${name}:`));
  const variant = groupBy.join('-and-') || NO_GROUPS;
  const definition = {
    name: `analytics-breakdown-by-${variant}`,
    params: z.object(Object.fromEntries(bound)),
    row,
    ...(!SHOWN.has(variant) && { variantOf: 'analytics-breakdown-by-campaign' }),
  };
  // Without spend in it there are no rates and no profit to ask by.
  return spendIsKnownBy(groupBy)
    ? defineNetQuery({ ...definition, sql })
    : defineQuery({ ...definition, sql: sql(IN_BRL, PLAIN) });
}

const nameOf = (groupBy: readonly Dimension[]) => groupBy.join();

/** By none, one dimension, or two in the order of `DIMENSIONS`. */
const BREAKDOWNS = new Map(
  [
    [],
    ...DIMENSIONS.flatMap((first, index) => [[first], ...DIMENSIONS.slice(index + 1).map((second) => [first, second])]),
  ].map((groupBy) => [nameOf(groupBy), define(groupBy)]),
);

export const breakdownBy = (groupBy: readonly Dimension[]): NetQuery<BreakdownParams, BreakdownGroup> => {
  const query = BREAKDOWNS.get(nameOf(groupBy));
  if (!query) throw new TypeError(`no breakdown by ${nameOf(groupBy)}`);
  return query;
};
