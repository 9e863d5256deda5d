import type { UseQueryResult } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import { type ComponentType, Fragment, type ReactNode, useRef } from 'react';
import { Busy } from '../ui/busy.tsx';
import { Failure } from '../ui/message.tsx';
import { CallError, isUnauthorized } from './call.ts';
import { sentenceOf } from './failure-toast.ts';

interface QueryViewProps<Data> {
  query: UseQueryResult<Data>;
  /** Of the same size as the data, so that nothing jumps. */
  loading: ReactNode;
  /** What surrounds a failure where the data brings its own surface. */
  frame?: ComponentType<{ children: ReactNode }>;
  /** Shown instead of the sentence and the button, where another part of the screen already has them. */
  failure?: ReactNode;
  /** What is below the sentence, where the error's message is not for people. */
  detailOf?: ((error: Error) => string) | undefined;
  children: (data: Data) => ReactNode;
}

/** The four states of everything that is fetched. What is shown stays while it is asked for again, and says when that failed. */
export function QueryView<Data>(props: QueryViewProps<Data>) {
  const { query, loading, frame: Frame = Fragment, failure, detailOf, children } = props;
  const error = useLastError(query);
  if (query.data === undefined) {
    if (isOffline(query)) {
      return (
        failure || (
          <Frame>
            <Failure title="Sem conexão." detail={NEVER_OPENED} onRetry={() => query.refetch()} />
          </Frame>
        )
      );
    }
    if (!isFailure(error)) return <Busy>{loading}</Busy>;
    return (
      failure ?? (
        <Frame>
          <Failure {...wordsOf(error, detailOf)} isRetrying={query.isFetching} onRetry={() => query.refetch()} />
        </Frame>
      )
    );
  }
  return (
    <>
      {isFailure(query.error) && <StaleNote onRetry={() => query.refetch()} />}
      {children(query.data)}
    </>
  );
}

/** A question that failed has no error while it is asked again, which a poll does every few seconds: its failure stays until the answer. */
function useLastError({ data, error, errorUpdateCount }: UseQueryResult<unknown>): Error | null {
  const last = useRef<Error | null>(null);
  if (error || data !== undefined || errorUpdateCount === 0) last.current = error;
  return last.current;
}

const NEVER_OPENED = 'Esta tela ainda não foi aberta neste aparelho.';

/** Nothing is asked, or no one answers, since the device has no network; the question goes on by itself when there is one. */
export const isOffline = ({ fetchStatus, error }: Pick<UseQueryResult, 'fetchStatus' | 'error'>): boolean =>
  fetchStatus === 'paused' || (error instanceof CallError && error.status === 0 && !navigator.onLine);

/** A session that has ended is no failure of a part: the login screen follows. */
const isFailure = (error: Error | null): error is Error => error !== null && !isUnauthorized(error);

/** A sentence where there is one; the literal message of the specification's §8 folds away. */
export function wordsOf(error: Error, detailOf?: (error: Error) => string): { detail?: string; technical?: string } {
  if (detailOf) return { detail: detailOf(error) };
  const detail = sentenceOf(error, '');
  const isAnswer = !(error instanceof CallError) || error.status !== 0;
  return { detail, ...(isAnswer && { technical: error.message }) };
}

const StaleNote = ({ onRetry }: { onRetry: () => void }) => (
  <p
    role="status"
    className="mx-4 mb-2 flex flex-wrap items-center gap-x-2 rounded-lg bg-warn-soft px-3 py-1.5 text-[13px] text-warn sm:mx-5"
  >
    <CircleAlert size={15} aria-hidden /> Estes números podem estar desatualizados.
    <button type="button" onClick={onRetry} className="font-medium underline underline-offset-2">
      Tentar de novo
    </button>
  </p>
);

/** Next to a title while what is shown is asked for again. */
export const RefreshMark = ({ queries }: { queries: readonly Pick<UseQueryResult, 'isFetching' | 'data'>[] }) =>
  queries.some((query) => query.isFetching && query.data !== undefined) && (
    <span title="Atualizando" className="size-1.5 animate-refreshing rounded-full bg-accent" />
  );
