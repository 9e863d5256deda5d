import type { TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { expect, it } from 'vitest';
import { presetRange } from '../date-range/date-range.ts';
import { logsOf } from './logs-link.ts';

const range = presetRange('30d', '2026-11-20' as TenantDay);

it('leads a group to the log that can filter by all of its keys, and others nowhere', () => {
  const of = (groupBy: Parameters<typeof logsOf>[0], ...keys: (string | null)[]) => logsOf(groupBy, keys, range);
  expect(of(['source', 'campaign'], 'direct', 'c1')).toMatchObject({
    ...{ to: '/click-logs', search: { source: 'direct', campaign: 'c1', period: '30d' } },
  });
  // The parent row of a tree whose children have no log.
  expect(of(['campaign', 'hour'], 'c1')?.to).toBe('/click-logs');
  expect(of(['campaign', 'hour'], 'c1', '03')).toBeUndefined();
  expect(of(['product', 'campaign'], 'p1', 'c1')?.to).toBe('/conversion-logs');
  expect(of(['product', 'source'], 'p1', 'facebook')).toBeUndefined();
  expect(of(['product'], null)).toBeUndefined();
  expect(of(['campaign'])).toBeUndefined();
});
