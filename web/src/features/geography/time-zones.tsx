import type { GeoTimeZone } from '@tracker/schemas/contracts/geography.contract';
import { Clock } from 'lucide-react';
import { lazy } from 'react';
import { formatCount, formatCounted, formatPercent } from '../../format/figures.ts';
import { Card, CardHeader } from '../../ui/card.tsx';
import { ChartFigure } from '../../ui/chart-figure.tsx';
import { Empty } from '../../ui/message.tsx';
import { CHART_TIME_ZONES, LISTED_TIME_ZONES, share } from './parts.ts';
import { cityOfZone, clockOfZone } from './zone-texts.ts';

const Bars = lazy(() => import('../../charts/bars.tsx'));

export function TimeZoneChart({ timeZones }: { timeZones: readonly GeoTimeZone[] }) {
  const shown = timeZones.slice(0, CHART_TIME_ZONES);
  return (
    <Card aria-labelledby="zone-chart" className="flex min-w-0 flex-col">
      <CardHeader
        id="zone-chart"
        title="Clicks por fuso horário"
        note={`Os ${CHART_TIME_ZONES} fusos com mais clicks`}
      />
      {shown.length === 0 ? (
        <NoZones />
      ) : (
        <ChartFigure
          caption="Clicks por fuso horário"
          columns={['Fuso horário', 'Clicks']}
          rows={shown.map(({ timezone, clickCount }) => [cityOfZone(timezone), formatCount(clickCount)])}
          className="mx-3 mb-3 min-h-[264px] flex-1 sm:mx-4"
        >
          <Bars
            bars={shown.map(({ timezone, clickCount }) => ({ label: cityOfZone(timezone), clicks: clickCount }))}
            labelWidth={140}
          />
        </ChartFigure>
      )}
    </Card>
  );
}

export function TimeZoneList({ timeZones }: { timeZones: readonly GeoTimeZone[] }) {
  const total = timeZones.reduce((sum, { clickCount }) => sum + clickCount, 0);
  const shown = timeZones.slice(0, LISTED_TIME_ZONES);
  return (
    <Card aria-labelledby="zone-list" className="min-w-0">
      <CardHeader
        id="zone-list"
        title="Fusos horários"
        note={`Os ${LISTED_TIME_ZONES} primeiros, e que horas são lá`}
      />
      {shown.length === 0 ? (
        <NoZones />
      ) : (
        <ol aria-labelledby="zone-list">
          {shown.map(({ timezone, clickCount }) => (
            <li key={timezone} className="flex min-h-[53px] items-center gap-3 border-line border-t px-4 py-2 sm:px-5">
              <span className="min-w-0 flex-1">
                <span className="block truncate font-medium">{cityOfZone(timezone)}</span>
                <span className="block truncate text-muted text-xs">
                  {timezone}
                  {clockOfZone(timezone, Date.now())}
                </span>
              </span>
              <span className="text-right">
                <span className="figure block font-medium">{formatCounted(clickCount, 'click', 'clicks')}</span>
                <span className="figure block text-muted text-xs">{formatPercent(share(clickCount, total))}</span>
              </span>
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}

const NoZones = () => (
  <Empty icon={Clock} title="Nenhum fuso identificado" text="O fuso vem do lugar do click, quando ele é conhecido." />
);
