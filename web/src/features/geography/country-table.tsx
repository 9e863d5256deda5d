import type { GeoCountry } from '@tracker/schemas/contracts/geography.contract';
import { Globe } from 'lucide-react';
import { formatCount, formatPercent } from '../../format/figures.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card, CardHeader } from '../../ui/card.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Empty } from '../../ui/message.tsx';
import { TABLE_COUNTRIES } from './parts.ts';

const COLUMNS: readonly Column<GeoCountry>[] = [
  {
    key: 'country',
    label: 'País',
    cell: ({ country, countryCode }) => (
      <span className="flex items-center gap-2">
        <span className="font-medium">{country}</span>{' '}
        <Badge look="gray" className="max-sm:hidden">
          {countryCode}
        </Badge>
      </span>
    ),
  },
  { key: 'clicks', label: 'Clicks', numeric: true, cell: ({ clickCount }) => formatCount(clickCount) },
  {
    key: 'conversions',
    label: 'Conversões',
    numeric: true,
    cell: ({ conversionCount }) => formatCount(conversionCount),
  },
  { key: 'rate', label: 'Taxa Conv.', numeric: true, cell: ({ conversionRate }) => formatPercent(conversionRate) },
];

export const CountryTable = ({ countries }: { countries: readonly GeoCountry[] }) => (
  <Card aria-labelledby="countries" className="min-w-0">
    <CardHeader id="countries" title="Países" note={`Os ${TABLE_COUNTRIES} países com mais clicks`} />
    {countries.length === 0 ? (
      <Empty icon={Globe} title="Nenhum país identificado" text="Endereços de redes privadas não têm lugar." />
    ) : (
      <DataTable
        label="Países"
        columns={COLUMNS}
        items={countries.slice(0, TABLE_COUNTRIES)}
        keyOf={({ countryCode }) => countryCode}
      />
    )}
  </Card>
);
