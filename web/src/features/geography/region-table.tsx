import { placeName } from '@tracker/schemas/primitives/place-name';
import { MapPin } from 'lucide-react';
import type { KnownRegion } from '../../breakdown/known-geography.ts';
import { formatCount, formatRate } from '../../format/figures.ts';
import { Card, CardHeader } from '../../ui/card.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Empty } from '../../ui/message.tsx';
import { TOP_REGIONS } from './parts.ts';

const COLUMNS: readonly Column<KnownRegion>[] = [
  {
    key: 'region',
    label: 'Região',
    cell: ({ region, country }) => placeName(region, country),
    className: 'font-medium',
  },
  { key: 'country', label: 'País', cell: ({ country }) => country, className: 'text-muted' },
  { key: 'clicks', label: 'Clicks', numeric: true, cell: ({ clickCount }) => formatCount(clickCount) },
  { key: 'rate', label: 'Taxa Conv.', numeric: true, cell: (row) => formatRate(row.conversionRate, row.clickCount) },
];

export const RegionTable = ({ regions }: { regions: readonly KnownRegion[] }) => (
  <Card aria-labelledby="regions" className="min-w-0">
    <CardHeader id="regions" title="Regiões" note={`As ${TOP_REGIONS} regiões com mais clicks`} />
    {regions.length === 0 ? (
      <Empty icon={MapPin} title="Nenhuma região identificada" text="Nem todo endereço diz de que região é." />
    ) : (
      <DataTable
        label="Regiões"
        columns={COLUMNS}
        items={regions.slice(0, TOP_REGIONS)}
        keyOf={({ region, country }) => `${country} ${region}`}
      />
    )}
  </Card>
);
