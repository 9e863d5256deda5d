import { plainBody } from '@tracker/infra/http/decompress';
import type { Server } from '@tracker/infra/http/server';
import { defaultBodyLimit } from '@tracker/infra/http/server';
import type { FastifyRequest } from 'fastify';

/** Also `application/merge-patch+json` and the like, which clients send with a PATCH; a form of another site can send none of them. */
const JSON_TYPE = /^application\/([\w.-]+\+)?json(?=[\s;]|$)/i;

/**
 * Bodies are JSON, and a CSV file where a contract asks for one: a form of another site can send text/plain without the browser's
 * permission. An empty body counts as no body, with any content type: `POST /api/auth/logout` has none.
 */
export function readJsonBodies(app: Server): void {
  const parse = app.getDefaultJsonParser('remove', 'remove');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser(JSON_TYPE, { parseAs: 'buffer' }, async (request: FastifyRequest, body: string | Buffer) => {
    const text = (await plainBytes(request, body as Buffer)).toString('utf8');
    if (text === '') return undefined;
    return new Promise((resolve, reject) => {
      parse(request, text, (error, value) => (error ? reject(error) : resolve(value)));
    });
  });
  app.addContentTypeParser(
    'text/csv',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: string | Buffer) => {
      const bytes = await plainBytes(request, body as Buffer);
      return bytes.length === 0 ? undefined : bytes;
    },
  );
}

/** What was sent, before it was compressed; no more of it than the route takes. */
async function plainBytes({ headers, routeOptions }: FastifyRequest, body: Buffer): Promise<Buffer> {
  return Buffer.from(await plainBody(body, headers['content-encoding'], routeOptions.bodyLimit ?? defaultBodyLimit));
}
