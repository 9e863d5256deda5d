import { useId } from 'react';
import { GroupTable } from '../../breakdown/group-table.tsx';
import { type DateRange, rangeText } from '../../date-range/date-range.ts';
import { Card, CardHeader } from '../../ui/card.tsx';
import { ExportLink } from './export-link.tsx';
import { GroupNotes } from './group-notes.tsx';
import type { AnalyticsSearch } from './search.ts';

interface AdsTabProps {
  range: DateRange;
  search: AnalyticsSearch;
  onSearch: (change: AnalyticsSearch) => void;
}

const BY_AD = ['ad'] as const;

/** Which ad earns and which costs. */
export function AdsTab({ range, search, onSearch }: AdsTabProps) {
  const id = useId();
  const filters = search.f ?? [];
  return (
    <Card aria-labelledby={id} className="min-w-0">
      <CardHeader id={id} title="Anúncios" note={rangeText(range)}>
        <ExportLink groupBy={BY_AD} {...{ range, filters }} />
      </CardHeader>
      <GroupTable
        groupBy={BY_AD}
        range={range}
        filters={search.f}
        verdict={search.verdict}
        sort={search.order}
        onSort={(order) => onSearch({ order })}
        basis={search.basis ?? 'gross'}
      />
      <GroupNotes groupBy={BY_AD} {...{ range, filters }} />
    </Card>
  );
}
