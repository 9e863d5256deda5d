// A filter in words, for people: on screens, and in the first line of a file.
import { dimensionOf, type FigureDimension } from './dimensions.ts';
import type { FigureFilter, FilterOp } from './figure-query.ts';
import { keyLabel } from './key-labels.ts';

export const OP_LABELS: Readonly<Record<FilterOp, string>> = {
  is: 'é',
  not: 'não é',
  has: 'contém',
  none: 'não tem valor',
};
export const opsOf = (dim: FigureDimension): readonly FilterOp[] =>
  dimensionOf(dim).isText ? ['is', 'not', 'has', 'none'] : ['is', 'not', 'none'];

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
