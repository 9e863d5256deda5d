import type { UseQueryResult } from '@tanstack/react-query';
import type { DateRange } from '../../date-range/date-range.ts';
import type { Basis } from '../../profit/basis.ts';
import { BestAds, type RankedAd } from './best-ads.tsx';
import { BestChannels, type RankedChannel } from './best-channels.tsx';
import { useBestAds, useBestChannels } from './queries.ts';

export interface RankingsProps {
  range: DateRange;
  basis: Basis;
  /** Of the screen, for the links. */
  filters: readonly string[];
  ads: UseQueryResult<readonly RankedAd[]>;
  channels: UseQueryResult<readonly RankedChannel[]>;
}

export const Rankings = ({ range, basis, filters, ads, channels }: RankingsProps) => (
  <div className="grid grid-cols-1 items-start gap-3 xl:grid-cols-5">
    <div className="min-w-0 xl:col-span-2">
      <BestChannels query={channels} range={range} filters={filters} />
    </div>
    <div className="min-w-0 xl:col-span-3">
      <BestAds query={ads} range={range} filters={filters} basis={basis} />
    </div>
  </div>
);

const NO_FILTERS: readonly string[] = [];

/** Of the whole tenant. */
export default function AllRankings({ range, basis }: { range: DateRange; basis: Basis }) {
  return (
    <Rankings {...{ range, basis }} filters={NO_FILTERS} ads={useBestAds(range)} channels={useBestChannels(range)} />
  );
}
