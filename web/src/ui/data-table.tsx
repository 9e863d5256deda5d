import { ArrowDown, ArrowUp, ChevronRight } from 'lucide-react';
import { Fragment, type ReactNode, useState } from 'react';
import { Button } from './button.tsx';
import { cn } from './cn.ts';
import { RowSummary, type Summary } from './row-summary.tsx';
import { Select } from './select.tsx';
import { Skeleton } from './skeleton.tsx';
import { Cell, HeadCell, Row, Table } from './table.tsx';
import { usePhone } from './use-phone.ts';

export interface Column<Item> {
  key: string;
  label: string;
  numeric?: boolean;
  cell: (item: Item) => ReactNode;
  /** Makes the column sortable. null ('no figure') comes last in either direction. */
  sortBy?: (item: Item) => number | string | null;
  className?: string;
}

/** A table of so many rows is read as a part of its page. */
const PAGE_ROWS_MAX = 20;

/** A column's key, with '-' before it for descending: fits in a URL as it is. */
export type Sort = string;

/** How the rows below a row are shown. */
export interface RowsBelow<Item> {
  readonly rowsOf: (items: readonly Item[]) => ReactNode;
  /** Instead of rows, or after them. */
  readonly noteOf: (content: ReactNode) => ReactNode;
}

interface DataTableProps<Item> {
  label: string;
  columns: readonly Column<Item>[];
  items: readonly Item[];
  keyOf: (item: Item) => string;
  sort?: Sort | undefined;
  onSort?: (sort: Sort) => void;
  /** What an opened row shows below itself; rows stay open while the list is asked for again. */
  detail?: (item: Item) => ReactNode;
  /** Of a tree: rows with the same columns, which an opened row shows below itself instead of a detail. */
  below?: ((item: Item, table: RowsBelow<Item>) => ReactNode) | undefined;
  /** Names the button that opens a row: 'Detalhes de …'. */
  detailLabel?: (item: Item) => string;
  /** A row on a phone; opened, it shows all columns. Without it the table stays one, for those that fit. */
  summary?: (item: Item) => Summary;
  /** A list that grows while it is looked at: it scrolls below its head from the first row on, so that nothing moves later. */
  isLive?: boolean;
  /** Rows that come after all others in any order. */
  isLast?: (item: Item) => boolean;
  /** The last row, which stays in sight: what all rows are together. */
  total?: Item | undefined;
}

export function DataTable<Item>(props: DataTableProps<Item>) {
  const { label, columns, items, keyOf, sort, onSort, detail, below, detailLabel = () => 'Detalhes', total } = props;
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const summary = usePhone() ? props.summary : undefined;
  const toggle = (key: string) => {
    const next = new Set(opened);
    if (!next.delete(key)) next.add(key);
    setOpened(next);
  };
  const openerOf = (item: Item) => {
    const key = keyOf(item);
    return { isOpen: opened.has(key), name: detailLabel(item), onToggle: () => toggle(key) };
  };
  const rows = sorted(items, columns, sort, props.isLast);
  if (summary) {
    const allColumns = (item: Item) => (
      <OpenedRow columns={2}>
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2 text-[13px]">
          {columns.map((column) => (
            <Fragment key={column.key}>
              <dt className="text-muted">{column.label}</dt>
              <dd className={cn('min-w-0', column.numeric && 'figure')}>{column.cell(item)}</dd>
            </Fragment>
          ))}
        </dl>
        {detail && <div className="mt-4">{detail(item)}</div>}
      </OpenedRow>
    );
    const rowOf = (item: Item, isBelow = false): ReactNode => {
      const opener = openerOf(item);
      return (
        <Fragment key={keyOf(item)}>
          {/* The button takes the whole row. */}
          <Row className={cn('relative', isBelow && 'bg-sunken')}>
            <td className={cn('py-2', isBelow ? 'pl-8' : 'pl-4')}>
              <RowSummary {...summary(item)} />
            </td>
            <td>
              <RowOpener {...opener} className="after:absolute after:inset-0" />
            </td>
          </Row>
          {opener.isOpen && (below && !isBelow && item !== total ? below(item, tree) : allColumns(item))}
        </Fragment>
      );
    };
    const tree: RowsBelow<Item> = {
      rowsOf: (children) => children.map((item) => rowOf(item, true)),
      noteOf: (content) => <OpenedRow columns={2}>{content}</OpenedRow>,
    };
    return (
      <>
        {onSort && <SortSelect columns={columns} sort={sort} onSort={onSort} />}
        <Table label={label} isFlat className="table-fixed">
          <colgroup>
            <col />
            <col className="w-12" />
          </colgroup>
          <thead className="sr-only">
            <tr>
              <th scope="col">{columns[0]?.label}</th>
              <th scope="col">Detalhes</th>
            </tr>
          </thead>
          <tbody>{rows.map((item) => rowOf(item))}</tbody>
          {total !== undefined && <tfoot className="border-line border-t">{rowOf(total)}</tfoot>}
        </Table>
      </>
    );
  }
  const opens = detail !== undefined || below !== undefined;
  const cellsOf = (item: Item, className?: string) =>
    columns.map((column) => (
      <Cell key={column.key} numeric={column.numeric ?? false} className={cn(column.className, className)}>
        {column.cell(item)}
      </Cell>
    ));
  const tree: RowsBelow<Item> = {
    rowsOf: (children) =>
      children.map((item) => (
        <Row key={keyOf(item)} className="bg-sunken">
          <Cell />
          {cellsOf(item)}
        </Row>
      )),
    noteOf: (content) => <OpenedRow columns={columns.length + 1}>{content}</OpenedRow>,
  };
  return (
    <Table label={label} isLong={props.isLive === true || items.length > PAGE_ROWS_MAX}>
      <thead>
        <tr>
          {opens && (
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
        {rows.map((item) => {
          const opener = openerOf(item);
          return (
            <Fragment key={keyOf(item)}>
              <Row>
                {opens && (
                  <Cell className="py-1 pr-0">
                    <RowOpener {...opener} />
                  </Cell>
                )}
                {cellsOf(item)}
              </Row>
              {opener.isOpen && (below?.(item, tree) ?? (detail && tree.noteOf(detail(item))))}
            </Fragment>
          );
        })}
      </tbody>
      {total !== undefined && (
        <tfoot>
          <tr className="[&>td]:font-semibold">
            {opens && <Cell className={TOTAL} />}
            {cellsOf(total, TOTAL)}
          </tr>
        </tfoot>
      )}
    </Table>
  );
}

/** A collapsed border would scroll away from a table cell that stays. */
const TOTAL =
  'sticky bottom-0 z-10 bg-surface first:rounded-bl-xl last:rounded-br-xl shadow-[inset_0_1px_0_var(--color-line)]';

interface RowOpenerProps {
  name: string;
  isOpen: boolean;
  onToggle: () => void;
  className?: string;
}

const RowOpener = ({ name, isOpen, onToggle, className }: RowOpenerProps) => (
  <button
    type="button"
    aria-expanded={isOpen}
    aria-label={name}
    onClick={onToggle}
    className={cn('grid size-8 place-items-center rounded-lg text-muted hover:bg-sunken hover:text-ink', className)}
  >
    <ChevronRight size={16} aria-hidden className={cn('transition-transform', isOpen && 'rotate-90')} />
  </button>
);

const OpenedRow = ({ columns, children }: { columns: number; children: ReactNode }) => (
  <tr className="border-line border-b bg-sunken last:border-b-0">
    <td colSpan={columns} className="px-4 py-3 sm:px-5">
      {/* As wide as the box that scrolls, not as the table in it: what opens is read without scrolling sideways. */}
      <div className="sticky left-4 w-[calc(100cqw-2rem)] sm:left-5 sm:w-[calc(100cqw-2.5rem)]">{children}</div>
    </td>
  </tr>
);

/** Figures are asked for from the highest down, names from A. */
const firstSort = ({ key, numeric }: Pick<Column<never>, 'key' | 'numeric'>): Sort => (numeric ? `-${key}` : key);
const turned = (sort: Sort): Sort => (sort.startsWith('-') ? sort.slice(1) : `-${sort}`);

interface SortSelectProps<Item> {
  columns: readonly Column<Item>[];
  sort: Sort | undefined;
  onSort: (sort: Sort) => void;
}

/** The heads of a table, where there are none. */
function SortSelect<Item>({ columns, sort, onSort }: SortSelectProps<Item>) {
  const options = columns.filter(({ sortBy }) => sortBy).map(({ key, label }) => ({ value: key, label }));
  const find = (key: string) => columns.find((column) => column.key === key);
  const isDescending = sort?.startsWith('-') ?? false;
  const Icon = isDescending ? ArrowDown : ArrowUp;
  return (
    <div className="flex items-center gap-2 px-4 pb-2">
      <Select
        aria-label="Ordenar por"
        value={isDescending ? sort?.slice(1) : sort}
        onChange={(key) => onSort(firstSort(find(key) ?? { key }))}
        options={options}
        className="min-w-0 flex-1"
      />
      {sort !== undefined && (
        <Button
          look="outline"
          size="small-icon"
          aria-label={isDescending ? 'Do maior ao menor: inverter' : 'Do menor ao maior: inverter'}
          onClick={() => onSort(turned(sort))}
        >
          <Icon size={15} aria-hidden />
        </Button>
      )}
    </div>
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
  const next = direction === undefined || sort === undefined ? firstSort(column) : turned(sort);
  const Icon = direction === 'ascending' ? ArrowUp : ArrowDown;
  return (
    <HeadCell numeric={numeric} {...(direction && { 'aria-sort': direction })}>
      <button
        type="button"
        onClick={() => onSort(next)}
        className={cn('inline-flex items-center gap-1 rounded hover:text-ink', direction && 'text-ink')}
      >
        {/* Before the label of figures: the arrow's place, also an empty one, must not part a head from its column's edge. */}
        {!numeric && label}
        <Icon size={13} aria-hidden className={direction ? undefined : 'opacity-0'} />
        {numeric && label}
      </button>
    </HeadCell>
  );
}

/** A sort that names no sortable column leaves the order as it came. */
export function sorted<Item>(
  items: readonly Item[],
  columns: readonly Column<Item>[],
  sort: Sort | undefined,
  isLast: (item: Item) => boolean = () => false,
): readonly Item[] {
  const isDescending = sort?.startsWith('-') ?? false;
  const key = isDescending ? sort?.slice(1) : sort;
  const sortBy = columns.find((column) => column.key === key)?.sortBy;
  const turn = isDescending ? -1 : 1;
  return items.toSorted((left, right) => {
    const order = Number(isLast(left)) - Number(isLast(right));
    if (order !== 0 || !sortBy) return order;
    const [a, b] = [sortBy(left), sortBy(right)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return turn * (typeof a === 'string' ? a.localeCompare(String(b), 'pt-BR', { numeric: true }) : a - Number(b));
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
