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

export const VERDICT_LABELS: Readonly<Record<Verdict, string>> = {
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

/** Never surer than it is: 97.9 % is 97 %. */
export const verdictLabel = ({ verdict, probability }: Pick<Judged, 'verdict' | 'probability'>): string =>
  probability === null
    ? VERDICT_LABELS[verdict]
    : `${VERDICT_LABELS[verdict]} (${Math.min(99, Math.floor(probability * 100))}\u00a0%)`;

/** The surest below first, the surest above last; what has little data has no place. */
export const verdictRank = ({ verdict, probability }: Judged): number | null => {
  if (verdict === 'little-data') return null;
  return verdict === 'on-target' ? 0 : (probability ?? 0) * (verdict === 'below' ? -1 : 1);
};

const chance = new Intl.NumberFormat('pt-BR', { maximumSignificantDigits: 2 });

/** In percent: a chance below it is written as such. */
const LEAST = 0.01;

/** What the counts mean. */
export function verdictReason({ verdict, probability, evidence }: Judged): string {
  if (evidence.spend === null) return 'Há dias com gasto desconhecido: de uma parte dele nada se conclui.';
  const exact = (1 - (probability ?? 1)) * 100;
  const percent = `${exact < LEAST ? `menos de ${chance.format(LEAST)}` : chance.format(exact)}\u00a0%`;
  switch (verdict) {
    case 'little-data':
      return 'Com menos de 3 conversões esperadas, nem zero conversões provaria alguma coisa.';
    case 'below':
      return `Um anúncio na meta traria tão poucas conversões em ${percent} das vezes.`;
    case 'above':
      return `Um anúncio na meta traria tantas conversões em ${percent} das vezes.`;
    case 'on-target':
      return 'A diferença cabe no acaso: um anúncio na meta a mostra em mais de 5\u00a0% das vezes.';
  }
}
