import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { Card, CardHeader } from '../ui/card.tsx';
import { cn } from '../ui/cn.ts';
import { QueryView, RefreshMark } from './query-view.tsx';

interface FetchedCardProps<Data> {
  title: string;
  /** The period and the unit. */
  note?: ReactNode;
  query: UseQueryResult<Data>;
  /** Of the same size as the data. */
  loading: ReactNode;
  /** Shown instead of the data when `isEmpty` says so; lists are empty without entries. */
  empty?: ReactNode;
  isEmpty?: (data: Data) => boolean;
  /** What a failure says, where the error's message is not for people. */
  detailOf?: (error: Error) => string;
  /** Controls next to the title. */
  actions?: ReactNode;
  className?: string;
  children: (data: Data) => ReactNode;
}

const hasNoEntries = (data: unknown) => Array.isArray(data) && data.length === 0;

/** A card about one thing that is fetched, in all its states: on its way, empty, failed, there, being asked for again. */
export function FetchedCard<Data>(props: FetchedCardProps<Data>) {
  const { title, note, query, loading, empty, isEmpty = hasNoEntries, detailOf, actions, className } = props;
  const id = useId();
  return (
    <Card aria-labelledby={id} className={cn('min-w-0', className)}>
      <CardHeader id={id} title={title} note={note} mark={<RefreshMark queries={[query]} />}>
        {actions}
      </CardHeader>
      <QueryView query={query} loading={loading} detailOf={detailOf}>
        {(data) => (empty !== undefined && isEmpty(data) ? empty : props.children(data))}
      </QueryView>
    </Card>
  );
}
