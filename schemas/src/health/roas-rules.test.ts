import { expect, test } from 'vitest';
import type { TenantDay } from '../primitives/tenant-day.ts';
import { gradeRoas, isPaying, judgeRoas } from './roas-rules.ts';

const judge = (
  today: number,
  before: number | null,
  spend: { today?: number; before?: number | null } = {},
  trackedSince: string | null = '2026-01-01',
) =>
  judgeRoas({
    trackedSince: trackedSince as TenantDay | null,
    spend: { today: spend.today ?? 10, yesterday: 0, thisMonth: 0 },
    roas: { today, yesterday: 9, thisMonth: 9 },
    yesterdayToNow: { revenue: 0, spend: spend.before === undefined ? 10 : spend.before, roas: before },
  });

test.each([
  ['more', judge(2.5, 2), { level: 'better', value: 2.5, before: 2, change: { kind: 'change', percent: 25 } }],
  ['less', judge(1, 2), { level: 'worse', value: 1, before: 2, change: { kind: 'change', percent: -50 } }],
  ['something after nothing', judge(1, 0), { level: 'better', value: 1, before: 0, change: { kind: 'new' } }],
  ['what is shown as the same', judge(2.001, 2.004), { level: 'same', value: 2.001, before: 2.004 }],
  ['what is shown as more', judge(2.006, 2.004), { level: 'better' }],
  ['nothing after nothing', judge(0, 0), { level: 'same', value: 0, before: 0, change: { kind: 'none' } }],
  ['no spend today', judge(0, 2, { today: 0 }), { level: 'none', reason: 'no-spend' }],
  ['no click or sale yet', judge(0, null, {}, null), { level: 'none', reason: 'untracked' }],
  ['no spend yesterday', judge(0.5, 0, { before: 0 }), { level: 'none', reason: 'no-spend-before' }],
  ['spend of unknown hours', judge(0.5, null, { before: null }), { level: 'none', reason: 'before-unknown' }],
  ['unknown spend', judge(0.5, 2, { before: null }), { level: 'none', reason: 'before-unknown' }],
  ['an unknown ROAS', judge(0.5, null), { level: 'none', reason: 'before-unknown' }],
])('judges the ROAS of today against yesterday: %s', { tags: ['§2.6'] }, (_, found, expected) => {
  expect(found).toMatchObject(expected);
});

test.each([
  [0, 10, 'loss'],
  [0.99, 10, 'loss'],
  [1, 10, 'paying'],
  [1.99, 10, 'paying'],
  [2, 10, 'good'],
  [0, 0, null],
])('grades a ROAS of %d with a spend of %d as %s', { tags: ['§2.6'] }, (roas, spend, grade) => {
  expect(gradeRoas({ roas, spend })).toBe(grade);
});

test('counts a campaign as paying from a ROAS of 1', { tags: ['§2.8'] }, () => {
  expect([0, 0.99, 1, 2].map(isPaying)).toEqual([false, false, true, true]);
});
