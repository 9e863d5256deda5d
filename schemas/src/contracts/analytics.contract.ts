import { z } from 'zod';
import { DayRangeQuery, Figure, queryInteger } from './common.ts';
import { defineContract } from './define-contract.ts';

/**
 * By what figures can be grouped. A key is text, or null when the fact lacks it:
 *
 * | dimension   | key | of a page view | of a conversion |
 * |---|---|---|---|
 * | `campaign`  | campaign id | its own | its click's; direct: the main campaign |
 * | `source`    | the link's source as it was given, else `direct` | its click's | its click's; direct: `direct` |
 * | `channel`   | source, else utm_source, else the referrer's class, else `direct` | its click's | its click's; direct: `direct` |
 * | `ad` `adset` `placement` | sub1, sub2, sub7 | its click's | its click's; direct: null |
 * | `country`   | ISO 3166 code | its own | its click's; direct: null |
 * | `device`    | `mobile desktop unknown` | its own | its click's; direct: null |
 * | `hour`      | `00`–`23` in the company's time zone | when it happened | when it was sold |
 * | `weekday`   | `1` Monday – `7` Sunday in the company's time zone | when it happened | when it was sold |
 */
export const DIMENSIONS = [
  'campaign',
  'source',
  'channel',
  'ad',
  'adset',
  'placement',
  'country',
  'device',
  'hour',
  'weekday',
] as const;
export type Dimension = (typeof DIMENSIONS)[number];

/** What an ad platform reports is a campaign's cost on a day: nobody knows which hour, ad or country it bought. */
const SPEND_DIMENSIONS: ReadonlySet<Dimension> = new Set<Dimension>(['campaign', 'source', 'weekday']);
export const spendIsKnownBy = (groupBy: readonly Dimension[]): boolean =>
  groupBy.every((dimension) => SPEND_DIMENSIONS.has(dimension));

const ONE_OR_TWO = `Agrupe por uma ou duas dimensões distintas: ${DIMENSIONS.join(', ')}.`;
const GroupBy = z
  .string()
  .max(64, ONE_OR_TWO)
  .describe(`One or two of ${DIMENSIONS.join(', ')}, with a comma between them.`)
  .default('campaign')
  .transform((text) => text.split(','))
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
   * Null, and with it the three ratios, where spend is not known: for every dimension but campaign, source and weekday, and for a
   * source that is no ad platform's.
   */
  spend: Figure.nullable(),
  roas: Figure.nullable(),
  cpa: Figure.nullable(),
  roi: Figure.nullable(),
  conversionRate: Figure,
});
export type BreakdownRow = z.infer<typeof BreakdownRow>;

export const BREAKDOWN_ROWS_MAX = 1_000;

export const analyticsBreakdown = defineContract({
  name: 'analytics.breakdown',
  method: 'GET',
  path: '/api/analytics/breakdown',
  access: 'viewer',
  summary:
    'Figures by one or two dimensions, by revenue, then clicks; default: by campaign, the last 30 days. X-Total-Count says how many rows there are.',
  query: DayRangeQuery.extend({ groupBy: GroupBy, limit: queryInteger(1, BREAKDOWN_ROWS_MAX, 100) }),
  status: 200,
  response: z.array(BreakdownRow),
  paged: true,
});

/** As many groups as one question to the store may give. */
export const EXPORT_ROWS_MAX = 100_000;

export const analyticsExport = defineContract({
  name: 'analytics.export',
  method: 'GET',
  path: '/api/analytics/export',
  access: 'viewer',
  summary: `The breakdown as a file of comma-separated values, each key with its name beside it; at most ${EXPORT_ROWS_MAX} rows.`,
  query: DayRangeQuery.extend({ groupBy: GroupBy }),
  status: 200,
  response: z.string(),
  csv: true,
});

export const analyticsContracts = [analyticsBreakdown, analyticsExport];
