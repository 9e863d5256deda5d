import { CloudOff } from 'lucide-react';
import { useAsOf } from '../data/as-of.ts';
import { useSession } from '../features/auth/auth.ts';
import { formatInstantTime } from '../format/instants.ts';

/** Above every screen while it shows recalled figures. */
export default function RecalledNote() {
  const { timeZone } = useSession().tenant;
  const asOf = useAsOf();
  return (
    asOf !== undefined && (
      <p
        role="status"
        className="mb-4 flex items-center gap-2 rounded-lg bg-warn-soft px-3 py-2 font-medium text-[13px] text-warn"
      >
        <CloudOff size={16} aria-hidden className="shrink-0" />
        Sem conexão. Estes são os números de {formatInstantTime(new Date(asOf).toISOString(), timeZone)}.
      </p>
    )
  );
}
