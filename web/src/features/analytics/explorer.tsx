import { dimensionOf, FIGURE_DIMENSION_NAMES, type FigureDimension } from '@tracker/schemas/figures/dimensions';
import { FIGURE_METRIC_NAMES, metricOf } from '@tracker/schemas/figures/metrics';
import { useId } from 'react';
import { changedMetric } from '../../breakdown/compared.tsx';
import { isBreakdown } from '../../breakdown/dimension-texts.ts';
import { FigureTable } from '../../breakdown/figure-table.tsx';
import { GroupTable } from '../../breakdown/group-table.tsx';
import { CompareSelect } from '../../compare/compare-select.tsx';
import { comparisonNote, comparisonOf } from '../../compare/comparison.ts';
import { type DateRange, rangeText } from '../../date-range/date-range.ts';
import { useToday } from '../../date-range/use-today.ts';
import { unknownText } from '../../filters/filter-texts.ts';
import { Card, CardHeader } from '../../ui/card.tsx';
import { Note } from '../../ui/note.tsx';
import { Select } from '../../ui/select.tsx';
import { ExportLink } from './export-link.tsx';
import { FigureBars, FigureLines } from './figure-charts.tsx';
import { GroupNotes } from './group-notes.tsx';
import { dimensionsOf, groupsOf, metricOfSearch, orderOfColumn } from './groups-of-search.ts';
import { HoursOfWeek, useMetricOfHours } from './hours-of-week.tsx';
import { PivotTable } from './pivot-table.tsx';
import { type AnalyticsSearch, DEFAULT_GROUP, type ExplorerForm, FORMS } from './search.ts';

interface ExplorerProps {
  range: DateRange;
  search: AnalyticsSearch;
  onSearch: (change: AnalyticsSearch) => void;
}

const NONE = 'none';
const FORM_LABELS: Readonly<Record<ExplorerForm, string>> = {
  table: 'Tabela',
  bars: 'Barras',
  lines: 'Linhas por dia',
  pivot: 'Tabela cruzada',
  hours: 'Horas da semana',
};
const OF_WEEK: readonly FigureDimension[] = ['weekday', 'hour'];
const optionOf = (dimension: FigureDimension) => ({ value: dimension, label: dimensionOf(dimension).label });

/** The figures by any one to three dimensions: as a table, a chart, one against another, or the hours of a week. */
export function Explorer({ range, search, onSearch }: ExplorerProps) {
  const id = useId();
  const today = useToday();
  const { form = 'table', f: filters = [], basis = 'gross' } = search;
  const [group, and, third] = groupsOf(search);
  // The hours of a week are groups of their own; a chart has one, and one against another two.
  const groups: readonly FigureDimension[] = form === 'hours' ? OF_WEEK : groupsOf(search).slice(0, GROUPS_OF[form]);
  const chosen = metricOfSearch(search.metric);
  const ofHours = useMetricOfHours({ range, filters }, form === 'hours' && !chosen);
  const metric = chosen ?? (form === 'hours' ? ofHours : 'revenue');
  const exported = form === 'lines' ? [...groups, 'day' as const] : groups;
  const isComparable = form === 'table' || form === 'pivot';
  // A cross of one group is none yet.
  const isCompared = form === 'table' || (form === 'pivot' && groups.length === 2);
  const comparison = isCompared ? comparisonOf(search, range, today) : undefined;
  // Of the breakdown's groups its own notes say it.
  const hasNotes = form === 'table' && isBreakdown(groups);
  const notes = [
    hasNotes ? undefined : unknownText(groups.map((dim) => ({ dim, op: 'none', values: [] }))),
    comparison && form === 'pivot' && 'Abaixo de cada número: Δ, quanto mudou.',
    comparison && comparisonNote(comparison),
  ].filter(Boolean);
  const others = (
    ...taken: (FigureDimension | undefined)[]
  ): { value: FigureDimension | typeof NONE; label: string }[] => [
    { value: NONE, label: 'Sem outro grupo' },
    ...FIGURE_DIMENSION_NAMES.filter((one) => !taken.includes(one)).map(optionOf),
  ];
  const shown = { groups, range, filters, metric };
  return (
    <Card aria-labelledby={id} className="min-w-0">
      <CardHeader id={id} title="Explorar os números" note={rangeText(range)}>
        <div className="flex flex-wrap items-center gap-2">
          <Select
            aria-label="Mostrar como"
            value={form}
            onChange={(next) => onSearch({ form: next === 'table' ? undefined : next, order: undefined })}
            options={FORMS.map((value) => ({ value, label: FORM_LABELS[value] }))}
          />
          {form !== 'hours' && (
            <Select
              aria-label="Agrupar por"
              value={group}
              onChange={(next) => onSearch(searchOfGroups([next, and, third]))}
              options={dimensionsOf(form).map(optionOf)}
            />
          )}
          {(form === 'table' || form === 'pivot') && (
            <Select
              aria-label="E depois por"
              value={and ?? NONE}
              onChange={(next) => onSearch(searchOfGroups([group, next, third]))}
              options={others(group)}
            />
          )}
          {form === 'table' && and && (
            <Select
              aria-label="E por fim por"
              value={third ?? NONE}
              onChange={(next) => onSearch(searchOfGroups([group, and, next]))}
              options={others(group, and)}
            />
          )}
          {isComparable && <CompareSelect {...{ search, onSearch, today }} />}
          {form !== 'table' && (
            <Select
              aria-label="Número"
              value={metric}
              onChange={(next) => onSearch({ metric: next })}
              options={FIGURE_METRIC_NAMES.map((value) => ({ value, label: metricOf(value).label }))}
            />
          )}
          <ExportLink
            groupBy={exported}
            {...{ range, filters }}
            metrics={form === 'table' ? undefined : [metric]}
            order={form === 'table' ? orderOfColumn(search.order, basis) : undefined}
            compared={comparison && { comparison, metric: form === 'table' ? changedMetric(groups) : metric }}
          />
        </div>
      </CardHeader>
      {form === 'bars' && <FigureBars {...shown} />}
      {form === 'lines' && <FigureLines {...shown} />}
      {form === 'pivot' && <PivotTable {...shown} comparison={comparison} />}
      {form === 'hours' && <HoursOfWeek {...{ range, filters, metric }} />}
      {form === 'table' &&
        (isBreakdown(groups) ? (
          <>
            {/* Another grouping is another table: what is shown of the last one would stand under the wrong names. */}
            <GroupTable
              key={groups.join()}
              groupBy={groups}
              {...{ range, basis, comparison }}
              filters={search.f}
              sort={search.order}
              onSort={(order) => onSearch({ order })}
            />
            <GroupNotes groupBy={groups} {...{ range, filters }} />
          </>
        ) : (
          <FigureTable
            key={groups.join()}
            {...{ groups, range, filters, basis, comparison }}
            sort={search.order}
            onSort={(order) => onSearch({ order })}
          />
        ))}
      {notes.length > 0 && <Note>{notes.join(' ')}</Note>}
    </Card>
  );
}

/** How many groups each of them shows. */
const GROUPS_OF: Readonly<Record<Exclude<ExplorerForm, 'hours'>, number>> = { table: 3, bars: 1, lines: 1, pivot: 2 };

/** Nothing is grouped by itself: what comes later gives way. */
function searchOfGroups(chosen: readonly (FigureDimension | typeof NONE | undefined)[]): AnalyticsSearch {
  const groups = chosen.filter((one): one is FigureDimension => one !== undefined && one !== NONE);
  const [group, and, third] = [...new Set(groups)];
  return { group: group === DEFAULT_GROUP ? undefined : group, and, third, order: undefined };
}
