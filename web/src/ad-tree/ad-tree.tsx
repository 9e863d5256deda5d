// Which ad to stop and which to scale: campaigns, ad sets and ads of the platforms, each opened in place or gone into.

import { Link } from '@tanstack/react-router';
import { AD_SELECTION_MAX } from '@tracker/schemas/ad-platforms/ad-action';
import { FILTER_VALUES_MAX, filterToText } from '@tracker/schemas/figures/figure-query';
import type { FigureMetric } from '@tracker/schemas/figures/metrics';
import { Scale } from 'lucide-react';
import { type ReactNode, useId, useMemo, useState } from 'react';
import { ActionHints } from '../ad-actions/action-hints.tsx';
import { type ActionOf, useAdActions } from '../ad-actions/queries.ts';
import { ActionNote, type BadgeOf, RowActions, useBadges } from '../ad-actions/row-actions.tsx';
import { SelectionBar } from '../ad-actions/selection.tsx';
import { type Logs, logsOf } from '../breakdown/logs-link.ts';
import { NoGroups } from '../breakdown/no-groups.tsx';
import { changeLabel } from '../compare/change.ts';
import { compareFailure, comparingOf } from '../compare/compare-failure.tsx';
import { CompareSelect } from '../compare/compare-select.tsx';
import { type Comparison, comparisonNote, comparisonOf } from '../compare/comparison.ts';
import { QueryView, RefreshMark } from '../data/query-view.tsx';
import { type DateRange, rangeText } from '../date-range/date-range.ts';
import { useToday } from '../date-range/use-today.ts';
import { SCREEN_FILTERS_MAX } from '../filters/filter-search.ts';
import { useHasRole } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { Card, CardHeader } from '../ui/card.tsx';
import { TableSkeleton } from '../ui/data-table.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Empty } from '../ui/message.tsx';
import { Note } from '../ui/note.tsx';
import { Select } from '../ui/select.tsx';
import { usePhone } from '../ui/use-phone.ts';
import { TargetHint } from '../verdicts/target-hint.tsx';
import { judgedOf } from '../verdicts/verdict-texts.ts';
import type { ViewFilters, WantedVerdict } from '../views/view-filters.ts';
import { ChosenTiles } from './chosen-tiles.tsx';
import { ColumnSelect } from './column-select.tsx';
import {
  changedMetric,
  columnLabel,
  columnsOfText,
  keepColumns,
  keptColumns,
  metricsOf,
  type TreeColumn,
} from './columns.tsx';
import { Crumbs } from './crumbs.tsx';
import { type TiringAd, useTiringAds } from './fatigue.tsx';
import { filterOfStep, filtersUpTo, firstLevel, LEVEL_LABELS, levelBelow, pathOf } from './levels.ts';
import { belowOf, useAdObjects, useFirstLevel, useLevels, usePlaces } from './queries.ts';
import { SelectAllBox, selectAllOf } from './select-all.tsx';
import { FigureCell } from './tree-cells.tsx';
import { TreeGrid } from './tree-grid.tsx';
import { idOf, rowsBelow, type TreeRow } from './tree-rows.ts';
import { LEVELS, type Level, type TreeSearch } from './tree-search.ts';

interface Search extends TreeSearch, ViewFilters {
  order?: string | undefined;
}

interface AdTreeProps {
  range: DateRange;
  search: Search;
  onSearch: (change: Search) => void;
  /** What else can be done with the level that is shown. */
  children?: (level: Level) => ReactNode;
}

const NO_FILTERS: readonly string[] = [];
const NO_ROWS: ReadonlyMap<string, TreeRow> = new Map();

interface Selection {
  /** The list that it is of. */
  readonly list: string;
  readonly rows: ReadonlyMap<string, TreeRow>;
}
const BY_SPEND = '-spend';

export function AdTree({ range, search, onSearch, children }: AdTreeProps) {
  const id = useId();
  const today = useToday();
  const isPhone = usePhone();
  const filters = search.f ?? NO_FILTERS;
  const level = search.level ?? firstLevel(filters);
  const columnText = search.columns ?? keptColumns();
  const comparison = comparisonOf(search, range, today);
  const { asked: compare, finished, isCut = false } = comparison ?? {};
  const hasComparison = comparison !== undefined;
  const columns = useMemo(
    () =>
      columnsOfText(columnText).filter(
        // An ad has no budget of its own.
        (column) => (hasComparison || column !== 'change') && (level !== 'ad' || column !== 'budget'),
      ),
    [columnText, hasComparison, level],
  );
  const [open, setOpen] = useState<ReadonlyMap<string, TreeRow['path']>>(new Map());
  // A node that is closed, or of other filters, is asked for no more.
  const paths = useMemo(() => [...open.values()].filter(([first]) => first?.level === level), [open, level]);
  // What is in sight, and not below a row that is closed.
  const inSight = paths.filter((path) => path.every((_, index) => index === 0 || open.has(idOf(path.slice(0, index)))));
  const hasAds = [level, ...inSight.map((path) => levelBelow(path.at(-1)?.level ?? level))].some(isOfAds);
  const changed = changedMetric(columns, !(isCut && hasAds));
  const metrics = useMemo(() => [...new Set([...metricsOf(columns), changed])], [columns, changed]);
  const asked = { range, filters, level, metrics, changed, finished, compare };

  // What is selected of one list is not of another one, in which it may not be in sight.
  const list = JSON.stringify([level, filters, search.verdict]);
  const [selection, setSelection] = useState<Selection>({ list, rows: NO_ROWS });
  const selected = selection.list === list ? selection.rows : NO_ROWS;
  const setSelected = (rows: Selection['rows']) => setSelection({ list, rows });
  const [detail, setDetail] = useState<TreeRow>();
  const { query, compared } = useFirstLevel(asked);
  const { levels, compared: comparedBelow } = useLevels(asked, belowOf(query, compared), paths);
  const compareFailed = compareFailure([...(compared ? [compared] : []), ...comparedBelow]);
  const sort = search.order ?? BY_SPEND;
  const { verdict } = search;
  const tiringOf = useTiringAds();
  const rows = rowsBelow([], { level, open: new Set(open.keys()), belowOf: levels, sort, changed, verdict, tiringOf });
  const groups = rows.filter((row) => row.kind === 'group');
  // Also what is selected below a row that has been closed since.
  const objectOf = useAdObjects([...groups, ...selected.values()].map(({ level, key }) => ({ level, key })));
  const placeOf = usePlaces(groups, { objectOf, path: pathOf(filters) });
  const objects = groups.flatMap((row) => objectOf(row) ?? []);
  const actionOf = useAdActions(objects.length > 0);
  const badgeOf = useBadges(actionOf);
  const logsOfRow = ({ path }: TreeRow) =>
    logsOf({ by: path.map(({ level }) => level), keys: path.map(({ key }) => key), range, filters });

  const toggle = ({ id, path }: TreeRow) => {
    const next = new Map(open);
    if (!next.delete(id)) next.set(id, path);
    setOpen(next);
  };
  const filterBy = (next: readonly string[]) => {
    onSearch({ f: next.length > 0 ? next : undefined, level: undefined });
  };
  const enter = (row: TreeRow) => {
    if (row.key === null) return row.isOpen === undefined ? undefined : toggle(row);
    if (row.level === 'ad' && (isPhone || filters.includes(filterOfStep(row.path.at(-1)!)))) return setDetail(row);
    const next = [...new Set([...filters, ...row.path.map(filterOfStep)])];
    // Of a long path its end says where it is.
    const isTooLong = next.length > SCREEN_FILTERS_MAX;
    filterBy(isTooLong ? [...filtersUpTo(filters, undefined), filterOfStep(row.path.at(-1)!)] : next);
  };
  const select = (row: TreeRow) => {
    if (row.key === null) return;
    const next = new Map(selected);
    if (!next.delete(row.id) && next.size < AD_SELECTION_MAX) next.set(row.id, row);
    setSelected(next);
  };
  const mayAct = useHasRole('editor');
  const selectAll = selectAllOf({
    ...{ level, rows: groups, selected, onSelected: setSelected },
    canAct: (row) => mayAct && objectOf(row)?.canChange === true,
  });
  const only = filterOfRows([...selected.values()]);
  const notes = [
    ...(verdict ? [] : ['As linhas somam o total.']),
    ...(groups.some(({ key }) => key === null) ? [UNALLOCATED_NOTE] : []),
    ...(comparison ? [changeNote(comparison, isCut && hasAds ? changed : undefined)] : []),
  ];
  return (
    <>
      {verdict && <ChosenTiles groups={query.data && groups.map(({ group }) => group)} level={level} />}
      <Card aria-labelledby={id} className="min-w-0">
        <CardHeader id={id} title="Anúncios" note={rangeText(range)} mark={<RefreshMark queries={[query]} />}>
          <div className="flex flex-wrap items-center gap-2">
            <Select
              aria-label="Listar"
              value={level}
              onChange={(next: Level) => onSearch({ level: next === firstLevel(filters) ? undefined : next })}
              options={LEVELS.map((value) => ({ value, label: LEVEL_LABELS[value] }))}
            />
            <CompareSelect {...{ search, onSearch, today }} />
            {!isPhone && (
              <ColumnSelect
                columns={columnText}
                onColumns={(next) => {
                  keepColumns(next);
                  onSearch({ columns: next });
                }}
              />
            )}
            {isPhone && (
              <PhoneSort columns={columns} sort={sort} onSort={(order) => onSearch({ order })} changed={changed} />
            )}
            {children?.(level)}
          </div>
        </CardHeader>
        <Crumbs path={pathOf(filters)} onStep={(step) => filterBy(filtersUpTo(filters, step))} />
        <QueryView query={query} loading={<TableSkeleton rows={8} className="h-[48px]" />}>
          {({ total }) =>
            rows.length === 0 ? (
              verdict && query.data?.rows.length ? (
                <NoVerdict verdict={verdict} isJudged={query.data.rows.some((row) => judgedOf(row) !== undefined)} />
              ) : (
                <NoGroups range={range} isFiltered={filters.length > 0} />
              )
            ) : (
              <>
                {selected.size > 0 && (
                  <SelectionBar
                    count={selected.size}
                    of={selectAll.count}
                    objects={[...selected.values()].flatMap((row) => objectOf(row) ?? [])}
                    whereOf={({ id: key }) => {
                      const row = [...selected.values()].find((one) => one.key === key);
                      return row && placeOf(row);
                    }}
                    onClear={() => setSelected(NO_ROWS)}
                  >
                    {only && filters.length < SCREEN_FILTERS_MAX && (
                      <Button look="outline" size="small" onClick={() => filterBy([...filters, only])}>
                        Ver só estes
                      </Button>
                    )}
                  </SelectionBar>
                )}
                {isPhone && selectAll.count > 0 && (
                  <div className="flex items-center gap-2 border-line border-t px-4 text-[13px] text-muted">
                    <SelectAllBox {...selectAll} id={`${id}-all`} />
                    <label htmlFor={`${id}-all`} className="grow py-2.5">
                      {selectAll.label}
                    </label>
                  </div>
                )}
                <TreeGrid
                  label={`${LEVEL_LABELS[level]} e o que está abaixo`}
                  {...{
                    rows,
                    columns,
                    changed,
                    days: range,
                    isPhone,
                    sort,
                    objectOf,
                    actionOf,
                    badgeOf,
                    placeOf,
                    tiringOf,
                  }}
                  logsOf={logsOfRow}
                  total={
                    verdict
                      ? undefined
                      : {
                          keys: [],
                          labels: [],
                          ...total,
                          compared: compared && comparingOf(compared, compared.data?.total),
                        }
                  }
                  onSort={(order) => onSearch({ order: order === BY_SPEND ? undefined : order })}
                  onToggle={toggle}
                  onEnter={enter}
                  onDetail={setDetail}
                  selected={new Set(selected.keys())}
                  selectAll={selectAll}
                  onSelect={select}
                />
                {compareFailed && <Note>{compareFailed}</Note>}
                <ActionHints objects={objects} />
                {level !== 'adAccount' &&
                  groups.every(({ group }) => !judgedOf(group)) &&
                  (total.values.trackedSpend ?? total.values.spend ?? 0) > 0 && <TargetHint />}
                {notes.length > 0 && <Note>{notes.join(' ')}</Note>}
              </>
            )
          }
        </QueryView>
        <Dialog isOpen={detail !== undefined} onOpenChange={() => setDetail(undefined)} title={detail?.name ?? ''}>
          {detail && (
            <Details
              {...{ columns, changed, actionOf, badgeOf }}
              tiring={tiringOf(detail)}
              row={detail}
              object={objectOf(detail)}
              where={placeOf(detail)}
              logs={logsOfRow(detail)}
              days={range}
              isSelected={selected.has(detail.id)}
              onSelect={() => {
                select(detail);
                setDetail(undefined);
              }}
            />
          )}
        </Dialog>
      </Card>
    </>
  );
}

const UNALLOCATED_NOTE =
  'Em “Não alocado” está o que não é de nenhum anúncio: conversões sem anúncio e o gasto de anúncios apagados ou não listados, que a plataforma não divide.';

/** No platform reports the hours of what is below a campaign. */
const isOfAds = (level: Level | undefined): boolean => level === 'adset' || level === 'ad';

/** Of which days and of which figure the changes are. `instead`: of that of the columns. */
function changeNote(comparison: Comparison, instead: FigureMetric | undefined): string {
  const note = comparisonNote(comparison);
  if (!instead) return note;
  const name = instead === 'clicks' ? 'dos clicks' : 'da receita';
  return `${note} É ${name}: o que anúncios e conjuntos gastaram até uma hora do dia não é conhecido.`;
}

/** Undefined: no one filter chooses them. */
function filterOfRows(rows: readonly TreeRow[]): string | undefined {
  const [first] = rows;
  const keys = rows.flatMap(({ key }) => key ?? []);
  const isOneLevel = rows.every(({ level }) => level === first?.level);
  return first && isOneLevel && keys.length <= FILTER_VALUES_MAX
    ? filterToText({ dim: first.level, op: 'is', values: keys })
    : undefined;
}

const NOTHING: Readonly<Record<WantedVerdict, string>> = {
  below: 'Nada para parar',
  above: 'Nada para escalar',
  tiring: 'Nenhum anúncio está cansando',
};

const NoVerdict = ({ verdict, isJudged }: { verdict: WantedVerdict; isJudged: boolean }) => (
  <Empty
    icon={Scale}
    title={NOTHING[verdict]}
    text={
      verdict === 'tiring'
        ? 'Nenhum rende menos nos últimos 7 dias completos que nos primeiros 7, além do acaso.'
        : isJudged
          ? 'Com 95 % de certeza, neste período e com estes filtros. Onde não há meta, conta o ponto de equilíbrio.'
          : 'Nenhuma linha tem veredito ainda: sem uma venda verificada e sem meta não se sabe quanto uma venda pode custar.'
    }
  />
);

interface DetailsProps {
  row: TreeRow;
  object: ReturnType<ReturnType<typeof useAdObjects>>;
  columns: readonly TreeColumn[];
  changed: ReturnType<typeof changedMetric>;
  days: DateRange;
  actionOf: ActionOf;
  badgeOf: BadgeOf;
  tiring: TiringAd | undefined;
  logs: Logs;
  where: string | undefined;
  isSelected: boolean;
  onSelect: () => void;
}

/** All columns of one row, where there is no room for them in one line. */
function Details(props: DetailsProps) {
  const { row, object, columns, changed, days, actionOf, badgeOf, tiring, logs, where, isSelected, onSelect } = props;
  const badge = badgeOf(object);
  return (
    <>
      {where && <p className="-mt-2 mb-3 break-words text-muted text-xs">{where}</p>}
      <dl className="mb-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2 text-[13px]">
        {columns.map((column) => (
          <div key={column} className="contents">
            <dt className="text-muted">{column === 'change' ? changeLabel(changed) : columnLabel(column)}</dt>
            <dd className="figure">
              <FigureCell {...{ column, row, object, changed, days, tiring }} tabIndex={0} isWhole />
            </dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-col gap-2.5">
        {object && <RowActions object={object} actionOf={actionOf} where={where} />}
        {object && badge && <ActionNote object={object} actionOf={actionOf} badge={badge} />}
        <div className="flex flex-wrap gap-1.5">
          {logs.clicks && (
            <Button asChild look="outline" size="small">
              <Link {...logs.clicks}>Ver os clicks</Link>
            </Button>
          )}
          {logs.conversions && (
            <Button asChild look="outline" size="small">
              <Link {...logs.conversions}>Ver as conversões</Link>
            </Button>
          )}
          {/* On a phone rows have no box to tick. */}
          <Button look="outline" size="small" onClick={onSelect}>
            {isSelected ? 'Tirar da seleção' : 'Selecionar'}
          </Button>
        </div>
      </div>
    </>
  );
}

interface PhoneSortProps {
  columns: readonly TreeColumn[];
  sort: string;
  onSort: (sort: string) => void;
  changed: ReturnType<typeof changedMetric>;
}

/** The heads of a grid, where there are none: the greatest first, or the least. */
function PhoneSort({ columns, sort, onSort, changed }: PhoneSortProps) {
  const options = columns
    .filter((column) => column !== 'budget')
    .flatMap((column) => {
      const label = column === 'change' ? changeLabel(changed) : columnLabel(column);
      return [
        { value: `-${column}`, label: `${label}: maior primeiro` },
        { value: column, label: `${label}: menor primeiro` },
      ];
    });
  return <Select aria-label="Ordenar por" value={sort} onChange={onSort} options={options} />;
}
