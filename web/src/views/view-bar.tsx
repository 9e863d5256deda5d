import type { View, ViewScreen } from '@tracker/schemas/contracts/views.contract';
import { hasRole } from '@tracker/schemas/roles';
import { Building2, Ellipsis, Pin, Plus, RotateCw, Star } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { failureToast } from '../data/failure-toast.ts';
import { useSession } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { cn } from '../ui/cn.ts';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '../ui/dropdown-menu.tsx';
import { UndoNotice } from '../ui/undo-notice.tsx';
import { hadViews, rememberViews } from './had-views.ts';
import { useChangeView, useCreateView, useRemoveView, useViews } from './queries.ts';
import { type EditedView, ViewDialog } from './view-dialog.tsx';
import {
  areSame,
  defaultOf,
  filtersOfText,
  isEmpty,
  MADE_VIEWS,
  textOfFilters,
  type ViewFilters,
} from './view-filters.ts';

interface ViewBarProps {
  screen: ViewScreen;
  filters: ViewFilters;
  onFilters: (filters: ViewFilters, options?: { replace?: boolean }) => void;
}

/** What was changed last, and how to take it back. */
interface Done {
  text: string;
  undo: () => void;
}

const NONE: ViewFilters = { f: undefined, verdict: undefined };
const FAILED = 'A visão não foi salva';
const AGAIN = 'Tente de novo.';

/** One line with a width of its own, so that views which come late move nothing; those that it has no room for are reached sideways. */
const LINE =
  'relative -mx-1 -my-1 flex min-h-10 min-w-0 flex-1 basis-40 items-center gap-1.5 overflow-x-auto px-1 py-1 [scrollbar-width:none] sm:basis-96 max-sm:min-h-13 [&_button]:shrink-0 [&_li]:shrink-0';

/** Filters under a name, as chips in the row of the filters: those that every tenant has, the tenant's, and a person's own. */
export function ViewBar({ screen, filters, onFilters }: ViewBarProps) {
  const { data, isError, refetch } = useViews();
  const { user, tenant } = useSession();
  const all = data ?? [];
  const views = all.filter((view) => view.screen === screen);
  const canShare = hasRole(user.role, 'editor');
  const [isKept] = useState(() => hadViews(tenant.id, screen));
  const hasViews = data && views.length > 0;
  useEffect(() => {
    if (hasViews !== undefined) rememberViews(tenant.id, screen, hasViews);
  }, [tenant.id, screen, hasViews]);
  const [edited, setEdited] = useState<EditedView>();
  const [done, setDone] = useState<Done>();
  const [create, change, remove] = [useCreateView(), useChangeView(), useRemoveView()];
  useDefaultView({ views: data, screen, filters, onFilters });
  const made = screen === 'analytics' ? MADE_VIEWS : [];
  const open = (next: ViewFilters) => onFilters(areSame(next, filters) ? NONE : { ...NONE, ...next });
  const isKnown = [...made, ...views.map(({ search }) => ({ filters: filtersOfText(search) }))].some((view) =>
    areSame(view.filters, filters),
  );
  const onError = (error: Error) => failureToast(FAILED, error, AGAIN);

  const changeWithUndo = (view: View, next: Partial<View>, text: string) => {
    const before = Object.fromEntries(Object.keys(next).map((name) => [name, view[name as keyof View]]));
    const undo = () => change.mutate({ id: view.id, change: before }, { onSuccess: () => setDone(undefined), onError });
    change.mutate({ id: view.id, change: next }, { onSuccess: () => setDone({ text, undo }), onError });
  };
  const removeWithUndo = (view: View) => {
    const { id: _, ...values } = view;
    const undo = () => create.mutate(values, { onSuccess: () => setDone(undefined), onError });
    remove.mutate(view, { onSuccess: () => setDone({ text: `A visão “${view.name}” foi excluída.`, undo }), onError });
  };

  return (
    <>
      <div className={cn(LINE, !(isKept && hasViews !== false) && 'max-sm:empty:hidden')}>
        {!isEmpty(filters) && !isKnown && (
          <Button look="ghost" size="small" onClick={() => setEdited({})}>
            <Plus size={14} aria-hidden /> Salvar visão
          </Button>
        )}
        {made.length + views.length > 0 && (
          <ul aria-label="Visões" className="contents">
            {made.map(({ name, hint, filters: own }) => (
              <li key={name}>
                <Chip isOn={areSame(own, filters)} onClick={() => open(own)} hint={hint}>
                  <Star size={13} aria-hidden /> {name}
                </Chip>
              </li>
            ))}
            {views.map((view) => {
              const own = filtersOfText(view.search);
              const menu = (canShare || !view.shared) && (
                <ViewMenu
                  view={view}
                  canShare={canShare}
                  hasOtherFilters={!isEmpty(filters) && !areSame(own, filters)}
                  onEdit={() => setEdited({ view })}
                  onChange={(next, text) => changeWithUndo(view, next, text)}
                  filters={filters}
                  onRemove={() => removeWithUndo(view)}
                />
              );
              return (
                <li key={view.id} className="inline-flex">
                  <Chip isOn={areSame(own, filters)} onClick={() => open(own)} hasMenu={Boolean(menu)}>
                    {view.isDefault && (
                      <>
                        <Pin size={12} aria-hidden /> <span className="sr-only">Padrão: </span>
                      </>
                    )}
                    <span className="max-w-48 truncate">{view.name}</span>
                    {view.shared && (
                      <>
                        <Building2 size={12} aria-hidden /> <span className="sr-only">, da empresa</span>
                      </>
                    )}
                  </Chip>
                  {menu}
                </li>
              );
            })}
          </ul>
        )}
        {isError && (
          <Button look="outline" size="small" onClick={() => refetch()}>
            <RotateCw size={14} aria-hidden /> As visões não carregaram. Tentar de novo
          </Button>
        )}
      </div>
      {done && (
        <div className="basis-full">
          <UndoNotice isPending={create.isPending || change.isPending} onUndo={done.undo}>
            {done.text}
          </UndoNotice>
        </div>
      )}
      {edited && (
        <ViewDialog
          edited={edited}
          canShare={canShare}
          isPending={create.isPending || change.isPending}
          onClose={() => setEdited(undefined)}
          onSave={(values, onFailed) => {
            const onSuccess = () => setEdited(undefined);
            const failed = (error: Error) => onFailed(failureToast(FAILED, error, AGAIN));
            if (!edited.view) {
              create.mutate({ ...values, screen, search: textOfFilters(filters) }, { onSuccess, onError: failed });
              return;
            }
            const { view } = edited;
            const undo = () =>
              change.mutate(
                { id: view.id, change: { name: view.name, shared: view.shared, isDefault: view.isDefault } },
                { onSuccess: () => setDone(undefined), onError },
              );
            const text = `A visão “${view.name}” foi mudada.`;
            change.mutate(
              { id: view.id, change: values },
              {
                onError: failed,
                onSuccess: () => {
                  onSuccess();
                  setDone({ text, undo });
                },
              },
            );
          }}
        />
      )}
    </>
  );
}

/** Once, when the screen opens without a filter in its address: who takes the filters off sees everything. */
function useDefaultView({ views, screen, filters, onFilters }: ViewBarProps & { views: View[] | undefined }): void {
  const [isOpening, setOpening] = useState(true);
  useEffect(() => {
    if (!isOpening) return;
    if (!views && isEmpty(filters)) return;
    setOpening(false);
    const view = isEmpty(filters) ? defaultOf(views ?? [], screen) : undefined;
    if (view) onFilters({ ...NONE, ...filtersOfText(view.search) }, { replace: true });
  }, [isOpening, views, screen, filters, onFilters]);
}

interface ChipProps {
  isOn: boolean;
  onClick: () => void;
  hint?: string;
  hasMenu?: boolean;
  children: ReactNode;
}

const Chip = ({ isOn, onClick, hint, hasMenu = false, children }: ChipProps) => (
  <button
    type="button"
    aria-pressed={isOn}
    title={hint}
    onClick={onClick}
    className={cn(
      'inline-flex h-8 min-w-0 cursor-pointer items-center gap-1.5 rounded-lg border border-line px-2.5 text-[13px] hover:bg-hover',
      hasMenu && 'rounded-r-none border-r-0',
      isOn ? 'bg-accent-soft text-accent' : 'bg-surface text-soft-ink',
    )}
  >
    {children}
  </button>
);

interface ViewMenuProps {
  view: View;
  canShare: boolean;
  hasOtherFilters: boolean;
  filters: ViewFilters;
  onEdit: () => void;
  onChange: (next: Partial<View>, text: string) => void;
  onRemove: () => void;
}

function ViewMenu({ view, canShare, hasOtherFilters, filters, onEdit, onChange, onRemove }: ViewMenuProps) {
  const { name, isDefault, shared } = view;
  return (
    <DropdownMenu>
      <DropdownMenuTrigger
        aria-label={`Opções da visão ${name}`}
        className="grid h-8 w-7 cursor-pointer place-items-center rounded-r-lg border border-line bg-surface text-muted hover:bg-hover hover:text-ink"
      >
        <Ellipsis size={14} aria-hidden />
      </DropdownMenuTrigger>
      <DropdownMenuContent align="start">
        <DropdownMenuItem onSelect={onEdit}>Renomear</DropdownMenuItem>
        {hasOtherFilters && (
          <DropdownMenuItem
            onSelect={() => onChange({ search: textOfFilters(filters) }, `A visão “${name}” tem os filtros de agora.`)}
          >
            Salvar os filtros de agora
          </DropdownMenuItem>
        )}
        <DropdownMenuItem
          onSelect={() =>
            onChange(
              { isDefault: !isDefault },
              isDefault ? `“${name}” não é mais o padrão.` : `“${name}” abre com a tela.`,
            )
          }
        >
          {isDefault ? 'Não abrir com a tela' : 'Abrir com a tela'}
        </DropdownMenuItem>
        {canShare && (
          <DropdownMenuItem
            onSelect={() =>
              onChange({ shared: !shared }, shared ? `“${name}” é só sua agora.` : `“${name}” é da empresa agora.`)
            }
          >
            {shared ? 'Só para mim' : 'Para toda a empresa'}
          </DropdownMenuItem>
        )}
        <DropdownMenuSeparator />
        <DropdownMenuItem onSelect={onRemove}>Excluir</DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
