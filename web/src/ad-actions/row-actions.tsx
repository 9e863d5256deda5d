import type { ListedAdObject } from '@tracker/schemas/contracts/ad-objects.contract';
import { hasRole } from '@tracker/schemas/roles';
import { Pause, Play, Undo2, Wallet } from 'lucide-react';
import { lazy, type ReactNode, useState } from 'react';
import { serverTime } from '../data/server-clock.ts';
import { useSession } from '../session/session.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { cn } from '../ui/cn.ts';
import { LatePart } from '../ui/late-part.tsx';
import { ACTION_LABELS, type ActionBadge, type ActionKind, actionBadge, staleSpendText } from './action-texts.ts';
import { OpenOnPlatform } from './open-on-platform.tsx';
import { type ActionOf, isOpen, useUndo } from './queries.ts';

const ActionDialog = lazy(() => import('./action-dialog.tsx'));

interface RowActionsProps {
  object: ListedAdObject;
  actionOf: ActionOf;
  /** Where it runs. */
  where?: string | undefined;
  /** Signs alone. */
  isCompact?: boolean;
  tabIndex?: number;
}

/** What can be done with an object, and the way to the platform's own page about it. */
export function RowActions({ object, actionOf, where, isCompact = false, tabIndex }: RowActionsProps) {
  const { user } = useSession();
  const [asked, setAsked] = useState<ActionKind>();
  const last = actionOf(object);
  const mayAct = hasRole(user.role, 'editor') && object.canChange && !(last && isOpen(last));
  const stale = staleSpendText(object.spendAt, serverTime());
  const button = (kind: ActionKind, icon: ReactNode) => {
    const name = `${ACTION_LABELS[kind]} ${object.name}${stale ? ` (${stale})` : ''}`;
    return (
      <Button
        look={isCompact ? 'ghost' : 'outline'}
        size={isCompact ? 'small-icon' : 'small'}
        aria-label={name}
        title={isCompact ? name : undefined}
        tabIndex={tabIndex}
        className={cn(isCompact && 'min-w-8')}
        onClick={() => setAsked(kind)}
      >
        {icon}
        {!isCompact && (kind === 'budget' ? 'Orçamento' : ACTION_LABELS[kind])}
      </Button>
    );
  };
  return (
    <>
      <div className={cn('flex', isCompact ? 'justify-end' : 'flex-wrap gap-1.5')}>
        {mayAct && object.switch === 'on' && button('pause', <Pause size={14} aria-hidden />)}
        {mayAct && object.switch === 'off' && button('resume', <Play size={14} aria-hidden />)}
        {mayAct && hasOwnBudget(object) && button('budget', <Wallet size={14} aria-hidden />)}
        <OpenOnPlatform {...{ object, isCompact, tabIndex }} />
      </div>
      {mayAct && stale && !isCompact && <p className="mt-1 text-warn text-xs">{stale}</p>}
      {asked && (
        <LatePart>
          <ActionDialog kind={asked} objects={[object]} whereOf={() => where} onClose={() => setAsked(undefined)} />
        </LatePart>
      )}
    </>
  );
}

/** That of a campaign is not changed from its ads. */
export const hasOwnBudget = ({ budget, level }: ListedAdObject): boolean => budget?.level === level;

export type BadgeOf = (object: ListedAdObject | undefined) => ActionBadge | undefined;

/** What the newest action of an object says of it. */
export function useBadges(actionOf: ActionOf): BadgeOf {
  const { user, tenant } = useSession();
  return (object) => {
    const last = object && actionOf(object);
    return last && actionBadge(last, object, { userId: user.id, timeZone: tenant.timeZone, nowMs: serverTime() });
  };
}

interface ActionNoteProps extends RowActionsProps {
  badge: ActionBadge;
}

/** What was done with an object, by whom and when, and the way back. `isCompact`: in one line. */
export function ActionNote({ object, actionOf, badge, isCompact = false, tabIndex }: ActionNoteProps) {
  const { user } = useSession();
  const undo = useUndo();
  const last = actionOf(object);
  const mayUndo = hasRole(user.role, 'editor') && object.canChange;
  return (
    <span className={cn('flex min-w-0 items-center gap-1.5 text-xs', !isCompact && 'flex-wrap')}>
      <Badge look={badge.look}>{badge.text}</Badge>
      {badge.reason && (
        <span className={cn('text-muted', isCompact && 'truncate')} title={isCompact ? badge.reason : undefined}>
          {badge.reason}
        </span>
      )}
      {mayUndo && last?.undoUntil && (
        <Button
          look="ghost"
          size="small"
          disabled={undo.isPending}
          tabIndex={tabIndex}
          aria-label={`Desfazer em ${object.name}`}
          onClick={() => undo.mutate(last.id)}
          className={cn(isCompact && 'sm:h-6')}
        >
          <Undo2 size={14} aria-hidden /> Desfazer
        </Button>
      )}
    </span>
  );
}
