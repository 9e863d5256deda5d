import { lazy } from 'react';
import { useLostSince } from '../../data/connection.ts';
import { serverTime } from '../../data/server-clock.ts';
import { formatClock, formatMinute } from '../../format/days.ts';
import { useTenant } from '../../session/session.ts';
import { useIsLive } from '../../shell/shell.tsx';
import { cn } from '../../ui/cn.ts';
import { LatePart } from '../../ui/late-part.tsx';

const FreshnessTooltip = lazy(() => import('./freshness-tooltip.tsx'));

interface FreshnessProps {
  updatedAt: number;
  /** The server answers, and not with figures. */
  hasFailed: boolean;
}

/** When the figures were last asked for, and whether changes come by themselves. */
export function Freshness({ updatedAt, hasFailed }: FreshnessProps) {
  const { timeZone } = useTenant();
  const isLive = useIsLive();
  const isLost = useLostSince() !== undefined;
  const state = isLost ? 'lost' : hasFailed ? 'stopped' : isLive ? 'live' : 'polled';
  const isAmber = state === 'lost' || state === 'stopped';
  const text = (
    <button
      type="button"
      className={cn('flex cursor-default items-center gap-1.5 rounded-md', isAmber && 'font-medium text-warn')}
    >
      <span
        aria-hidden
        className={cn('size-1.5 rounded-full', isAmber ? 'bg-warn' : state === 'live' ? 'bg-good' : 'bg-field')}
      />
      {state === 'stopped' && updatedAt > 0
        ? `Números parados às ${formatMinute(serverTime(updatedAt), timeZone)}`
        : TEXTS[state]}
      {state !== 'stopped' && updatedAt > 0 && (
        <span className="figure">· atualizado às {formatClock(serverTime(updatedAt), timeZone)}</span>
      )}
    </button>
  );
  return (
    <LatePart loading={text} failure={text}>
      <FreshnessTooltip state={state}>{text}</FreshnessTooltip>
    </LatePart>
  );
}

const TEXTS = { lost: 'Sem conexão', stopped: 'Os números não vieram', live: 'Ao vivo', polled: 'A cada 30 s' };
