import { z } from 'zod';
import { pageOf } from './answers.ts';
import type { GraphCall, GraphRequest } from './graph-call.ts';
import { GraphError } from './graph-error.ts';

/** 500 pages of 500 rows: beyond that Facebook sends us in a circle, or the window is too large. */
const PAGES_MAX = 500;

/** A list that cannot go on begins again so often. */
const RESTARTS_MAX = 1;

/** A list of objects, or of a run's rows, is asked for in smaller pages, down to these, where Facebook refuses it as too much. */
const ROWS_MIN = 25;

/**
 * The rows of a list of objects that are understood: one odd account or campaign hides no others. Not for spend, of which a part never counts for
 * all. Where none is understood, the form of all has changed.
 */
export async function readPlainRows<T>(call: GraphCall, first: GraphRequest, row: z.ZodType<T>): Promise<T[]> {
  const rows = await readAllPages(call, first, z.unknown());
  const read = rows.flatMap((one) => row.safeParse(one).data ?? []);
  if (read.length > 0 || rows.length === 0) return read;
  const where = [
    ...new Set(
      rows.flatMap((one) => row.safeParse(one).error?.issues ?? []).map(({ path }) => ['data', ...path].join('.')),
    ),
  ];
  throw new GraphError('permanent', { problem: { code: 'unexpected_answer' }, reason: `unexpected answer: ${where}` });
}

/** All rows of a list: `next` is followed until there is none, over empty pages too. */
export async function readAllPages<T>(call: GraphCall, first: GraphRequest, row: z.ZodType<T>): Promise<T[]> {
  let request = first;
  for (let restarts = 0; ; ) {
    const rows: T[] = [];
    try {
      await readPages(call, request, row, rows);
      return rows;
    } catch (error) {
      if (!(error instanceof GraphError)) throw error;
      const smaller = error.action === 'too-much-data' ? inSmallerPages(request) : undefined;
      if (smaller) request = smaller;
      // The first page itself was asked for often enough.
      else if (error.mend === 'first-page' && rows.length > 0 && restarts < RESTARTS_MAX) restarts += 1;
      else throw error;
    }
  }
}

/** Into `rows`. */
async function readPages<T>(call: GraphCall, first: GraphRequest, row: z.ZodType<T>, rows: T[]): Promise<void> {
  const page = pageOf(row);
  const seen = new Set<string>();
  let request = first;
  for (let pages = 0; pages < PAGES_MAX; pages += 1) {
    const { data, paging } = await call(request, page);
    for (const one of data) rows.push(one);
    if (paging?.next === undefined) return;
    const next = toNext(paging.next);
    const place = placeOf(next);
    // The rows of such a page came before, and the rest never comes.
    if (seen.has(place)) {
      throw new GraphError('permanent', {
        problem: { code: 'unexpected_answer' },
        reason: 'list does not move on',
      });
    }
    seen.add(place);
    request = { ...first, params: undefined, to: next };
  }
  throw new GraphError('too-much-data', { problem: { code: 'too_much_data' }, reason: 'too many pages' });
}

/** Undefined where smaller pages are of no use: insights are refused for their days, which are halved instead. A run has its days. */
function inSmallerPages(request: GraphRequest): GraphRequest | undefined {
  const rows = Number(request.params?.limit);
  if (request.params?.time_range !== undefined || !(rows > ROWS_MIN)) return undefined;
  return { ...request, params: { ...request.params, limit: String(Math.max(ROWS_MIN, Math.floor(rows / 2))) } };
}

/** The cursor; without one the whole address but for the token. */
function placeOf(next: URL): string {
  const after = next.searchParams.get('after');
  if (after !== null) return after;
  const plain = new URL(next);
  plain.searchParams.delete('access_token');
  return plain.href;
}

function toNext(next: string): URL {
  if (URL.canParse(next)) return new URL(next);
  throw new GraphError('permanent', { problem: { code: 'unexpected_answer' }, reason: 'next page is no address' });
}
