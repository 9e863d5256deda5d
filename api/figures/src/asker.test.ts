import type { AppError } from '@tracker/infra/errors/app-error';
import { FIGURE_METRIC_NAMES, metricOf } from '@tracker/schemas/figures/metrics';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import type { TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { DEFAULT_TIME_ZONE } from '@tracker/schemas/primitives/time';
import { describe, expect, test } from 'vitest';
import { assertUnlimited, assertWithin, EVERYTHING, tenantOf, type Within } from './asker.ts';
import { askerOfLink, askerOfPerson, askerOfSession } from './make-asker.ts';

const TENANT = { tenantId: 'tn_1' as TenantId, timeZone: DEFAULT_TIME_ZONE };
const link = (within: Partial<Within>) => askerOfLink(TENANT, { ...EVERYTHING, ...within });
const attempt = (within: Partial<Within>, asked: Partial<Parameters<typeof assertWithin>[1]>) => {
  try {
    assertWithin(link(within), { days: [], ...asked });
    return 'inside';
  } catch (error) {
    return (error as AppError).code;
  }
};
const OUTSIDE = 'outside-of-access';

describe('what an asker may ask', () => {
  test('has only the metrics of its link, and not the sums that a ratio is made of', () => {
    expect(attempt({ metrics: ['clicks', 'roas'] }, { metrics: ['roas'] })).toBe('inside');
    expect(attempt({ metrics: ['clicks', 'roas'] }, { metrics: ['roas', 'revenue'] })).toBe(OUTSIDE);
    expect(attempt({ metrics: ['clicks', 'roas'] }, { sums: ['clicks'] })).toBe('inside');
    expect(attempt({ metrics: ['clicks', 'roas'] }, { sums: ['clicks', 'spend'] })).toBe(OUTSIDE);
  });

  test('has every sum that a metric shows as it is', () => {
    for (const metric of FIGURE_METRIC_NAMES.filter((name) => metricOf(name).kind === 'sum')) {
      expect(attempt({ metrics: [metric] }, { sums: metricOf(metric).of }), metric).toBe('inside');
    }
  });

  test('has only its dimensions, in groups and in filters, and moments only with days and hours', () => {
    const dimensions = ['source', 'day'] as const;
    expect(attempt({ dimensions }, { by: ['day'], filters: [{ dim: 'source' }] })).toBe('inside');
    expect(attempt({ dimensions }, { by: ['campaign'] })).toBe(OUTSIDE);
    expect(attempt({ dimensions }, { filters: [{ dim: 'ad' }] })).toBe(OUTSIDE);
    expect(attempt({ dimensions }, { by: ['quarterHour'] })).toBe(OUTSIDE);
    expect(attempt({ dimensions: ['day', 'hour'] }, { by: ['quarterHour'] })).toBe('inside');
  });

  test('has no day before its first one, in no period', () => {
    const from = '2036-11-02' as TenantDay;
    expect(attempt({ from }, { days: [from] })).toBe('inside');
    expect(attempt({ from }, { days: [from, '2036-11-01' as TenantDay] })).toBe(OUTSIDE);
  });

  test('is nothing that no filter can narrow, where its link narrows anything', () => {
    const narrow: Partial<Within>[] = [
      { filters: [{ dim: 'source', op: 'none', values: [] }] },
      { metrics: ['clicks'] },
      { dimensions: [] },
      { from: '2036-11-02' as TenantDay },
    ];
    for (const within of narrow) expect(() => assertUnlimited(link(within))).toThrow();
    expect(() => assertUnlimited(link({}))).not.toThrow();
  });

  test('is no filter without values, which would filter nothing', () => {
    for (const op of ['is', 'not'] as const) {
      expect(() => link({ filters: [{ dim: 'source', op, values: [] }] }), op).toThrow();
    }
  });

  test('is about one tenant', () => {
    const asker = askerOfSession(TENANT, []);
    expect(tenantOf(asker)).toEqual(TENANT);
    expect(() => tenantOf({ tenants: [TENANT, TENANT] })).toThrow(TypeError);
    expect(() => tenantOf(askerOfPerson('pe_1', [TENANT, TENANT], []))).toThrow(TypeError);
  });

  test('has the turn of a person over several tenants, and that of its tenant over one', () => {
    expect(askerOfPerson('pe_1', [TENANT, TENANT], []).turn).toBe('pe_1');
    expect(askerOfSession(TENANT, []).turn).toBe(TENANT.tenantId);
  });
});
