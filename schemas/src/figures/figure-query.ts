/**
 * A question about figures, as a value: screens, files, API keys and jobs ask alike.
 *
 * As text in a URL: `from=2026-11-01&to=2026-11-24&by=campaign,day&metrics=revenue,roas&f=country:is:BR,PT&f=coupon:none&compare=previous&order=-revenue&limit=100`.
 */
import { z } from 'zod';
import { queryInteger, RANGE_DAYS_MAX } from '../contracts/common.ts';
import { countDays, STORED_DAYS, TenantDay } from '../primitives/tenant-day.ts';
import { dayTexts } from '../texts/days.ts';
import { dimensionOf, FIGURE_DIMENSION_NAMES, type FigureDimension } from './dimensions.ts';
import { FIGURE_METRIC_NAMES, type FigureMetric } from './metrics.ts';

export const GROUPS_BY_MAX = 3;
export const FILTERS_MAX = 6;
export const FILTER_VALUES_MAX = 20;
export const FILTER_VALUE_LENGTH_MAX = 256;
export const FIGURE_ROWS_MAX = 1_000;
/** Groups that are read where SQL cannot order them (by a ratio, or by what Postgres has), or cannot search their names. */
export const SORTED_GROUPS_MAX = 10_000;

export const FILTER_OPS = ['is', 'not', 'has', 'none'] as const;
export type FilterOp = (typeof FILTER_OPS)[number];

const FilterValue = z
  .string()
  .min(1)
  .max(FILTER_VALUE_LENGTH_MAX)
  .refine((text) => !text.includes('\0'), 'O valor contém um caractere inválido.');

/**
 * `is`: exactly one of the values. `not`: none of them; what lacks the dimension stays. `has`: contains one of them, in any case and with any accents.
 * Values are keys or what people call them ('Vídeo Praia' or the ad's id). `none`: lacks the dimension.
 */
export const FigureFilter = z
  .strictObject({
    dim: z.enum(FIGURE_DIMENSION_NAMES),
    op: z.enum(FILTER_OPS),
    values: z.array(FilterValue).max(FILTER_VALUES_MAX).default([]),
  })
  .refine(({ op, values }) => (op === 'none') === (values.length === 0), {
    message: 'Informe de 1 a 20 valores; com none, nenhum.',
    path: ['values'],
  })
  .refine(({ dim, op }) => op !== 'has' || dimensionOf(dim).isText === true, {
    message: 'Só dimensões de texto aceitam has.',
    path: ['op'],
  });
export type FigureFilter = z.output<typeof FigureFilter>;

/** As a URL gives them to a list: `f`, once for each filter. */
export const FilterTexts = z
  .array(z.string())
  .optional()
  .describe('A filter `dimension:op:value,value` as of `GET /api/figures`, up to six times.');
export const FigureFilters = z.object({ filters: z.array(FigureFilter).max(FILTERS_MAX) });

export const COMPARISONS = ['previous', 'week', 'month', 'year'] as const;

const FigureDay = TenantDay.refine((day) => day >= STORED_DAYS.first && day <= STORED_DAYS.last, dayTexts.outOfRange);
/** Days of the tenant, both inclusive. */
const period = { from: FigureDay, to: FigureDay };
interface Period {
  readonly from: TenantDay;
  readonly to: TenantDay;
}
function checkPeriod({ from, to }: Period, { addIssue }: z.RefinementCtx): void {
  const days = countDays(from, to);
  if (days < 1) addIssue({ code: 'custom', message: dayTexts.outOfOrder, path: ['from'] });
  if (days > RANGE_DAYS_MAX) {
    addIssue({ code: 'custom', message: dayTexts.tooLong({ days: RANGE_DAYS_MAX }), path: ['from'] });
  }
}
const OwnPeriod = z.strictObject(period).superRefine(checkPeriod);
export const FigurePeriod = z.object(period).superRefine(checkPeriod);

/** '-revenue': the greatest first. */
const FigureOrder = z.templateLiteral([z.enum(['', '-']), z.enum(FIGURE_METRIC_NAMES)]);
export type FigureOrder = z.output<typeof FigureOrder>;

export const orderOf = (order: FigureOrder): { readonly metric: FigureMetric; readonly descending: boolean } => ({
  metric: order.replace(/^-/, '') as FigureMetric,
  descending: order.startsWith('-'),
});

const distinct = (names: readonly string[]) => new Set(names).size === names.length;

export const FigureQuery = z
  .strictObject({
    ...period,
    by: z
      .array(z.enum(FIGURE_DIMENSION_NAMES))
      .max(GROUPS_BY_MAX)
      .refine(distinct, 'Cada dimensão só uma vez.')
      .default([]),
    metrics: z
      .array(z.enum(FIGURE_METRIC_NAMES))
      .min(1)
      .max(FIGURE_METRIC_NAMES.length)
      .refine(distinct, 'Cada métrica só uma vez.'),
    /** All of them must hold; of the values of one, any. */
    filters: z.array(FigureFilter).max(FILTERS_MAX).default([]),
    /** `previous`: as many days just before; `week`, `month`, `year`: the same days of the one before. */
    compare: z.union([z.enum(COMPARISONS), OwnPeriod]).optional(),
    /** Moves the compared days to the nearest ones on the same weekdays; an own period stays, and so does the day before a day. */
    sameWeekdays: z.boolean().optional(),
    /** By default revenue, then clicks, then spend, greatest first. Unknown values come last. */
    order: FigureOrder.optional(),
    limit: z.number().int().min(1).max(FIGURE_ROWS_MAX).default(100),
  })
  .superRefine(checkPeriod);
export type FigureQuery = z.output<typeof FigureQuery>;
export type AskedFigures = z.input<typeof FigureQuery>;

export const FIGURE_VALUES_MAX = 100;

/** Which values a filter can have. */
export const FigureValuesQuery = z
  .object({
    dim: z.enum(FIGURE_DIMENSION_NAMES),
    /** Contained in the key or its name, in any case and with any accents. */
    q: z.string().trim().max(FILTER_VALUE_LENGTH_MAX).optional(),
    ...period,
    limit: queryInteger(1, FIGURE_VALUES_MAX, 20),
  })
  .superRefine(checkPeriod);
export type FigureValuesQuery = z.output<typeof FigureValuesQuery>;

/** `dim:op:value,value`; within a value '%2C' is a comma, and '%25' a percent sign. */
export function filterFromText(text: string): unknown {
  const [dim, op, ...rest] = text.split(':');
  const values = rest.join(':');
  return { dim, op, values: values === '' ? [] : values.split(',').map(unescaped) };
}

export const filterToText = ({ dim, op, values }: FigureFilter): string =>
  op === 'none' ? `${dim}:none` : `${dim}:${op}:${values.map(escaped).join(',')}`;

/** Of one group; a key of null: what has none of the dimension. */
export const filterOfKey = (dim: FigureDimension, key: string | null): string =>
  key === null ? `${dim}:none` : filterToText({ dim, op: 'is', values: [key] });

const escaped = (value: string) => value.replaceAll('%', '%25').replaceAll(',', '%2C');
const unescaped = (value: string) => value.replace(/%(2C|25)/gi, (_, code) => (code === '25' ? '%' : ','));

/** The parameters of a URL; `f` may be there several times. */
export interface FigureSearch {
  readonly from?: string;
  readonly to?: string;
  readonly by?: string;
  readonly metrics?: string;
  readonly f?: string | readonly string[];
  readonly compare?: string;
  readonly weekdays?: string;
  readonly order?: string;
  readonly limit?: string;
}

const list = (text: string | undefined) => (text === undefined || text === '' ? undefined : text.split(','));

/** What a `FigureQuery` is read from; nothing is checked yet. */
export function questionFromSearch(search: FigureSearch): object {
  const { from, to, by, metrics, f = [], compare, weekdays, order, limit } = search;
  const [compareFrom, compareTo] = compare?.split(',') ?? [];
  return {
    ...{ from, to, by: list(by), metrics: list(metrics) },
    filters: (typeof f === 'string' ? [f] : f).map(filterFromText),
    compare: compareTo === undefined ? compare : { from: compareFrom, to: compareTo },
    ...(weekdays !== undefined && { sameWeekdays: weekdays === 'same' || weekdays }),
    order,
    limit: limit === undefined ? undefined : /^\d{1,6}$/.test(limit) ? Number(limit) : Number.NaN,
  };
}
