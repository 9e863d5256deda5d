import type { SyncStatus } from '@tracker/schemas/contracts/ad-platforms.contract';
import type { Campaign } from '@tracker/schemas/contracts/campaigns.contract';
import { Hourglass, RefreshCw } from 'lucide-react';
import { failureToast } from '../../data/failure-toast.ts';
import { FetchedCard } from '../../data/fetched-card.tsx';
import { formatCount, formatCounted, formatMoney } from '../../format/figures.ts';
import { formatInstantTime } from '../../format/instants.ts';
import { useSession } from '../../session/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { cn } from '../../ui/cn.ts';
import { Progress } from '../../ui/progress.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast-store.ts';
import { HistoryDays } from './history-days.tsx';
import { usePlatform } from './platform.ts';
import { FAILURES, useSyncAll, type useSyncStatus } from './queries.ts';
import { SyncHistory } from './sync-history.tsx';

interface SyncCardProps {
  sync: ReturnType<typeof useSyncStatus>;
  campaigns: readonly Campaign[] | undefined;
  /** Without a connection nothing is read. */
  isConnected: boolean;
  className?: string;
}

export function SyncCard({ sync: { query, isRunning }, campaigns, isConnected, className }: SyncCardProps) {
  const all = useSyncAll();
  const start = () =>
    all.mutate(undefined, {
      onSuccess: ({ successfulLinks, links, totalSpend }) =>
        toast({
          title: 'Sync concluído',
          description: `${successfulLinks} de ${formatCounted(links, 'campanha', 'campanhas')}. Gasto total: ${formatMoney(totalSpend)}`,
        }),
      onError: (error) => failureToast('Erro no Sync Geral', error, FAILURES.syncAll),
    });
  return (
    <FetchedCard
      title="Sincronização"
      // The day itself, and at night the days that the platform corrects afterwards.
      note="Automática: hoje e ontem a cada 20 minutos, os últimos 28 dias todos os dias às 02:00"
      query={query}
      {...(className && { className })}
      loading={<Skeleton className="mx-4 mb-4 h-56 sm:mx-5" />}
      actions={
        <Button look="outline" size="small" disabled={isRunning} onClick={start}>
          <RefreshCw size={14} aria-hidden className={cn(isRunning && 'animate-spin')} /> Sincronizar tudo
        </Button>
      }
    >
      {(status) => (
        <>
          <State {...{ status, isRunning, isConnected }} />
          <HistoryDays days={status.historyDays} />
          <SyncHistory runs={status.syncHistory} campaigns={campaigns} />
        </>
      )}
    </FetchedCard>
  );
}

function State({
  status: { lastSyncTime, progress, daysMissing },
  isRunning,
  isConnected,
}: {
  status: SyncStatus;
  isRunning: boolean;
  isConnected: boolean;
}) {
  const { timeZone } = useSession().tenant;
  return (
    <div className="flex flex-col gap-2 px-4 pb-3 sm:px-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge look={isRunning ? 'default' : 'secondary'} role="status">
          {isRunning ? 'Sincronizando...' : 'Parado'}
        </Badge>
        <span className="figure text-[13px] text-muted">
          {lastSyncTime ? `Última: ${formatInstantTime(lastSyncTime, timeZone)}` : 'Nunca sincronizado'}
        </span>
      </div>
      {isRunning && progress && <UnderWay progress={progress} />}
      {daysMissing > 0 && (
        <p role="status" className="text-[13px] text-warn">
          {daysMissing === 1 ? 'Falta ler 1 dia de gasto' : `Faltam ler ${formatCount(daysMissing)} dias de gasto`}: até
          lá o gasto desses dias é desconhecido.{' '}
          {isConnected ? 'A leitura continua sozinha.' : 'A leitura continua quando um perfil for conectado.'}
        </p>
      )}
    </div>
  );
}

function UnderWay({ progress }: { progress: NonNullable<SyncStatus['progress']> }) {
  const { timeZone } = useSession().tenant;
  const { name } = usePlatform();
  const { done, total, waitingUntil } = progress;
  const text = total === 0 ? 'Começando' : `${done} de ${formatCounted(total, 'campanha', 'campanhas')}`;
  return (
    <>
      <div className="flex items-center gap-3">
        <div className="flex-1">
          <Progress label="Progresso da sincronização" percent={total === 0 ? 0 : (done / total) * 100} text={text} />
        </div>
        <span className="figure shrink-0 text-[13px] text-muted">{text}</span>
      </div>
      {waitingUntil && (
        <p role="status" className="flex gap-2 rounded-lg bg-warn-soft px-3 py-2 text-[13px] text-warn">
          <Hourglass size={15} aria-hidden className="mt-0.5 shrink-0" />O {name} limitou as chamadas. Continua às{' '}
          {formatInstantTime(waitingUntil, timeZone).slice(11, 16)}.
        </p>
      )}
    </>
  );
}
