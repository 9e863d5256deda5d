import type { ListedAdObject } from '@tracker/schemas/contracts/ad-objects.contract';
import { hasRole } from '@tracker/schemas/roles';
import { Pause, Play, Undo2, Wallet } from 'lucide-react';
import { lazy, type ReactNode, useState } from 'react';
import { OpenOnPlatform } from '../ad-objects/open-on-platform.tsx';
import { useSession } from '../session/session.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { LatePart } from '../ui/late-part.tsx';
import { ACTION_LABELS, type ActionKind, actionBadge, staleSpendText } from './action-texts.ts';
import { type ActionOf, useUndo } from './queries.ts';

const ActionDialog = lazy(() => import('./action-dialog.tsx'));

interface RowActionsProps {
  object: ListedAdObject;
  actionOf: ActionOf;
}

/** What was done with an object, what can be done with it, and the way to the platform's own page. */
export function RowActions({ object, actionOf }: RowActionsProps) {
  const { user, tenant } = useSession();
  const [asked, setAsked] = useState<ActionKind>();
  const undo = useUndo();
  const mayAct = hasRole(user.role, 'editor') && object.canChange;
  const last = actionOf(object);
  const badge = last && actionBadge(last, object, { userId: user.id, timeZone: tenant.timeZone, nowMs: Date.now() });
  const isOpen = last?.result === 'queued' || last?.result === 'unknown';
  const stale = staleSpendText(object.spendAt, Date.now());
  const button = (kind: ActionKind, icon: ReactNode) => (
    <Button
      look="outline"
      size="small"
      aria-label={`${ACTION_LABELS[kind]} ${object.name}${stale ? ` (${stale})` : ''}`}
      onClick={() => setAsked(kind)}
    >
      {icon} {kind === 'budget' ? 'Orçamento' : ACTION_LABELS[kind]}
    </Button>
  );
  return (
    <div className="relative flex min-w-44 flex-col items-start gap-1">
      <div className="flex flex-wrap gap-1.5">
        {mayAct && !isOpen && object.switch === 'on' && button('pause', <Pause size={14} aria-hidden />)}
        {mayAct && !isOpen && object.switch === 'off' && button('resume', <Play size={14} aria-hidden />)}
        {mayAct && !isOpen && hasOwnBudget(object) && button('budget', <Wallet size={14} aria-hidden />)}
        <OpenOnPlatform object={object} />
      </div>
      {mayAct && stale && <span className="text-warn text-xs">{stale}</span>}
      {badge && (
        <span className="flex flex-wrap items-center gap-1.5 text-xs">
          <Badge look={badge.look}>{badge.text}</Badge>
          {badge.reason && <span className="max-w-64 text-wrap text-muted">{badge.reason}</span>}
          {mayAct && last?.undoUntil && (
            <Button
              look="ghost"
              size="small"
              disabled={undo.isPending}
              aria-label={`Desfazer em ${object.name}`}
              onClick={() => undo.mutate(last.id)}
            >
              <Undo2 size={14} aria-hidden /> Desfazer
            </Button>
          )}
        </span>
      )}
      {asked && (
        <LatePart>
          <ActionDialog kind={asked} objects={[object]} onClose={() => setAsked(undefined)} />
        </LatePart>
      )}
    </div>
  );
}

/** That of a campaign is not changed from its ads. */
export const hasOwnBudget = ({ budget, level }: ListedAdObject): boolean => budget?.level === level;
