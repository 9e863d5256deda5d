import { conversionRate } from '@tracker/schemas/metrics/formulas';
import { LineChart } from 'echarts/charts';
import { use } from 'echarts/core';
import { useMemo } from 'react';
import { formatLongDay } from '../format/calendar-days.ts';
import { formatCount, formatRate } from '../format/figures.ts';
import type { ChartOption } from './chart-option.ts';
import { chartBase, EChart } from './echart.tsx';
import { evenScale } from './even-scale.ts';
import { type ChartColors, useChartColors } from './theme-colors.ts';

use([LineChart]);

/** A day or an hour. Null: it is still to come, or was before tracking began; one of both in all points: it is not known. */
export interface LinePoint {
  name: string;
  /** 'yyyy-MM-dd' of a day. */
  day?: string;
  axis: string;
  clicks: number | null;
  conversions: number | null;
}

/** The point that is not over yet: a hollow dot, since a line to it would look like a fall. */
export interface OpenPoint {
  index: number;
  note: string;
  /** Where it ends if it goes on like that; undefined where that says nothing. */
  pace?: { clicks: number | undefined; conversions: number | undefined };
}

/** Clicks (left scale) and conversions (right scale). Both scales begin at zero. */
export default function DailyLines({ points, open }: { points: readonly LinePoint[]; open: OpenPoint | undefined }) {
  const colors = useChartColors();
  const option = useMemo(() => optionOf(points, open, colors), [points, open, colors]);
  return <EChart option={option} />;
}

const SPLITS = 4;
/** Fewer than this many in a day are dots: a line between them would say that there was something in between. */
const LINE_FROM = 4;

type Values = (number | null)[];

function optionOf(points: readonly LinePoint[], open: OpenPoint | undefined, colors: ChartColors): ChartOption {
  const { pace } = open ?? {};
  const isOpen = (index: number) => index === open?.index;
  const isLast = (index: number) => index === (open?.index ?? points.length) - 1;
  const figures = [
    { name: 'Clicks', color: colors.clicks, values: points.map(({ clicks }) => clicks), pace: pace?.clicks },
    {
      name: 'Conversões',
      color: colors.conversions,
      values: points.map(({ conversions }) => conversions),
      pace: pace?.conversions,
    },
  ];
  const series = figures.flatMap(({ name, color, values, pace }, axis) => {
    const line = (data: Values) => ({
      type: 'line' as const,
      name,
      yAxisIndex: axis,
      data,
      color,
      clip: false,
      smooth: 0.25,
      smoothMonotone: 'x' as const,
      showSymbol: false,
      symbol: 'circle',
      symbolSize: 7,
      lineStyle: { width: 2.25, color },
      emphasis: { lineStyle: { width: 2.25 } },
    });
    const only = (keeps: (index: number) => boolean, value = (index: number): number | null => values[index] ?? null) =>
      values.map((_, index) => (keeps(index) ? value(index) : null));
    const closed = line(only((index) => !isOpen(index)));
    const hasLine = Math.max(...values.map((value) => value ?? 0)) >= LINE_FROM;
    // Of the same height, a dot in a ring: neither hides the other.
    const size = axis === 0 ? 7 : 12;
    const ring = { itemStyle: { color: 'transparent', borderColor: color, borderWidth: 2 } };
    const dots = {
      ...{ showSymbol: true, showAllSymbol: true, symbolSize: (value: number) => (value > 0 ? size : 0) },
      ...(axis === 1 && ring),
    };
    const labelOf = (text: string) => ({
      ...{ show: true, formatter: text, color: colors.text, fontSize: 11 },
      // Readable over a line.
      ...{ backgroundColor: colors.surface, padding: [2, 4], borderRadius: 4 },
    });
    return [
      {
        ...closed,
        ...(hasLine ? axis === 0 && { areaStyle: { opacity: 0.07 } } : { ...dots, lineStyle: { width: 0 } }),
      },
      {
        ...line(only(isOpen)),
        ...{ showSymbol: true, symbolSize: size + 1, ...ring },
        // Shown once, at the first of the two dots.
        label: axis === 0 && open ? { ...labelOf(open.note), position: 'left' as const, distance: 8 } : { show: false },
      },
      ...(pace === undefined
        ? []
        : [
            {
              ...line(
                only(
                  (index) => isOpen(index) || isLast(index),
                  (index) => (isOpen(index) ? pace : (values[index] ?? null)),
                ),
              ),
              lineStyle: { width: 2, color, type: [4, 4] },
              endLabel: { show: false },
            },
          ]),
    ];
  });
  const scale = (index: 0 | 1) => {
    const { values, pace, color } = figures[index] ?? { values: [], pace: 0, color: '' };
    const { max, interval } = evenScale(Math.max(pace ?? 0, ...values.map((value) => value ?? 0)), SPLITS);
    return {
      type: 'value' as const,
      position: index === 0 ? ('left' as const) : ('right' as const),
      min: 0,
      max,
      interval,
      axisLabel: { color, fontSize: 11, formatter: formatCount },
      splitLine: { show: index === 0, lineStyle: { color: colors.grid } },
    };
  };
  return {
    ...chartBase(),
    grid: { left: 4, right: 6, top: 14, bottom: 2, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    xAxis: {
      type: 'category',
      boundaryGap: false,
      data: points.map(({ axis }) => axis),
      axisLabel: {
        ...{ color: colors.text, fontSize: 11, hideOverlap: true, margin: 10 },
        // The last day is the one that people look for.
        ...{ showMaxLabel: true, alignMaxLabel: 'right', alignMinLabel: 'left' },
      },
      axisLine: { lineStyle: { color: colors.grid } },
      axisTick: { show: false },
    },
    yAxis: [scale(0), scale(1)],
    tooltip: {
      trigger: 'axis',
      confine: true,
      backgroundColor: colors.surface,
      borderColor: colors.line,
      padding: [8, 12],
      textStyle: { color: colors.ink, fontSize: 12 },
      axisPointer: { lineStyle: { color: colors.text, type: 'dashed' } },
      // Built from numbers and days alone, never from text that came with an event.
      formatter: (shown) => {
        const index = (Array.isArray(shown) ? shown[0] : shown)?.dataIndex;
        const point = index === undefined ? undefined : points[index];
        return point ? tooltipOf(point, index === open?.index ? open : undefined, colors) : '';
      },
    },
    series,
  } as ChartOption;
}

function tooltipOf(
  { name, day, clicks, conversions }: LinePoint,
  open: OpenPoint | undefined,
  colors: ChartColors,
): string {
  if (clicks === null && conversions === null) return '';
  const row = (label: string, text: string, color?: string) =>
    `<div style="display:flex;align-items:center;gap:8px;margin-top:4px">${
      color ? `<span style="width:8px;height:8px;border-radius:9px;background:${color}"></span>` : ''
    }<span>${label}</span><b style="margin-left:auto;padding-left:16px;font-variant-numeric:tabular-nums">${text}</b></div>`;
  const { clicks: paceOfClicks, conversions: paceOfConversions } = open?.pace ?? {};
  return [
    `<div style="color:${colors.text}">${day ? formatLongDay(day) : name}${open ? ` · ${open.note}` : ''}</div>`,
    ...(clicks === null ? [] : [row('Clicks', formatCount(clicks), colors.clicks)]),
    ...(conversions === null ? [] : [row('Conversões', formatCount(conversions), colors.conversions)]),
    ...(clicks === null || conversions === null
      ? []
      : [row('Taxa de conversão', formatRate(conversionRate(conversions, clicks), clicks))]),
    ...(paceOfClicks === undefined ? [] : [row('Clicks no ritmo de hoje', formatCount(paceOfClicks))]),
    ...(paceOfConversions === undefined ? [] : [row('Conversões no ritmo de hoje', formatCount(paceOfConversions))]),
  ].join('');
}
