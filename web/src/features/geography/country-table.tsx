import { Link } from '@tanstack/react-router';
import { keyLabel } from '@tracker/schemas/figures/key-labels';
import { Globe } from 'lucide-react';
import { useMemo } from 'react';
import { Count } from '../../breakdown/figure-columns.tsx';
import { type Logs, logsOf } from '../../breakdown/logs-link.ts';
import { type GroupRow, useGroupRows, useTotalRow } from '../../breakdown/queries.ts';
import { FetchedCard } from '../../data/fetched-card.tsx';
import { wordsOf } from '../../data/query-view.tsx';
import { type DateRange, searchOfRange } from '../../date-range/date-range.ts';
import { formatCount, formatMoney, formatPercent, formatRate } from '../../format/figures.ts';
import { Badge } from '../../ui/badge.tsx';
import { Busy } from '../../ui/busy.tsx';
import { type Column, DataTable, type RowsBelow, TableSkeleton } from '../../ui/data-table.tsx';
import { Empty, Failure } from '../../ui/message.tsx';
import { Note } from '../../ui/note.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { share, TABLE_COUNTRIES, topCountries } from './parts.ts';

export interface FilteredRange {
  range: DateRange;
  filters: readonly string[];
}

const BY_COUNTRY = ['country', 'region'] as const;

/** Of a country, of a region in it, or of all. */
const nameOf = ({ keys, names }: GroupRow): string => {
  const place = keys.length - 1;
  const dimension = BY_COUNTRY[place];
  if (!dimension) return 'Total';
  if (dimension === 'country' && keys[0] === null) return 'Sem país conhecido';
  return keyLabel(dimension, keys[place] ?? null, names[place] ?? null);
};

const columnsOf = (revenue: number, logsOfRow: (row: GroupRow) => Logs): readonly Column<GroupRow>[] => [
  {
    key: 'country',
    label: 'País',
    cell: (row) => (
      <span className="flex items-center gap-2">
        <span className={row.keys.length > 1 ? 'sm:pl-5' : 'font-medium'}>{nameOf(row)}</span>
        {row.keys.length === 1 && row.keys[0] && (
          <>
            {' '}
            <Badge look="gray" className="max-sm:hidden">
              {row.keys[0]}
            </Badge>
          </>
        )}
      </span>
    ),
  },
  {
    key: 'clicks',
    label: 'Clicks',
    numeric: true,
    cell: (row) => <Count of={row.clicks} logs={logsOfRow(row).clicks} />,
  },
  {
    key: 'conversions',
    label: 'Conversões',
    numeric: true,
    cell: (row) => <Count of={row.conversions} logs={logsOfRow(row).conversions} />,
  },
  { key: 'rate', label: 'Taxa Conv.', numeric: true, cell: (row) => formatRate(row.conversionRate, row.clicks) },
  {
    key: 'revenue',
    label: 'Receita',
    numeric: true,
    cell: (row) => formatMoney(row.revenue),
    className: 'font-medium',
  },
  {
    key: 'share',
    label: 'Da receita',
    numeric: true,
    cell: (row) => formatPercent(row.revenue === null ? null : share(row.revenue, revenue)),
    className: 'text-muted',
  },
];

/** The figures of Analytics by country: with what has no country, they add up to its totals. Each country opens into its regions. */
export function CountryTable({ range, filters }: FilteredRange) {
  const { query, items } = useGroupRows(['country'], range, { filters });
  const total = useTotalRow(range, { filters });
  const revenue = total?.revenue ?? 0;
  const columns = useMemo(
    () => columnsOf(revenue, ({ keys }) => logsOf({ by: BY_COUNTRY, keys, range, filters })),
    [revenue, range, filters],
  );
  const { shown, countries } = topCountries(items);
  return (
    <FetchedCard
      title="Países"
      note={`Os ${TABLE_COUNTRIES} países com mais receita, e as vendas diretas em “Sem país conhecido”`}
      query={query}
      loading={<TableSkeleton rows={5} />}
      isEmpty={() => items.length === 0}
      empty={<Empty icon={Globe} title="Nenhum país identificado" text="Endereços de redes privadas não têm lugar." />}
    >
      {() => (
        <>
          <DataTable
            label="Países"
            columns={columns}
            items={shown}
            keyOf={({ keys }) => JSON.stringify(keys)}
            detailLabel={(row) => `${row.keys.length === 1 ? 'Abrir' : 'Detalhes de'} ${nameOf(row)}`}
            summary={(row) => ({
              title: nameOf(row),
              figure: formatMoney(row.revenue),
              notes: [`${formatCount(row.clicks)} clicks`, `${formatRate(row.conversionRate, row.clicks)} taxa conv.`],
              end: `${formatCount(row.conversions)} conv.`,
            })}
            below={({ keys: [key = null] }, table) => (
              <RegionsOf country={key} range={range} filters={filters} table={table} />
            )}
            total={total}
          />
          <Note>
            {countries > TABLE_COUNTRIES && `Mostrando ${TABLE_COUNTRIES} de ${formatCount(countries)} países. `}
            As plataformas não informam o gasto por lugar: não há ROAS por país.{' '}
            <Link
              to="/analytics"
              search={{
                tab: 'explore',
                group: 'country',
                and: 'region',
                f: filters.length > 0 ? filters : undefined,
                ...searchOfRange(range),
              }}
              className="font-medium text-accent underline-offset-2 hover:underline"
            >
              Ver todos em Analytics
            </Link>
          </Note>
        </>
      )}
    </FetchedCard>
  );
}

interface RegionsOfProps extends FilteredRange {
  country: string | null;
  table: RowsBelow<GroupRow>;
}

function RegionsOf({ country, range, filters, table: { rowsOf, noteOf } }: RegionsOfProps) {
  const { query, items } = useGroupRows(BY_COUNTRY, range, { key: country, filters });
  if (query.data !== undefined) return rowsOf(items);
  return noteOf(
    query.error ? (
      <Failure {...wordsOf(query.error)} onRetry={() => query.refetch()} />
    ) : (
      <Busy>
        <Skeleton className="h-5 w-1/2" />
      </Busy>
    ),
  );
}
