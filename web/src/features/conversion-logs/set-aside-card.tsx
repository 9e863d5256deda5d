import { useQuery } from '@tanstack/react-query';
import { type ConversionSetAside, listConversionsSetAside } from '@tracker/schemas/contracts/conversion-logs.contract';
import { checkoutLabel } from '@tracker/schemas/texts/conversions';
import { Hourglass } from 'lucide-react';
import { contractQuery, polled } from '../../data/query-client.ts';
import { formatCounted } from '../../format/figures.ts';
import { formatInstantTime } from '../../format/instants.ts';
import { useSession } from '../../session/session.ts';
import { Card, CardHeader } from '../../ui/card.tsx';

/** Sales that are stored and could not be computed; nothing when there are none, which is nearly always. */
export function SetAsideCard() {
  const query = useQuery({ ...contractQuery(listConversionsSetAside, {}), ...polled });
  if (!query.data || query.data.length === 0) return null;
  return (
    <Card aria-labelledby="set-aside" className="border-warn/40">
      <CardHeader
        id="set-aside"
        title={`${formatCounted(query.data.length, 'conversão aguarda', 'conversões aguardam')} cálculo`}
        note="Estão guardadas e ainda não entram nos números. Não precisa enviar de novo: quem opera o sistema já foi avisado, e elas contam assim que forem calculadas."
        mark={<Hourglass size={16} aria-hidden className="text-warn" />}
      />
      <ul className="flex flex-col gap-2 px-4 pb-4 text-[13px] sm:px-5">
        {query.data.map((one) => (
          <SetAside key={one.id} {...one} />
        ))}
      </ul>
    </Card>
  );
}

function SetAside({ id, transactionId, provider, since, reason }: ConversionSetAside) {
  const { timeZone } = useSession().tenant;
  return (
    <li>
      <span className="font-medium">{transactionId ?? id}</span>
      <span className="text-muted">
        {provider && ` · ${checkoutLabel(provider)}`} · desde {formatInstantTime(since, timeZone)}
      </span>
      <details className="text-muted text-xs">
        <summary className="cursor-pointer py-1 hover:text-ink max-sm:py-3.5">Detalhes técnicos</summary>
        <p className="break-words">{reason}</p>
      </details>
    </li>
  );
}
