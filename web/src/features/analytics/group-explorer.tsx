import { DIMENSIONS, type Dimension } from '@tracker/schemas/metrics/dimensions';
import { useId } from 'react';
import { dimensionLabel } from '../../breakdown/dimension-texts.ts';
import { GroupTable } from '../../breakdown/group-table.tsx';
import { type DateRange, rangeText } from '../../date-range/date-range.ts';
import { Card, CardHeader } from '../../ui/card.tsx';
import { Select } from '../../ui/select.tsx';
import { ExportLink } from './export-link.tsx';
import { GroupNotes } from './group-notes.tsx';
import { type AnalyticsSearch, DEFAULT_GROUP, groupByOf } from './search.ts';

interface GroupExplorerProps {
  range: DateRange;
  search: AnalyticsSearch;
  onSearch: (change: AnalyticsSearch) => void;
}

const NONE = 'none';
const optionOf = (dimension: Dimension) => ({ value: dimension, label: dimensionLabel(dimension) });

/** The figures by any one or two dimensions: an ad by hour, a country by device. */
export function GroupExplorer({ range, search, onSearch }: GroupExplorerProps) {
  const id = useId();
  const groupBy = groupByOf(search);
  const filters = search.f ?? [];
  const [group, and] = groupBy;
  // Nothing is grouped by itself: the second gives way.
  const chooseGroup = (next: Dimension) =>
    onSearch({
      group: next === DEFAULT_GROUP ? undefined : next,
      and: next === and ? undefined : and,
      order: undefined,
    });
  const chooseThen = (next: Dimension | typeof NONE) =>
    onSearch({ and: next === NONE ? undefined : next, order: undefined });
  return (
    <Card aria-labelledby={id} className="min-w-0">
      <CardHeader id={id} title="Explorar os números" note={rangeText(range)}>
        <div className="flex flex-wrap items-center gap-2">
          <Select aria-label="Agrupar por" value={group} onChange={chooseGroup} options={DIMENSIONS.map(optionOf)} />
          <Select
            aria-label="E depois por"
            value={and ?? NONE}
            onChange={chooseThen}
            options={[
              { value: NONE, label: 'Sem segundo grupo' },
              ...DIMENSIONS.filter((one) => one !== group).map(optionOf),
            ]}
          />
          <ExportLink {...{ groupBy, range, filters }} />
        </div>
      </CardHeader>
      {/* Another grouping is another table: what is shown of the last one would stand under the wrong names. */}
      <GroupTable
        key={groupBy.join()}
        groupBy={groupBy}
        range={range}
        filters={search.f}
        sort={search.order}
        onSort={(order) => onSearch({ order })}
        basis={search.basis ?? 'gross'}
      />
      <GroupNotes {...{ groupBy, range, filters }} />
    </Card>
  );
}
