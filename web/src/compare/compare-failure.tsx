import type { UseQueryResult } from '@tanstack/react-query';
import type { FigureAnswer } from '@tracker/schemas/contracts/figures.contract';
import { isOffline } from '../data/query-view.tsx';
import { Button } from '../ui/button.tsx';
import type { Compared, Comparing } from './change.ts';

type Asking = Pick<UseQueryResult<FigureAnswer>, 'data' | 'error' | 'errorUpdateCount' | 'fetchStatus' | 'refetch'>;

/** Without an answer yet. A question that failed has no error while it is asked again. */
const hasFailed = (query: Asking): boolean =>
  query.data === undefined && (query.errorUpdateCount > 0 || isOffline(query));

/** What a row is compared with, by its question: undefined where that has come without the row. */
export const comparingOf = (query: Asking, compared: Compared | undefined): Comparing => {
  if (query.data !== undefined) return compared && { ...compared, of: query.data };
  return hasFailed(query) ? 'failed' : 'loading';
};

/** Where changes are blank since what they compare with did not come. Undefined: it came, or is on its way. */
export function compareFailure(queries: readonly Asking[]) {
  const failed = queries.filter(hasFailed);
  if (failed.length === 0) return undefined;
  return (
    <span role="alert" className="flex flex-wrap items-center gap-x-3 gap-y-1 text-warn text-xs">
      A comparação não foi carregada: Δ está em branco.
      <Button look="outline" size="small" onClick={() => failed.forEach(({ refetch }) => void refetch())}>
        Tentar de novo
      </Button>
    </span>
  );
}
