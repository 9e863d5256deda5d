// One box for all rows of a level that are shown and that a platform may change.
import { AD_SELECTION_MAX } from '@tracker/schemas/ad-platforms/ad-action';
import type { TreeRow } from './tree-rows.ts';
import type { Level } from './tree-search.ts';

type Rows = ReadonlyMap<string, TreeRow>;

export interface SelectAll {
  readonly label: string;
  readonly state: 'all' | 'some' | 'none';
  /** How many it would select if there were no limit; 0: nothing can be acted on. */
  readonly count: number;
  readonly isDisabled: boolean;
  /** As many as may be acted on at once, in the order of the list. */
  onAdd(): void;
  onToggle(): void;
}

const LABELS: Readonly<Record<Level, string>> = {
  adAccount: 'Selecionar todas as contas mostradas',
  platformCampaign: 'Selecionar todas as campanhas mostradas',
  adset: 'Selecionar todos os conjuntos mostrados',
  ad: 'Selecionar todos os anúncios mostrados',
};

interface Asked {
  /** Of the list. */
  level: Level;
  rows: readonly TreeRow[];
  selected: Rows;
  canAct: (row: TreeRow) => boolean;
  onSelected: (rows: Rows) => void;
}

/** Actions are of one level: that of what is selected already, else that of the list. */
export function selectAllOf({ level: listed, rows, selected, canAct, onSelected }: Asked): SelectAll {
  const [chosen, ...others] = new Set([...selected.values()].map((row) => row.level));
  const ofLevel = (level: Level) => rows.filter((row) => row.level === level && row.key !== null && canAct(row));
  const ofChosen = chosen && others.length === 0 ? ofLevel(chosen) : [];
  const all = ofChosen.length > 0 ? ofChosen : ofLevel(listed);
  const chosenHere = all.filter(({ id }) => selected.has(id)).length;
  const state = all.length > 0 && chosenHere === all.length ? 'all' : chosenHere > 0 ? 'some' : 'none';
  const isFull = selected.size >= AD_SELECTION_MAX;
  const onAdd = () => {
    const room = AD_SELECTION_MAX - selected.size;
    const added = all.filter(({ id }) => !selected.has(id)).slice(0, room);
    onSelected(new Map([...selected, ...added.map((row) => [row.id, row] as const)]));
  };
  return {
    label: LABELS[all[0]?.level ?? listed],
    ...{ state, onAdd, count: all.length },
    isDisabled: all.length === 0 || (isFull && state === 'none'),
    onToggle() {
      if (state !== 'all' && !isFull) return onAdd();
      const ids = new Set(all.map(({ id }) => id));
      onSelected(new Map([...selected].filter(([id]) => !ids.has(id))));
    },
  };
}

export const SelectAllBox = ({ id, label, state, isDisabled, onToggle }: SelectAll & { id?: string }) => (
  <input
    id={id}
    ref={(box) => {
      if (box) box.indeterminate = state === 'some';
    }}
    type="checkbox"
    aria-label={label}
    title={label}
    checked={state === 'all'}
    disabled={isDisabled}
    onChange={onToggle}
    className="size-4 shrink-0 accent-(--accent)"
  />
);
