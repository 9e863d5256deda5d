// Answers a `FigureQuery`: the one way in which screens, files, keys and jobs ask for figures. Its steps, each in its file:
//   plan → settings → sources → statement → read → value → names
// (`sources` and `statement` are in `sql/`; what is no sum is in `special/`).
import type { FigureAnswer } from '@tracker/schemas/contracts/figures.contract';
import type { FigureQuery } from '@tracker/schemas/figures/figure-query';
import { keyLabel } from '@tracker/schemas/figures/key-labels';
import { instantFromMs } from '@tracker/schemas/primitives/time';
import type { Asker } from './asker.ts';
import type { Group } from './groups.ts';
import { namesOfGroups } from './names.ts';
import type { Part } from './part.ts';
import { type FigureDeps, type FigurePlan, figurePlanOf, type Rank, rankOf } from './plan.ts';
import { readPart, readPlan, type WhatWasRead } from './read-plan.ts';
import { settingsOf } from './settings.ts';
import { type RowVerdict, verdicts } from './special/verdicts.ts';
import { type Measured, valueOfMetric } from './value.ts';

/** @throws AppError 400 when the compared days are out of range, 403 for what the asker may not see */
export async function askFigures(deps: FigureDeps, asker: Asker, asked: FigureQuery): Promise<FigureAnswer> {
  const plan = await figurePlanOf(deps, asker, asked);
  const judged = await verdicts.plan(deps, plan);
  const settings = settingsOf(deps, plan.tenant, judged);
  const [found, ofVerdicts] = await Promise.all([
    readPlan(deps, judged, settings),
    verdicts.asks(deps, judged, settings),
  ]);
  const names = await namesOfGroups(deps, plan.tenant, plan.by, found.groups);
  return answerOf(plan, found, names, verdicts.answers(judged, ofVerdicts, found.all));
}

type Row = FigureAnswer['rows'][number];

const valuesOfMetrics = (metrics: FigurePlan['metrics'], group: Measured | undefined): Row['values'] =>
  Object.fromEntries(metrics.map((metric) => [metric, valueOfMetric(metric, group)]));

const rowOf = (
  { by, metrics }: Pick<FigurePlan, 'by' | 'metrics'>,
  group: Group,
  names: readonly (string | null)[] | undefined,
): Pick<Row, 'keys' | 'labels' | 'values'> => ({
  keys: group.keys.map((key) => key || null),
  labels: by.map((dimension, place) => keyLabel(dimension, group.keys[place] || null, names?.[place] ?? null)),
  values: valuesOfMetrics(metrics, group),
});

/** A row of a file, with what it is ordered by. */
export interface RankedRow extends Omit<Row, keyof RowVerdict> {
  readonly rank: Rank;
}

/**
 * For a question of more groups than an answer has: gives the rows of one part of them after the other, of the same days, in no order.
 * Verdicts are of answers alone.
 * @throws AppError as `askFigures`
 */
export async function partsOfFigures(
  deps: FigureDeps,
  asker: Asker,
  asked: FigureQuery,
): Promise<(part: Part) => Promise<RankedRow[]>> {
  const plan = await figurePlanOf(deps, asker, asked);
  return async (part) => {
    // Which days are finalized changes while a long file is made.
    const { groups, before } = await readPart(deps, plan, settingsOf(deps, plan.tenant, plan), part);
    const names = await namesOfGroups(deps, plan.tenant, plan.by, groups);
    return groups.map((group, index) => ({
      ...rowOf(plan, group, names[index]),
      previous: before ? valuesOfMetrics(plan.metrics, before(group.keys)) : null,
      rank: rankOf(group, plan),
    }));
  };
}

function answerOf(
  { by, metrics, range, compared }: FigurePlan,
  { groups, all, previousAll, before, read, trackedSince }: WhatWasRead,
  names: readonly (readonly (string | null)[])[],
  verdictOf: (group: Group) => RowVerdict | undefined,
): FigureAnswer {
  const valuesOf = (group: Measured | undefined) => valuesOfMetrics(metrics, group);
  const previousTotal = previousAll ? valuesOf(previousAll.groups[0]) : null;
  return {
    period: { from: range.first, to: range.last },
    compare: compared && {
      from: compared.first,
      to: compared.last,
      ...(compared.isCut && { until: instantFromMs(compared.toMs) }),
    },
    trackedSince: trackedSince?.day ?? null,
    trackedFrom: trackedSince && instantFromMs(trackedSince.atMs),
    rows: groups.map((group, index) => ({
      ...rowOf({ by, metrics }, group, names[index]),
      previous: before ? valuesOf(before(group.keys)) : by.length === 0 ? previousTotal : null,
      ...verdictOf(group),
    })),
    total: { values: valuesOf(all.groups[0]), previous: previousTotal },
    groups: read?.total ?? 1,
    isCut: read !== null && read.total > groups.length,
    source: read?.source ?? all.source,
  };
}
