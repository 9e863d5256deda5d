// The public endpoints as an encapsulated Fastify plugin: its CORS, body parser and limits do not affect the rest of the server,
// so that standalone can register it next to the api.
import { plainBody } from '@tracker/infra/http/decompress';
import { defaultBodyLimit, type Server } from '@tracker/infra/http/server';
import { PUBLIC_ENDPOINTS } from '@tracker/schemas/capture/public-endpoints';
import type { FastifyRequest } from 'fastify';
import { createBrokenLinks } from './capture/broken-links.ts';
import { createUnknownCampaigns } from './capture/unknown-campaigns.ts';
import type { IngestDeps } from './deps.ts';
import { INGEST_LIMITS, type IngestLimits } from './limits/limit-table.ts';
import { registerLimits } from './limits/limits.ts';
import { registerBrokenLinks } from './routes/broken-links.ts';
import { registerCheckout } from './routes/checkout.ts';
import { registerConversion } from './routes/conversion.ts';
import { registerIdentify } from './routes/identify.ts';
import { registerLeads } from './routes/leads.ts';
import { registerNotice } from './routes/notice.ts';
import { registerScript } from './routes/script.ts';
import { registerTrack } from './routes/track.ts';
import { registerView } from './routes/view.ts';

/** `limits` are given by tests. */
export function registerIngest(app: Server, deps: IngestDeps, limits: IngestLimits = INGEST_LIMITS): void {
  app.register(async (scope: Server) => {
    // Any site may call, none with credentials: there are none to send.
    scope.addHook('onRequest', (_request, reply, done) => {
      reply.header('access-control-allow-origin', '*');
      done();
    });
    const taken = registerLimits(scope, deps, limits);
    // Browsers ask about each endpoint with OPTIONS first.
    const paths = PUBLIC_ENDPOINTS.flatMap(({ method, paths }) => paths.map((path) => ({ method, path })));
    for (const [path, endpoints] of Map.groupBy(paths, (endpoint) => endpoint.path)) {
      const methods = [...endpoints.map(({ method }) => method), 'OPTIONS'].join(', ');
      scope.options(path, (_request, reply) =>
        reply
          .code(204)
          .header('access-control-allow-methods', methods)
          .header('access-control-allow-headers', 'content-type')
          .header('access-control-max-age', '86400')
          .send(),
      );
    }

    // Texts, with any content type.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer | string) => {
      const { headers, routeOptions } = request;
      const bytesMax = routeOptions.bodyLimit ?? defaultBodyLimit;
      const plain = await plainBody(body as Buffer, headers['content-encoding'], bytesMax);
      return new TextDecoder().decode(plain);
    });

    const unknown = createUnknownCampaigns(deps.logger, deps.clock);
    const brokenLinks = createBrokenLinks(deps, unknown, taken);
    registerTrack(scope, deps, brokenLinks, taken);
    registerView(scope, deps, unknown, taken);
    registerIdentify(scope, deps, unknown, taken);
    registerCheckout(scope, deps, unknown, taken);
    registerNotice(scope, deps, unknown, taken);
    registerScript(scope, deps);
    registerConversion(scope, deps, taken);
    registerLeads(scope, deps, taken);
    registerBrokenLinks(scope, brokenLinks);
  });
}
