import { AD_SELECTION_MAX } from '@tracker/schemas/ad-platforms/ad-action';
import type { ListedAdObject } from '@tracker/schemas/contracts/ad-objects.contract';
import { hasRole } from '@tracker/schemas/roles';
import { Pause, Play, X } from 'lucide-react';
import { lazy, type ReactNode, useState } from 'react';
import { formatCounted } from '../format/figures.ts';
import { useSession } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { LatePart } from '../ui/late-part.tsx';
import { type ActionKind, staleOf } from './action-texts.ts';
import { hasOwnBudget } from './row-actions.tsx';

const ActionDialog = lazy(() => import('./action-dialog.tsx'));

interface Asked {
  readonly kind: ActionKind;
  readonly objects: readonly ListedAdObject[];
  readonly percent?: number;
}

const ONE_LEVEL = 'Para pausar ou mudar orçamentos juntos, selecione só campanhas, só conjuntos ou só anúncios.';

interface SelectionBarProps {
  /** How many rows are marked, and what a platform knows of them. */
  count: number;
  /** How many there would be without the limit. */
  of?: number;
  objects: readonly ListedAdObject[];
  whereOf?: (object: ListedAdObject) => string | undefined;
  onClear: () => void;
  /** What else can be done with them. */
  children?: ReactNode;
}

/** What can be done with all marked rows; at platforms, with those of one level. */
export function SelectionBar({ count, of = count, objects, whereOf, onClear, children }: SelectionBarProps) {
  const [asked, setAsked] = useState<Asked>();
  const mayAct = hasRole(useSession().user.role, 'editor');
  const isOneLevel = objects.every(({ level }) => level === objects[0]?.level);
  const chosen = mayAct && isOneLevel ? objects.filter(({ canChange }) => canChange) : [];
  const stale = staleOf(chosen);
  const named = (name: string) => stale && `${name} (${stale})`;
  const isFull = count >= AD_SELECTION_MAX;
  const [on, off] = [chosen.filter((one) => one.switch === 'on'), chosen.filter((one) => one.switch === 'off')];
  const withBudget = chosen.filter(hasOwnBudget);
  const ask = (next: Asked) => () => setAsked(next);
  return (
    <div
      role="toolbar"
      aria-label="Ações na seleção"
      className="flex flex-wrap items-center gap-2 border-line border-t bg-accent-soft px-4 py-2 text-[13px] sm:px-5"
    >
      <span role="status" className="figure mr-auto font-medium">
        {isFull && of > count
          ? `Só ${count} de ${of} selecionados: é o máximo de uma vez.`
          : `${formatCounted(count, 'selecionado', 'selecionados')}${isFull ? ', o máximo de uma vez' : ''}`}
        {mayAct && !isOneLevel && <span className="block text-muted text-xs">{ONE_LEVEL}</span>}
        {stale && <span className="block text-warn text-xs">{stale}</span>}
      </span>
      {on.length > 0 && (
        <Button
          look="outline"
          size="small"
          aria-label={named(`Pausar ${on.length}`)}
          onClick={ask({ kind: 'pause', objects: on })}
        >
          <Pause size={14} aria-hidden /> Pausar {on.length}
        </Button>
      )}
      {off.length > 0 && (
        <Button
          look="outline"
          size="small"
          aria-label={named(`Retomar ${off.length}`)}
          onClick={ask({ kind: 'resume', objects: off })}
        >
          <Play size={14} aria-hidden /> Retomar {off.length}
        </Button>
      )}
      {withBudget.length > 0 &&
        [-20, 20].map((percent) => (
          <Button
            key={percent}
            look="outline"
            size="small"
            aria-label={named(`Orçamento ${percent > 0 ? '+' : '−'}20 %`)}
            onClick={ask({ kind: 'budget', objects: withBudget, percent })}
          >
            Orçamento {percent > 0 ? '+' : '−'}20 %
          </Button>
        ))}
      {children}
      <Button look="ghost" size="small-icon" aria-label="Limpar a seleção" onClick={onClear}>
        <X size={15} aria-hidden />
      </Button>
      {asked && (
        <LatePart>
          <ActionDialog
            {...asked}
            whereOf={whereOf}
            onClose={() => {
              setAsked(undefined);
              onClear();
            }}
          />
        </LatePart>
      )}
    </div>
  );
}
