import { useQuery } from '@tanstack/react-query';
import { askFigures, conversionLag, type FigureAnswer } from '@tracker/schemas/contracts/figures.contract';
import { FIGURE_ROWS_MAX } from '@tracker/schemas/figures/figure-query';
import type { Dimension } from '@tracker/schemas/metrics/dimensions';
import { useMemo } from 'react';
import { BREAKDOWN_FAILURE } from '../breakdown/queries.ts';
import { contractQuery, polled } from '../data/query-client.ts';
import type { DateRange } from '../date-range/date-range.ts';
import { type Judged, judgedOf } from './verdict-texts.ts';

const JUDGED: readonly Dimension[] = ['campaign', 'adset', 'ad'];

export type VerdictOf = (keys: readonly (string | null)[]) => Judged | undefined;

export interface Verdicts {
  /** Some row has one: there is a target. */
  readonly isKnown: boolean;
  /** No row has one although money was spent: there is no target. */
  readonly lacksTarget: boolean;
  readonly verdictOf: VerdictOf;
}

/** Of the groups of campaigns, ad sets and ads with most spend. */
export function useVerdicts(dimension: Dimension, { from, to }: DateRange, filters: readonly string[] = []): Verdicts {
  const isJudged = JUDGED.includes(dimension);
  const { data } = useQuery({
    ...contractQuery(
      askFigures,
      {
        query: {
          ...{ from, to, by: dimension, metrics: 'spend', order: '-spend', limit: String(FIGURE_ROWS_MAX) },
          ...(filters.length > 0 && { f: [...filters] }),
        },
      },
      BREAKDOWN_FAILURE,
    ),
    ...polled,
    enabled: isJudged,
  });
  const rows = isJudged ? data?.rows : undefined;
  return useMemo(() => verdictsOf(rows ?? []), [rows]);
}

function verdictsOf(rows: FigureAnswer['rows']): Verdicts {
  const byKeys = new Map(rows.map((row) => [JSON.stringify(row.keys), judgedOf(row)]));
  const isKnown = [...byKeys.values()].some((judged) => judged !== undefined);
  return {
    isKnown,
    lacksTarget: !isKnown && rows.some(({ values }) => (values.spend ?? 0) > 0),
    verdictOf: (keys) => byKeys.get(JSON.stringify(keys)),
  };
}

export type Days = Pick<DateRange, 'from' | 'to'>;

/** Which share of the sales of these days' clicks is still to come. */
export const useConversionLag = ({ from, to }: Days) => useQuery(contractQuery(conversionLag, { query: { from, to } }));
