import { type Cursor, encodeCursor } from '@tracker/schemas/primitives/pagination';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A part of a list, newest first. */
export interface Page<Item> {
  readonly items: Item[];
  /** Of all pages; absent where it was not asked for. */
  readonly total?: number | undefined;
  /** Where the next page begins; absent on the last. */
  readonly next?: Cursor | undefined;
}

/** The list itself is the answer; its total and the address of its next page are headers (decision 31). */
export function sendPage<Item>(page: Page<Item>, request: FastifyRequest, reply: FastifyReply): Item[] {
  if (page.total !== undefined) reply.header('x-total-count', page.total);
  if (page.next) {
    const [path = '', query] = request.url.split('?', 2);
    const parameters = new URLSearchParams(query);
    parameters.set('cursor', encodeCursor(page.next));
    reply.header('link', `<${path}?${parameters}>; rel="next"`);
  }
  return page.items;
}
