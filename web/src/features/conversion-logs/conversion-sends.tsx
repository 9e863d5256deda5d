import type { ConversionSend } from '@tracker/schemas/contracts/conversion-logs.contract';
import { formatCounted } from '../../format/figures.ts';
import { formatInstantTime } from '../../format/instants.ts';
import { SEND_STATES } from '../../format/sends.ts';
import { useSession } from '../../session/session.ts';
import { Badge } from '../../ui/badge.tsx';

/** The destinations that this conversion was sent to, or will be. */
export function ConversionSends({ sends }: { sends: readonly ConversionSend[] }) {
  const { timeZone } = useSession().tenant;
  return (
    <ul className="flex flex-col gap-2">
      {sends.map(({ destination, state, at, attempts, error }, index) => (
        <li key={index} className="min-w-0">
          <span className="flex flex-wrap items-center gap-1.5">
            <Badge look={SEND_STATES[state].look}>{SEND_STATES[state].label}</Badge>
            <span className="min-w-0 break-words">{destination}</span>
          </span>
          <span className="figure mt-0.5 block text-muted text-xs">
            {state === 'waiting' ? 'Próxima tentativa' : 'Em'} {formatInstantTime(at, timeZone)}
            {attempts > 0 && ` · ${formatCounted(attempts, 'tentativa', 'tentativas')}`}
          </span>
          {error && <span className="block break-words text-bad text-xs">{error}</span>}
        </li>
      ))}
    </ul>
  );
}
