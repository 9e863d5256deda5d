import { AriaComponent, GridComponent, TooltipComponent } from 'echarts/components';
import * as echarts from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
// A CommonJS file: its component is the `default` of what Node and Vite give as the default import.
import echartsForReact from 'echarts-for-react/lib/core.js';
import { useEffect, useRef, useState } from 'react';
import type { ChartOption } from './chart-option.ts';

// What every chart needs; each kind of chart registers its own series itself.
echarts.use([GridComponent, TooltipComponent, AriaComponent, SVGRenderer]);

const ReactECharts = echartsForReact.default;

interface Picked {
  dataIndex: number;
  seriesIndex: number;
}

interface EChartProps {
  option: ChartOption;
  /** A part of it was clicked: a bar or its label, a point, a square, a slice. */
  onPick?: ((picked: Picked) => void) | undefined;
}

/**
 * Draws an option into the box around it. What it says must also be in a table for screen readers: `ChartFigure`. What is drawn gets its width after
 * the box has one: in a window that became narrow it is cut until then, rather than making the page scroll.
 */
export function EChart({ option, onPick }: EChartProps) {
  const latest = useRef(onPick);
  useEffect(() => {
    latest.current = onPick;
  });
  // The library binds what it has when it begins to draw.
  const [events] = useState(() => ({ click: (picked: Picked) => latest.current?.(picked) }));
  return (
    <ReactECharts
      echarts={echarts}
      option={option}
      opts={{ renderer: 'svg' }}
      lazyUpdate
      onEvents={events}
      style={{ height: '100%', width: '100%', overflow: 'hidden' }}
    />
  );
}

/** A hand over what leads somewhere, and nowhere else. */
export const cursorOf = (onPick: unknown) => (onPick ? 'pointer' : 'default');

/** What all charts share: the font, and no motion for those who ask for none. */
export const chartBase = () => ({
  animation: !matchMedia('(prefers-reduced-motion: reduce)').matches,
  animationDuration: 350,
  animationDurationUpdate: 250,
  textStyle: { fontFamily: 'Inter Variable, system-ui, sans-serif' },
});
