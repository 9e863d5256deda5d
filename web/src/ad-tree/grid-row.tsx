// A row of the tree's grid.

import { Link } from '@tanstack/react-router';
import type { ListedAdObject } from '@tracker/schemas/contracts/ad-objects.contract';
import type { FigureMetric } from '@tracker/schemas/figures/metrics';
import { ChevronRight, Ellipsis, MousePointerClick } from 'lucide-react';
import type { CSSProperties, KeyboardEvent, MouseEvent, ReactNode } from 'react';
import type { ActionOf } from '../ad-actions/queries.ts';
import { ActionNote, type BadgeOf, RowActions } from '../ad-actions/row-actions.tsx';
import type { Logs } from '../breakdown/logs-link.ts';
import { formatCounted, formatMoney, formatRatio, isLoss } from '../format/figures.ts';
import { Button } from '../ui/button.tsx';
import { cn } from '../ui/cn.ts';
import { RowSummary } from '../ui/row-summary.tsx';
import type { Days } from '../verdicts/queries.ts';
import { VerdictText } from '../verdicts/verdict-badge.tsx';
import { judgedOf } from '../verdicts/verdict-texts.ts';
import { figureOf, type TreeColumn } from './columns.tsx';
import type { TiringOf } from './fatigue.tsx';
import { StateDot, Thumbnail } from './object-state.tsx';
import { FigureCell } from './tree-cells.tsx';
import type { ShownRow, TreeRow } from './tree-rows.ts';

/** The same for each row of a grid. */
export interface GridRowsProps {
  columns: readonly TreeColumn[];
  changed: FigureMetric;
  days: Days;
  isPhone: boolean;
  objectOf: (row: TreeRow) => ListedAdObject | undefined;
  actionOf: ActionOf;
  badgeOf: BadgeOf;
  logsOf: (row: TreeRow) => Logs;
  /** Where it runs, of a row whose parents are not above it: several ads have one name. */
  placeOf: (row: TreeRow) => string | undefined;
  tiringOf: TiringOf;
  /** All that is known of a row, and what can be done with it. */
  onDetail: (row: TreeRow) => void;
  onToggle: (row: TreeRow) => void;
  /** A row was clicked, or Enter pressed on it. */
  onEnter: (row: TreeRow) => void;
  selected: ReadonlySet<string>;
  onSelect: (row: TreeRow) => void;
}

export const isNumeric = (column: TreeColumn) => column !== 'verdict';

interface GridRowProps extends GridRowsProps {
  row: TreeRow;
  index: number;
  place: CSSProperties;
  /** Without its note. */
  height: number;
  hasCarets: boolean;
  isActive: boolean;
  ref: (element: HTMLElement | null) => void;
  onFocus: () => void;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

export function GridRow(props: GridRowProps) {
  const { row, index, place, height, hasCarets, isActive, isPhone, columns, changed, days, selected } = props;
  const { objectOf, actionOf, badgeOf, logsOf, placeOf, tiringOf, onDetail, onToggle, onEnter, onSelect } = props;
  const object = row.key === null ? undefined : objectOf(row);
  const tabIndex = isActive ? 0 : -1;
  const isSelected = selected.has(row.id);
  const badge = object && badgeOf(object);
  const logs = logsOf(row);
  const where = placeOf(row);
  const tiring = tiringOf(row);
  const onClick = ({ target, currentTarget }: MouseEvent<HTMLElement>) => {
    // Of a dialog that a row opened, clicks come here, too.
    if (!(target instanceof Element) || !currentTarget.contains(target)) return;
    if (!target.closest('button, a, label')) onEnter(row);
  };
  const caret =
    row.isOpen === undefined ? (
      hasCarets && <span aria-hidden className={cn('shrink-0', row.level === 'ad' ? 'w-2' : 'size-7')} />
    ) : (
      <button
        type="button"
        tabIndex={tabIndex}
        aria-expanded={row.isOpen}
        aria-label={`${row.isOpen ? 'Fechar' : 'Abrir'} ${row.name}`}
        onClick={() => onToggle(row)}
        className={cn(
          'tap grid shrink-0 place-items-center rounded-md text-muted hover:bg-sunken hover:text-ink',
          isPhone ? 'size-9' : 'size-7',
        )}
      >
        <ChevronRight size={16} aria-hidden className={cn('transition-transform', row.isOpen && 'rotate-90')} />
      </button>
    );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table cannot place its rows freely
    <div
      ref={props.ref}
      role="row"
      data-row={index}
      tabIndex={tabIndex}
      aria-level={row.depth}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      aria-rowindex={index + 2}
      aria-expanded={row.isOpen}
      aria-selected={row.key === null ? undefined : isSelected}
      onClick={onClick}
      onFocus={props.onFocus}
      onKeyDown={props.onKeyDown}
      style={{ ...place, gridTemplateRows: `${height}px` }}
      className={cn(
        'group/row absolute inset-x-0 grid items-center border-line border-b text-[13px] focus-visible:outline-2 focus-visible:outline-accent focus-visible:-outline-offset-2',
        row.key !== null && 'cursor-pointer hover:bg-hover',
        isSelected ? 'bg-accent-soft' : row.depth > 1 && 'bg-sunken/60',
      )}
    >
      {isPhone ? (
        <>
          <Cell className="min-w-0 pl-4" indent={row.depth}>
            <PhoneRow row={row} object={object} where={where} isTiring={tiring !== undefined} />
          </Cell>
          <Cell>
            {row.key !== null && (
              <Button
                look="ghost"
                size="small-icon"
                tabIndex={tabIndex}
                aria-label={`Detalhes de ${row.name}`}
                onClick={() => onDetail(row)}
              >
                <Ellipsis size={16} aria-hidden />
              </Button>
            )}
          </Cell>
          {hasCarets && <Cell>{caret}</Cell>}
        </>
      ) : (
        <>
          <Cell
            className={cn(
              // It lies on the row's line, and so has its own.
              'sticky left-0 z-10 flex h-full min-w-0 items-center gap-2 border-line border-b pr-3 pl-3 group-hover/row:bg-hover',
              isSelected ? 'bg-accent-soft' : row.depth > 1 ? 'bg-sunken' : 'bg-surface',
            )}
          >
            {row.key === null ? (
              <span aria-hidden className="size-4 shrink-0" />
            ) : (
              <label className="grid shrink-0 place-items-center">
                <input
                  type="checkbox"
                  tabIndex={tabIndex}
                  aria-label={`Selecionar ${row.name}`}
                  checked={isSelected}
                  onChange={() => onSelect(row)}
                  className="size-4 accent-(--accent)"
                />
              </label>
            )}
            {/* The boxes are in one column: the name needs the room. */}
            {row.depth > 1 && (
              <span aria-hidden className="shrink-0" style={{ width: `${(row.depth - 1) * 0.6}rem` }} />
            )}
            {caret}
            <StateDot object={object} />
            {row.level === 'ad' && row.key !== null && <Thumbnail object={object} />}
            <span className="min-w-0">
              <span
                className={cn(
                  'font-medium leading-4',
                  where ? 'block truncate' : 'line-clamp-2 break-words',
                  row.key === null && 'text-muted',
                )}
                title={row.key === null ? row.name : `${row.name} (${row.key})`}
              >
                {row.name}
              </span>
              {where && (
                <span className="block truncate text-[11px] text-muted leading-4" title={where}>
                  {where}
                </span>
              )}
            </span>
          </Cell>
          {columns.map((column) => (
            <Cell key={column} className={cn('px-2.5', isNumeric(column) && 'figure whitespace-nowrap text-right')}>
              <FigureCell {...{ column, row, object, changed, days, logs, tiring, tabIndex }} />
            </Cell>
          ))}
          <Cell className="flex justify-end px-1">
            {object && <RowActions {...{ object, actionOf, where, tabIndex }} isCompact />}
            {logs.clicks && (
              <Button asChild look="ghost" size="small-icon" className="min-w-8">
                <Link
                  {...logs.clicks}
                  tabIndex={tabIndex}
                  title="Ver os clicks"
                  aria-label={`Ver os clicks de ${row.name}`}
                >
                  <MousePointerClick size={14} aria-hidden />
                </Link>
              </Button>
            )}
          </Cell>
        </>
      )}
      {object && badge && (
        <Cell className="col-span-full min-w-0" indent={row.depth}>
          <span className={cn('flex w-fit max-w-full', isPhone ? 'pl-4' : 'sticky left-0 pl-14')}>
            <ActionNote {...{ object, actionOf, badge, tabIndex }} isCompact />
          </span>
        </Cell>
      )}
    </div>
  );
}

export function Cell({ className, indent, children }: { className?: string; indent?: number; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table cannot place its rows freely
    // biome-ignore lint/a11y/useFocusableInteractive: the row has the focus
    <div
      role="gridcell"
      className={className}
      style={indent && indent > 1 ? { paddingLeft: `${0.75 + (indent - 1) * 1.1}rem` } : undefined}
    >
      {children}
    </div>
  );
}

interface PhoneRowProps {
  row: TreeRow;
  object: ListedAdObject | undefined;
  where: string | undefined;
  isTiring: boolean;
}

/** The name and its profit, below what it follows from, and then what to do about it. */
function PhoneRow({ row: { group, name, key }, object, where, isTiring }: PhoneRowProps) {
  const { values } = group;
  const judged = judgedOf(group);
  const { netProfit = null, conversions = null, spend = null, trackedSpend = spend } = values;
  const roas = figureOf('roas', values);
  return (
    <RowSummary
      title={
        <span className="inline-flex max-w-full items-center gap-2">
          {object && <StateDot object={object} />}
          <span className={cn('truncate', key === null && 'text-muted')}>{name}</span>
        </span>
      }
      figure={<span className={cn(isLoss(netProfit) && 'text-bad')}>{formatMoney(netProfit)}</span>}
      notes={[
        // What a narrow line cuts off is a word, and no figure.
        roas !== null && `ROAS ${formatRatio(roas)}`,
        conversions !== null && formatCounted(conversions, 'conversão', 'conversões'),
      ]}
      end={spend === null ? undefined : <span className="text-xs">gasto {formatMoney(trackedSpend)}</span>}
      below={
        (judged || isTiring || where) && (
          <>
            {judged && <VerdictText judged={judged} />}
            {isTiring && <span className="text-warn">{judged && ' · '}Cansando</span>}
            {(judged || isTiring) && where && ' · '}
            {where}
          </>
        )
      }
    />
  );
}

export function NoteRow({
  row,
  place,
  index,
}: {
  row: Exclude<ShownRow, TreeRow>;
  place: CSSProperties;
  index: number;
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table cannot place its rows freely
    // biome-ignore lint/a11y/useFocusableInteractive: nothing can be done with it
    <div
      role="row"
      aria-level={row.depth}
      aria-rowindex={index + 2}
      aria-busy={row.kind === 'loading'}
      style={{ top: place.top, height: place.height }}
      className="absolute inset-x-0 flex items-center border-line border-b bg-sunken/60 text-[13px] text-muted"
    >
      <Cell className="sticky left-0 flex items-center gap-3 px-4" indent={row.depth + 1}>
        <span role={row.kind === 'failed' ? 'alert' : undefined}>{row.text}</span>
        {row.retry && (
          <Button look="outline" size="small" onClick={row.retry}>
            Tentar de novo
          </Button>
        )}
      </Cell>
    </div>
  );
}
