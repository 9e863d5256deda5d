import type { BestAd } from '@tracker/schemas/contracts/dashboard.contract';
import { RectangleEllipsis } from 'lucide-react';
import { FetchedCard } from '../../data/fetched-card.tsx';
import { formatCount, formatMoney, formatPercent, formatRatio } from '../../format/figures.ts';
import { Badge } from '../../ui/badge.tsx';
import { type Column, DataTable, TableSkeleton } from '../../ui/data-table.tsx';
import { Empty } from '../../ui/message.tsx';
import { type DateRange, rangeText } from '../date-range/date-range.ts';
import { conversionRateLook } from './levels.ts';
import { TOP_ROWS, useBestAds } from './queries.ts';

const COLUMNS: readonly Column<BestAd>[] = [
  { key: 'ad', label: 'Anúncio', cell: (ad) => <AdName ad={ad} />, className: 'min-w-40 max-w-64' },
  { key: 'clicks', label: 'Clicks', numeric: true, cell: ({ clicks }) => formatCount(clicks) },
  { key: 'conversions', label: 'Conversões', numeric: true, cell: ({ conversions }) => formatCount(conversions) },
  {
    key: 'revenue',
    label: 'Receita',
    numeric: true,
    cell: (ad) => <Revenue ad={ad} />,
  },
  {
    key: 'rate',
    label: 'Taxa Conv.',
    numeric: true,
    cell: ({ conversionRate }) => (
      <Badge look={conversionRateLook(conversionRate)}>{formatPercent(conversionRate)}</Badge>
    ),
  },
];

export function BestAds({ range }: { range: DateRange }) {
  return (
    <FetchedCard
      title="Melhores Anúncios"
      note={rangeText(range)}
      query={useBestAds(range)}
      loading={<TableSkeleton rows={TOP_ROWS} className="h-[53px]" />}
      empty={<NoAds />}
    >
      {(ads) => (
        <>
          <DataTable
            label="Melhores Anúncios"
            columns={COLUMNS}
            items={ads}
            keyOf={({ adId }) => adId}
            detailLabel={(ad) => `Detalhes de ${ad.adName || ad.adId}`}
            summary={(ad) => ({
              title: ad.adName || ad.adId,
              figure: formatMoney(ad.revenue),
              notes: [
                ad.roas !== null && `ROAS ${formatRatio(ad.roas)}`,
                ad.spend !== null && `Gasto ${formatMoney(ad.spend)}`,
              ],
              end: `${formatCount(ad.conversions)} conv.`,
            })}
          />
          {ads.length >= TOP_ROWS && (
            <p className="border-line border-t px-5 py-2.5 text-center text-muted text-xs">
              Mostrando os 10 melhores anúncios por receita
            </p>
          )}
        </>
      )}
    </FetchedCard>
  );
}

const AdName = ({ ad: { adId, adName } }: { ad: BestAd }) => (
  <>
    <span className="block truncate font-medium" title={adName || adId}>
      {adName || adId}
    </span>
    {adId && adName && <span className="figure block truncate text-muted text-xs">{adId}</span>}
  </>
);

/**
 * The columns of the specification, with the cost of the ad where a platform reported it. As short as the best campaigns: the
 * table fits.
 */
const Revenue = ({ ad: { revenue, spend, roas } }: { ad: BestAd }) => (
  <>
    <span className="block font-medium">{formatMoney(revenue)}</span>
    {spend !== null && roas !== null && (
      <span className="block whitespace-nowrap text-muted text-xs">
        Gasto {formatMoney(spend)} · <span className="sr-only">ROAS </span>
        {formatRatio(roas)}
      </span>
    )}
  </>
);

const NoAds = () => (
  <Empty
    icon={RectangleEllipsis}
    title="Nenhum anúncio encontrado"
    text="Não há dados de anúncios com parâmetros Meta Ads capturados."
  >
    <p className="max-w-sm text-muted text-xs">
      Envie o id do anúncio em <code>sub1</code> e o nome em <code>sub4</code> no link da campanha.
    </p>
  </Empty>
);
