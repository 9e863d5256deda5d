import type { PerformanceSummary } from '@tracker/schemas/contracts/dashboard.contract';
import { percentChange } from '@tracker/schemas/metrics/formulas';
import { formatMoney, formatPercentChange, formatRatio } from '../../format/figures.ts';

export interface Insight {
  kind: 'better' | 'worse' | 'same' | 'revenue' | 'spend';
  text: string;
}

/** Specification §2.6: ROAS of today against yesterday, revenue of the month, spend of today when there is any. */
export function insightsOf({ roas, revenue, spend }: PerformanceSummary): Insight[] {
  const insights: Insight[] = [roasInsight(roas.today, roas.yesterday)];
  insights.push({ kind: 'revenue', text: `Receita deste mês: ${formatMoney(revenue.thisMonth)}.` });
  if (spend.today > 0) insights.push({ kind: 'spend', text: `Gasto de hoje: ${formatMoney(spend.today)}.` });
  return insights;
}

function roasInsight(today: number, yesterday: number): Insight {
  const figures = `${formatRatio(today)} hoje, ${formatRatio(yesterday)} ontem`;
  const change = formatPercentChange(percentChange(today, yesterday));
  const detail = change && change !== 'Novo' ? `${figures} (${change})` : figures;
  // Compared as shown: what rounds to the same figure has neither risen nor fallen.
  const difference = Math.round(today * 100) - Math.round(yesterday * 100);
  if (difference > 0) return { kind: 'better', text: `O ROAS melhorou: ${detail}.` };
  if (difference < 0) return { kind: 'worse', text: `O ROAS piorou: ${detail}.` };
  return { kind: 'same', text: `O ROAS está igual ao de ontem: ${formatRatio(today)}.` };
}
