import { FIGURE_DIMENSIONS } from '@tracker/schemas/figures/dimensions';
import type { Dimension } from '@tracker/schemas/metrics/dimensions';

/** Their key is shown below the name: people look for it in the ad platform. */
const SHOW_KEY: ReadonlySet<Dimension> = new Set<Dimension>(['campaign', 'ad', 'adset', 'product']);

export const dimensionLabel = (dimension: Dimension): string => FIGURE_DIMENSIONS[dimension].label;

/** The id below the name; undefined where the name says it all. */
export function groupId(dimension: Dimension, key: string | null, name: string | null): string | undefined {
  return SHOW_KEY.has(dimension) && key !== null && name !== null ? key : undefined;
}
