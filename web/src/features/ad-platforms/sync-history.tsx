import type { SyncRun } from '@tracker/schemas/contracts/ad-platforms.contract';
import type { Campaign } from '@tracker/schemas/contracts/campaigns.contract';
import { CircleAlert, CircleCheck, CircleX, History } from 'lucide-react';
import { formatCounted, formatMoney } from '../../format/figures.ts';
import { formatInstantTime } from '../../format/instants.ts';
import { useSession } from '../../session/session.ts';
import { Empty } from '../../ui/message.tsx';
import { durationText, HISTORY_SHOWN, runError, TRIGGER_LABELS } from './sync-texts.ts';

interface SyncHistoryProps {
  runs: readonly SyncRun[];
  campaigns: readonly Campaign[] | undefined;
}

export function SyncHistory({ runs, campaigns }: SyncHistoryProps) {
  if (runs.length === 0) {
    return (
      <div className="border-line border-t">
        <Empty
          icon={History}
          title="Nenhuma sincronização ainda"
          text="As últimas 5 aparecem aqui, com os valores diários e o gasto que trouxeram."
        />
      </div>
    );
  }
  return (
    <ul aria-label="Últimas sincronizações">
      {runs.slice(0, HISTORY_SHOWN).map((run) => (
        <Run
          key={`${run.startedAt} ${run.campaignId}`}
          run={run}
          name={campaigns?.find(({ campaignId }) => campaignId === run.campaignId)?.name ?? run.campaignId}
        />
      ))}
    </ul>
  );
}

function Run({ run, name }: { run: SyncRun; name: string }) {
  const { timeZone } = useSession().tenant;
  const { campaignId, trigger, startedAt, durationMs, success, dataPoints, totalSpend, warning } = run;
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-3 gap-y-1 border-line border-t px-4 py-2.5 sm:px-5">
      <Outcome run={run} />
      <div className="min-w-0">
        <p className="truncate font-medium" title={campaignId}>
          {name}
        </p>
        <p className="figure text-muted text-xs">
          {formatInstantTime(startedAt, timeZone)} · {TRIGGER_LABELS[trigger]} · {durationText(durationMs)}
        </p>
      </div>
      {success && (
        <p className="figure text-right text-[13px]">
          {formatMoney(totalSpend)}
          <span className="block text-muted text-xs">
            {formatCounted(dataPoints, 'valor diário', 'valores diários')}
          </span>
        </p>
      )}
      {!success && <p className="col-span-2 col-start-2 break-words text-[13px] text-bad">{runError(run)}</p>}
      {success && warning && <p className="col-span-2 col-start-2 break-words text-[13px] text-warn">{warning}</p>}
    </li>
  );
}

function Outcome({ run: { success, warning } }: { run: SyncRun }) {
  const place = 'mt-0.5 shrink-0';
  if (!success) return <CircleX size={17} role="img" aria-label="Falhou" className={`${place} text-bad`} />;
  if (warning) return <CircleAlert size={17} role="img" aria-label="Com aviso" className={`${place} text-warn`} />;
  return <CircleCheck size={17} role="img" aria-label="Concluída" className={`${place} text-good`} />;
}
