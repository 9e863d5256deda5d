import { HOUR_MS } from '@tracker/schemas/primitives/durations';
import { addDays, countDays, startOfDay, type TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { useFilteredFigures } from '../../breakdown/queries.ts';
import type { LinePoint, OpenPoint } from '../../charts/daily-lines.tsx';
import { serverTime } from '../../data/server-clock.ts';
import { type DateRange, rangeText } from '../../date-range/date-range.ts';
import { formatDay, formatDayMonth, formatMinute } from '../../format/days.ts';
import { useTenant } from '../../session/session.ts';
import { ChartCard } from './daily-chart.tsx';

interface FilteredChartProps {
  range: DateRange;
  today: TenantDay;
  filters: readonly string[];
}

/** The chart of the dashboard, of what the filters leave: the days of the panel, or the hours of one day. */
export function FilteredChart({ range, today, filters }: FilteredChartProps) {
  const { timeZone } = useTenant();
  const isByHour = range.from === range.to;
  const query = useFilteredFigures(range, filters, {
    by: [isByHour ? 'hour' : 'day'],
    metrics: ['attributed'],
    limit: countDays(range.from, range.to) + HOURS,
  });
  const now = serverTime();
  const total = query.data?.total.values;
  const byKey = new Map(query.data?.rows.map(({ keys: [key], values }) => [key, values]));
  /** Without clicks and sales a day has no group. */
  const figuresAt = (key: string) => {
    const values = byKey.get(key);
    const of = (figure: 'clicks' | 'attributed') => (total?.[figure] == null ? null : (values?.[figure] ?? 0));
    return { clicks: of('clicks'), conversions: of('attributed') };
  };
  const isToCome = (hour: number) => startOfDay(range.from, timeZone) + hour * HOUR_MS > now;
  const points: LinePoint[] = isByHour
    ? Array.from({ length: HOURS }, (_, hour) => ({
        name: `${pad(hour)}:00 às ${pad(hour + 1)}:00`,
        axis: `${pad(hour)}h`,
        ...(isToCome(hour) ? { clicks: null, conversions: null } : figuresAt(String(hour))),
      }))
    : Array.from({ length: countDays(range.from, range.to) }, (_, index) => {
        const day = addDays(range.from, index);
        return { name: formatDay(day), day, axis: formatDayMonth(day), ...figuresAt(day) };
      });
  const last = isByHour ? points.findLastIndex((_, hour) => !isToCome(hour)) : points.length - 1;
  const open: OpenPoint | undefined =
    range.to === today ? { index: last, note: `hoje, até ${formatMinute(now, timeZone)}` } : undefined;
  return (
    <ChartCard
      query={query}
      points={query.data ? points : []}
      open={open}
      note={`${rangeText(range)}, com os filtros: clicks e conversões com tracking${isByHour ? ', por hora' : ''}`}
      days={points.length === HOURS && isByHour ? 1 : points.length}
      isByHour={isByHour}
    />
  );
}

const HOURS = 24;
const pad = (hour: number) => String(hour).padStart(2, '0');
