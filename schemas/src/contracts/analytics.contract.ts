import { z } from 'zod';
import { DIMENSIONS } from '../metrics/dimensions.ts';
import { DayRangeQuery, Figure, queryInteger } from './common.ts';
import { defineContract } from './define-contract.ts';

const ONE_OR_TWO = `Agrupe por uma ou duas dimensões distintas: ${DIMENSIONS.join(', ')}.`;
/** Instead of dimensions: all of the range in one row, whose keys are empty. */
export const NO_GROUPS = 'total';
const GroupBy = z
  .string()
  .max(64, ONE_OR_TWO)
  .describe(
    `One or two of ${DIMENSIONS.join(', ')}, with a comma between them; or \`${NO_GROUPS}\`, for one row without keys.`,
  )
  .default('campaign')
  .transform((text) => (text === NO_GROUPS ? [] : text.split(',')))
  .pipe(
    z
      .array(z.enum(DIMENSIONS, ONE_OR_TWO))
      .max(2, ONE_OR_TWO)
      .refine((names) => new Set(names).size === names.length, ONE_OR_TWO),
  );

export const BreakdownRow = z.object({
  /** In the order of `groupBy`. */
  keys: z.array(z.string().nullable()),
  /** What people call each key, where it has such a name: campaign, ad and ad set, country, weekday. */
  names: z.array(z.string().nullable()),
  clicks: Figure,
  pageViews: Figure,
  conversions: Figure,
  revenue: Figure,
  /**
   * Null, and with it the three ratios, where spend is not known: for every dimension but campaign, source, ad, ad set and weekday, and
   * for a source or an ad that no ad platform reported. What a platform names no ad for is under null.
   */
  spend: Figure.nullable(),
  /** Of the days since tracking began: that of the ratios. */
  trackedSpend: Figure.nullable(),
  roas: Figure.nullable(),
  cpa: Figure.nullable(),
  roi: Figure.nullable(),
  /**
   * After taxes, fees and product costs; in total, by campaign, weekday or both also after expenses, those of no campaign under null. Null where
   * spend is unknown, and with it the two ratios, which are as in `NetFigures`.
   */
  netProfit: Figure.nullable(),
  netRoas: Figure.nullable(),
  netRoi: Figure.nullable(),
  conversionRate: Figure,
});
export type BreakdownRow = z.infer<typeof BreakdownRow>;

export const BREAKDOWN_ROWS_MAX = 1_000;
const KEY_LENGTH_MAX = 1_024;

export const analyticsBreakdown = defineContract('analytics.breakdown', 'GET /api/analytics/breakdown', 'viewer', {
  shared: true,
  summary:
    'Figures by one or two dimensions, by revenue, then clicks; default: by campaign, the last 30 days. X-Total-Count says how many rows there are.',
  query: DayRangeQuery.extend({
    groupBy: GroupBy,
    key: z
      .string()
      .max(KEY_LENGTH_MAX)
      .optional()
      .describe('Only the groups whose first key is this one; empty: those without it.'),
    limit: queryInteger(1, BREAKDOWN_ROWS_MAX, 100),
  }),
  commaLists: ['groupBy'],
  emptyMeans: ['key'],
  response: z.array(BreakdownRow),
  paged: true,
  figures: true,
  keptOffline: true,
});

/** As many groups as one question to the store may give. */
export const EXPORT_ROWS_MAX = 100_000;

export const analyticsExport = defineContract('analytics.export', 'GET /api/analytics/export', 'viewer', {
  summary: `The breakdown as a file of comma-separated values, each key with its name beside it; at most ${EXPORT_ROWS_MAX} rows. Where no run has read the spend of a day, the first line says of how many.`,
  query: DayRangeQuery.extend({ groupBy: GroupBy }),
  commaLists: ['groupBy'],
  response: z.string(),
  csv: true,
});
