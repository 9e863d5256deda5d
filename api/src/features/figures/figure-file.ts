import type { FigureAnswer } from '@tracker/schemas/contracts/figures.contract';
import { baseOf, changePercent } from '@tracker/schemas/figures/change';
import { dimensionOf } from '@tracker/schemas/figures/dimensions';
import type { FigureQuery } from '@tracker/schemas/figures/figure-query';
import { type FigureMetric, metricOf } from '@tracker/schemas/figures/metrics';
import type { TimeZone } from '@tracker/schemas/primitives/time';
import { comparedDays } from '@tracker/schemas/texts/days';
import { type CsvCell, type CsvFile, type CsvRow, rounded } from '../../http/csv.ts';

type Row = FigureAnswer['rows'][number];

interface Shown {
  readonly asked: FigureQuery;
  readonly answer: FigureAnswer;
  /** Of the days that are compared, where those are not the days that are shown. */
  readonly compared: FigureAnswer | undefined;
  /** Which metrics are compared, if any days are. */
  readonly changes: readonly FigureMetric[];
}

/** What a row of a file is made of. */
export type FileRow = Pick<Row, 'keys' | 'labels' | 'values' | 'previous'>;

export interface FigureColumns {
  readonly header: CsvFile['header'];
  /** `others`: the same groups of the days that are compared, where those are not the days that are shown. */
  readonly cellsOf: (rows: readonly FileRow[], others: readonly FileRow[] | undefined) => CsvRow[];
}

/** Each key with what people call it, and the metrics with their changes; empty where one is not known. */
export function figureColumns({ asked, answer, compared, changes }: Shown): FigureColumns {
  const { by, metrics } = asked;
  const isCompared = (metric: FigureMetric) => (compared ?? answer).compare !== null && changes.includes(metric);
  const labels = by.map((dimension) => dimensionOf(dimension).label);
  const textOf = ({ keys }: FileRow) => JSON.stringify(keys);
  const changeOf = (metric: FigureMetric, other: FileRow | undefined): CsvCell[] => {
    const [now, before] = [other?.values[metric] ?? null, other?.previous?.[metric] ?? null];
    return [...(compared ? [now] : []), before, changePercent(now, baseOf(compared ?? answer, metric, before))].map(
      rounded,
    );
  };
  return {
    header: [
      ...labels.flatMap((label) => [label, `${label} (chave)`]),
      ...metrics.flatMap((metric) => {
        const { label } = metricOf(metric);
        const ofDays = [...(compared ? ['dias comparados'] : []), 'outro período', 'mudança em %'];
        return [label, ...(isCompared(metric) ? ofDays.map((days) => `${label} (${days})`) : [])];
      }),
    ],
    cellsOf(rows, others) {
      const known = others && new Map(others.map((row) => [textOf(row), row]));
      return rows.map((row) => {
        const { keys, labels: names, values } = row;
        const other = known ? known.get(textOf(row)) : row;
        return [
          ...keys.flatMap((key, index) => [names[index] ?? null, key]),
          ...metrics.flatMap((metric) => [
            rounded(values[metric] ?? null),
            ...(isCompared(metric) ? changeOf(metric, other) : []),
          ]),
        ];
      });
    },
  };
}

/** Which days are compared with which; none where nothing is. `isApart`: they are not the days that are shown. */
export function comparedInWords(
  { period, compare }: FigureAnswer,
  { isApart, timeZone }: { readonly isApart: boolean; readonly timeZone: TimeZone },
): string[] {
  if (!compare) return [];
  const clock = new Intl.DateTimeFormat('pt-BR', { hour: '2-digit', minute: '2-digit', timeZone });
  const until = compare.until ? ` até ${clock.format(new Date(compare.until))}` : '';
  return [comparedDays(isApart ? period : undefined, compare) + until];
}
