import { ArrowDown, ArrowUp, ChevronRight } from 'lucide-react';
import { Fragment, type ReactNode, useState } from 'react';
import { cn } from './cn.ts';
import { Skeleton } from './skeleton.tsx';
import { Cell, HeadCell, Row, Table } from './table.tsx';

export interface Column<Item> {
  key: string;
  label: string;
  numeric?: boolean;
  cell: (item: Item) => ReactNode;
  /** Makes the column sortable. null ('no figure') comes last in either direction. */
  sortBy?: (item: Item) => number | string | null;
  className?: string;
}

/** A column's key, with '-' before it for descending: fits in a URL as it is. */
export type Sort = string;

interface DataTableProps<Item> {
  label: string;
  columns: readonly Column<Item>[];
  items: readonly Item[];
  keyOf: (item: Item) => string;
  sort?: Sort | undefined;
  onSort?: (sort: Sort) => void;
  /** What an opened row shows below itself; rows stay open while the list is asked for again. */
  detail?: (item: Item) => ReactNode;
  /** Names the button that opens a row: 'Detalhes de …'. */
  detailLabel?: (item: Item) => string;
}

export function DataTable<Item>(props: DataTableProps<Item>) {
  const { label, columns, items, keyOf, sort, onSort, detail, detailLabel } = props;
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const toggle = (key: string) => {
    const next = new Set(opened);
    if (!next.delete(key)) next.add(key);
    setOpened(next);
  };
  return (
    <Table label={label}>
      <thead>
        <tr>
          {detail && (
            <HeadCell className="w-10">
              <span className="sr-only">Detalhes</span>
            </HeadCell>
          )}
          {columns.map((column) => (
            <ColumnHead key={column.key} column={column} sort={sort} onSort={onSort} />
          ))}
        </tr>
      </thead>
      <tbody>
        {sorted(items, columns, sort).map((item) => {
          const key = keyOf(item);
          const isOpen = opened.has(key);
          return (
            <Fragment key={key}>
              <Row>
                {detail && (
                  <Cell className="py-1 pr-0">
                    <button
                      type="button"
                      aria-expanded={isOpen}
                      aria-label={detailLabel?.(item) ?? 'Detalhes'}
                      onClick={() => toggle(key)}
                      className="grid size-8 place-items-center rounded-lg text-muted hover:bg-sunken hover:text-ink"
                    >
                      <ChevronRight
                        size={16}
                        aria-hidden
                        className={cn('transition-transform', isOpen && 'rotate-90')}
                      />
                    </button>
                  </Cell>
                )}
                {columns.map((column) => (
                  <Cell key={column.key} numeric={column.numeric ?? false} className={column.className}>
                    {column.cell(item)}
                  </Cell>
                ))}
              </Row>
              {detail && isOpen && (
                <tr className="border-line border-b bg-sunken last:border-b-0">
                  <td colSpan={columns.length + 1} className="px-4 py-3 sm:px-5">
                    {/* As wide as the box that scrolls, not as the table in it: what opens is read without scrolling sideways. */}
                    <div className="sticky left-4 w-[calc(100cqw-2rem)] sm:left-5 sm:w-[calc(100cqw-2.5rem)]">
                      {detail(item)}
                    </div>
                  </td>
                </tr>
              )}
            </Fragment>
          );
        })}
      </tbody>
    </Table>
  );
}

interface ColumnHeadProps<Item> {
  column: Column<Item>;
  sort: Sort | undefined;
  onSort: ((sort: Sort) => void) | undefined;
}

function ColumnHead<Item>({ column, sort, onSort }: ColumnHeadProps<Item>) {
  const { key, label, numeric = false, sortBy } = column;
  if (!sortBy || !onSort) return <HeadCell numeric={numeric}>{label}</HeadCell>;
  const direction = sort === key ? 'ascending' : sort === `-${key}` ? 'descending' : undefined;
  // Figures are asked for from the highest down, names from A.
  const next = direction === undefined ? (numeric ? `-${key}` : key) : direction === 'ascending' ? `-${key}` : key;
  const Icon = direction === 'ascending' ? ArrowUp : ArrowDown;
  return (
    <HeadCell numeric={numeric} {...(direction && { 'aria-sort': direction })}>
      <button
        type="button"
        onClick={() => onSort(next)}
        className={cn('inline-flex items-center gap-1 rounded hover:text-ink', direction && 'text-ink')}
      >
        {label}
        <Icon size={13} aria-hidden className={direction ? undefined : 'opacity-0'} />
      </button>
    </HeadCell>
  );
}

/** A sort that names no sortable column leaves the order as it came. */
export function sorted<Item>(items: readonly Item[], columns: readonly Column<Item>[], sort: Sort | undefined) {
  const isDescending = sort?.startsWith('-') ?? false;
  const key = isDescending ? sort?.slice(1) : sort;
  const sortBy = columns.find((column) => column.key === key)?.sortBy;
  if (!sortBy) return items;
  const turn = isDescending ? -1 : 1;
  return items.toSorted((left, right) => {
    const [a, b] = [sortBy(left), sortBy(right)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return turn * (typeof a === 'string' ? a.localeCompare(String(b), 'pt-BR') : a - Number(b));
  });
}

/** Keeps the place of a table that is on its way: rows of the same height. */
export const TableSkeleton = ({ rows, className = 'h-[41px]' }: { rows: number; className?: string }) => (
  <div className="px-4 pb-4 sm:px-5">
    {Array.from({ length: rows }, (_, index) => (
      <div key={index} className={cn('flex items-center gap-4', className)}>
        <Skeleton className="h-4 flex-1" />
        <Skeleton className="h-4 w-40 max-w-[40%]" />
      </div>
    ))}
  </div>
);
