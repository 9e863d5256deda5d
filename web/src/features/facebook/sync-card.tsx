import type { SyncRun, SyncStatus } from '@tracker/schemas/contracts/facebook.contract';
import { CircleCheck, CircleX, History, RefreshCw } from 'lucide-react';
import { failureToast } from '../../data/failure-toast.ts';
import { FetchedCard } from '../../data/fetched-card.tsx';
import { formatCounted, formatMoney } from '../../format/figures.ts';
import { formatInstantTime } from '../../format/instants.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { cn } from '../../ui/cn.ts';
import { Empty } from '../../ui/message.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast-store.ts';
import { useSession } from '../auth/auth.ts';
import { FAILURES, useSyncAll, useSyncStatus } from './queries.ts';
import { HISTORY_SHOWN, runError, TRIGGER_LABELS } from './sync-texts.ts';

export function SyncCard({ isConnected }: { isConnected: boolean }) {
  const all = useSyncAll();
  const start = () =>
    all.mutate(undefined, {
      onSuccess: ({ successfulSyncs, totalCampaigns, totalSpend }) =>
        toast({
          title: 'Sync concluído',
          description: `${successfulSyncs} de ${formatCounted(totalCampaigns, 'campanha', 'campanhas')}. Gasto total: ${formatMoney(totalSpend)}`,
        }),
      onError: (error) => failureToast('Erro no Sync Geral', error, FAILURES.syncAll),
    });
  return (
    <FetchedCard
      title="Sincronização"
      note={`Automática, todos os dias às 02:00${isConnected ? '' : ', quando houver conexão'}`}
      query={useSyncStatus()}
      loading={<Skeleton className="mx-4 mb-4 h-40 sm:mx-5" />}
      actions={
        <Button look="outline" size="small" disabled={all.isPending} onClick={start}>
          <RefreshCw size={14} aria-hidden className={cn(all.isPending && 'animate-spin')} /> Sincronizar tudo
        </Button>
      }
    >
      {(status) => <Status status={status} />}
    </FetchedCard>
  );
}

function Status({ status: { isRunning, lastSyncTime, progress, syncHistory } }: { status: SyncStatus }) {
  const { timeZone } = useSession().tenant;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 pb-3 sm:px-5">
        <Badge look={isRunning ? 'default' : 'secondary'} role="status">
          {isRunning ? 'Sincronizando...' : 'Parado'}
        </Badge>
        {progress && (
          <span className="figure text-[13px] text-muted">
            {progress.done} de {progress.total}
          </span>
        )}
        <span className="text-[13px] text-muted">
          {lastSyncTime ? `Última: ${formatInstantTime(lastSyncTime, timeZone)}` : 'Nunca sincronizado'}
        </span>
      </div>
      {syncHistory.length === 0 ? (
        <div className="border-line border-t">
          <Empty
            icon={History}
            title="Nenhuma sincronização ainda"
            text="As últimas 5 aparecem aqui, com os dias e o gasto que trouxeram."
          />
        </div>
      ) : (
        <ul aria-label="Últimas sincronizações">
          {syncHistory.slice(0, HISTORY_SHOWN).map((run) => (
            <Run key={`${run.startedAt} ${run.campaignId}`} run={run} />
          ))}
        </ul>
      )}
    </>
  );
}

function Run({ run }: { run: SyncRun }) {
  const { timeZone } = useSession().tenant;
  const { campaignId, trigger, startedAt, success, dataPoints, totalSpend } = run;
  return (
    <li className="flex items-start gap-3 border-line border-t px-4 py-2.5 sm:px-5">
      {success ? (
        <CircleCheck size={17} aria-label="Concluída" className="mt-0.5 shrink-0 text-good" />
      ) : (
        <CircleX size={17} aria-label="Falhou" className="mt-0.5 shrink-0 text-bad" />
      )}
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium" title={campaignId}>
          {campaignId}
        </p>
        <p className="figure text-muted text-xs">
          {formatInstantTime(startedAt, timeZone)} · {TRIGGER_LABELS[trigger]}
        </p>
        {!success && <p className="break-words text-[13px] text-bad">{runError(run)}</p>}
      </div>
      {success && (
        <p className="figure shrink-0 text-right text-[13px]">
          {formatMoney(totalSpend)}
          <span className="block text-muted text-xs">{formatCounted(dataPoints, 'dia', 'dias')}</span>
        </p>
      )}
    </li>
  );
}
