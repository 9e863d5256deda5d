import { Waypoints } from 'lucide-react';
import { logsOf } from '../../breakdown/logs-link.ts';
import { LogsText } from '../../breakdown/named-cell.tsx';
import { FetchedCard } from '../../data/fetched-card.tsx';
import { type DateRange, rangeText } from '../../date-range/date-range.ts';
import { formatCount, formatPercent } from '../../format/figures.ts';
import { useMayOpen } from '../../session/session.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { Empty } from '../../ui/message.tsx';
import { Progress } from '../../ui/progress.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useSources } from './queries.ts';
import { clicksBySource, type SourceClicks } from './totals.ts';

export const SourceBars = ({ range }: { range: DateRange }) => (
  <FetchedCard
    title="Clicks por fonte"
    note={rangeText(range)}
    query={useSources(range)}
    loading={<SkeletonRows />}
    className="min-h-[345px]"
    isEmpty={(rows) => rows.every(({ clicks }) => clicks === 0)}
    empty={<NoClicks />}
  >
    {(rows) => (
      <ul aria-label="Clicks por fonte">
        {clicksBySource(rows).map((source) => (
          <SourceRow key={source.name} source={source} range={range} />
        ))}
      </ul>
    )}
  </FetchedCard>
);

const ROW = 'border-line border-t px-4 py-2.5 sm:px-5';

const SourceRow = ({
  source: { name, source, clicks, percent },
  range,
}: {
  source: SourceClicks;
  range: DateRange;
}) => (
  <li className={ROW}>
    <div className="mb-1.5 flex items-baseline justify-between gap-3 text-[13px]">
      <span className="min-w-0 truncate font-medium" title={name}>
        {name}
      </span>
      <span className="figure shrink-0 whitespace-nowrap text-muted">
        <span className="font-medium text-ink">
          <LogsText logs={source ? logsOf({ by: ['source'], keys: [source], range, filters: [] }).clicks : undefined}>
            {formatCount(clicks)}
          </LogsText>
        </span>{' '}
        · {formatPercent(percent)}
      </span>
    </div>
    <Progress percent={percent} label={`Clicks de ${name}`} />
  </li>
);

function NoClicks() {
  const canSeeIntegration = useMayOpen('/integration');
  return (
    <Empty icon={Waypoints} title="Nenhum click no período" text="Cada click do seu link mostra de onde veio.">
      {canSeeIntegration && <LinkButton to="/integration">Ver como instalar</LinkButton>}
    </Empty>
  );
}

const SkeletonRows = () => (
  <div>
    {Array.from({ length: 5 }, (_, index) => (
      <div key={index} className={ROW}>
        <Skeleton className="h-4 w-2/3" />
        <Skeleton className="mt-2 h-1 w-full" />
      </div>
    ))}
  </div>
);
