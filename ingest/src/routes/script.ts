// GET /mc.js: the tracking script, the same bytes for every site. The script reads its configuration from the parameters of its
// own URL, and the answer echoes none of them.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Server } from '@tracker/infra/http/server';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** `npx -y pnpm@12 generate` makes it from src/script. */
const bundle = new URL('../script/mc.min.js', import.meta.url);

/** Long enough to cost a page nothing, short enough that a corrected script is everywhere within minutes. */
const maxAgeSeconds = 600;

export function registerScript(app: Server): void {
  const plain = readFileSync(bundle);
  const gzipped = gzipSync(plain, { level: 9 });
  // Weak: both encodings are the same script.
  const etag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;

  app.get('/mc.js', (request: FastifyRequest, reply: FastifyReply) => {
    reply
      .header('cache-control', `public, max-age=${maxAgeSeconds}, stale-while-revalidate=86400`)
      .header('etag', etag)
      .header('vary', 'accept-encoding')
      // Pages that isolate themselves (COEP) load only what says that anybody may.
      .header('cross-origin-resource-policy', 'cross-origin');
    if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send();
    reply.type('text/javascript; charset=utf-8');
    const takesGzip = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(String(request.headers['accept-encoding'] ?? ''));
    return takesGzip ? reply.header('content-encoding', 'gzip').send(gzipped) : reply.send(plain);
  });
}

const isKnown = (ifNoneMatch: string | undefined, etag: string) =>
  (ifNoneMatch ?? '').split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === etag.slice(2));
