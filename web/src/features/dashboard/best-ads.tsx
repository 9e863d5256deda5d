import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { BestAd } from '@tracker/schemas/contracts/dashboard.contract';
import { RectangleEllipsis } from 'lucide-react';
import { useMemo } from 'react';
import { Count } from '../../breakdown/figure-columns.tsx';
import { logsOf } from '../../breakdown/logs-link.ts';
import { FetchedCard } from '../../data/fetched-card.tsx';
import { type DateRange, rangeText, searchOfRange } from '../../date-range/date-range.ts';
import { formatCount, formatMoney, formatPercent, formatRatio, NO_FIGURE } from '../../format/figures.ts';
import type { Basis } from '../../profit/basis.ts';
import { ProfitText } from '../../profit/profit-text.tsx';
import { useMayOpen } from '../../session/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { cn } from '../../ui/cn.ts';
import { type Column, DataTable, TableSkeleton } from '../../ui/data-table.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Empty } from '../../ui/message.tsx';
import { conversionRateLook } from './levels.ts';
import { TOP_ROWS } from './queries.ts';

/** Null: not known, also under the filters. */
export type RankedAd = {
  readonly [Name in keyof BestAd]: BestAd[Name] | (number extends BestAd[Name] ? null : never);
};

/** Which ads of which days. */
interface Place {
  range: DateRange;
  filters: readonly string[];
}

const logsOfAd = ({ adId }: RankedAd, place: Place) => logsOf({ by: ['ad'], keys: [adId], ...place });

const columnsOf = (basis: Basis, place: Place): readonly Column<RankedAd>[] => [
  { key: 'ad', label: 'Anúncio', cell: (ad) => <AdName ad={ad} />, className: 'min-w-40 max-w-64' },
  {
    key: 'clicks',
    label: 'Clicks',
    numeric: true,
    cell: (ad) => <Count of={ad.clicks} logs={logsOfAd(ad, place).clicks} />,
  },
  {
    key: 'conversions',
    label: 'Conversões',
    numeric: true,
    cell: (ad) => <Count of={ad.conversions} logs={logsOfAd(ad, place).conversions} />,
  },
  {
    key: 'revenue',
    label: 'Receita',
    numeric: true,
    cell: (ad) => <Revenue ad={ad} basis={basis} />,
  },
  {
    key: 'rate',
    label: 'Taxa Conv.',
    numeric: true,
    cell: ({ conversionRate, clicks }) =>
      clicks && conversionRate !== null ? (
        <Badge look={conversionRateLook(conversionRate)}>{formatPercent(conversionRate)}</Badge>
      ) : (
        NO_FIGURE
      ),
  },
];

/** What sold nothing is not among the best; what is not known may have. */
const soldOf = (ads: readonly RankedAd[]) => ads.filter(({ revenue }) => revenue !== 0);

interface BestAdsProps extends Place {
  query: UseQueryResult<readonly RankedAd[]>;
  basis: Basis;
}

export function BestAds({ query, range, filters, basis }: BestAdsProps) {
  const columns = useMemo(() => columnsOf(basis, { range, filters }), [basis, range, filters]);
  const mayAct = useMayOpen('/analytics');
  return (
    <FetchedCard
      title="Melhores Anúncios"
      note={rangeText(range)}
      query={query}
      loading={<TableSkeleton rows={TOP_ROWS} className="h-[53px]" />}
    >
      {(ads) =>
        soldOf(ads).length === 0 ? (
          <NoAds isUnsold={ads.length > 0} {...{ range, filters }} />
        ) : (
          <>
            <DataTable
              label="Melhores Anúncios"
              columns={columns}
              items={soldOf(ads)}
              keyOf={({ adId }) => adId}
              detailLabel={(ad) => `Detalhes de ${ad.adName || ad.adId}`}
              summary={(ad) => ({
                title: ad.adName || ad.adId,
                figure: formatMoney(ad.revenue),
                notes: [
                  roasText(ad, basis),
                  ...(basis === 'net'
                    ? [
                        ad.netProfit !== null && (
                          <>
                            Lucro <ProfitText profit={ad.netProfit} />
                          </>
                        ),
                      ]
                    : [spendOf(ad) !== null && `Gasto ${formatMoney(spendOf(ad))}`]),
                ],
                end: `${formatCount(ad.conversions)} conv.`,
              })}
            />
            <div className="border-line border-t px-5 py-2.5 text-center text-muted text-xs">
              {mayAct && (
                <p>
                  <Link
                    {...allAds({ range, filters })}
                    className="tap inline-flex h-6 items-center text-accent-ink underline underline-offset-2"
                  >
                    Ver todos os anúncios e agir
                  </Link>
                </p>
              )}
              {soldOf(ads).length >= TOP_ROWS && <p>Mostrando os 10 melhores anúncios por receita</p>}
              <p>Lucro líquido: depois de impostos, taxas e produtos; as outras despesas não são de nenhum anúncio.</p>
            </div>
          </>
        )
      }
    </FetchedCard>
  );
}

/** Several ads have one name: where an ad runs distinguishes them, and its id where that is unknown. */
function AdName({ ad: { adId, adName, campaignName, adsetName } }: { ad: RankedAd }) {
  const parents = [campaignName, adsetName].filter(Boolean).join(' › ');
  return (
    <>
      <span className="block truncate font-medium" title={`${adName || adId} (${adId})`}>
        {adName || adId}
      </span>
      {(parents || adName) && (
        <span className="block truncate text-muted text-xs" title={parents || adId}>
          {parents || adId}
        </span>
      )}
    </>
  );
}

/**
 * The columns of the specification, with cost and profit of the ad where a platform reported its spend. As short as the best campaigns: the
 * table fits.
 */
function Revenue({ ad, basis }: { ad: RankedAd; basis: Basis }) {
  const { revenue, netProfit } = ad;
  const spend = spendOf(ad);
  const roas = roasOf(ad, basis);
  return (
    <>
      <span className="block font-medium">{formatMoney(revenue)}</span>
      {spend !== null && (
        <span className="block whitespace-nowrap text-muted text-xs">
          Gasto {formatMoney(spend)} · <span className={cn(basis === 'gross' && 'sr-only')}>{roasName(basis)} </span>
          {roas === null ? NO_FIGURE : formatRatio(roas)}
        </span>
      )}
      {netProfit !== null && (
        <span className="block whitespace-nowrap text-muted text-xs">
          Lucro líquido <ProfitText profit={netProfit} />
        </span>
      )}
    </>
  );
}

/** That of its ROAS. */
const spendOf = ({ spend, trackedSpend }: RankedAd) => trackedSpend ?? spend;
const roasOf = (ad: RankedAd, basis: Basis): number | null => (basis === 'net' ? ad.netRoas : ad.roas);
function roasText(ad: RankedAd, basis: Basis) {
  const roas = roasOf(ad, basis);
  return roas !== null && `${roasName(basis)} ${formatRatio(roas)}`;
}
const roasName = (basis: Basis) => (basis === 'net' ? 'ROAS líq.' : 'ROAS');

/** The tree of ads, under the same filters. */
const allAds = ({ range, filters }: Place) =>
  ({
    to: '/analytics',
    search: { tab: 'ads', level: 'ad', ...(filters.length > 0 && { f: [...filters] }), ...searchOfRange(range) },
  }) as const;

const NoAds = ({ isUnsold, range, filters }: Place & { isUnsold: boolean }) => (
  <Empty
    icon={RectangleEllipsis}
    title="Nenhum anúncio encontrado"
    text={
      isUnsold ? 'Nenhum anúncio vendeu no período.' : 'Não há dados de anúncios com parâmetros Meta Ads capturados.'
    }
  >
    {isUnsold ? (
      <LinkButton {...allAds({ range, filters })}>Ver os clicks e o gasto de cada anúncio</LinkButton>
    ) : (
      <p className="max-w-sm text-muted text-xs">
        Envie o id do anúncio em <code>sub1</code> e o nome em <code>sub4</code> no link da campanha.
      </p>
    )}
  </Empty>
);
