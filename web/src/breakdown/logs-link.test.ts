import type { TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { expect, it } from 'vitest';
import { presetRange } from '../date-range/date-range.ts';
import { type Listed, logsOf } from './logs-link.ts';

const range = presetRange('30d', '2026-11-20' as TenantDay);
const of = (by: Listed['by'], keys: Listed['keys'], filters: string[] = []) => logsOf({ by, keys, range, filters });

it('leads a group to its clicks and sales, under the filters of the screen', () => {
  const search = { f: ['country:is:BR', 'source:is:direct', 'campaign:none'], period: '30d' };
  expect(of(['source', 'campaign'], ['direct', null], ['country:is:BR'])).toEqual({
    clicks: { to: '/click-logs', search },
    conversions: { to: '/conversion-logs', search },
  });
  // The parent row of a tree.
  expect(of(['campaign', 'hour'], ['c1']).clicks).toMatchObject({ search: { f: ['campaign:is:c1'] } });
  expect(of(['ad'], ['a,1']).conversions).toMatchObject({ search: { f: ['ad:is:a%2C1'] } });
});

it('leads to no log that does not know a dimension, and nowhere with more filters than a screen takes', () => {
  expect(Object.keys(of(['product', 'campaign'], ['p1', 'c1']))).toEqual(['conversions']);
  expect(Object.keys(of(['campaign'], ['c1'], ['landing:has:oferta']))).toEqual(['clicks']);
  expect(Object.keys(of(['campaign'], ['c1'], ['moon:is:x']))).toEqual([]);
  const five = ['country:is:BR', 'source:is:x', 'ad:is:1', 'adset:is:1', 'device:is:mobile'];
  expect(of(['campaign'], ['c1'], five)).toEqual({});
});
