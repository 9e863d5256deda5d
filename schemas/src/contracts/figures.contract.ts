import { z } from 'zod';
import { FIGURE_DIMENSION_NAMES } from '../figures/dimensions.ts';
import { FIGURE_EXAMPLES } from '../figures/examples.ts';
import { FACTS } from '../figures/facts.ts';
import { FATIGUE_DAYS, FATIGUE_LOOK_BACK_DAYS } from '../figures/fatigue.ts';
import { FigurePeriod, FigureQuery, FigureValuesQuery, questionFromSearch } from '../figures/figure-query.ts';
import { EVIDENCE_COUNTS, TARGET_OWNERS } from '../figures/judge-group.ts';
import { LAG_DAYS } from '../figures/lag.ts';
import { FIGURE_METRIC_NAMES, METRIC_UNITS } from '../figures/metrics.ts';
import { VERDICTS } from '../figures/verdict.ts';
import { TenantDay } from '../primitives/tenant-day.ts';
import { Instant } from '../primitives/time.ts';
import { Figure } from './common.ts';
import { defineContract } from './define-contract.ts';

const Period = z.object({ from: TenantDay, to: TenantDay });
/** By metric, of those that were asked for. Money is in BRL; null is unknown. */
const Values = z.partialRecord(z.enum(FIGURE_METRIC_NAMES), Figure.nullable());

export const FigureAnswer = z.object({
  period: Period,
  /** `until`: a period that ends today is compared with a last day that ends at the same time of day. */
  compare: Period.extend({ until: Instant.optional() }).nullable(),
  /** The first day with a click of a person or a verified conversion; null: there is none yet. */
  trackedSince: TenantDay.nullable(),
  /** Its moment: where spend is known by the hour, ratios begin with its hour. */
  trackedFrom: Instant.nullable(),
  rows: z.array(
    z.object({
      /** In the order of `by`; null: the facts of the group lack it. */
      keys: z.array(z.string().nullable()),
      /** What people call each key. */
      labels: z.array(z.string()),
      values: Values,
      /** Of the compared period; null: none was asked for. */
      previous: Values.nullable(),
      /**
       * Only in groups of campaigns, ad sets and ads: whether their evidence is too little or too much for chance by the target CPA or ROAS of the product, campaign
       * or tenant, and by break-even where none is set. Null: no spend, or nothing says what a conversion is worth yet. Where no run has read a day of it, it is 'little-data'.
       */
      verdict: z.enum(VERDICTS).nullable().optional(),
      /** How sure 'below' or 'above' is, from 0.95 to 1; null for the others. */
      probability: Figure.nullable().optional(),
      /** What the verdict follows from. */
      evidence: z
        .object({
          /** Null: a day was read by no run. */
          spend: Figure.nullable(),
          /** Verified ones of a click, an assignment or utm values that name a campaign or an ad. */
          conversions: z.number().int(),
          /** Those of an ad on target; null: not known, or as each conversion costs more than it brings. */
          expected: Figure.nullable(),
          /** A target CPA counts all conversions, what money must come back conversions alone. */
          counts: z.enum(EVIDENCE_COUNTS),
          /** Verified conversions of the row that count for nothing: direct ones of the main campaign. */
          direct: z.number().int(),
          /** Of break-even: what a conversion leaves after its tax, fee and product cost. */
          kept: Figure.nullable(),
          /** Whose targets it is measured by. */
          targets: z.array(z.object({ of: z.enum(TARGET_OWNERS), id: z.string().nullable() })),
        })
        .nullable()
        .optional(),
    }),
  ),
  /** Of all groups: what a group cannot split is known here. */
  total: z.object({ values: Values, previous: Values.nullable() }),
  /** Beyond the limit, too. */
  groups: z.number().int(),
  /** There are more groups than rows: ask with a greater `limit`. */
  isCut: z.boolean(),
  /** `facts`: no rollup knows what was asked, so that the events of all days were read. */
  source: z.enum(['rollup', 'facts']),
});
export type FigureAnswer = z.infer<typeof FigureAnswer>;

const names = (all: readonly string[]) => `${all.slice(0, 3).join(', ')} … of \`GET /api/figures/dimensions\``;

const QUESTION = z.object({
  from: z.string().describe('The first day, yyyy-MM-dd, of the company’s time zone.'),
  to: z.string().describe('The last day, inclusive.'),
  by: z
    .string()
    .optional()
    .describe(`Up to three dimensions with commas: ${names(FIGURE_DIMENSION_NAMES)}.`),
  metrics: z.string().describe(`With commas: ${names(FIGURE_METRIC_NAMES)}.`),
  f: z
    .array(z.string())
    .optional()
    .describe(
      'A filter `dimension:op:value,value`, up to six times: `is` (exactly), `not`, `has` (contains, without case and accents), `none` (lacks it; without values). All must hold, of the values any. A comma within a value is written `%2C`, and a percent sign `%25` (before the URL encodes them), or the question goes by POST.',
    ),
  order: z
    .string()
    .optional()
    .describe('A metric; with `-` the greatest first. By default revenue, clicks, spend, greatest first.'),
});

const COMPARED = {
  compare: z
    .string()
    .optional()
    .describe('`previous` (as many days just before), `week`, `month`, `year` (the same days of it), or `from,to`.'),
  weekdays: z
    .string()
    .optional()
    .describe(
      '`same`: the compared days move to the nearest ones on the same weekdays. An own period stays, and so does the day before a day.',
    ),
};

export const askFigures = defineContract('figures.ask', 'GET /api/figures', 'viewer', {
  shared: true,
  summary: 'Figures by up to three dimensions, filtered, compared and ordered.',
  query: QUESTION.extend({
    ...COMPARED,
    limit: z.string().optional().describe('Of the rows: 1 to 1000, by default 100.'),
  }),
  commaLists: ['by', 'metrics'],
  invalid: 'invalid-question',
  response: FigureAnswer,
  figures: true,
  examples: FIGURE_EXAMPLES.map(({ summary, search }) => ({ summary, query: { ...search } })),
});

export const askFiguresByBody = defineContract('figures.ask-by-body', 'POST /api/figures', 'viewer', {
  keyScope: 'read',
  summary: 'The same as JSON, for values with a comma or colon; it changes nothing.',
  body: FigureQuery,
  invalid: 'invalid-question',
  response: FigureAnswer,
  figures: true,
  examples: FIGURE_EXAMPLES.map(({ summary, search }) => ({ summary, body: questionFromSearch(search) })),
});

export const exportFigures = defineContract('figures.export', 'GET /api/figures/export', 'viewer', {
  summary: `The rows of a question as a file of comma-separated values, each key with its name; what is not known is empty. All of them, in the order of the question. With \`f\` or \`compare\`, or where no run has read the spend of a day, its name and first line say period, compared period, filters and of how many days spend is unknown. With \`compare\` the figure of the other period and the change in percent are next to a metric; of several days of which the last is today the finished ones are compared, and their figure has a column, too.`,
  query: QUESTION.extend({
    ...COMPARED,
    changes: z
      .string()
      .optional()
      .describe('With `compare`: which of the metrics are compared, with commas. By default all of them.'),
  }),
  commaLists: ['by', 'metrics', 'changes'],
  invalid: 'invalid-question',
  response: z.string(),
  csv: true,
});

export const figureValues = defineContract('figures.values', 'GET /api/figures/values', 'viewer', {
  summary: 'The values of a dimension, for a filter: most clicked first, or most sold where clicks do not know it.',
  query: FigureValuesQuery,
  invalid: 'invalid-question',
  response: z.array(z.object({ key: z.string(), label: z.string() })),
  paged: true,
  figures: true,
  examples: [{ summary: 'Campaigns', query: { dim: 'campaign', from: '2026-11-01', to: '2026-11-30' } }],
});

export const conversionLag = defineContract('figures.lag', 'GET /api/figures/lag', 'viewer', {
  summary: `Which share of the sales of some days’ clicks is still to come, by how long the verified sales of the last ${LAG_DAYS} days took after their click.`,
  query: FigurePeriod,
  invalid: 'invalid-question',
  response: z.object({
    /** From how many conversions it is known. */
    conversions: z.number().int(),
    /** In percent of all conversions that these clicks bring; null: fewer than 30 of them show it. */
    stillToCome: Figure.nullable(),
  }),
  figures: true,
  examples: [{ summary: 'November', query: { from: '2026-11-01', to: '2026-11-30' } }],
});

const FatigueWeek = z.object({ from: TenantDay, to: TenantDay, spend: Figure, conversions: Figure });

export const adFatigue = defineContract('figures.fatigue', 'GET /api/figures/fatigue', 'viewer', {
  summary: `Ads whose last ${FATIGUE_DAYS} finished days bring fewer verified conversions for their spend than their first ${FATIGUE_DAYS} of the last ${FATIGUE_LOOK_BACK_DAYS} days, beyond chance (below 5 %). The surest first.`,
  response: z.object({
    from: TenantDay,
    /** Yesterday. */
    to: TenantDay,
    ads: z.array(
      z.object({
        ad: z.string(),
        first: FatigueWeek,
        last: FatigueWeek,
        /** How probable so few conversions are of an ad that is as good as it was. */
        chance: Figure,
        /** Those with spend or a conversion. */
        days: z.array(z.object({ day: TenantDay, spend: Figure, conversions: Figure })),
      }),
    ),
  }),
  figures: true,
});
export type AdFatigue = z.infer<(typeof adFatigue)['response']>;

export const figureDimensions = defineContract('figures.dimensions', 'GET /api/figures/dimensions', 'viewer', {
  summary:
    'All dimensions and metrics. A metric is known in the groups of a dimension when the dimension is known by all facts of the metric.',
  response: z.object({
    dimensions: z.array(
      z.object({
        id: z.enum(FIGURE_DIMENSION_NAMES),
        label: z.string(),
        /** What people read where there is no key. */
        absent: z.string(),
        /** A filter may ask what it contains. */
        isText: z.boolean(),
        knownBy: z.array(z.enum(FACTS)),
      }),
    ),
    metrics: z.array(
      z.object({
        id: z.enum(FIGURE_METRIC_NAMES),
        label: z.string(),
        unit: z.enum(METRIC_UNITS),
        facts: z.array(z.enum(FACTS)),
      }),
    ),
  }),
});
