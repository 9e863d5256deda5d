import type { UseQueryResult } from '@tanstack/react-query';
import type { BestChannel } from '@tracker/schemas/contracts/dashboard.contract';
import { Waypoints } from 'lucide-react';
import { logsOf } from '../../breakdown/logs-link.ts';
import { LogsText } from '../../breakdown/named-cell.tsx';
import { FetchedCard } from '../../data/fetched-card.tsx';
import { type DateRange, rangeText } from '../../date-range/date-range.ts';
import { formatCounted, formatMoney, formatRate, NO_FIGURE } from '../../format/figures.ts';
import { Empty } from '../../ui/message.tsx';
import { Progress } from '../../ui/progress.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ChannelBadge, ChannelIcon } from './channel-badge.tsx';
import { channelKind } from './channel-kind.ts';
import { TOP_ROWS } from './queries.ts';

/** Null: not known under the filters. */
export type RankedChannel = {
  readonly [Name in keyof BestChannel]: BestChannel[Name] | (number extends BestChannel[Name] ? null : never);
};

interface BestChannelsProps {
  query: UseQueryResult<readonly RankedChannel[]>;
  range: DateRange;
  filters: readonly string[];
}

export function BestChannels({ query, range, filters }: BestChannelsProps) {
  return (
    <FetchedCard
      title="Melhores Canais de Tráfego"
      note={rangeText(range)}
      query={query}
      loading={<SkeletonRows />}
      empty={<NoChannels />}
    >
      {(channels) => (
        <>
          <ol>
            {channels.map((channel, index) => (
              <ChannelRow
                key={channel.channel}
                channel={channel}
                rank={index + 1}
                top={channels[0]?.revenue ?? 0}
                {...{ range, filters }}
              />
            ))}
          </ol>
          {channels.length >= TOP_ROWS && (
            <p className="border-line border-t px-5 py-2.5 text-center text-muted text-xs">
              Mostrando os 10 melhores canais por receita
            </p>
          )}
        </>
      )}
    </FetchedCard>
  );
}

const NoChannels = () => (
  <Empty icon={Waypoints} title="Nenhum canal encontrado" text="Não há dados de canais de tráfego disponíveis.">
    <p className="max-w-sm text-muted text-xs">Divulgue o link de uma campanha: cada click mostra de onde veio.</p>
  </Empty>
);

const ROW = 'flex min-h-[66px] items-center gap-3 border-line border-t px-4 py-2 sm:px-5';

interface ChannelRowProps {
  channel: RankedChannel;
  rank: number;
  top: number;
  range: DateRange;
  filters: readonly string[];
}

function ChannelRow({ channel, rank, top, range, filters }: ChannelRowProps) {
  const logs = logsOf({ by: ['channel'], keys: [channel.channel], range, filters });
  const { clicks, conversions, revenue } = channel;
  const kind = channelKind(channel.channel);
  const share = top > 0 ? ((revenue ?? 0) / top) * 100 : 0;
  return (
    <li className={ROW}>
      <ChannelIcon kind={kind} name={channel.channel} />
      <div className="min-w-0 flex-1">
        <div className="flex items-center justify-between gap-3">
          <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-0.5">
            <ChannelBadge kind={kind} name={channel.channel} />
            {revenue !== null && <span className="figure shrink-0 text-muted text-xs">#{rank} em receita</span>}
          </span>
          <span className="figure shrink-0 font-semibold">{formatMoney(revenue)}</span>
        </div>
        <div className="mt-1.5">
          <Progress percent={share} label={`Receita de ${channel.channel} em relação ao melhor canal`} />
        </div>
        <p className="figure mt-1 flex justify-between gap-2 whitespace-nowrap text-[11px] text-muted sm:text-xs">
          <span>
            {clicks === 0 ? (
              'sem clicks'
            ) : (
              <LogsText logs={clicks === null ? undefined : logs.clicks}>
                {countText(clicks, 'click', 'clicks')}
              </LogsText>
            )}
          </span>
          <span>
            <LogsText logs={conversions ? logs.conversions : undefined}>
              {countText(conversions, 'conversão', 'conversões')}
            </LogsText>
          </span>
          <span>{formatRate(channel.conversionRate, clicks)} taxa conv.</span>
        </p>
      </div>
    </li>
  );
}

const countText = (count: number | null, one: string, many: string): string =>
  count === null ? `${NO_FIGURE} ${many}` : formatCounted(count, one, many);

const SkeletonRows = () => (
  <div>
    {Array.from({ length: 6 }, (_, index) => (
      <div key={index} className={ROW}>
        <Skeleton className="size-8" />
        <div className="flex-1">
          <Skeleton className="h-4 w-2/3" />
          <Skeleton className="mt-2 h-3 w-full" />
        </div>
      </div>
    ))}
  </div>
);
