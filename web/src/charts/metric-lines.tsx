import { LineChart } from 'echarts/charts';
import { use } from 'echarts/core';
import { useMemo } from 'react';
import type { ChartOption } from './chart-option.ts';
import { chartBase, cursorOf, EChart } from './echart.tsx';
import { type ChartColors, useChartColors } from './theme-colors.ts';
import { tooltipBase, tooltipHead, tooltipRow } from './tooltip.ts';

use([LineChart]);

export interface MetricLine {
  label: string;
  /** In the order of the days; null is a gap. */
  values: readonly (number | null)[];
}

interface MetricLinesProps {
  days: readonly string[];
  lines: readonly MetricLine[];
  format: (value: number) => string;
  /** A point was clicked. */
  onPick?: ((line: number, day: number) => void) | undefined;
}

/** A figure of some groups by day; the legend is next to the chart, in the page. */
export default function MetricLines({ days, lines, format, onPick }: MetricLinesProps) {
  const colors = useChartColors();
  const option = useMemo(
    () => optionOf({ days, lines, format, onPick }, colors),
    [days, lines, format, onPick, colors],
  );
  return <EChart option={option} onPick={onPick && (({ seriesIndex, dataIndex }) => onPick(seriesIndex, dataIndex))} />;
}

const SLOTS = ['part-1', 'part-2', 'part-3', 'part-4', 'part-5'] as const;

function optionOf({ days, lines, format, onPick }: MetricLinesProps, colors: ChartColors): ChartOption {
  const colorOf = (index: number) => colors[SLOTS[index % SLOTS.length] ?? 'part-1'];
  return {
    ...chartBase(),
    grid: { left: 4, right: 8, top: 14, bottom: 2, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    xAxis: {
      type: 'category',
      data: [...days],
      axisLabel: { color: colors.text, fontSize: 11, hideOverlap: true, margin: 10 },
      axisLine: { lineStyle: { color: colors.grid } },
      axisTick: { show: false },
    },
    yAxis: {
      type: 'value',
      axisLabel: { color: colors.text, fontSize: 11, formatter: format },
      splitLine: { lineStyle: { color: colors.grid } },
    },
    tooltip: {
      ...tooltipBase(colors),
      trigger: 'axis',
      formatter: (points) => {
        const index = (Array.isArray(points) ? points[0] : points)?.dataIndex;
        if (index === undefined) return '';
        const rows = lines.map(({ label, values }, line) => {
          const value = values[index] ?? null;
          return value === null ? '' : tooltipRow(label, format(value), colorOf(line));
        });
        return [tooltipHead(days[index] ?? '', colors), ...rows].join('');
      },
    },
    series: lines.map(({ label, values }, index) => ({
      type: 'line' as const,
      name: label,
      data: [...values],
      color: colorOf(index),
      showSymbol: days.length < 4,
      symbol: 'circle',
      // As large as a pointer can meet.
      symbolSize: 10,
      cursor: cursorOf(onPick),
      lineStyle: { width: 2, color: colorOf(index) },
    })),
  } as ChartOption;
}
