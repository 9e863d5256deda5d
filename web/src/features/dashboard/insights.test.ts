import type { PerformanceSummary } from '@tracker/schemas/contracts/dashboard.contract';
import type { TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { describe, expect, it } from 'vitest';
import { insightsOf } from './insights.ts';

const periods = (today: number, yesterday = 0, thisMonth = 0) => ({ today, yesterday, thisMonth });
const summary = (parts: Partial<PerformanceSummary>): PerformanceSummary => ({
  spendKnown: { today: true, yesterday: true, thisMonth: true, range: true },
  unknownSpendDays: { today: 0, yesterday: 0, thisMonth: 0, range: 0 },
  refusedSpend: [],
  spend: periods(0),
  revenue: periods(0),
  roas: periods(0),
  yesterdayToNow: { revenue: 0, spend: null, roas: null },
  spendAt: null,
  trackedSince: '2026-01-01' as TenantDay,
  trackedFrom: null,
  spendSource: 'linked',
  todaySoFar: { conversions: 0, profit: 0, expenses: { soFar: 0, ofDay: 0 }, hours: [], hoursOfYesterday: [] },
  ...parts,
});

const against = (today: number, soFar: number | null, spend: number | null = 10) =>
  insightsOf(
    summary({
      spend: periods(10),
      roas: periods(today, 9),
      yesterdayToNow: { revenue: 0, spend, roas: soFar },
    }),
  )[0];

describe('insightsOf', () => {
  it('says whether ROAS improved or worsened since yesterday until the same hour', { tags: ['§2.6'] }, () => {
    expect(against(2.5, 2)).toEqual({
      kind: 'better',
      text: 'O ROAS melhorou: 2,50x hoje, 2,00x ontem até esta hora (+25,0%).',
    });
    expect(against(1, 2)?.kind).toBe('worse');
    expect(against(1.001, 1.002)?.kind).toBe('same');
    expect(against(1, 0)?.text).toBe('O ROAS melhorou: 1,00x hoje, 0,00x ontem até esta hora.');
  });

  it('judges nothing where there is nothing to compare', () => {
    expect(against(0.5, 0, 0)).toEqual({
      kind: 'same',
      text: 'ROAS de hoje: 0,50x; ontem não havia gasto até esta hora.',
    });
    expect(against(0.5, null, null)).toEqual({
      kind: 'same',
      text: 'ROAS de hoje: 0,50x; o de ontem a esta hora não é conhecido.',
    });
    expect(insightsOf(summary({ roas: periods(0, 2) }))[0]).toEqual({ kind: 'same', text: 'Sem gasto hoje.' });
    const untracked = summary({ spend: periods(50, 50), trackedSince: null });
    expect(insightsOf(untracked)[0]?.text).toBe('Ainda sem clicks e vendas: o ROAS começa com eles.');
  });

  it('mentions the spend of today only when there is some', () => {
    expect(insightsOf(summary({})).map(({ kind }) => kind)).toEqual(['same', 'revenue']);
    const kinds = insightsOf(summary({ spend: periods(12) })).map(({ kind }) => kind);
    expect(kinds).toEqual(['same', 'revenue', 'spend']);
  });
});
