import { useMutation } from '@tanstack/react-query';
import { syncToday } from '@tracker/schemas/contracts/ad-platforms.contract';
import { hasRole } from '@tracker/schemas/roles';
import { RefreshCw } from 'lucide-react';
import { FIGURES, useAskAgain } from '../data/ask-again.ts';
import { call } from '../data/call.ts';
import { failureToast } from '../data/failure-toast.ts';
import type { DateRange } from '../date-range/date-range.ts';
import { formatMoney } from '../format/figures.ts';
import { useSession } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { cn } from '../ui/cn.ts';
import { toast } from '../ui/toast-store.ts';
import { useSummary } from './use-summary.ts';

/** Specification §8. */
const FAILURE = 'Failed to refresh spend data';

/** The literal amount is the main campaign's. */
const mainText = (ofMain: number | null) =>
  ofMain === null ? 'A campanha principal não está conectada' : `Gasto de hoje: ${formatMoney(ofMain)}`;

const amountsOf = (ofMain: number | null, total: number) => {
  if (ofMain === null) return `${mainText(null)}. Gasto de hoje das conectadas: ${formatMoney(total)}`;
  const ofAll = total === ofMain ? '' : `. De todas as campanhas: ${formatMoney(total)}`;
  return `${mainText(ofMain)}${ofAll}`;
};

interface RefreshSpendProps {
  /** Why it failed, for the note that stays; null as soon as it is tried again. */
  onFailure: (failure: Error | null) => void;
  range: DateRange;
}

/** Specification §7.3: today's spend, of the main campaign and of all, then all figures again. Viewers only look. */
export default function RefreshSpend({ onFailure, range }: RefreshSpendProps) {
  const { user, tenant } = useSession();
  const { mainCampaignId } = tenant;
  const refresh = useMutation({
    mutationFn: (campaignId: string) => call(syncToday, { params: { campaignId } }, { failure: FAILURE }),
    onMutate: () => onFailure(null),
    onSuccess: useAskAgain(FIGURES),
    onError: (error: Error) => onFailure(error),
  });
  const source = useSummary(range)?.spendSource;
  // Without a connection there is nothing to ask.
  if (!hasRole(user.role, 'editor') || mainCampaignId === null || source !== 'linked') return null;
  const start = () =>
    refresh.mutate(mainCampaignId, {
      onSuccess: ({ dailySpend, totalDailySpend = dailySpend ?? 0, failedAccounts = [] }) => {
        if (failedAccounts.length === 0) {
          toast({
            title: 'Gastos Atualizados',
            description: `Sync concluído. ${amountsOf(dailySpend, totalDailySpend)}`,
          });
        } else {
          const without = failedAccounts.map(({ name, reason }) => `${name}: ${reason}`).join(' ');
          toast({
            ...{ title: 'Gastos Atualizados em Parte', look: 'destructive' },
            description: `${mainText(dailySpend)}. Das contas que responderam: ${formatMoney(totalDailySpend)}. Sem o gasto de ${without}`,
          });
        }
      },
      onError: (error) => failureToast('Erro ao Atualizar', error, FAILURE),
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
