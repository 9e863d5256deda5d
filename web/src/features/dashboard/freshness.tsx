import { lazy } from 'react';
import { useLostSince } from '../../data/connection.ts';
import { formatClock } from '../../format/days.ts';
import { useIsLive } from '../../shell/shell.tsx';
import { cn } from '../../ui/cn.ts';
import { LatePart } from '../../ui/late-part.tsx';

const FreshnessTooltip = lazy(() => import('./freshness-tooltip.tsx'));

/** When the figures were last asked for, and whether changes come by themselves. */
export function Freshness({ updatedAt }: { updatedAt: number }) {
  const isLive = useIsLive();
  const isLost = useLostSince() !== undefined;
  const text = (
    <button
      type="button"
      className={cn('flex cursor-default items-center gap-1.5 rounded-md', isLost && 'font-medium text-warn')}
    >
      <span aria-hidden className={cn('size-1.5 rounded-full', isLost ? 'bg-warn' : isLive ? 'bg-good' : 'bg-field')} />
      {isLost ? 'Sem conexão' : isLive ? 'Ao vivo' : 'A cada 30 s'}
      {updatedAt > 0 && <span className="figure">· atualizado às {formatClock(updatedAt)}</span>}
    </button>
  );
  return (
    <LatePart loading={text} failure={text}>
      <FreshnessTooltip state={isLost ? 'lost' : isLive ? 'live' : 'polled'}>{text}</FreshnessTooltip>
    </LatePart>
  );
}
