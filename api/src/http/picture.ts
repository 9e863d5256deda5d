import type { FastifyReply, FastifyRequest } from 'fastify';
import { etagOf, matchesEtag } from './etag.ts';

/** What the handler of a contract with `picture: true` gives. */
export interface Picture {
  readonly type: PictureType;
  readonly bytes: Buffer;
}

const SIGNATURES = [
  { type: 'image/jpeg', isIt: (bytes: Buffer) => bytes.subarray(0, 3).toString('hex') === 'ffd8ff' },
  { type: 'image/png', isIt: (bytes: Buffer) => bytes.subarray(0, 8).toString('hex') === '89504e470d0a1a0a' },
  { type: 'image/gif', isIt: (bytes: Buffer) => /^GIF8[79]a$/.test(bytes.subarray(0, 6).toString('latin1')) },
  {
    type: 'image/webp',
    isIt: (bytes: Buffer) => /^RIFF.{4}WEBP$/s.test(bytes.subarray(0, 12).toString('latin1')),
  },
] as const;
type PictureType = (typeof SIGNATURES)[number]['type'];

/** By its first bytes, and not by its sender's name for it: a page or a drawing with a script is no picture. */
export function pictureOf(bytes: Buffer): Picture | undefined {
  const signature = SIGNATURES.find(({ isIt }) => isIt(bytes));
  return signature && { type: signature.type, bytes };
}

/** The browser keeps it for a day. */
export function sendPicture(request: FastifyRequest, reply: FastifyReply, { type, bytes }: Picture): FastifyReply {
  const etag = etagOf(bytes.toString('base64'));
  reply.type(type).header('etag', etag).header('cache-control', 'private, max-age=86400');
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  return reply.send(bytes);
}
