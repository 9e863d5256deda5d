import { useLostSince } from '../data/connection.ts';
import { formatMinute } from '../format/days.ts';

/** Over every screen, without moving it: what is shown is as old as this says. */
export function LostConnection() {
  const since = useLostSince();
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 top-16 z-30 flex justify-center lg:top-2 lg:left-60"
    >
      {since !== undefined && (
        <p className="flex items-center gap-1.5 rounded-full border border-line bg-warn-soft px-3 py-1 font-medium text-[13px] text-warn shadow-float">
          <span aria-hidden className="size-1.5 rounded-full bg-warn" />
          Sem conexão desde {formatMinute(since)}
        </p>
      )}
    </div>
  );
}
