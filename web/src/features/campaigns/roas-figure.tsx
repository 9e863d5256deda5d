import { isPaying } from '@tracker/schemas/health/roas-rules';
import { TrendingDown, TrendingUp } from 'lucide-react';
import { formatRatio, NO_FIGURE } from '../../format/figures.ts';
import { cn } from '../../ui/cn.ts';

/** Green from 1,00x, red below. What cost nothing is neither: no spend is not a loss. `roas` null: not known. */
export function RoasFigure({ roas, spend }: { roas: number | null; spend: number }) {
  if (roas === null) return NO_FIGURE;
  if (spend === 0) {
    return (
      <>
        {formatRatio(roas)} <span className="font-normal text-muted text-xs">sem gasto</span>
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
