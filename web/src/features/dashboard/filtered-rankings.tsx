import { useQuery } from '@tanstack/react-query';
import { askFigures, type FigureAnswer } from '@tracker/schemas/contracts/figures.contract';
import type { FigureDimension } from '@tracker/schemas/figures/dimensions';
import type { FigureMetric } from '@tracker/schemas/figures/metrics';
import { contractQuery, polled } from '../../data/query-client.ts';
import type { DateRange } from '../../date-range/date-range.ts';
import type { RankedAd } from './best-ads.tsx';
import type { RankedChannel } from './best-channels.tsx';
import { TOP_ROWS } from './queries.ts';
import { Rankings, type RankingsProps } from './rankings.tsx';

/** The lists of the dashboard of what the filters leave: the same rows by the same rule. */
export function FilteredRankings({ range, basis, filters }: Omit<RankingsProps, 'ads' | 'channels'>) {
  const channels = useTop('channel', range, filters, channelOf);
  const ads = useTop('ad', range, filters, adOf);
  return <Rankings {...{ range, basis, filters, channels, ads }} />;
}

const METRICS = [
  ...([
    'clicks',
    'conversions',
    'revenue',
    'conversionRate',
    'spend',
    'trackedSpend',
    'roas',
    'netProfit',
    'netRoas',
  ] as const),
] satisfies FigureMetric[];

type Row = FigureAnswer['rows'][number];

function useTop<Ranked>(
  by: FigureDimension,
  { from, to }: DateRange,
  f: readonly string[],
  toRanked: (key: string, row: Row) => Ranked,
) {
  // Without an order by revenue, clicks and spend. One more: what has no ad is no ad.
  const query = { from, to, by, metrics: METRICS.join(), f: [...f], limit: String(TOP_ROWS + 1) };
  return useQuery({
    ...contractQuery(askFigures, { query }, 'Failed to fetch analytics'),
    ...polled,
    select: ({ rows }: FigureAnswer) =>
      rows.flatMap((row) => (row.keys[0] == null ? [] : [toRanked(row.keys[0], row)])).slice(0, TOP_ROWS),
  });
}

function figuresOf({ values }: Row) {
  const { clicks = null, conversions = null, revenue = null, conversionRate = null } = values;
  return { clicks, conversions, revenue, conversionRate };
}

const channelOf = (channel: string, row: Row): RankedChannel => ({ channel, ...figuresOf(row) });

function adOf(adId: string, row: Row): RankedAd {
  const { spend = null, trackedSpend = null, roas = null, netProfit = null, netRoas = null } = row.values;
  return {
    trackedSpend,
    ...{ adId, adName: row.labels[0] || adId, campaignName: null, adsetName: null, ...figuresOf(row) },
    ...(spend === null ? { spend, roas: null, netProfit: null, netRoas: null } : { spend, roas, netProfit, netRoas }),
  };
}
