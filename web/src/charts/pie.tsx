import { PieChart } from 'echarts/charts';
import { use } from 'echarts/core';
import { useMemo } from 'react';
import { formatCount, formatPercent } from '../format/figures.ts';
import type { ChartOption } from './chart-option.ts';
import { chartBase, cursorOf, EChart } from './echart.tsx';
import { type ChartColors, useChartColors } from './theme-colors.ts';
import { tooltipBase, tooltipHead, tooltipRow } from './tooltip.ts';

use([PieChart]);

export interface Slice {
  label: string;
  clicks: number;
  /** Index of the chart colour; the legend is next to the chart, in the page. */
  slot: Slot;
  /** Of its country; undefined: it is of several. */
  code?: string;
}
export type Slot = 1 | 2 | 3 | 4 | 5 | 'rest';

interface PieProps {
  slices: readonly Slice[];
  /** A slice was clicked. */
  onPick?: ((index: number) => void) | undefined;
}

/** Parts of a whole. */
export default function Pie({ slices, onPick }: PieProps) {
  const colors = useChartColors();
  const option = useMemo(() => optionOf({ slices, onPick }, colors), [slices, onPick, colors]);
  return <EChart option={option} onPick={onPick && (({ dataIndex }) => onPick(dataIndex))} />;
}

function optionOf({ slices, onPick }: PieProps, colors: ChartColors): ChartOption {
  const total = slices.reduce((sum, { clicks }) => sum + clicks, 0);
  return {
    ...chartBase(),
    tooltip: {
      ...tooltipBase(colors),
      trigger: 'item',
      formatter: (points) => {
        const index = (Array.isArray(points) ? points[0] : points)?.dataIndex;
        const slice = index === undefined ? undefined : slices[index];
        if (!slice) return '';
        const share = total > 0 ? (slice.clicks / total) * 100 : 0;
        return [
          tooltipHead(slice.label, colors),
          tooltipRow('Clicks', formatCount(slice.clicks), colorOf(slice, colors)),
          tooltipRow('Dos clicks com país', formatPercent(share)),
        ].join('');
      },
    },
    series: [
      {
        type: 'pie',
        radius: ['52%', '92%'],
        label: { show: false },
        labelLine: { show: false },
        emphasis: { scaleSize: 4 },
        itemStyle: { borderColor: colors.surface, borderWidth: 2 },
        data: slices.map((slice) => ({
          name: slice.label,
          value: slice.clicks,
          cursor: cursorOf(slice.code && onPick),
          itemStyle: { color: colorOf(slice, colors) },
        })),
      },
    ],
  };
}

const colorOf = ({ slot }: Slice, colors: ChartColors): string => colors[`part-${slot}`];
