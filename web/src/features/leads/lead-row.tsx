import type { Lead } from '@tracker/schemas/contracts/leads.contract';
import { ChevronRight, Pencil } from 'lucide-react';
import { useId, useState } from 'react';
import { formatInstantTime } from '../../format/instants.ts';
import { useSession } from '../../session/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { cn } from '../../ui/cn.ts';
import { LeadContact } from './lead-contact.tsx';
import { LeadHistory, StatusBadge } from './lead-history.tsx';
import { shortClickId } from './lead-texts.ts';

export const LEAD_ROW = 'border-line border-t px-4 py-3 sm:px-5';

interface LeadRowProps {
  lead: Lead;
  /** Absent for users who may only read. */
  onEdit: (() => void) | undefined;
}

export function LeadRow({ lead, onEdit }: LeadRowProps) {
  const { timeZone } = useSession().tenant;
  const [isOpen, setOpen] = useState(false);
  const historyId = useId();
  const { name, status, notes, source, campaignId, clickId, createdAt } = lead;
  return (
    <li className={LEAD_ROW}>
      <article aria-label={name} className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="flex min-w-0 flex-1 basis-80 flex-col gap-1.5">
          <div className="flex min-w-0 items-center gap-2">
            <h3 className="truncate font-medium" title={name}>
              {name}
            </h3>
            <StatusBadge status={status} />
          </div>
          <LeadContact lead={lead} />
          {notes !== null && (
            <p className="line-clamp-2 whitespace-pre-wrap break-words text-[13px] text-muted">{notes}</p>
          )}
          <div className="flex flex-wrap items-center gap-1.5">
            {source !== null && <Tag name="Fonte" value={source} />}
            {campaignId !== null && <Tag name="Campanha" value={campaignId} />}
            {clickId !== null && <Tag name="Click ID" value={shortClickId(clickId)} title={clickId} />}
          </div>
        </div>
        <div className="flex flex-1 flex-wrap items-center justify-between gap-x-2 gap-y-1 sm:flex-none sm:flex-col sm:items-end">
          <time dateTime={createdAt} className="figure text-muted text-xs leading-6">
            {formatInstantTime(createdAt, timeZone)}
          </time>
          <div className="flex items-center gap-1">
            <Button
              look="ghost"
              size="small"
              aria-expanded={isOpen}
              aria-controls={historyId}
              onClick={() => setOpen(!isOpen)}
            >
              <ChevronRight size={14} aria-hidden className={cn('transition-transform', isOpen && 'rotate-90')} />
              Histórico<span className="sr-only"> de {name}</span>
            </Button>
            {onEdit && (
              <Button look="outline" size="small" onClick={onEdit}>
                <Pencil size={14} aria-hidden /> Editar Status<span className="sr-only"> de {name}</span>
              </Button>
            )}
          </div>
        </div>
      </article>
      <div id={historyId} className={cn(isOpen && 'pt-3')}>
        {isOpen && <LeadHistory lead={lead} />}
      </div>
    </li>
  );
}

const Tag = ({ name, value, title = value }: { name: string; value: string; title?: string }) => (
  <Badge look="secondary" title={`${name}: ${title}`} className="max-w-60 font-normal">
    <span className="sr-only">{name}: </span>
    <span className="truncate">{value}</span>
  </Badge>
);
