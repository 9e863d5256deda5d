// GET /mc.js: the tracking script, the same for every site up to its last quotes. They hold the address that was asked for, so that a copy
// which a plugin keeps elsewhere still finds its server and its campaign. Of the query only known parameters in their form are written
// there: nothing else of a request reaches the text.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { constants, crc32, deflateRawSync } from 'node:zlib';
import type { Server } from '@tracker/infra/http/server';
import { firstValue, type RawQuery } from '@tracker/schemas/capture/track';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { IngestDeps } from '../deps.ts';
import { TAG_PARAMETERS } from '../script/config.ts';

/** `npx -y pnpm@12 generate` makes it from src/script. */
const bundle = new URL('../script/mc.min.js', import.meta.url);

/** Long enough to cost a page nothing, short enough that a corrected script is everywhere within minutes. */
const maxAgeSeconds = 600;

/** What is before the address, and after it. */
const END = "');\n";

type ScriptRequest = FastifyRequest<{ Querystring: RawQuery }>;

export function registerScript(app: Server, { publicUrl }: Pick<IngestDeps, 'publicUrl'>): void {
  const text = readFileSync(bundle, 'utf8');
  const head = Buffer.from(text.slice(0, -END.length));
  if (!text.endsWith(`('${END}`))
    throw new Error('mc.min.js has no place for its address: run `npx -y pnpm@12 generate`.');
  const gzip = gzipWithTail(head);
  const version = createHash('sha256').update(text).digest();

  app.get('/mc.js', (request: ScriptRequest, reply: FastifyReply) => {
    const tail = Buffer.from(addressOf(request, publicUrl) + END);
    // Weak: both encodings are the same script.
    const etag = `W/"${createHash('sha256').update(version).update(tail).digest('base64url').slice(0, 22)}"`;
    reply
      .header('cache-control', `public, max-age=${maxAgeSeconds}, stale-while-revalidate=86400`)
      .header('etag', etag)
      .header('vary', 'accept-encoding')
      // Pages that isolate themselves (COEP) load only what says that anybody may.
      .header('cross-origin-resource-policy', 'cross-origin');
    if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send();
    reply.type('text/javascript; charset=utf-8');
    const takesGzip = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(String(request.headers['accept-encoding'] ?? ''));
    return takesGzip
      ? reply.header('content-encoding', 'gzip').send(gzip(tail))
      : reply.send(Buffer.concat([head, tail]));
  });
}

/**
 * Where the script is for the world. A server without PUBLIC_URL takes it from `Host`, which every cache has in its key; a forwarded
 * host is in none, and one request could give all visitors another server.
 */
function addressOf({ query, headers, protocol }: ScriptRequest, publicUrl: string | undefined): string {
  const host = /^[\w.-]+(:\d+)?$/.test(headers.host ?? '') ? headers.host : 'localhost';
  const parameters = Object.entries(TAG_PARAMETERS).flatMap(([name, form]) => {
    const value = firstValue(query, name).trim();
    return form.test(value) ? [`${name}=${value}`] : [];
  });
  const base = (publicUrl ?? `${protocol}://${host}`).replaceAll("'", '%27');
  return `${base}/mc.js?${parameters.join('&')}`;
}

/** Compresses once what all answers share; a tail follows as it is, in one stored block (RFC 1951), at most 64 KiB. */
function gzipWithTail(head: Buffer): (tail: Buffer) => Buffer {
  const before = Buffer.concat([
    Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 255]),
    deflateRawSync(head, { level: 9, finishFlush: constants.Z_SYNC_FLUSH }),
  ]);
  const sum = crc32(head);
  return (tail) => {
    const block = Buffer.alloc(5);
    block.writeUInt8(1);
    block.writeUInt16LE(tail.length, 1);
    block.writeUInt16LE(~tail.length & 0xffff, 3);
    const end = Buffer.alloc(8);
    end.writeUInt32LE(crc32(tail, sum));
    end.writeUInt32LE(head.length + tail.length, 4);
    return Buffer.concat([before, block, tail, end]);
  };
}

const isKnown = (ifNoneMatch: string | undefined, etag: string) =>
  (ifNoneMatch ?? '').split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === etag.slice(2));
