import { type UseQueryResult, useMutation, useQuery } from '@tanstack/react-query';
import { askAction, type ListedAction, listActions, undoAction } from '@tracker/schemas/contracts/ad-actions.contract';
import type { ListedAdObject } from '@tracker/schemas/contracts/ad-objects.contract';
import { askFigures, type FigureAnswer } from '@tracker/schemas/contracts/figures.contract';
import type { FigureDimension } from '@tracker/schemas/figures/dimensions';
import { FIGURE_ROWS_MAX } from '@tracker/schemas/figures/figure-query';
import { addDays } from '@tracker/schemas/primitives/tenant-day';
import { useEffect, useMemo, useRef } from 'react';
import { useAskAgain } from '../data/ask-again.ts';
import { type CallParts, call } from '../data/call.ts';
import { failureToast } from '../data/failure-toast.ts';
import { contractQuery, FIGURES_POLL_MS } from '../data/query-client.ts';
import { useToday } from '../date-range/use-today.ts';

/** While the worker acts, so that its outcome shows at once. */
const ACTING_POLL_MS = 1_000;

/** Some selections of a day, which may be undone as long. */
const ACTIONS_MAX = 300;

/** One that is given up is settled, although it is not known whether it was done. */
export const isOpen = ({ settledAt }: ListedAction): boolean => settledAt === null;
const objectKey = ({ platform, level, id }: Pick<ListedAdObject, 'platform' | 'level' | 'id'>) =>
  `${platform} ${level} ${id}`;

export type ActionOf = (object: ListedAdObject) => ListedAction | undefined;

/** The newest action of each object. When one is settled, what it changed is asked for again. */
export function useAdActions(isWanted = true): ActionOf {
  const { data } = useQuery({
    ...contractQuery(listActions, { query: { limit: ACTIONS_MAX } }),
    enabled: isWanted,
    refetchInterval: ({ state }) => (state.data?.some(isOpen) ? ACTING_POLL_MS : FIGURES_POLL_MS),
  });
  const askObjectsAgain = useAskAgain('/api/ad-objects');
  const latest = useRef(askObjectsAgain);
  latest.current = askObjectsAgain;
  const open = (data ?? []).filter(isOpen).length;
  const before = useRef(open);
  useEffect(() => {
    if (open < before.current) void latest.current();
    before.current = open;
  }, [open]);
  return useMemo(() => {
    const newest = new Map<string, ListedAction>();
    for (const action of data ?? []) {
      const key = objectKey({ ...action, id: action.objectId });
      if (!newest.has(key)) newest.set(key, action);
    }
    return (object) => newest.get(objectKey(object));
  }, [data]);
}

export type Asked = CallParts<typeof askAction>['body'];

/** Asks for one action; the key makes a repeated click one. */
export const askFor = ({ platform, level, id }: ListedAdObject, body: Asked) =>
  call(askAction, { params: { platform, level: level as 'ad', id }, body });

export const useActionsAgain = () => useAskAgain('/api/actions');

export const useUndo = () =>
  useMutation({
    mutationFn: (id: string) => call(undoAction, { params: { id } }),
    onError: (error: Error) => failureToast('Não foi desfeito', error, 'Tente de novo.'),
    onSettled: useActionsAgain(),
  });

const DIMENSIONS: Readonly<Partial<Record<ListedAdObject['level'], FigureDimension>>> = {
  campaign: 'platformCampaign',
  adset: 'adset',
  ad: 'ad',
};
const DAYS = 7;

/** What objects of a level brought in the last seven days, by clicks of people and verified sales alone. */
export function useMoneyOf(level: ListedAdObject['level']): UseQueryResult<FigureAnswer> {
  const to = useToday();
  const by = DIMENSIONS[level];
  const metrics = 'spend,trackedSpend,clicks,verifiedConversions,verifiedRevenue';
  const query = { from: addDays(to, 1 - DAYS), to, by, metrics, order: '-spend', limit: String(FIGURE_ROWS_MAX) };
  return useQuery({ ...contractQuery(askFigures, { query }), enabled: by !== undefined });
}

export interface Brought {
  /** Since tracking began; null: of none of them. */
  readonly spend: number | null;
  /** Of how many it is not known. */
  readonly unknownSpend: number;
  readonly sold: number | null;
  readonly revenue: number | null;
}

/** What some objects brought together. */
export function broughtBy(ids: readonly string[], { rows }: FigureAnswer): Brought {
  const byId = new Map(rows.map(({ keys, values }) => [keys[0], values]));
  const known = (name: 'trackedSpend' | 'verifiedConversions' | 'verifiedRevenue') =>
    ids.flatMap((id) => byId.get(id)?.[name] ?? []);
  const sum = (parts: readonly number[]) => (parts.length === 0 ? null : parts.reduce((all, part) => all + part, 0));
  const spend = known('trackedSpend');
  return {
    ...{ spend: sum(spend), unknownSpend: ids.length - spend.length },
    ...{ sold: sum(known('verifiedConversions')), revenue: sum(known('verifiedRevenue')) },
  };
}
