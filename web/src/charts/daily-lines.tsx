import type { DailyMetric } from '@tracker/schemas/contracts/dashboard.contract';
import { conversionRate } from '@tracker/schemas/metrics/formulas';
import { LineChart } from 'echarts/charts';
import { use } from 'echarts/core';
import { useMemo } from 'react';
import { formatLongDay } from '../format/calendar-days.ts';
import { formatDayMonth } from '../format/days.ts';
import { formatCount, formatPercent } from '../format/figures.ts';
import type { ChartOption } from './chart-option.ts';
import { chartBase, EChart } from './echart.tsx';
import { type ChartColors, useChartColors } from './theme-colors.ts';

use([LineChart]);

/** Clicks (left scale) and conversions (right scale) by day. Both scales begin at zero. */
export default function DailyLines({ days }: { days: readonly DailyMetric[] }) {
  const colors = useChartColors();
  const option = useMemo(() => optionOf(days, colors), [days, colors]);
  return <EChart option={option} />;
}

function optionOf(days: readonly DailyMetric[], colors: ChartColors): ChartOption {
  const scale = (color: string, position: 'left' | 'right') => ({
    type: 'value' as const,
    position,
    min: 0,
    minInterval: 1,
    splitNumber: 4,
    alignTicks: true,
    axisLabel: { color, fontSize: 11, formatter: formatCount },
    splitLine: { show: position === 'left', lineStyle: { color: colors.grid } },
  });
  const line = (name: string, color: string, yAxisIndex: number, data: (number | null)[]) => ({
    type: 'line' as const,
    name,
    yAxisIndex,
    data,
    color,
    smooth: 0.25,
    smoothMonotone: 'x' as const,
    showSymbol: false,
    symbol: 'circle',
    symbolSize: 7,
    lineStyle: { width: 2.25, color },
    emphasis: { lineStyle: { width: 2.25 } },
  });
  // The day that is not over yet always looks like a fall: it is dashed, and the area ends before it.
  const closed = (values: number[]) => values.map((value, index) => (index < values.length - 1 ? value : null));
  const open = (values: number[]) => values.map((value, index) => (index < values.length - 2 ? null : value));
  const dashed = (color: string) => ({ lineStyle: { width: 2, color, type: [4, 4] } });
  const clicks = days.map((day) => day.clicks);
  const conversions = days.map((day) => day.conversions);
  return {
    ...chartBase(),
    grid: { left: 4, right: 4, top: 12, bottom: 2, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    xAxis: {
      type: 'category',
      boundaryGap: false,
      data: days.map(({ date }) => date),
      axisLabel: { color: colors.text, fontSize: 11, formatter: formatDayMonth, hideOverlap: true, margin: 10 },
      axisLine: { lineStyle: { color: colors.grid } },
      axisTick: { show: false },
    },
    yAxis: [scale(colors.clicks, 'left'), scale(colors.conversions, 'right')],
    tooltip: {
      trigger: 'axis',
      confine: true,
      backgroundColor: colors.surface,
      borderColor: colors.line,
      padding: [8, 12],
      textStyle: { color: colors.ink, fontSize: 12 },
      axisPointer: { lineStyle: { color: colors.text, type: 'dashed' } },
      // Built from numbers and days alone, never from text that came with an event.
      formatter: (points) => {
        const index = (Array.isArray(points) ? points[0] : points)?.dataIndex;
        const day = index === undefined ? undefined : days[index];
        return day ? tooltipOf(day, colors) : '';
      },
    },
    series: [
      { ...line('Clicks', colors.clicks, 0, closed(clicks)), areaStyle: { opacity: 0.07 } },
      { ...line('Clicks', colors.clicks, 0, open(clicks)), ...dashed(colors.clicks) },
      line('Conversões', colors.conversions, 1, closed(conversions)),
      { ...line('Conversões', colors.conversions, 1, open(conversions)), ...dashed(colors.conversions) },
    ],
  };
}

function tooltipOf({ date, clicks, conversions }: DailyMetric, colors: ChartColors): string {
  const row = (label: string, text: string, color?: string) =>
    `<div style="display:flex;align-items:center;gap:8px;margin-top:4px">${
      color ? `<span style="width:8px;height:8px;border-radius:9px;background:${color}"></span>` : ''
    }<span>${label}</span><b style="margin-left:auto;padding-left:16px;font-variant-numeric:tabular-nums">${text}</b></div>`;
  return [
    `<div style="color:${colors.text}">${formatLongDay(date)}</div>`,
    row('Clicks', formatCount(clicks), colors.clicks),
    row('Conversões', formatCount(conversions), colors.conversions),
    row('Taxa de conversão', formatPercent(conversionRate(conversions, clicks))),
  ].join('');
}
