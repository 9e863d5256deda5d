import { listClicks, listConversions, listPageViews } from '@tracker/schemas/contracts/activity.contract';
import { encodeCursor } from '@tracker/schemas/primitives/pagination';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ContractRouter } from '../../http/implement-contract.ts';
import type { ActivityService, Page } from './service.ts';

export function activityRoutes(router: ContractRouter, activity: ActivityService): void {
  router.implement(listClicks, async ({ principal, query, request, reply }) =>
    sendPage(await activity.clicks(principal, query), request, reply),
  );
  router.implement(listConversions, async ({ principal, query, request, reply }) =>
    sendPage(await activity.conversions(principal, query), request, reply),
  );
  router.implement(listPageViews, async ({ principal, query, request, reply }) =>
    sendPage(await activity.pageViews(principal, query), request, reply),
  );
}

/** The list itself is the answer; its total and the address of its next page are headers (decision 31). */
function sendPage<Item>(page: Page<Item>, request: FastifyRequest, reply: FastifyReply): Item[] {
  reply.header('x-total-count', page.total);
  if (page.next) {
    const [path = '', query] = request.url.split('?', 2);
    const parameters = new URLSearchParams(query);
    parameters.set('cursor', encodeCursor(page.next));
    reply.header('link', `<${path}?${parameters}>; rel="next"`);
  }
  return page.items;
}
