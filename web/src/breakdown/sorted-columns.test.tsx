// Each column of each table orders rows by what they are worth: numbers and days by value, numbers inside of names by number, what is unknown last.
import { dimensionOf, FIGURE_DIMENSION_NAMES, type FigureDimension } from '@tracker/schemas/figures/dimensions';
import type { TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { DEFAULT_TIME_ZONE } from '@tracker/schemas/primitives/time';
import { describe, expect, test } from 'vitest';
import { columnsOf } from '../features/campaigns/campaign-list.tsx';
import { type Column, sorted } from '../ui/data-table.tsx';
import {
  CAMPAIGN_LABELS,
  countColumns,
  figureColumns,
  GROUP_LABELS,
  PROFIT_COLUMN,
  SOLD_COLUMNS,
} from './figure-columns.tsx';
import { groupOrder } from './figure-table.tsx';

const day = '2036-11-20' as TenantDay;
const range = { preset: 'today', from: day, to: day } as const;
const TABLES: Readonly<Record<string, readonly Column<never>[]>> = {
  'figures of groups, gross': figureColumns('gross', GROUP_LABELS),
  'figures of groups, net': figureColumns('net', GROUP_LABELS),
  'figures of campaigns': figureColumns('gross', CAMPAIGN_LABELS),
  'counts of groups': countColumns(),
  'sold groups': SOLD_COLUMNS,
  'profit of groups': [PROFIT_COLUMN],
  'campaigns, gross': columnsOf('gross', DEFAULT_TIME_ZONE, range) as readonly Column<never>[],
  'campaigns, net': columnsOf('net', DEFAULT_TIME_ZONE, range) as readonly Column<never>[],
};

const FIGURES = [
  ...[
    'clicks',
    'conversions',
    'revenue',
    'spend',
    'conversionRate',
    'roas',
    'cpa',
    'roi',
    'netProfit',
    'netRoas',
    'netRoi',
  ],
  ...['ticket', 'refundRate', 'netRevenue'],
];
/** A row all of whose figures are this one. */
const rowOf = (value: number | null) => ({
  ...Object.fromEntries(FIGURES.map((name) => [name, value])),
  ofTrackedDays: { spend: value },
  trackedSpend: value,
  keys: [],
  value,
});
const VALUES = [10, null, 2, 100, -3, null, 1.5, 9];
const KNOWN = [-3, 1.5, 2, 9, 10, 100];
const isFigure = ({ key, numeric, sortBy }: Column<never>) =>
  numeric === true && sortBy !== undefined && key !== 'created';

describe.each(Object.entries(TABLES))('%s', (_, columns) => {
  const figures = columns.filter(isFigure);
  test.each(figures.map(({ key }) => key))('sorts %s by value, unknown last both ways', (key) => {
    const rows = VALUES.map(rowOf) as never[];
    const order = (sort: string) => sorted(rows, columns, sort).map((row) => (row as ReturnType<typeof rowOf>).value);
    expect(order(key)).toEqual([...KNOWN, null, null]);
    expect(order(`-${key}`)).toEqual([...KNOWN.toReversed(), null, null]);
  });
});

/** In order; each with how it is shown. */
const NAMES: Readonly<Record<string, readonly (readonly [key: string, name: string])[]>> = {
  day: [
    ['2035-12-31', '31/12'],
    ['2036-01-02', '02/01'],
    ['2036-01-10', '10/01'],
    ['2036-02-01', '01/02'],
  ],
  week: [
    ['2035-12-30', 'Semana de 30/12'],
    ['2036-01-06', 'Semana de 06/01'],
    ['2036-02-03', 'Semana de 03/02'],
  ],
  month: [
    ['2035-12', '12/2035'],
    ['2036-01', '01/2036'],
    ['2036-11', '11/2036'],
  ],
  weekday: [
    ['0', 'domingo'],
    ['1', 'segunda-feira'],
    ['6', 'sábado'],
  ],
  hour: [
    ['0', '0h'],
    ['2', '2h'],
    ['10', '10h'],
    ['23', '23h'],
  ],
};
const TEXTS = [
  ['x', 'água'],
  ['b', 'Banner'],
  ['p', 'Produto 2'],
  ['a', 'Produto 10'],
  ['z', 'Zebra'],
] as const;

test.each(FIGURE_DIMENSION_NAMES)(
  'sorts groups of %s as people count and spell, without one last',
  (dimension: FigureDimension) => {
    const places = NAMES[dimension] ?? TEXTS;
    const none = { keys: [null], names: [dimensionOf(dimension).absent] };
    const rows = [none, ...places.map(([key, name]) => ({ keys: [key], names: [name] })).toReversed()];
    const columns = [{ key: 'group', label: '', sortBy: groupOrder(dimension, 0), cell: () => null }];
    const order = (sort: string) => sorted(rows, columns, sort).map(({ names }) => names[0]);
    const names = places.map(([, name]) => name);
    expect(order('group')).toEqual([...names, none.names[0]]);
    expect(order('-group')).toEqual([...names.toReversed(), none.names[0]]);
  },
);
