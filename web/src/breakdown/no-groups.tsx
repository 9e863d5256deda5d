import { Link } from '@tanstack/react-router';
import { dayOf } from '@tracker/schemas/primitives/tenant-day';
import { hasRole, SCREEN_ROLES } from '@tracker/schemas/roles';
import { ChartColumn } from 'lucide-react';
import type { DateRange } from '../date-range/date-range.ts';
import { useSession } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { Empty } from '../ui/message.tsx';
import { useCampaigns } from './queries.ts';

/** A longer period helps only a company that is older than this one. */
export function NoGroups({ range, isFiltered = false }: { range: DateRange; isFiltered?: boolean }) {
  const { tenant, user } = useSession();
  const campaigns = useCampaigns(range).data ?? [];
  const isOlder = campaigns.some(({ createdAt }) => dayOf(Date.parse(createdAt), tenant.timeZone) < range.from);
  const canInstall = hasRole(user.role, SCREEN_ROLES['/integration']);
  if (isFiltered) {
    return (
      <Empty icon={ChartColumn} title="Nada com estes filtros" text="Tire um filtro ou escolha um período maior." />
    );
  }
  return (
    <Empty
      icon={ChartColumn}
      title="Nenhum dado encontrado"
      text={
        isOlder
          ? 'Não houve clicks, vendas nem gastos no período.'
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
