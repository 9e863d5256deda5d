import { keyLabel } from '@tracker/schemas/figures/key-labels';
import { Count } from '../../breakdown/figure-columns.tsx';
import { logsOf } from '../../breakdown/logs-link.ts';
import { LogsText } from '../../breakdown/named-cell.tsx';
import { type GroupRow, useGroupRows } from '../../breakdown/queries.ts';
import { rangeText } from '../../date-range/date-range.ts';
import { formatCounted, formatMoney, NO_FIGURE } from '../../format/figures.ts';
import { stateCode } from '../../format/places.ts';
import { Card, CardHeader } from '../../ui/card.tsx';
import type { FilteredRange } from './country-table.tsx';
import { share } from './parts.ts';

const BY_REGION = ['country', 'region'] as const;

/** The states of Brazil as a list with bars, by revenue; by clicks while nothing is sold. Nothing without clicks or sales from Brazil. */
export function BrazilStates({ range, filters }: FilteredRange) {
  const { items } = useGroupRows(BY_REGION, range, { key: 'BR', filters });
  if (items.length === 0) return null;
  const isSold = items.some(({ revenue }) => (revenue ?? 0) > 0);
  const weightOf = ({ revenue, clicks }: GroupRow) => (isSold ? revenue : clicks) ?? 0;
  const most = Math.max(...items.map(weightOf));
  return (
    <Card aria-labelledby="states" className="min-w-0">
      <CardHeader
        id="states"
        title="Estados do Brasil"
        note={`${rangeText(range)}, ${isSold ? 'por receita' : 'por clicks'}`}
      />
      <ol aria-labelledby="states" className="px-4 pb-4 sm:px-5 lg:columns-2 lg:gap-x-10">
        {items.map((row) => (
          <State key={row.keys[1] ?? ''} row={row} percent={share(weightOf(row), most)} {...{ range, filters }} />
        ))}
      </ol>
    </Card>
  );
}

interface StateProps extends FilteredRange {
  row: GroupRow;
  percent: number;
}

function State({ row, percent, range, filters }: StateProps) {
  const { keys, clicks, conversions, revenue } = row;
  const region = keys[1] ?? null;
  const logs = logsOf({ by: BY_REGION, keys, range, filters });
  return (
    <li className="flex break-inside-avoid items-center gap-3 border-line border-b py-1.5 text-[13px]">
      <span aria-hidden className="w-6 shrink-0 font-semibold text-muted text-xs">
        {region === null ? '–' : (stateCode(region) ?? '')}
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline justify-between gap-3">
          <span className="truncate">{keyLabel('region', region, null)}</span>
          <span className="figure shrink-0 font-medium">{formatMoney(revenue)}</span>
        </span>
        <span aria-hidden className="mt-1 block h-1.5 rounded-full bg-sunken">
          <span className="block h-full rounded-full bg-chart-part-1" style={{ width: `${percent}%` }} />
        </span>
      </span>
      <span className="figure w-24 shrink-0 text-right text-muted text-xs">
        <Count of={conversions} logs={logs.conversions} /> conv.
        <br />
        {clicks === null ? (
          NO_FIGURE
        ) : (
          <LogsText logs={clicks > 0 ? logs.clicks : undefined}>{formatCounted(clicks, 'click', 'clicks')}</LogsText>
        )}
      </span>
    </li>
  );
}
