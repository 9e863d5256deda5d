// POST /conversion and POST /webhooks/{provider}/{key}: a purchase, a refund or a lead, in the format of any checkout.
import { AppError } from '@tracker/infra/errors/app-error';
import type { Server } from '@tracker/infra/http/server';
import { firstValue, type RawQuery } from '@tracker/schemas/capture/track';
import { CheckoutId } from '@tracker/schemas/checkouts/registry';
import type { FastifyRequest } from 'fastify';
import type { IngestDeps } from '../deps.ts';
import { type Arrival, createReceiveDelivery } from '../webhooks/receive-delivery.ts';

interface ConversionRoute {
  Querystring: RawQuery;
  Body: unknown;
}
interface WebhookRoute extends ConversionRoute {
  Params: { provider: string; key: string };
}

export const conversionBodyLimit = 1024 * 1024;

export function registerConversion(app: Server, deps: IngestDeps): void {
  const receive = createReceiveDelivery(deps);
  const options = { bodyLimit: conversionBodyLimit };

  // A part of its own: signatures are over the bytes, so these bodies are not read as text.
  app.register(async (scope: Server) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

    // An invalid content type must not lose a conversion: such a body is read as JSON.
    scope.addHook('onRequest', (request, _reply, done) => {
      const { headers } = request.raw;
      if (!/^\s*[\w!#$&^.+-]+\/[\w!#$&^.+-]+/.test(headers['content-type'] ?? '')) delete headers['content-type'];
      done();
    });

    scope.post<ConversionRoute>('/conversion', options, (request) =>
      receive({
        ...arrivalOf(request),
        key: firstValue(request.query, 'key'),
        authorization: request.headers.authorization,
      }),
    );

    scope.post<WebhookRoute>('/webhooks/:provider/:key', options, (request) => {
      const addressedTo = CheckoutId.safeParse(request.params.provider).data;
      if (!addressedTo) throw new AppError('unknown-checkout');
      return receive({ ...arrivalOf(request), key: request.params.key, addressedTo });
    });
  });
}

const arrivalOf = (request: FastifyRequest<ConversionRoute>): Omit<Arrival, 'key'> => ({
  bytes: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
  headers: request.raw.headers,
  query: request.query,
});
