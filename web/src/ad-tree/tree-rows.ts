// The rows of the tree in the order in which they are shown, from the answers of its levels.
import type { FigureAnswer } from '@tracker/schemas/contracts/figures.contract';
import type { FigureMetric } from '@tracker/schemas/figures/metrics';
import { type Comparing, changeOf } from '../compare/change.ts';
import { judgedOf, verdictRank } from '../verdicts/verdict-texts.ts';
import type { WantedVerdict } from '../views/view-filters.ts';
import { figureOf, type TreeColumn } from './columns.tsx';
import type { TiringOf } from './fatigue.tsx';
import { levelBelow, type Step } from './levels.ts';
import type { Level } from './tree-search.ts';

/** `compared`: what its change is of, where that is not of the days that are shown. */
export type Group = FigureAnswer['rows'][number] & { readonly compared?: Comparing };

/** What is known of the groups below a node. */
export type Below =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly retry: () => void }
  | { readonly state: 'there'; readonly rows: readonly Group[]; readonly groups: number };

export interface TreeRow {
  readonly kind: 'group';
  readonly id: string;
  /** From the first shown level down, its own last. */
  readonly path: readonly Step[];
  readonly level: Level;
  readonly key: string | null;
  readonly name: string;
  readonly group: Group;
  /** From 1. */
  readonly depth: number;
  readonly position: number;
  readonly siblings: number;
  /** Undefined: nothing is below it. */
  readonly isOpen: boolean | undefined;
}

/** Instead of the groups below a row, or after them. */
export interface NoteRow {
  readonly kind: 'loading' | 'failed' | 'empty' | 'more';
  readonly id: string;
  readonly depth: number;
  readonly text: string;
  readonly retry?: () => void;
}
export type ShownRow = TreeRow | NoteRow;

export const idOf = (path: readonly Step[]): string => JSON.stringify(path.map(({ level, key }) => [level, key]));

/** What people read for what belongs to no object of the level. */
const UNALLOCATED = 'Não alocado';

export type TreeSort = string;

/** Null comes last in either direction. */
function sortValueOf(row: Group, key: string, changed: FigureMetric): number | string | null {
  if (key === 'name') return row.labels.at(-1) ?? '';
  if (key === 'change') return changeOf(changed, row.compared ?? row)?.percent ?? null;
  if (key === 'verdict') {
    const judged = judgedOf(row);
    return judged ? verdictRank(judged) : null;
  }
  return figureOf(key as TreeColumn, row.values);
}

/** What is allocated to nothing comes last: it is no ad that one could judge. */
export function sortedGroups(rows: readonly Group[], sort: TreeSort, changed: FigureMetric): Group[] {
  const isDescending = sort.startsWith('-');
  const key = isDescending ? sort.slice(1) : sort;
  return rows.toSorted((one, other) => {
    const rest = Number(one.keys.at(-1) === null) - Number(other.keys.at(-1) === null);
    if (rest !== 0) return rest;
    const [a, b] = [sortValueOf(one, key, changed), sortValueOf(other, key, changed)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    const order = typeof a === 'string' ? a.localeCompare(String(b), 'pt-BR') : a - Number(b);
    return isDescending ? -order : order;
  });
}

interface Asked {
  readonly level: Level;
  readonly open: ReadonlySet<string>;
  readonly belowOf: (path: readonly Step[]) => Below;
  readonly sort: TreeSort;
  readonly changed: FigureMetric;
  /** Of the first level: only groups that have it. */
  readonly verdict?: WantedVerdict | undefined;
  readonly tiringOf?: TiringOf;
}

/** The rows below a path, and below each of them that is open. */
export function rowsBelow(path: readonly Step[], asked: Asked, depth = 1): ShownRow[] {
  const { level, open, belowOf, sort, changed, verdict } = asked;
  const below = belowOf(path);
  const note = (kind: NoteRow['kind'], text: string, retry?: () => void): NoteRow => ({
    ...{ kind, depth, text, id: `${idOf(path)} ${kind}` },
    ...(retry && { retry }),
  });
  if (below.state === 'loading') return [note('loading', 'Carregando…')];
  if (below.state === 'failed') return [note('failed', 'Não foi possível carregar.', below.retry)];
  if (below.rows.length === 0) return depth === 1 ? [] : [note('empty', 'Nada aqui, no período.')];
  const next = levelBelow(level);
  const isWanted = (group: Group) =>
    verdict === 'tiring'
      ? asked.tiringOf?.({ level, key: group.keys.at(-1) ?? null }) !== undefined
      : judgedOf(group)?.verdict === verdict;
  const groups = verdict ? below.rows.filter(isWanted) : below.rows;
  const rows = sortedGroups(groups, sort, changed).flatMap((group, index): ShownRow[] => {
    const key = group.keys.at(-1) ?? null;
    const own = [...path, { level, key }];
    const id = idOf(own);
    // Campaigns of no account that is known are opened like those of one; below them nothing is allocated.
    const isLeaf = next === undefined || (key === null && level !== 'adAccount');
    const isOpen = isLeaf ? undefined : open.has(id);
    const row: TreeRow = {
      ...{ kind: 'group', id, path: own, level, key, group, depth, isOpen },
      name: key === null ? UNALLOCATED : (group.labels.at(-1) ?? key),
      position: index + 1,
      siblings: groups.length,
    };
    return isOpen && next ? [row, ...rowsBelow(own, { ...asked, level: next, verdict: undefined }, depth + 1)] : [row];
  });
  const missing = below.groups - below.rows.length;
  return missing > 0 && !verdict
    ? [...rows, note('more', `Mais ${missing}, com menos gasto. Use um filtro para vê-los.`)]
    : rows;
}
