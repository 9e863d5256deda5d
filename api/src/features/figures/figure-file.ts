import type { FigureAnswer } from '@tracker/schemas/contracts/figures.contract';
import { dimensionOf } from '@tracker/schemas/figures/dimensions';
import type { FigureQuery } from '@tracker/schemas/figures/figure-query';
import { metricOf } from '@tracker/schemas/figures/metrics';
import { type CsvFile, type CsvRow, rounded } from '../../http/csv.ts';

/** Each key with what people call it, and the metrics; empty where one is not known. */
export function figureFile(filename: string, { by, metrics }: FigureQuery, { rows }: FigureAnswer): CsvFile {
  const labels = by.map((dimension) => dimensionOf(dimension).label);
  return {
    filename,
    header: [
      ...labels.flatMap((label) => [label, `${label} (chave)`]),
      ...metrics.map((metric) => metricOf(metric).label),
    ],
    rows: rows.map(
      ({ keys, labels: names, values }): CsvRow => [
        ...keys.flatMap((key, index) => [names[index] ?? null, key]),
        ...metrics.map((metric) => rounded(values[metric] ?? null)),
      ],
    ),
  };
}
