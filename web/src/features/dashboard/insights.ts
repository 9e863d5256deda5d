import type { PerformanceSummary } from '@tracker/schemas/contracts/dashboard.contract';
import { percentChange } from '@tracker/schemas/metrics/formulas';
import { formatMoney, formatPercentChange, formatRatio } from '../../format/figures.ts';

export interface Insight {
  kind: 'better' | 'worse' | 'same' | 'revenue' | 'spend';
  text: string;
}

/** Specification §2.6: ROAS of today against yesterday, revenue of the month, spend of today when there is any. */
export function insightsOf({ roas, revenue, spend, yesterdayToNow }: PerformanceSummary): Insight[] {
  const insights: Insight[] = [
    spend.today > 0 ? roasInsight(roas.today, yesterdayToNow) : { kind: 'same', text: 'Sem gasto hoje.' },
  ];
  insights.push({ kind: 'revenue', text: `Receita deste mês: ${formatMoney(revenue.thisMonth)}.` });
  if (spend.today > 0) insights.push({ kind: 'spend', text: `Gasto de hoje: ${formatMoney(spend.today)}.` });
  return insights;
}

/** A part of a day is compared with a part of a day, and only where there is something to compare with. */
function roasInsight(today: number, { spend, roas: soFar }: PerformanceSummary['yesterdayToNow']): Insight {
  if (!spend || soFar === null) {
    const reason = spend === 0 ? 'ontem não havia gasto até esta hora' : 'o de ontem a esta hora não é conhecido';
    return { kind: 'same', text: `ROAS de hoje: ${formatRatio(today)}; ${reason}.` };
  }
  const figures = `${formatRatio(today)} hoje, ${formatRatio(soFar)} ontem até esta hora`;
  const change = formatPercentChange(percentChange(today, soFar));
  const detail = change && change !== 'Novo' ? `${figures} (${change})` : figures;
  // Compared as shown: what rounds to the same figure has neither risen nor fallen.
  const difference = Math.round(today * 100) - Math.round(soFar * 100);
  if (difference > 0) return { kind: 'better', text: `O ROAS melhorou: ${detail}.` };
  if (difference < 0) return { kind: 'worse', text: `O ROAS piorou: ${detail}.` };
  return { kind: 'same', text: `O ROAS está igual ao de ontem a esta hora: ${formatRatio(today)}.` };
}
