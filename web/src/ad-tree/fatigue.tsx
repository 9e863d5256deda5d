import { useQuery } from '@tanstack/react-query';
import { type AdFatigue, adFatigue } from '@tracker/schemas/contracts/figures.contract';
import { useMemo } from 'react';
import { contractQuery, polled } from '../data/query-client.ts';
import { formatDayMonth } from '../format/days.ts';
import { formatCount, formatMoney, NO_FIGURE } from '../format/figures.ts';
import { Badge } from '../ui/badge.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '../ui/popover.tsx';

export type TiringAd = AdFatigue['ads'][number];
export type TiringOf = (row: { readonly level: string; readonly key: string | null }) => TiringAd | undefined;

/** The ads whose last week is worse than their first one; of other levels none. */
export function useTiringAds(): TiringOf {
  const { data } = useQuery({ ...contractQuery(adFatigue, {}), ...polled });
  return useMemo(() => {
    const byAd = new Map(data?.ads.map((one) => [one.ad, one]));
    return ({ level, key }) => (level === 'ad' && key !== null ? byAd.get(key) : undefined);
  }, [data]);
}

const chanceText = new Intl.NumberFormat('pt-BR', { maximumSignificantDigits: 2 });

/** What a conversion cost in each of both weeks, and how probable so few are by chance. */
export function FatigueChip({ tiring, of, tabIndex }: { tiring: TiringAd; of: string; tabIndex?: number }) {
  const { first, last, chance } = tiring;
  return (
    <span className="mt-0.5 flex items-center gap-1.5">
      <Popover>
        <PopoverTrigger
          tabIndex={tabIndex}
          aria-label={`Cansando: ver a conta de ${of}`}
          className="inline-flex h-6 cursor-pointer items-center rounded-md underline-offset-2 hover:underline"
        >
          <Badge look="warn">Cansando</Badge>
        </PopoverTrigger>
        <PopoverContent aria-label={`Por que ${of} está cansando`} className="w-72 p-4 text-[13px]">
          <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1.5">
            {[['Primeiros 7 dias', first] as const, ['Últimos 7 dias completos', last] as const].map(([name, week]) => (
              <div key={name} className="contents">
                <dt className="text-muted">
                  {name}
                  <span className="block text-xs">
                    {formatDayMonth(week.from)} a {formatDayMonth(week.to)}
                  </span>
                </dt>
                <dd className="figure text-right">
                  {week.conversions > 0 ? `${formatMoney(week.spend / week.conversions)} cada` : NO_FIGURE}
                  <span className="block text-muted text-xs">
                    {formatCount(week.conversions)} por {formatMoney(week.spend)}
                  </span>
                </dd>
              </div>
            ))}
          </dl>
          <p className="mt-3 text-muted text-xs">
            Se o anúncio rendesse como no começo, tão poucas conversões viriam em {chanceText.format(chance * 100)}
            {'\u00a0'}% das vezes. Conta só conversões verificadas, com as que ainda devem chegar descontadas.
          </p>
        </PopoverContent>
      </Popover>
      <CostLine days={tiring.days} />
    </span>
  );
}

const WIDTH = 56;
const HEIGHT = 16;
/** Days of which each point is the mean: single days of few conversions say nothing. */
const MEAN_DAYS = 7;

/** What a conversion cost, by day, in the mean of the seven days until then. */
function CostLine({ days }: Pick<TiringAd, 'days'>) {
  const costs = days.flatMap((_, index) => {
    const week = days.slice(Math.max(0, index + 1 - MEAN_DAYS), index + 1);
    const conversions = week.reduce((sum, one) => sum + one.conversions, 0);
    return conversions > 0 ? [week.reduce((sum, one) => sum + one.spend, 0) / conversions] : [];
  });
  const highest = Math.max(...costs);
  if (costs.length < 2 || highest <= 0) return null;
  const points = costs.map((cost, index) => {
    const [x, y] = [(index / (costs.length - 1)) * WIDTH, HEIGHT - 1 - (cost / highest) * (HEIGHT - 2)];
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  return (
    <svg
      role="img"
      aria-label={`Custo por conversão, de ${formatMoney(costs[0] ?? null)} a ${formatMoney(costs.at(-1) ?? null)}`}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={WIDTH}
      height={HEIGHT}
      className="shrink-0 text-warn"
    >
      <polyline points={points.join(' ')} fill="none" stroke="currentColor" strokeWidth={1.5} />
    </svg>
  );
}
