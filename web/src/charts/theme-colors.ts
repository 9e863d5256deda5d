import { type Theme, useTheme } from '../shell/theme.ts';

const ROLES = {
  clicks: '--chart-clicks',
  conversions: '--chart-conversions',
  'part-1': '--chart-part-1',
  'part-2': '--chart-part-2',
  'part-3': '--chart-part-3',
  'part-4': '--chart-part-4',
  'part-5': '--chart-part-5',
  'part-rest': '--chart-part-rest',
  grid: '--chart-grid',
  text: '--muted',
  ink: '--ink',
  surface: '--surface',
  line: '--line',
} as const;
export type ChartColors = Record<keyof typeof ROLES, string>;

const cache = new Map<Theme, ChartColors>();

/** The chart library needs values, not CSS variables: they are read from the tokens once per theme. */
export function useChartColors(): ChartColors {
  const theme = useTheme();
  let colors = cache.get(theme);
  if (!colors) {
    const style = getComputedStyle(document.documentElement);
    const read = ([role, variable]: [string, string]) => [role, style.getPropertyValue(variable).trim()];
    colors = Object.fromEntries(Object.entries(ROLES).map(read)) as ChartColors;
    cache.set(theme, colors);
  }
  return colors;
}
