import type { PerformanceSummary } from '@tracker/schemas/contracts/dashboard.contract';
import { describe, expect, it } from 'vitest';
import { insightsOf } from './insights.ts';

const periods = (today: number, yesterday = 0, thisMonth = 0) => ({ today, yesterday, thisMonth });
const summary = (parts: Partial<PerformanceSummary>): PerformanceSummary => ({
  spend: periods(0),
  revenue: periods(0),
  roas: periods(0),
  yesterdayToNow: { revenue: 0, spend: null, roas: null },
  spendAt: null,
  ...parts,
});

describe('insightsOf', () => {
  it('says whether ROAS improved or worsened since yesterday', { tags: ['§2.6'] }, () => {
    expect(insightsOf(summary({ roas: periods(2.5, 2) }))[0]).toEqual({
      kind: 'better',
      text: 'O ROAS melhorou: 2,50x hoje, 2,00x ontem (+25,0%).',
    });
    expect(insightsOf(summary({ roas: periods(1, 2) }))[0]?.kind).toBe('worse');
    expect(insightsOf(summary({ roas: periods(1.001, 1.002) }))[0]?.kind).toBe('same');
    expect(insightsOf(summary({ roas: periods(1, 0) }))[0]?.text).toBe('O ROAS melhorou: 1,00x hoje, 0,00x ontem.');
  });

  it('mentions the spend of today only when there is some', () => {
    expect(insightsOf(summary({})).map(({ kind }) => kind)).toEqual(['same', 'revenue']);
    const kinds = insightsOf(summary({ spend: periods(12) })).map(({ kind }) => kind);
    expect(kinds).toEqual(['same', 'revenue', 'spend']);
  });
});
