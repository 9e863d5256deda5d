import { BarChart } from 'echarts/charts';
import { use } from 'echarts/core';
import { useMemo } from 'react';
import type { ChartOption } from './chart-option.ts';
import { chartBase, EChart } from './echart.tsx';
import { type ChartColors, useChartColors } from './theme-colors.ts';
import { tooltipBase, tooltipHead, tooltipRow } from './tooltip.ts';

use([BarChart]);

interface MetricBarsProps {
  /** What the figure is. */
  name: string;
  bars: readonly { label: string; value: number }[];
  format: (value: number) => string;
}

/** A figure of some groups, the first on top. Zero-based; a loss goes to the left. */
export default function MetricBars({ name, bars, format }: MetricBarsProps) {
  const colors = useChartColors();
  const option = useMemo(() => optionOf({ name, bars, format }, colors), [name, bars, format, colors]);
  return <EChart option={option} />;
}

const LABEL_WIDTH = 150;

function optionOf({ name, bars, format }: MetricBarsProps, colors: ChartColors): ChartOption {
  return {
    ...chartBase(),
    grid: { left: LABEL_WIDTH + 8, right: 96, top: 4, bottom: 4 },
    xAxis: { type: 'value', show: false },
    yAxis: {
      type: 'category',
      inverse: true,
      data: bars.map(({ label }) => label),
      axisLine: { show: false },
      axisTick: { show: false },
      axisLabel: { color: colors.ink, fontSize: 12, width: LABEL_WIDTH, overflow: 'truncate' },
    },
    tooltip: {
      ...tooltipBase(colors),
      trigger: 'axis',
      axisPointer: { type: 'none' },
      formatter: (points) => {
        const index = (Array.isArray(points) ? points[0] : points)?.dataIndex;
        const bar = index === undefined ? undefined : bars[index];
        return bar ? tooltipHead(bar.label, colors) + tooltipRow(name, format(bar.value)) : '';
      },
    },
    series: [
      {
        type: 'bar',
        name,
        data: bars.map(({ value }) => value),
        color: colors.clicks,
        barMaxWidth: 26,
        barCategoryGap: '40%',
        itemStyle: { borderRadius: 4 },
        label: {
          show: true,
          position: 'right',
          color: colors.ink,
          fontSize: 12,
          formatter: ({ dataIndex }) => format(bars[dataIndex]?.value ?? 0),
        },
      },
    ],
  };
}
