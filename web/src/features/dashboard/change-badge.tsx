import { percentChange } from '@tracker/schemas/metrics/formulas';
import { ArrowDownRight, ArrowRight, ArrowUpRight } from 'lucide-react';
import { formatPercentChange } from '../../format/figures.ts';
import { Badge } from '../../ui/badge.tsx';
import { changeLook, directionOf, type Meaning } from './levels.ts';

interface ChangeBadgeProps {
  current: number;
  previous: number;
  /**
   * The part of the previous period that is as long as the current one: while that is not over, only where it says the same as the number is
   * there a colour, since a green fall or a red rise looks like an error. Null: unknown, and no colour.
   */
  soFar?: number | null;
  meaning: Meaning;
}

/** Empty for a change from zero to zero (decision 25). Arrow and sign repeat the information of the colour. */
export function ChangeBadge({ current, previous, soFar = previous, meaning }: ChangeBadgeProps) {
  const change = percentChange(current, previous);
  const text = formatPercentChange(change);
  if (!text) return null;
  const direction = directionOf(change);
  const Icon = direction === 0 ? ArrowRight : direction > 0 ? ArrowUpRight : ArrowDownRight;
  const look = changeLook(change, meaning);
  const isSame = soFar !== null && changeLook(percentChange(current, soFar), meaning) === look;
  return (
    <Badge look={isSame ? look : 'secondary'}>
      <Icon size={13} aria-hidden /> {text}
    </Badge>
  );
}
