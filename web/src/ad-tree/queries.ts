import { keepPreviousData, type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query';
import { AD_OBJECT_IDS_MAX, type ListedAdObject, listAdObjects } from '@tracker/schemas/contracts/ad-objects.contract';
import { askFigures, type FigureAnswer } from '@tracker/schemas/contracts/figures.contract';
import { FIGURE_ROWS_MAX } from '@tracker/schemas/figures/figure-query';
import type { FigureMetric } from '@tracker/schemas/figures/metrics';
import { useMemo } from 'react';
import { answerWithoutSpend, BREAKDOWN_FAILURE, useHasSpendSource } from '../breakdown/queries.ts';
import type { Compared } from '../compare/change.ts';
import { comparingOf } from '../compare/compare-failure.tsx';
import type { Comparison } from '../compare/comparison.ts';
import { contractQuery, polled } from '../data/query-client.ts';
import type { DateRange } from '../date-range/date-range.ts';
import { filtersBelow, levelBelow, OBJECT_LEVELS, type Step } from './levels.ts';
import { type Below, type Group, idOf, type TreeRow } from './tree-rows.ts';
import type { Level } from './tree-search.ts';

type Days = Pick<DateRange, 'from' | 'to'>;

interface AskedTree {
  readonly range: Days;
  readonly filters: readonly string[];
  readonly level: Level;
  readonly metrics: readonly FigureMetric[];
  readonly compare: Comparison['asked'] | undefined;
  /** What changes are of, with the days where those are not the days that are shown. */
  readonly changed: FigureMetric;
  readonly finished: Days | undefined;
}

type Asked = Omit<AskedTree, 'changed' | 'finished'>;
const levelOf = ({ range: { from, to }, filters, metrics, compare }: Asked, path: readonly Step[], by: Level) =>
  contractQuery(
    askFigures,
    {
      query: {
        ...{ from, to, by, metrics: metrics.join(), order: '-spend', limit: String(FIGURE_ROWS_MAX) },
        f: filtersBelow(filters, path),
        ...compare,
      },
    },
    BREAKDOWN_FAILURE,
  );

/** The groups that are shown. */
const shownOf = (asked: AskedTree, path: readonly Step[], by: Level) =>
  levelOf(asked.finished ? { ...asked, compare: undefined } : asked, path, by);
/** The same groups on the days that changes are of. */
const comparedOf = ({ finished, changed, ...asked }: AskedTree, path: readonly Step[], by: Level) =>
  levelOf({ ...asked, range: finished ?? asked.range, metrics: [changed, 'conversions'] }, path, by);

type Asking = UseQueryResult<FigureAnswer>;

/** The first level, whose total is that of the whole tree; and the same on the days that changes are of, where those are not the days that are shown. */
export function useFirstLevel(asked: AskedTree): { query: Asking; compared: Asking | undefined } {
  const select = useHasSpendSource(asked.range) ? undefined : answerWithoutSpend;
  const query = useQuery({ ...shownOf(asked, [], asked.level), ...polled, select });
  const isApart = asked.finished !== undefined;
  const compared = useQuery({ ...comparedOf(asked, [], asked.level), ...polled, enabled: isApart });
  return { query, compared: isApart ? compared : undefined };
}

interface Levels {
  readonly levels: (path: readonly Step[]) => Below;
  /** What is asked on other days than those that are shown. */
  readonly compared: readonly Asking[];
}

/** The groups below each open node. */
export function useLevels(asked: AskedTree, first: Below, open: readonly (readonly Step[])[]): Levels {
  const ofOpen = (question: typeof shownOf) =>
    open.map((path) => ({
      ...question(asked, path, levelBelow(path.at(-1)?.level ?? asked.level) ?? asked.level),
      ...polled,
    }));
  const queries = useQueries({ queries: ofOpen(shownOf) });
  const compared = useQueries({ queries: asked.finished ? ofOpen(comparedOf) : [] });
  const known = new Map(open.map((path, index) => [idOf(path), belowOf(queries[index], compared[index])]));
  // Where the groups themselves did not come, their row says it.
  const comparedHere = compared.filter((_, index) => queries[index]?.data !== undefined);
  return {
    levels: (path) => (path.length === 0 ? first : (known.get(idOf(path)) ?? { state: 'loading' })),
    compared: comparedHere,
  };
}

export function belowOf(query: Asking | undefined, compared?: Asking): Below {
  if (query?.data) return { state: 'there', rows: withCompared(query.data.rows, compared), groups: query.data.groups };
  const retry = () => [query, compared].forEach((asking) => void asking?.refetch());
  return query?.error ? { state: 'failed', retry } : { state: 'loading' };
}

function withCompared(rows: readonly Group[], compared: Asking | undefined): readonly Group[] {
  if (!compared) return rows;
  const byKey = new Map<string | null | undefined, Compared>(compared.data?.rows.map((row) => [row.keys.at(-1), row]));
  return rows.map((row) => ({ ...row, compared: comparingOf(compared, byKey.get(row.keys.at(-1))) }));
}

/** How long a state is shown before it is asked for again; the platform is read once an hour. */
const FRESH_MS = 60_000;

/** What the platform has set for some objects of each level, by level and id. */
export function useAdObjects(wanted: readonly Step[]): ObjectOf {
  const chunks = useMemo(() => chunksOf(wanted), [wanted]);
  const queries = useQueries({
    queries: chunks.map(({ level, ids }) => ({
      ...contractQuery(listAdObjects, { query: { level: OBJECT_LEVELS[level], ids: ids.join(',') } }),
      ...{ staleTime: FRESH_MS, refetchInterval: FRESH_MS, placeholderData: keepPreviousData },
    })),
  });
  const known = new Map(
    queries.flatMap(({ data = [] }) => data.map((one) => [`${one.level} ${one.id}`, one] as const)),
  );
  return ({ level, key }) => known.get(`${OBJECT_LEVELS[level]} ${key}`);
}

type ObjectOf = (step: Step) => ListedAdObject | undefined;

interface Placed {
  readonly objectOf: ObjectOf;
  /** What the filters choose: the rows are below it. */
  readonly path: readonly Step[];
}

/** Where the rows of the first level run, as the platform says: 'Campanha › Conjunto'. Without what the path has. */
export function usePlaces(
  rows: readonly Pick<TreeRow, 'level' | 'key' | 'depth'>[],
  { objectOf, path }: Placed,
): (row: Pick<TreeRow, 'level' | 'key' | 'depth'>) => string | undefined {
  const hasStep = (level: Level) => path.some((step) => step.level === level);
  const aboveOf = (step: Step, of: ObjectOf): Step | undefined => {
    const level = ABOVE[step.level];
    const key = of(step)?.parentId ?? null;
    return level === undefined || key === null || hasStep(level) ? undefined : { level, key };
  };
  const first = rows.filter(({ depth }) => depth === 1).flatMap((row) => aboveOf(row, objectOf) ?? []);
  const parentOf = useAdObjects(first);
  const topOf = useAdObjects(first.flatMap((step) => aboveOf(step, parentOf) ?? []));
  return (row) => {
    const parent = row.depth === 1 ? aboveOf(row, objectOf) : undefined;
    const top = parent && aboveOf(parent, parentOf);
    const names = [top && topOf(top)?.name, parent && parentOf(parent)?.name].filter(Boolean);
    return names.length > 0 ? names.join(' › ') : undefined;
  };
}

/** All ads of most tenants are in one account: it is no place. */
const ABOVE: Readonly<Partial<Record<Level, Level>>> = { ad: 'adset', adset: 'platformCampaign' };

/** Of a platform: other keys were written into links by hand. */
const ID = /^[\w.:-]{1,64}$/;

function chunksOf(wanted: readonly Step[]): { level: Level; ids: string[] }[] {
  const byLevel = new Map<Level, Set<string>>();
  for (const { level, key } of wanted) {
    if (key === null || !ID.test(key)) continue;
    byLevel.set(level, (byLevel.get(level) ?? new Set()).add(key));
  }
  return [...byLevel].flatMap(([level, keys]) => {
    const ids = [...keys];
    return Array.from({ length: Math.ceil(ids.length / AD_OBJECT_IDS_MAX) }, (_, index) => ({
      level,
      ids: ids.slice(index * AD_OBJECT_IDS_MAX, (index + 1) * AD_OBJECT_IDS_MAX),
    }));
  });
}
