import { compareFailure } from '../../compare/compare-failure.tsx';
import { type ComparedRange, useComparedRange } from './use-compared-range.ts';

/** Of which days the changes of the panel are. */
export default function RangeComparison(of: ComparedRange) {
  const { comparison, query, isEmptyBefore, compared } = useComparedRange(of);
  if (compared === 'failed') return compareFailure([query]);
  if (!comparison || compared === 'loading') return null;
  return (
    <span className="dot-between">
      {isEmptyBefore ? 'sem dados no período anterior' : `mudança: ${comparison.days}`}
    </span>
  );
}
