import { BarChart } from 'echarts/charts';
import { use } from 'echarts/core';
import { useMemo } from 'react';
import type { ChartOption } from './chart-option.ts';
import { chartBase, cursorOf, EChart } from './echart.tsx';
import { type ChartColors, useChartColors } from './theme-colors.ts';
import { tooltipBase, tooltipHead, tooltipRow } from './tooltip.ts';

use([BarChart]);

export interface Bar {
  label: string;
  value: number;
  /** Further lines of the tooltip. */
  notes?: readonly (readonly [name: string, text: string])[];
}

interface BarsProps {
  /** What the figure is. */
  name: string;
  bars: readonly Bar[];
  format: (value: number) => string;
  labelWidth?: number;
  /** Room for the figure behind the longest bar. */
  figureWidth?: number;
  /** A bar or its label was clicked. */
  onPick?: ((index: number) => void) | undefined;
}

/** A figure by something, the first on top; labelled, so that no axis of figures is needed. Zero-based; a loss goes to the left. */
export default function Bars({ name, bars, format, labelWidth = 120, figureWidth = 52, onPick }: BarsProps) {
  const colors = useChartColors();
  const option = useMemo(
    () => optionOf({ name, bars, format, labelWidth, figureWidth, onPick }, colors),
    [name, bars, format, labelWidth, figureWidth, onPick, colors],
  );
  return <EChart option={option} onPick={onPick && (({ dataIndex }) => onPick(dataIndex))} />;
}

function optionOf(
  { name, bars, format, labelWidth, figureWidth, onPick }: Required<Omit<BarsProps, 'onPick'>> & BarsProps,
  colors: ChartColors,
): ChartOption {
  return {
    ...chartBase(),
    // The labels' width is fixed on the left.
    grid: { left: labelWidth + 8, right: figureWidth, top: 4, bottom: 4 },
    xAxis: { type: 'value', show: false },
    yAxis: {
      type: 'category',
      inverse: true,
      triggerEvent: onPick !== undefined,
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
        return bar ? tooltipOf(name, bar, format, colors) : '';
      },
    },
    series: [
      {
        type: 'bar',
        name,
        // Flat where it begins.
        data: bars.map(({ value }) => ({
          value,
          itemStyle: { borderRadius: value < 0 ? [4, 0, 0, 4] : [0, 4, 4, 0] },
        })),
        color: colors.clicks,
        cursor: cursorOf(onPick),
        barMaxWidth: 26,
        barCategoryGap: '40%',
        barMinHeight: 2,
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

const tooltipOf = (
  name: string,
  { label, value, notes = [] }: Bar,
  format: BarsProps['format'],
  colors: ChartColors,
): string =>
  [
    tooltipHead(label, colors),
    tooltipRow(name, format(value), colors.clicks),
    ...notes.map(([note, text]) => tooltipRow(note, text)),
  ].join('');
