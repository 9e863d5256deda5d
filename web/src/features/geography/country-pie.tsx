import { Globe } from 'lucide-react';
import { lazy } from 'react';
import type { KnownCountry } from '../../breakdown/known-geography.ts';
import { logsOf } from '../../breakdown/logs-link.ts';
import { useOpenLogs } from '../../breakdown/use-open-logs.ts';
import type { Slot } from '../../charts/pie.tsx';
import { formatCount, formatPercent } from '../../format/figures.ts';
import { Card, CardHeader } from '../../ui/card.tsx';
import { ChartFigure } from '../../ui/chart-figure.tsx';
import { Empty } from '../../ui/message.tsx';
import type { FilteredRange } from './country-table.tsx';
import { PIE_COUNTRIES, pieSlices, share } from './parts.ts';

const Pie = lazy(() => import('../../charts/pie.tsx'));

const DOTS: Readonly<Record<Slot, string>> = {
  1: 'bg-chart-part-1',
  2: 'bg-chart-part-2',
  3: 'bg-chart-part-3',
  4: 'bg-chart-part-4',
  5: 'bg-chart-part-5',
  rest: 'bg-chart-part-rest',
};

interface CountryPieProps extends FilteredRange {
  countries: readonly KnownCountry[];
}

export function CountryPie({ countries, range, filters }: CountryPieProps) {
  const openLogs = useOpenLogs();
  const slices = pieSlices(countries);
  const logsAt = (index: number) => {
    const { code } = slices[index] ?? {};
    return code === undefined ? undefined : logsOf({ by: ['country'], keys: [code], range, filters }).clicks;
  };
  const total = slices.reduce((sum, { clicks }) => sum + clicks, 0);
  const rows = slices.map(({ label, clicks }) => [label, formatCount(clicks), formatPercent(share(clicks, total))]);
  return (
    <Card aria-labelledby="country-pie" className="flex min-w-0 grow flex-col">
      <CardHeader id="country-pie" title="Clicks por país" note={`Os ${PIE_COUNTRIES} países com mais clicks`} />
      {slices.length === 0 ? (
        <Empty icon={Globe} title="Nenhum país identificado" text="Endereços de redes privadas não têm lugar." />
      ) : (
        <div className="grid grow grid-cols-1 items-center gap-x-4 px-4 pb-4 sm:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] sm:px-5">
          <ChartFigure
            caption="Clicks por país"
            columns={['País', 'Clicks', 'Dos clicks com país']}
            rows={rows}
            className="h-[232px]"
          >
            <Pie slices={slices} onPick={openLogs && ((index) => openLogs(logsAt(index)))} />
          </ChartFigure>
          {/* The same figures stand in the chart's table. */}
          <ul aria-hidden className="flex flex-col text-[13px]">
            {slices.map(({ label, clicks, slot }) => (
              <li key={label} className="flex items-center gap-2 border-line border-b py-1.5 last:border-b-0">
                <span className={`size-2.5 shrink-0 rounded-full ${DOTS[slot]}`} />
                <span className="min-w-0 flex-1 truncate">{label}</span>
                <span className="figure text-muted">{formatCount(clicks)}</span>
                <span className="figure w-14 text-right font-medium">{formatPercent(share(clicks, total))}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Card>
  );
}
