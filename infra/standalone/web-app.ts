import helmet from '@fastify/helmet';
import fastifyStatic from '@fastify/static';
import type { Server } from '@tracker/infra/http/server';
import { PUBLIC_PATH } from '@tracker/schemas/capture/public-endpoints';
import type { FastifyInstance } from 'fastify';
import { WEB_DIST } from './web-build.ts';

/** Serves the built web app: hashed assets are cached for a year, the page itself never, and every other path gets the page. */
export async function registerWebApp(app: Server): Promise<void> {
  await app.register(async (web) => {
    await registerWebHeaders(web);
    await web.register(fastifyStatic, {
      root: WEB_DIST,
      wildcard: false,
      cacheControl: false,
      setHeaders(reply, path) {
        reply.header('cache-control', path.includes('/assets/') ? CACHE_CONTROL.asset : CACHE_CONTROL.page);
      },
    });
    // An asset that is gone is a 404: a page of an older build then knows that it must be loaded again.
    web.get('/assets/*', (_request, reply) => reply.callNotFound());
    web.get('/*', ({ raw }, reply) =>
      BELOW_PUBLIC.test(raw.url ?? '') ? reply.callNotFound() : reply.sendFile('index.html'),
    );
  });
}

const BELOW_PUBLIC = new RegExp(`^${PUBLIC_PATH}`);

/** The name of an asset has the hash of its content. Also for the gateway. */
export const CACHE_CONTROL = { asset: 'public, max-age=31536000, immutable', page: 'no-cache' } as const;

/** What the browser may do with our pages; `npx -y pnpm@12 generate` writes the same headers for the gateway. */
export async function registerWebHeaders(web: FastifyInstance): Promise<void> {
  await web.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        // Charts and Radix set style attributes.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    // The server adds it to every answer when people come by https; inside a network the product may be served on plain http.
    strictTransportSecurity: false,
    referrerPolicy: { policy: 'same-origin' },
  });
}
