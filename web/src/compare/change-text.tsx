import type { FigureMetric } from '@tracker/schemas/figures/metrics';
import { NO_FIGURE } from '../format/figures.ts';
import { Busy } from '../ui/busy.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { bothText, type Change, type Comparing, changeOf, differenceText } from './change.ts';

const toneOf = ({ isGood, isWeak }: Change) => {
  if (isWeak || isGood === null) return 'text-muted';
  return isGood ? 'text-good' : 'text-bad';
};

const NOT_COMPARED = 'A comparação não foi carregada';

interface ChangeTextProps {
  metric: FigureMetric;
  compared: Comparing;
  /** With both figures below it. */
  isWhole: boolean;
}

/** How a figure changed against another period; '–' without one to compare with. */
export function ChangeText({ metric, compared, isWhole }: ChangeTextProps) {
  if (compared === 'loading') {
    return (
      <Busy>
        <Skeleton className="inline-block h-4 w-12" />
      </Busy>
    );
  }
  const change = changeOf(metric, compared);
  if (!change) {
    return (
      <span className="text-muted" title={compared === 'failed' ? NOT_COMPARED : undefined}>
        {NO_FIGURE}
      </span>
    );
  }
  const both = bothText(metric, change);
  return (
    <span className={toneOf(change)} title={isWhole ? undefined : both}>
      {differenceText(metric, change)}
      {isWhole && <span className="block text-muted text-xs">{both}</span>}
    </span>
  );
}
