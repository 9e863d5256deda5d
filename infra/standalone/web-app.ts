import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import helmet from '@fastify/helmet';
import { AppError } from '@tracker/infra/errors/app-error';
import { isOurSide, senderOf } from '@tracker/infra/http/sender';
import type { Server } from '@tracker/infra/http/server';
import { createTokenBuckets } from '@tracker/infra/http/token-buckets';
import { systemClock } from '@tracker/infra/lifecycle/clock';
import { PUBLIC_PATH } from '@tracker/schemas/capture/public-endpoints';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { WEB_DIST } from './web-build.ts';

/** Of one network. The first screen of a browser loads some 60 files; later ones are in the browser. */
export const FILE_RATE = { perSecond: 200, burst: 3_000 };

interface KeptFile {
  readonly bytes: Buffer;
  readonly type: string;
  readonly etag: string;
  readonly cacheControl: string;
}

/** Serves the built web app: hashed assets are cached for a year, the page itself never, and every other path gets the page. */
export async function registerWebApp(app: Server, dist = WEB_DIST): Promise<void> {
  const files = readFiles(dist);
  const rate = createTokenBuckets(FILE_RATE);

  function send(request: FastifyRequest, reply: FastifyReply, file: KeptFile): FastifyReply {
    if (!isOurSide(request)) {
      const seconds = rate.take(senderOf(request.ip), systemClock.now());
      if (seconds > 0) throw new AppError('too-many-requests', { retryAfterSeconds: seconds });
    }
    reply.type(file.type).header('etag', file.etag).header('cache-control', file.cacheControl);
    const known = (request.headers['if-none-match'] ?? '').split(',').some((tag) => tag.trim() === file.etag);
    return known ? reply.code(304).send() : reply.send(file.bytes);
  }

  await app.register(async (web) => {
    await registerWebHeaders(web);
    for (const [path, file] of files) web.get(path, (request, reply) => send(request, reply, file));
    // An asset that is gone is a 404: a page of an older build then knows that it must be loaded again.
    web.get('/assets/*', (_request, reply) => reply.callNotFound());
    web.get('/*', (request, reply) => {
      const page = files.get('/index.html');
      if (!page || BELOW_PUBLIC.test(request.raw.url ?? '')) return reply.callNotFound();
      return send(request, reply, page);
    });
  });
}

/** All of them, some 3 MB: a request opens no file, and all its answers share the same bytes. */
function readFiles(dist: string): ReadonlyMap<string, KeptFile> {
  const paths = globSync('**/*', { cwd: dist, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(dist, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => !path.startsWith('.'));
  return new Map(
    paths.map((path) => {
      const bytes = readFileSync(join(dist, path));
      return [
        `/${path}`,
        {
          bytes,
          type: TYPES[extname(path)] ?? 'application/octet-stream',
          etag: `"${createHash('sha1').update(bytes).digest('base64url')}"`,
          cacheControl: path.startsWith('assets/') ? CACHE_CONTROL.asset : CACHE_CONTROL.page,
        },
      ];
    }),
  );
}

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

const BELOW_PUBLIC = new RegExp(`^${PUBLIC_PATH}`, 'i');

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
