import { compareFailure } from '../../compare/compare-failure.tsx';
import { type ComparedRange, useComparedRange } from './use-compared-range.ts';

/** Of which days the changes of the panel are. */
export default function RangeComparison(of: ComparedRange) {
  const { comparison, query, compared } = useComparedRange(of);
  if (compared === 'failed') return compareFailure([query]);
  if (!comparison || compared === undefined || compared === 'loading') return null;
  const { revenue, spend, clicks, conversions } = compared.previous ?? {};
  const isNothing = !revenue && !spend && !clicks && !conversions;
  return <span>{isNothing ? 'sem dados no período anterior' : `mudança: ${comparison.days}`}</span>;
}
