import type { PerformanceSummary } from '@tracker/schemas/contracts/dashboard.contract';
import { judgeRoas } from '@tracker/schemas/health/roas-rules';
import { knownRoas } from '../../date-range/tracking.ts';
import { formatMoney, formatPercentChange, formatRatio } from '../../format/figures.ts';

export interface Insight {
  kind: 'better' | 'worse' | 'same' | 'revenue' | 'spend';
  text: string;
}

/** Specification §2.6: ROAS of today against yesterday, revenue of the month, spend of today when there is any. */
export function insightsOf(summary: PerformanceSummary): Insight[] {
  const { revenue, spend, spendKnown } = summary;
  const insights: Insight[] = [
    roasInsight(summary),
    { kind: 'revenue', text: `Receita deste mês: ${formatMoney(revenue.thisMonth)}.` },
  ];
  if (spend.today > 0) {
    const amount = formatMoney(spend.today);
    const isWhole = spendKnown?.today !== false;
    const text = isWhole ? `Gasto de hoje: ${amount}.` : `Gasto de hoje: ao menos ${amount}; falta o que não foi lido.`;
    insights.push({ kind: 'spend', text });
  }
  return insights;
}

const UNTRACKED = 'Ainda sem clicks e vendas: o ROAS começa com eles.';
const OF_BEFORE = 'O gasto de hoje é de antes do rastreio: ainda não há ROAS.';
const isOfBefore = ({ roas, revenue, spend }: PerformanceSummary) =>
  roas.today !== null && knownRoas({ roas: roas.today, revenue: revenue.today, spend: spend.today }) === null;
const NOTHING_BEFORE = {
  'no-spend-before': 'ontem não havia gasto até esta hora',
  'before-unknown': 'o de ontem a esta hora não é conhecido',
} as const;

function roasInsight(summary: PerformanceSummary): Insight {
  const found = judgeRoas(summary);
  if (found.level === 'none') {
    if (summary.spendSource === 'none') return { kind: 'same', text: 'Gasto não conectado: ainda não há ROAS.' };
    if (found.reason === 'no-spend') return { kind: 'same', text: 'Sem gasto hoje.' };
    if (found.reason === 'unknown') return { kind: 'same', text: 'O gasto de hoje ainda não foi lido por inteiro.' };
    if (found.reason === 'untracked') return { kind: 'same', text: UNTRACKED };
    if (isOfBefore(summary)) return { kind: 'same', text: OF_BEFORE };
    const today = formatRatio(summary.roas.today);
    return { kind: 'same', text: `ROAS de hoje: ${today}; ${NOTHING_BEFORE[found.reason]}.` };
  }
  if (isOfBefore(summary)) return { kind: 'same', text: OF_BEFORE };
  const { level, value, before, change } = found;
  if (level === 'same')
    return { kind: level, text: `O ROAS está igual ao de ontem a esta hora: ${formatRatio(value)}.` };
  const percent = change.kind === 'change' ? ` (${formatPercentChange(change)})` : '';
  const figures = `${formatRatio(value)} hoje, ${formatRatio(before)} ontem até esta hora${percent}`;
  return { kind: level, text: `O ROAS ${level === 'better' ? 'melhorou' : 'piorou'}: ${figures}.` };
}
