import type { Usage } from '@tracker/schemas/contracts/usage.contract';
import { formatCount } from '../../format/figures.ts';
import { Busy } from '../../ui/busy.tsx';
import { Button } from '../../ui/button.tsx';
import { Progress } from '../../ui/progress.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useUsage } from './queries.ts';

/** What the plan includes in a month, and how much of it is used. */
export function UsageOfMonth() {
  const { data, isPending, refetch } = useUsage();
  if (isPending)
    return (
      <Busy>
        <Skeleton className="mx-4 mb-4 h-[72px] sm:mx-5" />
      </Busy>
    );
  if (!data)
    return (
      <p
        role="status"
        className="flex flex-wrap items-center justify-between gap-2 border-line border-t px-4 py-2.5 sm:px-5"
      >
        <span className="text-[13px] text-muted">Os eventos do mês não carregaram.</span>
        <Button look="outline" size="small" onClick={() => refetch()}>
          Tentar de novo
        </Button>
      </p>
    );
  const { events, quota, percent } = data;
  const text = `${formatCount(events)} de ${formatCount(quota)}`;
  return (
    <div className="border-line border-t px-4 pt-3 pb-4 sm:px-5">
      <h3 className="mb-2 font-medium text-[13px] text-soft-ink">Eventos neste mês</h3>
      <p className="mb-2 text-sm tabular-nums">{text}</p>
      <Progress percent={percent} label="Eventos neste mês" text={text} />
      <UsageWarning usage={data} />
    </div>
  );
}

function UsageWarning({ usage: { level, percent } }: { usage: Usage }) {
  if (level === 'ok') {
    return <p className="mt-2 text-muted text-xs">O rastreamento não para nesse número: nenhum evento é descartado.</p>;
  }
  const used =
    level === 'over'
      ? 'A empresa passou dos eventos do plano neste mês.'
      : `${percent}% dos eventos do plano já foram usados.`;
  return (
    <p role="status" className="mt-2 text-sm text-warn">
      {used} Nenhum evento é descartado; considere um plano maior.
    </p>
  );
}
