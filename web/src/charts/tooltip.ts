import { format } from 'echarts/core';
import type { ChartColors } from './theme-colors.ts';

/** The box of a tooltip. */
export const tooltipBase = (colors: ChartColors) => ({
  confine: true,
  backgroundColor: colors.surface,
  borderColor: colors.line,
  padding: [8, 12] as [number, number],
  textStyle: { color: colors.ink, fontSize: 12 },
});

/** One figure of a tooltip. Texts may have come with an event: nothing in them is markup. */
export function tooltipRow(label: string, text: string, color?: string): string {
  const dot = color ? `<span style="width:8px;height:8px;border-radius:9px;background:${color}"></span>` : '';
  return `<div style="display:flex;align-items:center;gap:8px;margin-top:4px">${dot}<span>${format.encodeHTML(label)}</span><b style="margin-left:auto;padding-left:16px;font-variant-numeric:tabular-nums">${format.encodeHTML(text)}</b></div>`;
}

export const tooltipHead = (text: string, colors: ChartColors): string =>
  `<div style="color:${colors.text}">${format.encodeHTML(text)}</div>`;
