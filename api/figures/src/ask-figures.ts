// Answers a `FigureQuery`: the one way in which screens, files, keys and jobs ask for figures. Its steps, each in its file:
//   plan → settings → sources → statement → read → value → names
// (`sources` and `statement` are in `sql/`; what is no sum is in `special/`).
import type { FigureAnswer } from '@tracker/schemas/contracts/figures.contract';
import type { FigureQuery } from '@tracker/schemas/figures/figure-query';
import { keyLabel } from '@tracker/schemas/figures/key-labels';
import { needsTracking } from '@tracker/schemas/figures/metrics';
import { instantFromMs } from '@tracker/schemas/primitives/time';
import type { Asker } from './asker.ts';
import type { Group } from './groups.ts';
import { namesOfGroups } from './names.ts';
import { type FigureDeps, type FigurePlan, figurePlanOf } from './plan.ts';
import { readPlan, type WhatWasRead } from './read-plan.ts';
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

type Values = FigureAnswer['total']['values'];

function answerOf(
  { by, metrics, range, compared }: FigurePlan,
  { groups, all, previousAll, before, read, trackedSince }: WhatWasRead,
  names: readonly (readonly (string | null)[])[],
  verdictOf: (group: Group) => RowVerdict | undefined,
): FigureAnswer {
  const valuesOf = (group: Measured | undefined): Values =>
    Object.fromEntries(metrics.map((metric) => [metric, valueOfMetric(metric, group)]));
  // A sum of days of which some were not tracked is no whole to compare with.
  const isWhole = compared === null || (trackedSince !== null && trackedSince.day <= compared.first);
  const previousOf = (group: Measured | undefined): Values => {
    const values = valuesOf(group);
    if (isWhole) return values;
    return Object.fromEntries(
      metrics.map((metric) => [metric, needsTracking(metric) ? null : (values[metric] ?? null)]),
    );
  };
  const previousTotal = previousAll ? previousOf(previousAll.groups[0]) : null;
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
      keys: group.keys.map((key) => key || null),
      labels: by.map((dimension, place) =>
        keyLabel(dimension, group.keys[place] || null, names[index]?.[place] ?? null),
      ),
      values: valuesOf(group),
      previous: before ? previousOf(before(group.keys)) : by.length === 0 ? previousTotal : null,
      ...verdictOf(group),
    })),
    total: { values: valuesOf(all.groups[0]), previous: previousTotal },
    groups: read?.total ?? 1,
    isCut: read !== null && read.total > groups.length,
    source: read?.source ?? all.source,
  };
}
