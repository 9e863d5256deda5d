import type { Lead, LeadHistoryEntry } from '@tracker/schemas/contracts/leads.contract';
import { ArrowRight } from 'lucide-react';
import { QueryView } from '../../data/query-view.tsx';
import { formatInstantTime } from '../../format/instants.ts';
import { useSession } from '../../session/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { STATUSES } from './lead-texts.ts';
import { useLeadHistory } from './queries.ts';

/** The changes of a lead with author and time, newest first, down to its creation. */
export function LeadHistory({ lead }: { lead: Pick<Lead, 'id' | 'createdAt' | 'source'> }) {
  const { timeZone } = useSession().tenant;
  const query = useLeadHistory(lead.id);
  return (
    <QueryView query={query} loading={<Loading />}>
      {(entries) => (
        <ol aria-label="Histórico" className="flex flex-col gap-3 border-line border-l pl-4">
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} when={formatInstantTime(entry.at, timeZone)} />
          ))}
          <li className="text-[13px]">
            <span className="block text-soft-ink">Lead recebido</span>
            <span className="figure text-muted text-xs">{formatInstantTime(lead.createdAt, timeZone)}</span>
          </li>
        </ol>
      )}
    </QueryView>
  );
}

function Entry({ entry, when }: { entry: LeadHistoryEntry; when: string }) {
  const { status, previousStatus, notes, changedBy } = entry;
  return (
    <li className="min-w-0 text-[13px]">
      <span className="flex flex-wrap items-center gap-1.5">
        {previousStatus !== status && (
          <>
            <StatusBadge status={previousStatus} />
            <ArrowRight size={13} role="img" aria-label="para" className="text-muted" />
          </>
        )}
        <StatusBadge status={status} />
      </span>
      {notes !== null && <p className="mt-1 whitespace-pre-wrap break-words text-soft-ink">{notes}</p>}
      <span className="figure mt-0.5 block text-muted text-xs">
        {changedBy || 'Pessoa desconhecida'} · {when}
      </span>
    </li>
  );
}

export const StatusBadge = ({ status }: { status: Lead['status'] }) => (
  <Badge look={STATUSES[status].look}>{STATUSES[status].label}</Badge>
);

const Loading = () => (
  <div className="flex flex-col gap-2 border-line border-l pl-4">
    <Skeleton className="h-4 w-32" />
    <Skeleton className="h-3.5 w-48" />
  </div>
);
