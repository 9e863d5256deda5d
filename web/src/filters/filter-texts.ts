import {
  dimensionOf,
  FIGURE_DIMENSION_NAMES,
  type FigureDimension,
  isKnownBy,
} from '@tracker/schemas/figures/dimensions';
import type { Fact } from '@tracker/schemas/figures/facts';
import { FigureFilter, filterFromText } from '@tracker/schemas/figures/figure-query';

/** Undefined: no such filter. */
export const filterOf = (text: string): FigureFilter | undefined => FigureFilter.safeParse(filterFromText(text)).data;

/** The period is chosen elsewhere. */
const OF_PERIOD: ReadonlySet<FigureDimension> = new Set<FigureDimension>(['day', 'week', 'month']);
export const FILTER_DIMENSIONS = FIGURE_DIMENSION_NAMES.filter((name) => !OF_PERIOD.has(name));

/** What a screen shows, whose rows or figures a filter narrows. */
export type FilteredFact = Extract<Fact, 'clicks' | 'sales'>;
/** By what a list has filters of its own: there is one way to each. */
const ofList = (fact: FilteredFact): readonly FigureDimension[] =>
  fact === 'clicks' ? ['campaign', 'source'] : ['campaign', 'product', 'payment', 'checkout'];
/** `fact`: of the rows of a list, which have no blank figure; undefined: all that figures know. */
export const filterDimensions = (fact: FilteredFact | undefined): readonly FigureDimension[] =>
  fact ? FILTER_DIMENSIONS.filter((name) => isKnownBy(fact, name) && !ofList(fact).includes(name)) : FILTER_DIMENSIONS;

const listed = (names: readonly string[]) =>
  names.length > 1 ? `${names.slice(0, -1).join(', ')} e ${names.at(-1)}` : (names[0] ?? '');

/** Which figures are blank under these filters, and why; undefined: all are known. */
export function unknownText(filters: readonly FigureFilter[]): string | undefined {
  const lacking = (fact: Parameters<typeof isKnownBy>[0]) =>
    filters.filter(({ dim }) => !isKnownBy(fact, dim)).map(({ dim }) => dimensionOf(dim).label.toLowerCase());
  const [spend, clicks, sold] = [lacking('spend'), lacking('clicks'), lacking('sales')];
  const isOfHour = filters.some(({ dim }) => dim === 'hour') && spend.length === 0;
  const sentences = [
    spend.length > 0 &&
      `O gasto não é conhecido por ${listed(spend)}: Gasto, ROAS, CPA, ROI e lucro ficam em branco, nunca divididos por estimativa.`,
    isOfHour &&
      'O gasto por hora só é conhecido onde a plataforma informou todas as horas do dia, e não por anúncio: sem elas, Gasto, ROAS, CPA, ROI e lucro ficam em branco, nunca divididos por estimativa.',
    clicks.length > 0 && `Os clicks não são conhecidos por ${listed(clicks)}.`,
    sold.length > 0 && `As conversões não são conhecidas por ${listed(sold)}.`,
  ].filter((sentence) => sentence !== false);
  return sentences.length > 0 ? sentences.join(' ') : undefined;
}
