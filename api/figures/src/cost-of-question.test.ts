import {
  FigureQuery,
  type FigureSearch,
  FigureValuesQuery,
  questionFromSearch,
} from '@tracker/schemas/figures/figure-query';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import { DEFAULT_TIME_ZONE } from '@tracker/schemas/primitives/time';
import { describe, expect, test } from 'vitest';
import { EVERYTHING } from './asker.ts';
import { costOfQuestion, costOfValues } from './cost-of-question.ts';
import { askerOfLink, askerOfWorker } from './make-asker.ts';

const DAYS = { from: '2026-11-01', to: '2026-11-10' };
const TENANT = { tenantId: 'tn_1' as TenantId, timeZone: DEFAULT_TIME_ZONE };
const costOf = (asked: FigureSearch, asker = askerOfWorker(TENANT)) =>
  costOfQuestion(asker, FigureQuery.parse(questionFromSearch({ ...DAYS, ...asked })));

describe('cost of a question', () => {
  test('is the days of each table, of the groups and of the total', () => {
    // Clicks and revenue from a rollup and the events of open days each, and spend.
    expect(costOf({ metrics: 'clicks' })).toEqual({ tableDays: 5 * 10, source: 'rollup' });
    expect(costOf({ metrics: 'clicks', by: 'campaign' })).toEqual({ tableDays: 2 * 5 * 10, source: 'rollup' });
  });

  test('counts the days of the compared period, too', () => {
    expect(costOf({ metrics: 'clicks', compare: 'month' }).tableDays).toBe(5 * 20);
    expect(costOf({ metrics: 'clicks', compare: '2026-01-01,2026-01-01' }).tableDays).toBe(5 * 11);
  });

  test('is twice as much where events of all days are read', () => {
    // No spend has a city; the total is read from rollups.
    expect(costOf({ metrics: 'clicks', by: 'city' })).toEqual({ tableDays: 2 * 2 * 10 + 5 * 10, source: 'facts' });
    expect(costOf({ metrics: 'clicks', f: ['city:has:x'] })).toEqual({ tableDays: 2 * 2 * 10, source: 'facts' });
  });

  test('has the filters of its asker', () => {
    const link = askerOfLink(TENANT, { ...EVERYTHING, filters: [{ dim: 'city', op: 'is', values: ['Lisboa'] }] });
    expect(costOf({ metrics: 'clicks' }, link)).toEqual(costOf({ metrics: 'clicks', f: ['city:is:Lisboa'] }));
    expect(costOf({ metrics: 'clicks' }, link).source).toBe('facts');
  });

  test('is that of one statement for the values of a filter', () => {
    const values = (dim: string) => costOfValues(askerOfWorker(TENANT), FigureValuesQuery.parse({ ...DAYS, dim }));
    expect(values('city')).toEqual({ tableDays: 2 * 3 * 10, source: 'facts' });
    expect(values('campaign').source).toBe('rollup');
  });
});
