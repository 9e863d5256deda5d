import type { z } from 'zod';
import { pageOf } from './answers.ts';
import type { GraphCall, GraphRequest } from './graph-call.ts';
import { GraphError } from './graph-error.ts';

/** 500 pages of 500 rows: beyond that Facebook sends us in a circle, or the window is too large. */
const PAGES_MAX = 500;

/**
 * All rows of a list: `next` is followed until there is none, over empty pages too.
 */
export async function readAllPages<T>(call: GraphCall, first: GraphRequest, row: z.ZodType<T>): Promise<T[]> {
  const page = pageOf(row);
  const rows: T[] = [];
  let request = first;
  for (let pages = 0; pages < PAGES_MAX; pages += 1) {
    const { data, paging } = await call(request, page);
    for (const one of data) rows.push(one);
    if (paging?.next === undefined) return rows;
    request = { ...first, params: undefined, to: toNext(paging.next) };
  }
  throw new GraphError('too-much-data', { problem: { code: 'too_much_data' }, reason: 'too many pages' });
}

function toNext(next: string): URL {
  if (URL.canParse(next)) return new URL(next);
  throw new GraphError('permanent', { problem: { code: 'unexpected_answer' }, reason: 'next page is no address' });
}
