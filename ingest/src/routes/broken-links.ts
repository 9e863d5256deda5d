// GET below the public endpoints that none of them knows. A link was cut, or it is an address for programs: no matter for
// the screens, which would show the visitor of an ad the login of the tracker.
import { AppError } from '@tracker/infra/errors/app-error';
import type { Server } from '@tracker/infra/http/server';
import {
  LINK_FOLDERS,
  PUBLIC_ENDPOINTS,
  PUBLIC_FOLDERS,
  SCREEN_FOLDER,
} from '@tracker/schemas/capture/public-endpoints';
import { BROKEN_LINK_TEXTS } from '@tracker/schemas/texts/no-destination';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BrokenLinks } from '../capture/broken-links.ts';
import { acceptsPage, personPage, sendPage } from '../capture/person-page.ts';

const PAGE = personPage(BROKEN_LINK_TEXTS);

export function registerBrokenLinks(app: Server, brokenLinks: BrokenLinks): void {
  const answer = (allowed: string | undefined) => async (request: FastifyRequest, reply: FastifyReply) => {
    await brokenLinks.note(request);
    reply.code(allowed === undefined ? 404 : 405).header('cache-control', 'no-store');
    if (allowed !== undefined) reply.header('allow', allowed);
    if (acceptsPage(request)) return sendPage(reply, PAGE);
    throw new AppError(allowed === undefined ? 'not-found' : 'method-not-allowed');
  };
  const methodsAt = (path: string) =>
    PUBLIC_ENDPOINTS.filter(({ paths }) => paths.includes(path)).map(({ method }) => method);

  for (const folder of PUBLIC_FOLDERS) {
    const there = methodsAt(`/${folder}`);
    if (!there.includes('GET') && folder !== SCREEN_FOLDER)
      app.get(`/${folder}`, answer(there.join(', ') || undefined));
    // A tracking link is read with anything behind its campaign.
    if (folder === SCREEN_FOLDER) {
      const [itself, below] = [answer(there.join(', ')), answer(undefined)];
      app.get<{ Params: { '*': string } }>(`/${folder}/*`, (request, reply) =>
        (request.params['*'] === '' ? itself : below)(request, reply),
      );
    } else if (!LINK_FOLDERS.includes(folder))
      app.get(`/${folder}/*`, answer(folder === 'webhooks' ? 'POST' : undefined));
  }
}
