// What is graded is what is shown: figures with one text have one grade, on both sides of every threshold.

import { gradeRoas, isPaying, judgeRoas } from '@tracker/schemas/health/roas-rules';
import { areClicksLost } from '@tracker/schemas/health/tracking-rules';
import { expect, test } from 'vitest';
import { changeOf } from '../compare/change.ts';
import { changeLook, conversionRateLook } from '../features/dashboard/levels.ts';
import { formatMoney, formatPercent, formatPercentChange, formatRatio, isLoss } from './figures.ts';

interface Graded {
  readonly threshold: number;
  readonly text: (value: number) => string;
  readonly grade: (value: number) => unknown;
}

const NO_CHANGE = { spend: { today: 10, yesterday: 0, thisMonth: 0 }, trackedSince: null } as const;
const whole = (value: number) =>
  new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 0, signDisplay: 'exceptZero' }).format(value);
const ofCounts = (percent: number) => ({ counted: 1_000_000, tracked: Math.round(percent * 10_000) });

const GRADED: Readonly<Record<string, Graded>> = {
  'a good ROAS': { threshold: 2, text: formatRatio, grade: (roas) => gradeRoas({ roas, spend: 10 }) },
  'a ROAS that pays': {
    threshold: 1,
    text: formatRatio,
    grade: (roas) => [gradeRoas({ roas, spend: 10 }), isPaying(roas)],
  },
  'a good conversion rate': { threshold: 5, text: formatPercent, grade: conversionRateLook },
  'a conversion rate': { threshold: 2, text: formatPercent, grade: conversionRateLook },
  'a profit': { threshold: 0, text: formatMoney, grade: isLoss },
  'a change': {
    threshold: 0,
    text: (percent) => formatPercentChange({ kind: 'change', percent }) ?? '',
    grade: (percent) => changeLook({ kind: 'change', percent }, 'more-is-better'),
  },
  'a change between two periods': {
    threshold: 0,
    text: whole,
    grade(percent) {
      const values = (revenue: number) => ({ revenue, conversions: 9 });
      const compared = { values: values(100 + percent), previous: values(100) };
      return changeOf('revenue', compared as never)?.isGood;
    },
  },
  'a ROAS against that of yesterday': {
    threshold: 1.5,
    text: formatRatio,
    grade: (today) =>
      judgeRoas({
        ...{ ...NO_CHANGE, trackedSince: '2026-01-01' as never, roas: { today, yesterday: 0, thisMonth: 0 } },
        yesterdayToNow: { revenue: 0, spend: 10, roas: 1.5 },
      }).level,
  },
  'the share of conversions with a click': {
    threshold: 70,
    text: formatPercent,
    grade: (percent) => areClicksLost(ofCounts(percent)),
  },
  'the fall of that share': {
    threshold: 80,
    text: formatPercent,
    grade: (percent) => areClicksLost(ofCounts(percent), ofCounts(90)),
  },
};

test.each(Object.entries(GRADED))('grades %s as it is shown', (_, { threshold, text, grade }) => {
  const grades = new Map<string, Set<string>>();
  for (let step = -300; step <= 300; step += 1) {
    const value = threshold + step / 250;
    const shown = text(value);
    grades.set(shown, (grades.get(shown) ?? new Set()).add(JSON.stringify(grade(value)) ?? 'none'));
  }
  const torn = [...grades].filter(([, some]) => some.size > 1).map(([shown, some]) => [shown, ...some]);
  expect(torn).toEqual([]);
  // Both sides of the threshold have a grade of their own.
  expect(new Set([...grades.values()].flatMap((some) => [...some])).size).toBeGreaterThan(1);
});

test('writes a loss below half a cent as no loss', () => {
  expect([formatMoney(-0.004), formatMoney(-0)]).toEqual([formatMoney(0), formatMoney(0)]);
  expect(formatMoney(-0.01)).toBe('-R$\u00a00,01');
});
