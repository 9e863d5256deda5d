// Questions that buyers ask, for the API's documents. Each is run by a test.
import type { FigureSearch } from './figure-query.ts';

const NOVEMBER = { from: '2026-11-01', to: '2026-11-30' };

export const FIGURE_EXAMPLES: readonly { readonly summary: string; readonly search: FigureSearch }[] = [
  {
    summary: 'ROAS by campaign, this month against the last one',
    search: { ...NOVEMBER, by: 'campaign', metrics: 'spend,revenue,roas', compare: 'month' },
  },
  {
    summary: 'CPA by ad of one campaign, the most expensive ads first',
    search: {
      ...NOVEMBER,
      by: 'ad',
      metrics: 'spend,conversions,cpa',
      f: ['campaign:is:black-friday'],
      order: '-spend',
    },
  },
  {
    summary: 'Profit by weekday',
    search: { ...NOVEMBER, by: 'weekday', metrics: 'netProfit,netRoas', order: '-netProfit' },
  },
  {
    summary: 'The best hours of the day',
    search: {
      ...NOVEMBER,
      by: 'hour',
      metrics: 'clicks,conversions,conversionRate,revenue',
      order: '-revenue',
      limit: '5',
    },
  },
  {
    summary: 'Revenue by product and payment method',
    search: { ...NOVEMBER, by: 'product,payment', metrics: 'conversions,revenue,ticket' },
  },
  {
    summary: 'Refund rate by checkout',
    search: { ...NOVEMBER, by: 'checkout', metrics: 'refunds,chargebacks,refundRate', order: '-refundRate' },
  },
  {
    summary: 'Clicks by city in the state of São Paulo, on phones',
    search: {
      ...NOVEMBER,
      by: 'city',
      metrics: 'clicks',
      f: ['country:is:BR', 'region:has:sao paulo', 'device:is:mobile'],
    },
  },
  {
    summary: 'Spend and CTR by ad set',
    search: { ...NOVEMBER, by: 'adset', metrics: 'spend,impressions,ctr,cpc', order: '-spend' },
  },
  {
    summary: 'Net profit by day, the best days first',
    search: { ...NOVEMBER, by: 'day', metrics: 'revenue,spend,netProfit', order: '-netProfit' },
  },
  {
    summary: 'Sales by coupon',
    search: { ...NOVEMBER, by: 'coupon', metrics: 'conversions,revenue,ticket', order: '-conversions' },
  },
];
