import type { ConversionEntry } from '@tracker/schemas/contracts/conversion-logs.contract';
import { formatCurrency } from '../../format/currencies.ts';
import { formatInstantTime } from '../../format/instants.ts';
import { useSession } from '../../session/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { STATUSES } from './conversion-texts.ts';

/** In order of occurrence. */
export function StatusHistory({ entries }: { entries: readonly ConversionEntry[] }) {
  const { timeZone } = useSession().tenant;
  return (
    <ol className="flex flex-col gap-3 border-line border-l pl-4">
      {entries.map((entry) => (
        <Entry key={entry.id} entry={entry} clock={(instant) => formatInstantTime(instant, timeZone)} />
      ))}
    </ol>
  );
}

const NOTEWORTHY_DELAY_MS = 60_000;

function Entry({ entry, clock }: { entry: ConversionEntry; clock: (instant: string) => string }) {
  const { at, receivedAt, status, amount, refundAmount, currency, isTest, verified, imported, mark } = entry;
  const isLate = Date.parse(receivedAt) - Date.parse(at) > NOTEWORTHY_DELAY_MS;
  return (
    <li className="min-w-0">
      <span className="flex flex-wrap items-center gap-1.5">
        <Badge look={STATUSES[status].look}>{STATUSES[status].label}</Badge>
        {Number(amount) > 0 && <span className="figure">{formatCurrency(amount, currency)}</span>}
        {Number(refundAmount) > 0 && (
          <span className="figure text-bad">devolvido {formatCurrency(refundAmount, currency)}</span>
        )}
        {isTest && <Badge look="gray">Teste</Badge>}
        {imported ? <Badge look="gray">Importada</Badge> : !verified && <Badge look="warn">Não verificada</Badge>}
      </span>
      <span className="figure mt-0.5 block text-muted text-xs">
        {clock(at)}
        {isLate && ` · recebido em ${clock(receivedAt)}`}
      </span>
      {mark === 'ignored-unverified' && (
        <span className="block text-muted text-xs">
          {imported ? 'ignorado: o checkout avisou desta venda' : 'ignorado: não verificado'}
        </span>
      )}
    </li>
  );
}
