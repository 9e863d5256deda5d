import { AD_SELECTION_MAX } from '@tracker/schemas/ad-platforms/ad-action';
import type { ListedAdObject } from '@tracker/schemas/contracts/ad-objects.contract';
import { Pause, Play, X } from 'lucide-react';
import { lazy, useMemo, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { LatePart } from '../ui/late-part.tsx';
import { type ActionKind, countedObjects } from './action-texts.ts';
import { hasOwnBudget } from './row-actions.tsx';

const ActionDialog = lazy(() => import('./action-dialog.tsx'));

export interface Selection {
  readonly ids: ReadonlySet<string>;
  readonly toggle: (id: string) => void;
  readonly clear: () => void;
}

/** Rows that a person marked, at most as many as may be acted on at once. */
export function useSelection(): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  return useMemo(
    () => ({
      ids,
      toggle: (id) =>
        setIds((before) => {
          const next = new Set(before);
          if (!next.delete(id) && next.size < AD_SELECTION_MAX) next.add(id);
          return next;
        }),
      clear: () => setIds(new Set()),
    }),
    [ids],
  );
}

export const SelectBox = ({ object, selection }: { object: ListedAdObject; selection: Selection }) => (
  <label className="tap relative grid size-8 cursor-pointer place-items-center">
    <input
      type="checkbox"
      checked={selection.ids.has(object.id)}
      onChange={() => selection.toggle(object.id)}
      aria-label={`Selecionar ${object.name}`}
      className="size-4 accent-(--accent)"
    />
  </label>
);

interface Asked {
  readonly kind: ActionKind;
  readonly objects: readonly ListedAdObject[];
  readonly percent?: number;
}

/** What can be done with all marked rows; nothing while none is. */
export function SelectionBar({ selection, objects }: { selection: Selection; objects: readonly ListedAdObject[] }) {
  const [asked, setAsked] = useState<Asked>();
  const chosen = objects.filter(({ id, canChange }) => canChange && selection.ids.has(id));
  const [first] = chosen;
  if (!first) return null;
  const [on, off] = [chosen.filter((one) => one.switch === 'on'), chosen.filter((one) => one.switch === 'off')];
  const withBudget = chosen.filter(hasOwnBudget);
  const ask = (next: Asked) => () => setAsked(next);
  return (
    <div
      role="toolbar"
      aria-label="Ações na seleção"
      className="sticky top-0 z-10 flex flex-wrap items-center gap-2 border-line border-b bg-surface px-4 py-2 sm:px-5"
    >
      <span role="status" className="figure mr-auto text-[13px]">
        {countedObjects(first.level, chosen.length)}
        {chosen.length >= AD_SELECTION_MAX && ', o máximo de uma vez'}
      </span>
      {on.length > 0 && (
        <Button look="outline" size="small" onClick={ask({ kind: 'pause', objects: on })}>
          <Pause size={14} aria-hidden /> Pausar {on.length}
        </Button>
      )}
      {off.length > 0 && (
        <Button look="outline" size="small" onClick={ask({ kind: 'resume', objects: off })}>
          <Play size={14} aria-hidden /> Retomar {off.length}
        </Button>
      )}
      {withBudget.length > 0 &&
        [-20, 20].map((percent) => (
          <Button
            key={percent}
            look="outline"
            size="small"
            onClick={ask({ kind: 'budget', objects: withBudget, percent })}
          >
            Orçamento {percent > 0 ? '+' : '−'}20 %
          </Button>
        ))}
      <Button look="ghost" size="small-icon" aria-label="Limpar a seleção" onClick={selection.clear}>
        <X size={15} aria-hidden />
      </Button>
      {asked && (
        <LatePart>
          <ActionDialog
            {...asked}
            onClose={() => {
              setAsked(undefined);
              selection.clear();
            }}
          />
        </LatePart>
      )}
    </div>
  );
}
