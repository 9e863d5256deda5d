import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RANGE_DAYS_MAX } from '../contracts/common.ts';
import { addDays, type TenantDay } from '../primitives/tenant-day.ts';
import { dimensionOf, FIGURE_DIMENSION_NAMES } from './dimensions.ts';
import {
  type AskedFigures,
  COMPARISONS,
  FIGURE_ROWS_MAX,
  FILTER_VALUES_MAX,
  FILTERS_MAX,
  FigureQuery,
  type FigureSearch,
  filterToText,
  GROUPS_BY_MAX,
  questionFromSearch,
} from './figure-query.ts';
import { FIGURE_METRIC_NAMES } from './metrics.ts';

const dimension = fc.constantFrom(...FIGURE_DIMENSION_NAMES);
const metric = fc.constantFrom(...FIGURE_METRIC_NAMES);
const day = fc.integer({ min: 0, max: 5_000 }).map((days) => addDays('2020-01-01' as TenantDay, days));
const period = fc
  .tuple(day, fc.integer({ min: 0, max: RANGE_DAYS_MAX - 1 }))
  .map(([from, days]) => ({ from, to: addDays(from, days) }));
const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }).filter((value) => !value.includes('\0'));
const values = fc.array(text, { minLength: 1, maxLength: FILTER_VALUES_MAX });
const filter = fc.oneof(
  fc.record({ dim: dimension, op: fc.constantFrom('is', 'not'), values }),
  fc.record({ dim: dimension.filter((name) => dimensionOf(name).isText === true), op: fc.constant('has'), values }),
  fc.record({ dim: dimension, op: fc.constant('none') }),
);
const aQuestion = fc
  .record(
    {
      period,
      by: fc.uniqueArray(dimension, { maxLength: GROUPS_BY_MAX }),
      metrics: fc.uniqueArray(metric, { minLength: 1 }),
      filters: fc.array(filter, { maxLength: FILTERS_MAX }),
      compare: fc.oneof(fc.constantFrom(...COMPARISONS), period),
      order: fc.tuple(fc.constantFrom('', '-'), metric).map((parts) => parts.join('')),
      limit: fc.integer({ min: 1, max: FIGURE_ROWS_MAX }),
    },
    { requiredKeys: ['period', 'metrics'] },
  )
  .map(({ period: days, ...asked }) => FigureQuery.parse({ ...days, ...asked }));

/** What is the default is left out. */
function questionToSearch(asked: FigureQuery): FigureSearch {
  const { from, to, by, metrics, filters, compare, sameWeekdays, order, limit } = asked;
  return {
    ...{ from, to },
    ...(by.length > 0 && { by: by.join() }),
    metrics: metrics.join(),
    ...(filters.length > 0 && { f: filters.map(filterToText) }),
    ...(compare !== undefined && { compare: typeof compare === 'string' ? compare : `${compare.from},${compare.to}` }),
    ...(sameWeekdays && { weekdays: 'same' }),
    ...(order !== undefined && { order }),
    ...(limit !== 100 && { limit: String(limit) }),
  };
}

describe('a question as text', () => {
  it('is the same question when it is read again, in a URL, too', () => {
    fc.assert(
      fc.property(aQuestion, (question) => {
        const search = questionToSearch(question);
        expect(FigureQuery.parse(questionFromSearch(search))).toEqual(question);
        const { f = [], ...rest } = search;
        const url = new URLSearchParams([...Object.entries(rest), ...[f].flat().map((one) => ['f', one])]);
        const fromUrl = { ...Object.fromEntries(url), f: url.getAll('f') };
        expect(FigureQuery.parse(questionFromSearch(fromUrl))).toEqual(question);
      }),
    );
  });

  it('is written as the example', () => {
    const search = {
      ...{ from: '2026-11-01', to: '2026-11-24', by: 'campaign,day', metrics: 'revenue,roas' },
      ...{ f: ['country:is:BR,PT', 'coupon:none'], compare: 'previous', order: '-revenue', limit: '20' },
    };
    expect(questionToSearch(FigureQuery.parse(questionFromSearch(search)))).toEqual(search);
    const one = FigureQuery.parse(
      questionFromSearch({ ...search, f: 'coupon:none', compare: '2026-10-01,2026-10-05' }),
    );
    expect(one.filters).toEqual([{ dim: 'coupon', op: 'none', values: [] }]);
    expect(one.compare).toEqual({ from: '2026-10-01', to: '2026-10-05' });
  });
});

describe('a number of rows in a URL', () => {
  it.each(['0x10', '1e2', '+5', ' 5', '5.0', '', '-1', 'NaN', '١٠'])('is written in digits: %j is refused', (limit) => {
    const search = { from: '2026-11-01', to: '2026-11-24', metrics: 'revenue', limit };
    expect(FigureQuery.safeParse(questionFromSearch(search)).error?.issues[0]?.path).toEqual(['limit']);
  });
});

describe('a question', () => {
  const plain = { from: '2026-11-01', to: '2026-11-24', metrics: ['revenue'] };
  const manyValues = Array.from({ length: FILTER_VALUES_MAX + 1 }, (_, index) => String(index));
  const none = { dim: 'coupon', op: 'none' };

  it.each<[string, object, string]>([
    ['an unknown dimension', { by: ['moon'] }, 'by.0'],
    ['a dimension twice', { by: ['day', 'day'] }, 'by'],
    ['too many dimensions', { by: ['day', 'hour', 'ad', 'adset'] }, 'by'],
    ['an unknown metric', { metrics: ['luck'] }, 'metrics.0'],
    ['no metric', { metrics: [] }, 'metrics'],
    ['a metric twice', { metrics: ['revenue', 'revenue'] }, 'metrics'],
    ['too many filters', { filters: Array.from({ length: FILTERS_MAX + 1 }, () => none) }, 'filters'],
    ['too many values', { filters: [{ dim: 'coupon', op: 'is', values: manyValues }] }, 'filters.0.values'],
    ['a filter without values', { filters: [{ dim: 'coupon', op: 'is' }] }, 'filters.0.values'],
    ['values of what is lacking', { filters: [{ ...none, values: ['x'] }] }, 'filters.0.values'],
    ['a part of a code', { filters: [{ dim: 'device', op: 'has', values: ['B'] }] }, 'filters.0.op'],
    ['an unknown op', { filters: [{ dim: 'coupon', op: 'like', values: ['x'] }] }, 'filters.0.op'],
    ['too many rows', { limit: FIGURE_ROWS_MAX + 1 }, 'limit'],
    ['a day that does not exist', { to: '2026-11-31' }, 'to'],
    ['an unknown field', { groups: [] }, ''],
  ])('is rejected for %s, and says where', (_, change, path) => {
    const { error } = FigureQuery.safeParse({ ...plain, ...change });
    expect(error?.issues.map((issue) => issue.path.join('.'))).toEqual([path]);
  });

  it('has no dimension, no filter and a hundred rows by default', () => {
    const asked: AskedFigures = { ...plain, metrics: ['revenue'] } as AskedFigures;
    expect(FigureQuery.parse(asked)).toMatchObject({ by: [], filters: [], limit: 100 });
  });
});
