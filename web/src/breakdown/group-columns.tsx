import { keyLabel } from '@tracker/schemas/figures/key-labels';
import type { Dimension } from '@tracker/schemas/metrics/dimensions';
import type { Basis } from '../profit/basis.ts';
import type { Column, Sort } from '../ui/data-table.tsx';
import type { Days, VerdictOf } from '../verdicts/queries.ts';
import { VerdictBadge } from '../verdicts/verdict-badge.tsx';
import { verdictRank } from '../verdicts/verdict-texts.ts';
import { dimensionLabel, groupId } from './dimension-texts.ts';
import { countColumns, figureColumns, GROUP_LABELS, PROFIT_COLUMN, SOLD_COLUMNS } from './figure-columns.tsx';
import { type Listed, logsOf } from './logs-link.ts';
import { NamedCell } from './named-cell.tsx';
import { ProductIds } from './product-ids.tsx';
import { areSoldGroups, figureKeys, type GroupRow } from './queries.ts';

/** Hours and weekdays follow one another, not their figures. */
const isTime = (dimension: Dimension) => dimension === 'hour' || dimension === 'weekday';

/** The order in which groups are read: time from its beginning, all else by revenue. */
export const defaultSort = (dimension: Dimension): Sort => (isTime(dimension) ? GROUP_KEY : '-revenue');
/** The order of the groups below one: as its own, but time goes on. */
export const sortBelow = (dimension: Dimension, sort: Sort | undefined): Sort =>
  isTime(dimension) ? GROUP_KEY : (sort ?? defaultSort(dimension));

const GROUP_KEY = 'group';

/** The name of a row: of a group, or of one below it. */
export function titleOf(groupBy: readonly Dimension[], { keys, names }: GroupRow): string {
  const last = keys.length - 1;
  const dimension = groupBy[last];
  return dimension ? keyLabel(dimension, keys[last] ?? null, names[last] ?? null) : 'Total';
}

/** `verdictOf`: undefined where no group is judged. */
export function columnsOf(
  groupBy: readonly Dimension[],
  basis: Basis,
  listed: Pick<Listed, 'range' | 'filters'>,
  verdictOf?: VerdictOf,
): Column<GroupRow>[] {
  const linksOf = ({ keys }: GroupRow) =>
    keys.length > 0 ? logsOf({ ...listed, by: groupBy, keys: figureKeys(groupBy, keys) }) : {};
  return [
    {
      key: GROUP_KEY,
      label: groupBy.map(dimensionLabel).join(' › '),
      sortBy: (row) => {
        const dimension = groupBy[row.keys.length - 1];
        return dimension && isTime(dimension) ? Number(row.keys.at(-1)) : titleOf(groupBy, row);
      },
      cell: (row) => <Name groupBy={groupBy} row={row} logs={linksOf(row)} />,
      className: 'min-w-36 max-w-64',
    },
    // What is left, next to the name: the last columns may not fit.
    ...(areSoldGroups(groupBy) ? [] : [PROFIT_COLUMN]),
    ...(verdictOf ? [verdictColumn(groupBy, verdictOf, listed.range)] : []),
    ...(areSoldGroups(groupBy)
      ? SOLD_COLUMNS
      : [...countColumns(undefined, linksOf), ...figureColumns(basis, GROUP_LABELS)]),
  ];
}

const verdictColumn = (groupBy: readonly Dimension[], verdictOf: VerdictOf, days: Days): Column<GroupRow> => ({
  key: 'verdict',
  label: 'Veredito',
  sortBy: ({ keys }) => {
    const judged = verdictOf(keys);
    return judged ? verdictRank(judged) : null;
  },
  cell: (row) => {
    const judged = verdictOf(row.keys);
    return judged && <VerdictBadge judged={judged} of={titleOf(groupBy, row)} days={days} />;
  },
});

interface NameProps {
  groupBy: readonly Dimension[];
  row: GroupRow;
  logs: ReturnType<typeof logsOf>;
}

function Name({ groupBy, row, logs }: NameProps) {
  const { keys, names } = row;
  const last = keys.length - 1;
  const dimension = groupBy[last];
  const cell = (
    <NamedCell
      name={titleOf(groupBy, row)}
      id={dimension && groupId(dimension, keys[last] ?? null, names[last] ?? null)}
      logs={logs.clicks ?? logs.conversions}
      note={dimension === 'product' && keys[last] && <ProductIds product={keys[last]} />}
    />
  );
  return last > 0 ? <span className="block sm:pl-5">{cell}</span> : cell;
}
