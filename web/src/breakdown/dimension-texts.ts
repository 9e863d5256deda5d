import { FIGURE_DIMENSIONS, type FigureDimension } from '@tracker/schemas/figures/dimensions';
import { DIMENSIONS, type Dimension } from '@tracker/schemas/metrics/dimensions';

/** Their key is shown below the name: people look for it in the ad platform. */
const SHOW_KEY: ReadonlySet<Dimension> = new Set<Dimension>(['campaign', 'ad', 'adset', 'product']);

/** Whether the breakdown of the specification has these groups; figures have all. */
export const isBreakdown = (groupBy: readonly FigureDimension[]): groupBy is readonly [Dimension, ...Dimension[]] =>
  groupBy.length > 0 && groupBy.length <= 2 && groupBy.every((one) => DIMENSIONS.some((known) => known === one));

export const dimensionLabel = (dimension: Dimension): string => FIGURE_DIMENSIONS[dimension].label;

/** The id below the name; undefined where the name says it all. */
export function groupId(dimension: Dimension, key: string | null, name: string | null): string | undefined {
  return SHOW_KEY.has(dimension) && key !== null && name !== null ? key : undefined;
}
