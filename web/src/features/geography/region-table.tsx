import { placeName } from '@tracker/schemas/primitives/place-name';
import { MapPin } from 'lucide-react';
import { Count } from '../../breakdown/figure-columns.tsx';
import type { KnownGeography, KnownRegion } from '../../breakdown/known-geography.ts';
import { logsOf } from '../../breakdown/logs-link.ts';
import { formatRate } from '../../format/figures.ts';
import { Card, CardHeader } from '../../ui/card.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Empty } from '../../ui/message.tsx';
import type { FilteredRange } from './country-table.tsx';
import { TOP_REGIONS } from './parts.ts';

const columnsOf = ({ countries, range, filters }: RegionTableProps): readonly Column<KnownRegion>[] => [
  {
    key: 'region',
    label: 'Região',
    cell: ({ region, country }) => placeName(region, country),
    className: 'font-medium',
  },
  { key: 'country', label: 'País', cell: ({ country }) => country, className: 'text-muted' },
  {
    key: 'clicks',
    label: 'Clicks',
    numeric: true,
    cell: ({ region, country, clickCount }) => {
      const code = countries.find((one) => one.country === country)?.countryCode ?? null;
      const { clicks } = logsOf({ by: ['country', 'region'], keys: [code, region], range, filters });
      return <Count of={clickCount} logs={clicks} />;
    },
  },
  { key: 'rate', label: 'Taxa Conv.', numeric: true, cell: (row) => formatRate(row.conversionRate, row.clickCount) },
];

interface RegionTableProps extends FilteredRange, Pick<KnownGeography, 'regions' | 'countries'> {}

export const RegionTable = (props: RegionTableProps) => (
  <Card aria-labelledby="regions" className="min-w-0">
    <CardHeader id="regions" title="Regiões" note={`As ${TOP_REGIONS} regiões com mais clicks`} />
    {props.regions.length === 0 ? (
      <Empty icon={MapPin} title="Nenhuma região identificada" text="Nem todo endereço diz de que região é." />
    ) : (
      <DataTable
        label="Regiões"
        columns={columnsOf(props)}
        items={props.regions.slice(0, TOP_REGIONS)}
        keyOf={({ region, country }) => `${country} ${region}`}
      />
    )}
  </Card>
);
