import { AriaComponent, GridComponent, TooltipComponent } from 'echarts/components';
import * as echarts from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
// A CommonJS file: its component is the `default` of what Node and Vite give as the default import.
import echartsForReact from 'echarts-for-react/lib/core.js';
import type { ChartOption } from './chart-option.ts';

// What every chart needs; each kind of chart registers its own series itself.
echarts.use([GridComponent, TooltipComponent, AriaComponent, SVGRenderer]);

const ReactECharts = echartsForReact.default;

/**
 * Draws an option into the box around it. What it says must also be in a table for screen readers: `ChartFigure`. What is drawn gets its width after
 * the box has one: in a window that became narrow it is cut until then, rather than making the page scroll.
 */
export const EChart = ({ option }: { option: ChartOption }) => (
  <ReactECharts
    echarts={echarts}
    option={option}
    opts={{ renderer: 'svg' }}
    lazyUpdate
    style={{ height: '100%', width: '100%', overflow: 'hidden' }}
  />
);

/** What all charts share: the font, and no motion for those who ask for none. */
export const chartBase = () => ({
  animation: !matchMedia('(prefers-reduced-motion: reduce)').matches,
  animationDuration: 350,
  animationDurationUpdate: 250,
  textStyle: { fontFamily: 'Inter Variable, system-ui, sans-serif' },
});
