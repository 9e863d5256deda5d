import { Link } from '@tanstack/react-router';
import { dayOf } from '@tracker/schemas/primitives/tenant-day';
import { ChartColumn } from 'lucide-react';
import type { DateRange } from '../date-range/date-range.ts';
import { useMayOpen, useTenant } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { Empty } from '../ui/message.tsx';
import { useCampaigns } from './queries.ts';

export const NoGroups = ({ range, isFiltered = false }: { range: DateRange; isFiltered?: boolean }) =>
  isFiltered ? (
    <Empty icon={ChartColumn} title="Nada com estes filtros" text="Tire um filtro ou escolha um período maior." />
  ) : (
    <NoneAtAll range={range} />
  );

/** A longer period helps only a company that is older than this one. */
function NoneAtAll({ range }: { range: DateRange }) {
  const tenant = useTenant();
  const campaigns = useCampaigns(range).data ?? [];
  const isOlder = campaigns.some(({ createdAt }) => dayOf(Date.parse(createdAt), tenant.timeZone) < range.from);
  const canInstall = useMayOpen('/integration');
  return (
    <Empty
      icon={ChartColumn}
      title="Nenhum dado encontrado"
      text={
        isOlder
          ? 'Não houve clicks, conversões nem gastos no período.'
          : 'O primeiro click pelo link de uma campanha aparece aqui em segundos.'
      }
    >
      {isOlder ? (
        <p className="text-muted text-xs">Escolha um período maior.</p>
      ) : (
        canInstall && (
          <Button asChild look="outline" size="small">
            <Link to="/integration">Ver como instalar</Link>
          </Button>
        )
      )}
    </Empty>
  );
}
