import {
  dimensionOf,
  FIGURE_DIMENSION_NAMES,
  type FigureDimension,
  isKnownBy,
} from '@tracker/schemas/figures/dimensions';
import { FigureFilter, type FilterOp, filterFromText } from '@tracker/schemas/figures/figure-query';
import { keyLabel } from '@tracker/schemas/figures/key-labels';

/** Undefined: no such filter. */
export const filterOf = (text: string): FigureFilter | undefined => FigureFilter.safeParse(filterFromText(text)).data;

export const OP_LABELS: Readonly<Record<FilterOp, string>> = {
  is: 'é',
  not: 'não é',
  has: 'contém',
  none: 'não tem valor',
};
export const opsOf = (dim: FigureDimension): readonly FilterOp[] =>
  dimensionOf(dim).isText ? ['is', 'not', 'has', 'none'] : ['is', 'not', 'none'];

/** The period is chosen elsewhere. */
const OF_PERIOD: ReadonlySet<FigureDimension> = new Set<FigureDimension>(['day', 'week', 'month']);
export const FILTER_DIMENSIONS = FIGURE_DIMENSION_NAMES.filter((name) => !OF_PERIOD.has(name));

/** `nameOf`: what people call a key; undefined where the key says it. */
export function filterText(
  { dim, op, values }: FigureFilter,
  nameOf: (key: string) => string | undefined = () => undefined,
): string {
  const { label } = dimensionOf(dim);
  if (op === 'none') return `${label} ${OP_LABELS.none}`;
  const named = values.map((key) => (op === 'has' ? `“${key}”` : (nameOf(key) ?? keyLabel(dim, key, null))));
  const or = named.length > 1 ? `${named.slice(0, -1).join(', ')} ou ${named.at(-1)}` : named[0];
  return `${label} ${OP_LABELS[op]} ${or}`;
}

const listed = (names: readonly string[]) =>
  names.length > 1 ? `${names.slice(0, -1).join(', ')} e ${names.at(-1)}` : (names[0] ?? '');

/** Which figures are blank under these filters, and why; undefined: all are known. */
export function unknownText(filters: readonly FigureFilter[]): string | undefined {
  const lacking = (fact: Parameters<typeof isKnownBy>[0]) =>
    filters.filter(({ dim }) => !isKnownBy(fact, dim)).map(({ dim }) => dimensionOf(dim).label.toLowerCase());
  const [spend, clicks, sold] = [lacking('spend'), lacking('clicks'), lacking('sales')];
  const sentences = [
    spend.length > 0 &&
      `O gasto não é conhecido por ${listed(spend)}: Gasto, ROAS, CPA, ROI e lucro ficam em branco, nunca divididos por estimativa.`,
    clicks.length > 0 && `Os clicks não são conhecidos por ${listed(clicks)}.`,
    sold.length > 0 && `As vendas não são conhecidas por ${listed(sold)}.`,
  ].filter((sentence) => sentence !== false);
  return sentences.length > 0 ? sentences.join(' ') : undefined;
}
