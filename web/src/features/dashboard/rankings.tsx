import type { DateRange } from '../../date-range/date-range.ts';
import type { Basis } from '../../profit/basis.ts';
import { BestAds } from './best-ads.tsx';
import { BestChannels } from './best-channels.tsx';

export default function Rankings({ range, basis }: { range: DateRange; basis: Basis }) {
  return (
    <div className="grid grid-cols-1 items-start gap-3 xl:grid-cols-5">
      <div className="min-w-0 xl:col-span-2">
        <BestChannels range={range} />
      </div>
      <div className="min-w-0 xl:col-span-3">
        <BestAds range={range} basis={basis} />
      </div>
    </div>
  );
}
