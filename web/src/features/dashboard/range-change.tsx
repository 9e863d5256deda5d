import type { FigureMetric } from '@tracker/schemas/figures/metrics';
import { ArrowDownRight, ArrowRight, ArrowUpRight } from 'lucide-react';
import { bothText, type Change, changeOf, differenceText } from '../../compare/change.ts';
import { Badge, type BadgeLook } from '../../ui/badge.tsx';
import { type ComparedRange, useComparedRange } from './use-compared-range.ts';

interface RangeChangeProps extends ComparedRange {
  metric: FigureMetric;
}

/** How a figure of the range changed, in the words and by the days of the explorer. Arrow and sign repeat the information of the colour. */
export default function RangeChange({ metric, ...of }: RangeChangeProps) {
  const { compared } = useComparedRange(of);
  const change = changeOf(metric, compared);
  if (!change) return null;
  const { now, before } = change;
  const Icon = now === before ? ArrowRight : now > before ? ArrowUpRight : ArrowDownRight;
  return (
    <Badge look={lookOf(change)} title={bothText(metric, change)}>
      <Icon size={13} aria-hidden /> {differenceText(metric, change)}
    </Badge>
  );
}

function lookOf({ isGood, isWeak }: Change): BadgeLook {
  if (isWeak || isGood === null) return 'secondary';
  return isGood ? 'good' : 'destructive';
}
