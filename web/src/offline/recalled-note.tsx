import { CloudOff } from 'lucide-react';
import { useAsOf } from '../data/as-of.ts';
import { formatInstantTime } from '../format/instants.ts';
import { useSession } from '../session/session.ts';
import { useOffline } from './use-offline.ts';

/** Above every screen while it shows recalled figures; else it prepares for that time. */
export function RecalledNote() {
  const session = useSession();
  const asOf = useAsOf();
  useOffline(session, asOf !== undefined);
  return (
    asOf !== undefined && (
      <p
        role="status"
        className="mb-4 flex items-center gap-2 rounded-lg bg-warn-soft px-3 py-2 font-medium text-[13px] text-warn"
      >
        <CloudOff size={16} aria-hidden className="shrink-0" />
        Sem conexão. Estes são os números de {formatInstantTime(new Date(asOf).toISOString(), session.tenant.timeZone)}.
      </p>
    )
  );
}
