// The tree as a grid: a row that is not in sight is not in the page, so that thousands of rows scroll like twenty.

import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { type CSSProperties, type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { changeLabel } from '../compare/change.ts';
import { formatCounted, formatMoney } from '../format/figures.ts';
import { cn } from '../ui/cn.ts';
import { RowSummary } from '../ui/row-summary.tsx';
import { judgedOf } from '../verdicts/verdict-texts.ts';
import { columnLabel, type TreeColumn } from './columns.tsx';
import { Cell, GridRow, type GridRowsProps, isNumeric, NoteRow } from './grid-row.tsx';
import { type SelectAll, SelectAllBox } from './select-all.tsx';
import { FigureCell } from './tree-cells.tsx';
import type { ShownRow, TreeRow, TreeSort } from './tree-rows.ts';

export interface TreeGridProps extends GridRowsProps {
  label: string;
  rows: readonly ShownRow[];
  /** Undefined: the rows are not all of it. */
  total: TreeRow['group'] | undefined;
  sort: TreeSort;
  onSort: (sort: TreeSort) => void;
  selectAll: SelectAll;
}

const ROW_PX = 48;
const PHONE_ROW_PX = 60;
/** With a verdict, or where it runs. */
const PHONE_LINE_PX = 20;
/** Below a row with which something was done. */
const NOTE_PX = 30;
const PHONE_NOTE_PX = 46;
/** So many rows are in the page whether they are in sight or not: it can be searched and read as a whole. */
const WHOLE_ROWS_MAX = 60;
const OVERSCAN = 12;
const HEAD_PX = 36;
/** With these the set that opens first fits a window of 1,440 px. */
const NAME_PX = 246;
const ACTIONS_PX = 132;

/** Of what is wider or narrower than most: sums of money have eight digits. */
const WIDTHS: Partial<Readonly<Record<TreeColumn, number>>> = {
  ...{ spend: 108, revenue: 108, netProfit: 108, netRevenue: 108 },
  ...{ budget: 96, cpa: 96, conversions: 72, roas: 68, change: 72 },
  verdict: 152,
  pagesPerClick: 132,
};
const widthOf = (column: TreeColumn) => WIDTHS[column] ?? 88;

export function TreeGrid(props: TreeGridProps) {
  const { label, rows, columns, isPhone, objectOf, badgeOf, placeOf, tiringOf, onToggle, onEnter } = props;
  const box = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState<string>();
  // The row that gets the focus when it comes into the page.
  const wanted = useRef<string>(undefined);
  const hasThird = rows.some(
    (row) =>
      row.kind === 'group' &&
      (judgedOf(row.group) !== undefined || tiringOf(row) !== undefined || placeOf(row) !== undefined),
  );
  const height = isPhone ? PHONE_ROW_PX + (hasThird ? PHONE_LINE_PX : 0) : ROW_PX;
  const noted = rows.map((row) => row.kind === 'group' && row.key !== null && badgeOf(objectOf(row)) !== undefined);
  // Compared as text: the same heights are the same list.
  const notedText = noted.map(Number).join('');
  const tops = useMemo(
    () => topsOf(notedText, height, isPhone ? PHONE_NOTE_PX : NOTE_PX),
    [notedText, height, isPhone],
  );
  const heightAt = (index: number) => (tops[index + 1] ?? 0) - (tops[index] ?? 0);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: heightAt,
    overscan: OVERSCAN,
    scrollPaddingStart: isPhone ? 0 : HEAD_PX,
    scrollPaddingEnd: height,
    getItemKey: (index) => rows[index]?.id ?? index,
  });
  useEffect(() => virtualizer.measure(), [tops, virtualizer]);
  const isWhole = rows.length <= WHOLE_ROWS_MAX;
  const shown = isWhole ? rows.map((_, index) => index) : virtualizer.getVirtualItems().map(({ index }) => index);
  const first = rows.find(({ kind }) => kind === 'group')?.id;
  // One row is in the order of the Tab key: the one that had the focus last.
  const current = rows.some(({ id }) => id === active) ? active : first;

  function focusRow(index: number): void {
    const row = rows[index];
    if (!row) return;
    setActive(row.id);
    wanted.current = row.id;
    if (!isWhole) virtualizer.scrollToIndex(index);
    box.current?.querySelector<HTMLElement>(`[data-row="${index}"]`)?.focus();
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>, row: TreeRow, index: number): void {
    // Of a control within the row.
    if (event.target !== event.currentTarget || event.altKey) return;
    if (event.ctrlKey || event.metaKey) {
      if (event.key.toLowerCase() !== 'a' || event.shiftKey || props.selectAll.count === 0) return;
      event.preventDefault();
      props.selectAll.onAdd();
      return;
    }
    const step = steps(rows, row, index)[event.key];
    if (!step) return;
    event.preventDefault();
    if (step === 'toggle') onToggle(row);
    else if (step === 'enter') onEnter(row);
    else if (step === 'select') props.onSelect(row);
    else focusRow(step());
  }

  const hasCarets = rows.some((row) => row.kind === 'group' && row.isOpen !== undefined);
  const grid: CSSProperties = isPhone
    ? { gridTemplateColumns: `minmax(0,1fr) 2.75rem${hasCarets ? ' 2.75rem' : ''}` }
    : {
        gridTemplateColumns: `minmax(${NAME_PX}px,2fr) ${columns.map((column) => `minmax(${widthOf(column)}px,1fr)`).join(' ')} ${ACTIONS_PX}px`,
        minWidth: NAME_PX + ACTIONS_PX + columns.reduce((sum, column) => sum + widthOf(column), 0),
      };
  const rowOf = (index: number): ReactNode => {
    const row = rows[index];
    if (!row) return null;
    const place: CSSProperties = { ...grid, height: heightAt(index), top: tops[index] };
    if (row.kind !== 'group') return <NoteRow key={row.id} row={row} place={place} index={index} />;
    return (
      <GridRow
        key={row.id}
        {...props}
        {...{ row, index, height, hasCarets }}
        place={place}
        isActive={row.id === current}
        ref={(element) => {
          if (!element || wanted.current !== row.id) return;
          wanted.current = undefined;
          element.focus();
        }}
        onFocus={() => setActive(row.id)}
        onKeyDown={(event) => onKeyDown(event, row, index)}
      />
    );
  };
  return (
    <div
      ref={box}
      role="treegrid"
      aria-label={label}
      aria-rowcount={rows.length + (props.total ? 2 : 1)}
      aria-multiselectable
      className={cn('relative overflow-auto', !isPhone && 'max-h-[38rem]', isPhone && !isWhole && 'max-h-[80dvh]')}
    >
      <Head {...props} {...{ hasCarets, grid }} />
      {/* biome-ignore lint/a11y/useSemanticElements: a table cannot place its rows freely */}
      <div role="rowgroup" className="relative" style={{ height: tops.at(-1), minWidth: grid.minWidth }}>
        {shown.map(rowOf)}
      </div>
      {props.total && <Total {...props} total={props.total} {...{ hasCarets, grid }} />}
    </div>
  );
}

/** Where each row begins, and where the last one ends; '1' has a note. */
function topsOf(noted: string, height: number, note: number): readonly number[] {
  const tops = [0];
  for (const mark of noted) tops.push((tops.at(-1) ?? 0) + height + (mark === '1' ? note : 0));
  return tops;
}

type Move = () => number;
type KeyStep = Move | 'toggle' | 'enter' | 'select';

/** What each key does on a row: as trees do everywhere (ARIA Authoring Practices, treegrid). */
function steps(rows: readonly ShownRow[], row: TreeRow, index: number): Readonly<Partial<Record<string, KeyStep>>> {
  const isGroup = (at: number) => rows[at]?.kind === 'group';
  const seek = (from: number, by: 1 | -1): number => {
    let at = from;
    while (at >= 0 && at < rows.length && !isGroup(at)) at += by;
    return isGroup(at) ? at : index;
  };
  const parent = () => {
    let at = index - 1;
    while (at > 0 && (rows[at]?.depth ?? 0) >= row.depth) at -= 1;
    return row.depth > 1 ? at : index;
  };
  const right: KeyStep | undefined =
    row.isOpen === false ? 'toggle' : row.isOpen ? () => seek(index + 1, 1) : undefined;
  return {
    ArrowDown: () => seek(index + 1, 1),
    ArrowUp: () => seek(index - 1, -1),
    Home: () => seek(0, 1),
    End: () => seek(rows.length - 1, -1),
    ...(right && { ArrowRight: right }),
    ArrowLeft: row.isOpen ? 'toggle' : parent,
    Enter: 'enter',
    ' ': 'select',
  };
}

interface FrameProps {
  hasCarets: boolean;
  grid: CSSProperties;
}

function Head({ columns, changed, sort, onSort, selectAll, isPhone, hasCarets, grid }: TreeGridProps & FrameProps) {
  if (isPhone) {
    return (
      <Line className="sr-only" index={1}>
        <HeadCell>Nome</HeadCell>
        <HeadCell>Detalhes</HeadCell>
        {hasCarets && <HeadCell>Abrir</HeadCell>}
      </Line>
    );
  }
  const labelOf = (column: TreeColumn) => (column === 'change' ? changeLabel(changed) : columnLabel(column));
  return (
    <Line
      className="sticky top-0 z-20 grid items-center border-line border-b bg-surface"
      style={{ ...grid, height: HEAD_PX }}
      index={1}
    >
      <SortHead
        name="name"
        label="Nome"
        {...{ sort, onSort }}
        className="sticky left-0 z-10 h-full gap-2 bg-surface pl-3"
        before={
          selectAll.count > 0 ? <SelectAllBox {...selectAll} /> : <span aria-hidden className="size-4 shrink-0" />
        }
      />
      {columns.map((column) =>
        column === 'budget' ? (
          <HeadCell key={column} className="justify-end px-2.5">
            {labelOf(column)}
          </HeadCell>
        ) : (
          <SortHead
            key={column}
            name={column}
            label={labelOf(column)}
            isNumeric={isNumeric(column)}
            {...{ sort, onSort }}
            className="px-2.5"
          />
        ),
      )}
      <HeadCell className="sr-only">Ações</HeadCell>
    </Line>
  );
}

interface TotalProps extends TreeGridProps, FrameProps {
  total: TreeRow['group'];
}

/** All rows together. It stays in sight. */
function Total({ columns, changed, days, total, rows, isPhone, hasCarets, grid }: TotalProps) {
  const row = { group: total, name: 'Total' };
  const { netProfit = null, spend = null, trackedSpend = spend, conversions = null } = total.values;
  return (
    <Line
      className="sticky bottom-0 z-20 grid items-center border-line border-t bg-surface font-semibold text-[13px]"
      style={{ ...grid, height: isPhone ? PHONE_ROW_PX : ROW_PX }}
      index={rows.length + 2}
    >
      {isPhone ? (
        <>
          <Cell className="min-w-0 pl-4">
            <RowSummary
              title="Total"
              figure={formatMoney(netProfit)}
              notes={[
                conversions !== null && formatCounted(conversions, 'conversão', 'conversões'),
                spend !== null && `gasto ${formatMoney(trackedSpend)}`,
              ]}
            />
          </Cell>
          <Cell>{null}</Cell>
          {hasCarets && <Cell>{null}</Cell>}
        </>
      ) : (
        <>
          <Cell className="sticky left-0 flex h-full items-center bg-surface pl-4">Total</Cell>
          {columns.map((column) => (
            <Cell key={column} className={cn('px-2.5', isNumeric(column) && 'figure whitespace-nowrap text-right')}>
              {column === 'verdict' ? null : (
                <FigureCell {...{ column, row, changed, days }} object={undefined} tabIndex={-1} />
              )}
            </Cell>
          ))}
          <Cell>{null}</Cell>
        </>
      )}
    </Line>
  );
}

const Line = ({
  index,
  ...props
}: {
  index: number;
  className: string;
  style?: CSSProperties;
  children: ReactNode;
}) => (
  // biome-ignore lint/a11y/useSemanticElements: a table cannot place its rows freely
  // biome-ignore lint/a11y/useFocusableInteractive: it is no row of the tree
  <div role="row" aria-rowindex={index} {...props} />
);

interface HeadCellProps {
  className?: string;
  'aria-sort'?: 'ascending' | 'descending';
  children: ReactNode;
}

const HeadCell = ({ className, ...props }: HeadCellProps) => (
  // biome-ignore lint/a11y/useSemanticElements: a table cannot place its rows freely
  // biome-ignore lint/a11y/useFocusableInteractive: its button has the focus
  <div role="columnheader" className={cn('flex items-center font-medium text-muted text-xs', className)} {...props} />
);

interface SortHeadProps {
  name: string;
  label: string;
  isNumeric?: boolean;
  sort: TreeSort;
  onSort: (sort: TreeSort) => void;
  className?: string;
  before?: ReactNode;
}

function SortHead({ name, label, isNumeric = false, sort, onSort, className, before }: SortHeadProps) {
  const direction = sort === name ? 'ascending' : sort === `-${name}` ? 'descending' : undefined;
  const byDefault = isNumeric ? `-${name}` : name;
  const turned = sort.startsWith('-') ? name : `-${name}`;
  const Icon = direction === 'ascending' ? ArrowUp : ArrowDown;
  return (
    <HeadCell className={cn(isNumeric && 'justify-end', className)} {...(direction && { 'aria-sort': direction })}>
      {before}
      <button
        type="button"
        onClick={() => onSort(direction ? turned : byDefault)}
        className={cn(
          'inline-flex min-h-6 items-center gap-1 whitespace-nowrap rounded hover:text-ink',
          direction && 'text-ink',
        )}
      >
        {!isNumeric && label}
        <Icon size={13} aria-hidden className={direction ? undefined : 'opacity-0'} />
        {isNumeric && label}
      </button>
    </HeadCell>
  );
}
