import type { FigureAnswer } from '@tracker/schemas/contracts/figures.contract';
import type { Verdict } from '@tracker/schemas/figures/verdict';
import type { BadgeLook } from '../ui/badge.tsx';

type Row = FigureAnswer['rows'][number];
/** Of a row that has one. */
export interface Judged {
  readonly verdict: Verdict;
  readonly probability: number | null;
  readonly evidence: NonNullable<Row['evidence']>;
}

export const judgedOf = ({ verdict, probability = null, evidence }: Row): Judged | undefined =>
  verdict && evidence ? { verdict, probability, evidence } : undefined;

const VERDICT_LABELS: Readonly<Record<Verdict, string>> = {
  'little-data': 'Pouco dado',
  below: 'Abaixo da meta',
  'on-target': 'Na meta',
  above: 'Acima da meta',
};
export const VERDICT_LOOKS: Readonly<Record<Verdict, BadgeLook>> = {
  'little-data': 'gray',
  below: 'red',
  'on-target': 'blue',
  above: 'good',
};

/** What a view chooses, by targets and by break-even alike. */
export const WANTED_LABELS = { below: 'Para parar', above: 'Escalar', tiring: 'Cansando' } as const;

/** Where no one set a target, a verdict is about money itself. */
const BREAK_EVEN_LABELS: typeof VERDICT_LABELS = {
  ...VERDICT_LABELS,
  ...{ below: 'Dá prejuízo', 'on-target': 'No equilíbrio', above: 'Dá lucro' },
};

export const isBreakEven = ({ evidence: { targets } }: Pick<Judged, 'evidence'>): boolean =>
  targets.length > 0 && targets.every(({ of }) => of === 'break-even');

/** Never surer than it is: 97.9 % is 97 %. */
export function verdictLabel(judged: Judged): string {
  const { verdict, probability } = judged;
  const label = (isBreakEven(judged) ? BREAK_EVEN_LABELS : VERDICT_LABELS)[verdict];
  return probability === null ? label : `${label} (${Math.min(99, Math.floor(probability * 100))}\u00a0%)`;
}

/** The surest below first, the surest above last; what has little data has no place. */
export const verdictRank = ({ verdict, probability }: Judged): number | null => {
  if (verdict === 'little-data') return null;
  return verdict === 'on-target' ? 0 : (probability ?? 1) * (verdict === 'below' ? -1 : 1);
};

const chance = new Intl.NumberFormat('pt-BR', { maximumSignificantDigits: 2 });

/** In percent: a chance below it is written as such. */
const LEAST = 0.01;

/** What the counts mean. */
export function verdictReason(judged: Judged): string {
  const { verdict, probability, evidence } = judged;
  if (evidence.spend === null) return 'Há dias com gasto desconhecido: de uma parte dele nada se conclui.';
  if (evidence.expected === null) return 'Cada venda custa mais do que traz: vender mais não paga o anúncio.';
  const [ad, on] = isBreakEven(judged)
    ? ['Um anúncio que só empata', 'um anúncio que só empata']
    : ['Um anúncio na meta', 'um anúncio na meta'];
  const exact = (1 - (probability ?? 1)) * 100;
  const percent = `${exact < LEAST ? `menos de ${chance.format(LEAST)}` : chance.format(exact)}\u00a0%`;
  switch (verdict) {
    case 'little-data':
      return evidence.counts === 'sales'
        ? 'Com menos de 3 vendas esperadas, nem zero vendas provaria alguma coisa.'
        : 'Com menos de 3 conversões esperadas, nem zero conversões provaria alguma coisa.';
    case 'below':
      return `${ad} traria tão poucas ${evidence.counts === 'sales' ? 'vendas' : 'conversões'} em ${percent} das vezes.`;
    case 'above':
      return `${ad} traria tantas ${evidence.counts === 'sales' ? 'vendas' : 'conversões'} em ${percent} das vezes.`;
    case 'on-target':
      return `A diferença cabe no acaso: ${on} a mostra em mais de 5\u00a0% das vezes.`;
  }
}
