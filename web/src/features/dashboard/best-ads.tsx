import { RectangleEllipsis } from 'lucide-react';
import { QueryView, RefreshMark } from '../../data/query-view.tsx';
import { formatCount, formatMoney, formatPercent } from '../../format/figures.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card, CardHeader } from '../../ui/card.tsx';
import { Empty } from '../../ui/message.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Cell, HeadCell, Row, Table } from '../../ui/table.tsx';
import { type DateRange, rangeText } from '../date-range/date-range.ts';
import { conversionRateLook } from './levels.ts';
import { TOP_ROWS, useBestAds } from './queries.ts';

export function BestAds({ range }: { range: DateRange }) {
  const query = useBestAds(range);
  return (
    <Card aria-labelledby="best-ads" className="min-w-0">
      <CardHeader
        id="best-ads"
        title="Melhores Anúncios"
        note={rangeText(range)}
        mark={<RefreshMark queries={[query]} />}
      />
      <QueryView query={query} loading={<SkeletonRows />}>
        {(ads) =>
          ads.length === 0 ? (
            <Empty
              icon={RectangleEllipsis}
              title="Nenhum anúncio encontrado"
              text="Não há dados de anúncios com parâmetros Meta Ads capturados."
            >
              <p className="max-w-sm text-muted text-xs">
                Envie o id do anúncio em <code>sub1</code> e o nome em <code>sub4</code> no link da campanha.
              </p>
            </Empty>
          ) : (
            <>
              <Table label="Melhores Anúncios">
                <thead>
                  <tr>
                    <HeadCell>Anúncio</HeadCell>
                    <HeadCell numeric>Clicks</HeadCell>
                    <HeadCell numeric>Conversões</HeadCell>
                    <HeadCell numeric>Receita</HeadCell>
                    <HeadCell numeric>Taxa Conv.</HeadCell>
                  </tr>
                </thead>
                <tbody>
                  {ads.map((ad) => (
                    <Row key={ad.adId}>
                      <Cell className="min-w-40 max-w-64">
                        <span className="block truncate font-medium" title={ad.adName || ad.adId}>
                          {ad.adName || ad.adId}
                        </span>
                        {ad.adId && ad.adName && (
                          <span className="figure block truncate text-muted text-xs">{ad.adId}</span>
                        )}
                      </Cell>
                      <Cell numeric>{formatCount(ad.clicks)}</Cell>
                      <Cell numeric>{formatCount(ad.conversions)}</Cell>
                      <Cell numeric className="font-medium">
                        {formatMoney(ad.revenue)}
                      </Cell>
                      <Cell numeric>
                        <Badge look={conversionRateLook(ad.conversionRate)}>{formatPercent(ad.conversionRate)}</Badge>
                      </Cell>
                    </Row>
                  ))}
                </tbody>
              </Table>
              {ads.length >= TOP_ROWS && (
                <p className="border-line border-t px-5 py-2.5 text-center text-muted text-xs">
                  Mostrando os 10 melhores anúncios por receita
                </p>
              )}
            </>
          )
        }
      </QueryView>
    </Card>
  );
}

const SkeletonRows = () => (
  <div aria-busy className="px-4 pb-4 sm:px-5">
    {Array.from({ length: TOP_ROWS }, (_, index) => (
      <div key={index} className="flex h-[53px] items-center gap-4">
        <Skeleton className="h-4 flex-1" />
        <Skeleton className="h-4 w-40" />
      </div>
    ))}
  </div>
);
