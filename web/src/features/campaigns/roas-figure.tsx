import { isPaying } from '@tracker/schemas/health/roas-rules';
import { TrendingDown, TrendingUp } from 'lucide-react';
import { formatRatio, NO_FIGURE } from '../../format/figures.ts';
import { cn } from '../../ui/cn.ts';

interface RoasFigureProps {
  /** Null: not known. */
  roas: number | null;
  spend: number | null;
  /** Of the days since tracking began, which the ratio is of. */
  trackedSpend: number | null;
}

/** Green from 1,00x, red below. What cost nothing is neither: no spend is not a loss, and nor is that of days without tracking. */
export function RoasFigure({ roas, spend, trackedSpend }: RoasFigureProps) {
  if (roas === null) return NO_FIGURE;
  if (trackedSpend === 0) {
    return (
      <>
        {spend === 0 ? formatRatio(roas) : NO_FIGURE}{' '}
        <span className="font-normal text-muted text-xs">{spend === 0 ? 'sem gasto' : 'sem rastreio'}</span>
      </>
    );
  }
  const pays = isPaying(roas);
  const Icon = pays ? TrendingUp : TrendingDown;
  return (
    <span className={cn('inline-flex items-center gap-1', pays ? 'text-good' : 'text-bad')}>
      {formatRatio(roas)}
      <Icon size={14} aria-hidden />
      <span className="sr-only">{pays ? 'devolve o gasto' : 'não devolve o gasto'}</span>
    </span>
  );
}
