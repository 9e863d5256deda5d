import { LineChart } from 'echarts/charts';
import { AriaComponent, GridComponent, TooltipComponent } from 'echarts/components';
import * as echarts from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
// A CommonJS file: its component is the `default` of what Node and Vite give as the default import.
import echartsForReact from 'echarts-for-react/lib/core.js';
import type { ChartOption } from './chart-option.ts';

// Only what is drawn; another kind of chart registers its parts here.
echarts.use([LineChart, GridComponent, TooltipComponent, AriaComponent, SVGRenderer]);

const ReactECharts = echartsForReact.default;

/** Draws an option into the box around it. What it says must also stand in a table for screen readers. */
export const EChart = ({ option }: { option: ChartOption }) => (
  <ReactECharts
    echarts={echarts}
    option={option}
    opts={{ renderer: 'svg' }}
    lazyUpdate
    style={{ height: '100%', width: '100%' }}
  />
);
