import { HeatmapChart } from 'echarts/charts';
import { VisualMapContinuousComponent } from 'echarts/components';
import { use } from 'echarts/core';
import { useMemo } from 'react';
import type { ChartOption } from './chart-option.ts';
import { chartBase, cursorOf, EChart } from './echart.tsx';
import { type ChartColors, useChartColors } from './theme-colors.ts';
import { tooltipBase, tooltipHead, tooltipRow } from './tooltip.ts';

use([HeatmapChart, VisualMapContinuousComponent]);

export interface HeatCell {
  column: number;
  row: number;
  value: number;
}

interface HeatMapProps {
  name: string;
  columns: readonly string[];
  rows: readonly string[];
  /** Without those that are not known. */
  cells: readonly HeatCell[];
  format: (value: number) => string;
  /** A square was clicked. */
  onPick?: ((index: number) => void) | undefined;
}

/** A figure of two dimensions, stronger where it is greater; a loss has the other colour. The sign is in the tooltip and the table, too. */
export default function HeatMap({ name, columns, rows, cells, format, onPick }: HeatMapProps) {
  const colors = useChartColors();
  const option = useMemo(
    () => optionOf({ name, columns, rows, cells, format, onPick }, colors),
    [name, columns, rows, cells, format, onPick, colors],
  );
  return <EChart option={option} onPick={onPick && (({ dataIndex }) => onPick(dataIndex))} />;
}

function optionOf({ name, columns, rows, cells, format, onPick }: HeatMapProps, colors: ChartColors): ChartOption {
  const most = Math.max(1, ...cells.map(({ value }) => Math.abs(value)));
  const hasLoss = cells.some(({ value }) => value < 0);
  const axis = { axisLine: { show: false }, axisTick: { show: false }, splitLine: { show: false } };
  return {
    ...chartBase(),
    grid: { left: 44, right: 4, top: 4, bottom: 22 },
    xAxis: { type: 'category', data: [...columns], ...axis, axisLabel: { color: colors.text, fontSize: 11 } },
    yAxis: {
      type: 'category',
      inverse: true,
      data: [...rows],
      ...axis,
      axisLabel: { color: colors.text, fontSize: 11 },
    },
    visualMap: {
      show: false,
      min: hasLoss ? -most : 0,
      max: most,
      inRange: {
        color: hasLoss ? [colors.conversions, colors.surface, colors['part-1']] : [colors.surface, colors['part-1']],
      },
    },
    tooltip: {
      ...tooltipBase(colors),
      trigger: 'item',
      formatter: (points) => {
        const index = (Array.isArray(points) ? points[0] : points)?.dataIndex;
        const cell = index === undefined ? undefined : cells[index];
        if (!cell) return '';
        const head = `${rows[cell.row] ?? ''}, ${columns[cell.column] ?? ''}`;
        return tooltipHead(head, colors) + tooltipRow(name, format(cell.value));
      },
    },
    series: [
      {
        type: 'heatmap',
        name,
        data: cells.map(({ column, row, value }) => [column, row, value]),
        cursor: cursorOf(onPick),
        itemStyle: { borderColor: colors.grid, borderWidth: 1 },
      },
    ],
  } as ChartOption;
}
