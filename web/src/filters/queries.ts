import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { figureValues } from '@tracker/schemas/contracts/figures.contract';
import type { FigureDimension } from '@tracker/schemas/figures/dimensions';
import { FIGURE_VALUES_MAX } from '@tracker/schemas/figures/figure-query';
import { contractQuery } from '../data/query-client.ts';
import type { DateRange } from '../date-range/date-range.ts';

export type Days = Pick<DateRange, 'from' | 'to'>;

/** Most clicked or sold first. */
export const useFilterValues = (dim: FigureDimension, { from, to }: Days, q = '', isWanted = true) =>
  useQuery({
    ...contractQuery(figureValues, { query: { dim, from, to, limit: FIGURE_VALUES_MAX, ...(q !== '' && { q }) } }),
    enabled: isWanted,
    placeholderData: keepPreviousData,
  });
