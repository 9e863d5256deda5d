import { Link } from '@tanstack/react-router';
import { hasRole, SCREEN_ROLES } from '@tracker/schemas/roles';
import { CircleAlert, RefreshCw } from 'lucide-react';
import { CallError } from '../../data/call.ts';
import { failureToast } from '../../data/failure-toast.ts';
import { formatMoney } from '../../format/figures.ts';
import { Button } from '../../ui/button.tsx';
import { cn } from '../../ui/cn.ts';
import { toast } from '../../ui/toast-store.ts';
import { useSession } from '../auth/auth.ts';
import { REFRESH_FAILURE, type useRefreshSpend } from './queries.ts';

type Refresh = ReturnType<typeof useRefreshSpend>;

/** Specification §7.3: today's spend of the main campaign. Viewers only look. */
export function RefreshSpendButton({ refresh }: { refresh: Refresh }) {
  const { user, tenant } = useSession();
  const { mainCampaignId } = tenant;
  if (!hasRole(user.role, 'editor') || mainCampaignId === null) return null;
  const start = () =>
    refresh.mutate(mainCampaignId, {
      onSuccess: ({ dailySpend }) =>
        toast({
          title: 'Gastos Atualizados',
          description: `Sync concluído. Gasto de hoje: ${formatMoney(dailySpend)}`,
        }),
      onError: (error) => failureToast('Erro ao Atualizar', error, REFRESH_FAILURE),
    });
  return (
    <Button
      look="outline"
      size="small"
      aria-disabled={refresh.isPending}
      onClick={() => {
        if (!refresh.isPending) start();
      }}
    >
      <RefreshCw size={14} aria-hidden className={cn(refresh.isPending && 'animate-spin')} /> Atualizar gastos
    </Button>
  );
}

/** A toast goes away; what is to be done about it stays. */
export function NotConnectedNote({ refresh }: { refresh: Refresh }) {
  const canConnect = hasRole(useSession().user.role, SCREEN_ROLES['/facebook']);
  if (!(refresh.error instanceof CallError) || refresh.error.status !== 409) return null;
  return (
    <p
      role="status"
      className="mb-3 flex flex-wrap items-center gap-x-2 gap-y-1 rounded-lg bg-warn-soft px-3 py-2 text-[13px] text-warn"
    >
      <CircleAlert size={15} aria-hidden className="shrink-0" />
      {refresh.error.sentence}: os gastos não podem ser atualizados daqui.
      {canConnect ? (
        <Link to="/facebook" className="font-medium underline underline-offset-2">
          Conectar em Facebook Ads
        </Link>
      ) : (
        'Peça a um administrador que conecte a conta de anúncios.'
      )}
    </p>
  );
}
