import { Clock } from 'lucide-react';
import { lazy } from 'react';
import type { KnownTimeZone } from '../../breakdown/known-geography.ts';
import { logsOf } from '../../breakdown/logs-link.ts';
import { LogsText } from '../../breakdown/named-cell.tsx';
import { useOpenLogs } from '../../breakdown/use-open-logs.ts';
import { serverTime } from '../../data/server-clock.ts';
import { formatCount, formatCounted, formatPercent } from '../../format/figures.ts';
import { Card, CardHeader } from '../../ui/card.tsx';
import { ChartFigure } from '../../ui/chart-figure.tsx';
import { Empty } from '../../ui/message.tsx';
import type { FilteredRange } from './country-table.tsx';
import { BAR_PX } from './devices.tsx';
import { CHART_TIME_ZONES, LISTED_TIME_ZONES, share } from './parts.ts';
import { cityOfZone, clockOfZone } from './zone-texts.ts';

const Bars = lazy(() => import('../../charts/bars.tsx'));

interface TimeZonesProps extends FilteredRange {
  timeZones: readonly KnownTimeZone[];
}

export function TimeZones({ timeZones, range, filters }: TimeZonesProps) {
  const total = timeZones.reduce((sum, { clickCount }) => sum + clickCount, 0);
  const charted = timeZones.slice(0, CHART_TIME_ZONES);
  const openLogs = useOpenLogs();
  const clicksOf = (zone: KnownTimeZone | undefined) =>
    zone && logsOf({ by: ['timezone'], keys: [zone.timezone], range, filters }).clicks;
  return (
    <Card aria-labelledby="zone-chart" className="flex min-w-0 grow flex-col">
      <CardHeader
        id="zone-chart"
        title="Clicks por fuso horário"
        note={`Os ${CHART_TIME_ZONES} fusos com mais clicks; dos ${LISTED_TIME_ZONES} primeiros, que horas são lá`}
      />
      {charted.length === 0 ? (
        <NoZones />
      ) : (
        <>
          <ChartFigure
            caption="Clicks por fuso horário"
            columns={['Fuso horário', 'Clicks']}
            rows={charted.map(({ timezone, clickCount }) => [cityOfZone(timezone), formatCount(clickCount)])}
            className="mx-3 mb-3 grow sm:mx-4"
            height={charted.length * BAR_PX + 8}
          >
            <Bars
              name="Clicks"
              bars={charted.map(({ timezone, clickCount }) => ({ label: cityOfZone(timezone), value: clickCount }))}
              format={formatCount}
              labelWidth={140}
              onPick={openLogs && ((index) => openLogs(clicksOf(charted[index])))}
            />
          </ChartFigure>
          {/* As low as the regions are high. */}
          <ol aria-label="Fusos horários" className="xl:grid xl:grid-cols-2">
            {timeZones.slice(0, LISTED_TIME_ZONES).map((zone) => (
              <li
                key={zone.timezone}
                className="flex min-h-[53px] items-center gap-3 border-line border-t px-4 py-2 sm:px-5"
              >
                <span className="min-w-0 flex-1">
                  <span className="block truncate font-medium">{cityOfZone(zone.timezone)}</span>
                  <span className="figure block truncate text-muted text-xs" title={zone.timezone}>
                    {clockOfZone(zone.timezone, serverTime())}
                  </span>
                </span>
                <span className="text-right">
                  <span className="figure block font-medium">
                    <LogsText logs={clicksOf(zone)}>{formatCounted(zone.clickCount, 'click', 'clicks')}</LogsText>
                  </span>
                  <span className="figure block text-muted text-xs">
                    {formatPercent(share(zone.clickCount, total))}
                  </span>
                </span>
              </li>
            ))}
          </ol>
        </>
      )}
    </Card>
  );
}

const NoZones = () => (
  <Empty icon={Clock} title="Nenhum fuso identificado" text="O fuso vem do lugar do click, quando ele é conhecido." />
);
