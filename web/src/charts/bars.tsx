import { BarChart } from 'echarts/charts';
import { use } from 'echarts/core';
import { useMemo } from 'react';
import { formatCount } from '../format/figures.ts';
import type { ChartOption } from './chart-option.ts';
import { chartBase, EChart } from './echart.tsx';
import { type ChartColors, useChartColors } from './theme-colors.ts';
import { tooltipBase, tooltipHead, tooltipRow } from './tooltip.ts';

use([BarChart]);

export interface Bar {
  label: string;
  clicks: number;
  /** Further lines of the tooltip. */
  notes?: readonly (readonly [name: string, text: string])[];
}

/** Clicks by something, the first on top; labelled, so that no axis of figures is needed. Zero-based. */
export default function Bars({ bars, labelWidth = 120 }: { bars: readonly Bar[]; labelWidth?: number }) {
  const colors = useChartColors();
  const option = useMemo(() => optionOf(bars, labelWidth, colors), [bars, labelWidth, colors]);
  return <EChart option={option} />;
}

function optionOf(bars: readonly Bar[], labelWidth: number, colors: ChartColors): ChartOption {
  return {
    ...chartBase(),
    // The labels' width is fixed on the left; on the right stays room for the figure behind the longest bar.
    grid: { left: labelWidth + 8, right: 52, top: 4, bottom: 4 },
    xAxis: { type: 'value', min: 0, show: false },
    yAxis: {
      type: 'category',
      inverse: true,
      data: bars.map(({ label }) => label),
      axisLine: { show: false },
      axisTick: { show: false },
      axisLabel: { color: colors.ink, fontSize: 12, width: labelWidth, overflow: 'truncate' },
    },
    tooltip: {
      ...tooltipBase(colors),
      trigger: 'axis',
      axisPointer: { type: 'none' },
      formatter: (points) => {
        const index = (Array.isArray(points) ? points[0] : points)?.dataIndex;
        const bar = index === undefined ? undefined : bars[index];
        return bar ? tooltipOf(bar, colors) : '';
      },
    },
    series: [
      {
        type: 'bar',
        name: 'Clicks',
        data: bars.map(({ clicks }) => clicks),
        color: colors.clicks,
        barMaxWidth: 26,
        barCategoryGap: '40%',
        barMinHeight: 2,
        itemStyle: { borderRadius: [0, 4, 4, 0] },
        label: {
          show: true,
          position: 'right',
          color: colors.ink,
          fontSize: 12,
          formatter: ({ dataIndex }) => formatCount(bars[dataIndex]?.clicks ?? 0),
        },
      },
    ],
  };
}

const tooltipOf = ({ label, clicks, notes = [] }: Bar, colors: ChartColors): string =>
  [
    tooltipHead(label, colors),
    tooltipRow('Clicks', formatCount(clicks), colors.clicks),
    ...notes.map(([name, text]) => tooltipRow(name, text)),
  ].join('');
