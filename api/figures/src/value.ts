// What a metric is of a group. Plain sums are of all its days; ratios and profit of those since tracking began (ADR 94).
import { type FigureMetric, hasSpend, metricFrom, metricOf } from '@tracker/schemas/figures/metrics';
import { type Group, isSpendKnown, orZero } from './read-groups.ts';

export interface Measured {
  readonly sums: Group['sums'];
  readonly tracked: Pick<Group['tracked'], 'sums'>;
}

/** Null where one of its sums is unknown, and of no group. */
export const valueOfMetric = (metric: FigureMetric, group: Measured | undefined): number | null =>
  metricFrom(metric, (metricOf(metric).kind === 'sum' ? group?.sums : group?.tracked.sums) ?? {});

/** The same in the calls of the specification: a sum that is unknown is 0 there, and what follows from spend that no one knows is null. */
export const specifiedValueOf = (metric: FigureMetric, group: Measured): number | null =>
  hasSpend(metric) && !isSpendKnown(group)
    ? null
    : valueOfMetric(metric, { sums: orZero(group), tracked: { sums: orZero(group.tracked) } });
