// POST /conversion and POST /webhooks/{provider}/{key}: a purchase, a refund or a lead, in the format of any checkout. By GET where the key
// permits it: so affiliate networks send them.
import { AppError } from '@tracker/infra/errors/app-error';
import { isOurSide } from '@tracker/infra/http/sender';
import type { Server } from '@tracker/infra/http/server';
import type { RawQuery } from '@tracker/schemas/capture/track';
import { CheckoutId } from '@tracker/schemas/checkouts/registry';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type CredentialOwner, findCredentialOwner } from '../capture/credential-owner.ts';
import { isPrefetch } from '../capture/visitor.ts';
import type { IngestDeps } from '../deps.ts';
import type { Limits } from '../limits/limits.ts';
import { postbackBody } from '../webhooks/postback.ts';
import { type Arrival, createReceiveDelivery, DELIVERY_BYTES_MAX } from '../webhooks/receive-delivery.ts';

interface ConversionRoute {
  Querystring: RawQuery;
  Body: unknown;
}
interface WebhookRoute extends ConversionRoute {
  Params: { provider: string; key: string };
}

export function registerConversion(app: Server, deps: IngestDeps, limits: Limits): void {
  const receive = createReceiveDelivery(deps, limits);
  const options = { bodyLimit: DELIVERY_BYTES_MAX };

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

    /** The tenant of the key, found before the body is read: without a key a body is small. */
    const keyOwners = new WeakMap<object, CredentialOwner>();

    async function findOwnerOf(request: FastifyRequest<ConversionRoute>, key = ''): Promise<void> {
      const keyOwner = await credentialOwnerOf(request, key);
      if (keyOwner === undefined) return limits.assertKeylessSize(Number(request.headers['content-length'] ?? 0));
      await limits.tenantBytes.assertLeft(keyOwner.tenantId);
      keyOwners.set(request, keyOwner);
    }

    /** `key`: that of the path. */
    async function credentialOwnerOf(
      request: FastifyRequest<ConversionRoute>,
      key: string,
    ): Promise<CredentialOwner | undefined> {
      try {
        return await findCredentialOwner(deps, request, key);
      } catch (error) {
        // Who tries keys is limited as a stranger is.
        if (error instanceof AppError) limits.takeNetwork('delivery', request);
        throw error;
      }
    }

    const arrivalOf = (request: FastifyRequest<ConversionRoute>): Arrival => ({
      bytes: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
      headers: request.raw.headers,
      query: request.query,
      keyOwner: keyOwners.get(request)?.tenantId,
      ip: isOurSide(request) ? '' : request.ip,
      sender: {
        takeNetwork() {
          limits.assertRoom();
          limits.takeNetwork('delivery', request);
        },
        takeTenant: (tenantId) => limits.takeTenant('delivery', request, tenantId),
        takeCampaign: (campaignId) => limits.takeCampaign('delivery', request, campaignId),
        takeKeylessSecret: () => limits.takeKeylessSecret(request),
        assertMayProve: (guessed) => limits.assertMayProve(request, guessed),
        countWrongSecret: (guessed) => limits.countWrongSecret(request, guessed),
      },
    });

    function addressedArrivalOf(request: FastifyRequest<WebhookRoute>): Arrival {
      const addressedTo = checkoutOf(request);
      // The unit is the address's: a key of another checkout in it, or an API key, says nothing about it.
      const owner = keyOwners.get(request);
      const amountsIn = addressedTo === 'generic' && owner?.provider === 'generic' ? owner.amountsIn : undefined;
      return { ...arrivalOf(request), addressedTo, amountsIn };
    }

    scope.post<ConversionRoute>(
      '/conversion',
      {
        ...options,
        onRequest: (request) => findOwnerOf(request),
      },
      (request) => receive({ ...arrivalOf(request), readsQuery: true }),
    );

    /** Nothing is looked at before the key is known to permit it: a link may be opened by anyone, for anyone. */
    async function findPermittedOwner(
      request: FastifyRequest<ConversionRoute>,
      reply: FastifyReply,
      key = '',
    ): Promise<void> {
      const owner = await credentialOwnerOf(request, key);
      if (owner?.permitsGet !== true) {
        reply.header('allow', 'POST');
        throw new AppError('get-not-permitted');
      }
      await limits.tenantBytes.assertLeft(owner.tenantId);
      keyOwners.set(request, owner);
    }

    async function receivePostback(request: FastifyRequest<ConversionRoute>, reply: FastifyReply, arrival: Arrival) {
      reply.header('cache-control', 'no-store');
      if (isPrefetch(request)) return reply.code(204).send();
      const bytes = postbackBody(request.query);
      const headers = { ...arrival.headers, 'content-type': 'application/json', 'content-encoding': '' };
      return receive({ ...arrival, bytes, headers });
    }

    const byGet = { exposeHeadRoute: false } as const;

    scope.get<ConversionRoute>(
      '/conversion',
      { ...byGet, onRequest: (request, reply) => findPermittedOwner(request, reply) },
      (request, reply) => receivePostback(request, reply, arrivalOf(request)),
    );

    scope.get<WebhookRoute>(
      '/webhooks/:provider/:key',
      {
        ...byGet,
        onRequest: (request, reply) => checkoutOf(request) && findPermittedOwner(request, reply, request.params.key),
      },
      (request, reply) => receivePostback(request, reply, addressedArrivalOf(request)),
    );

    scope.post<WebhookRoute>(
      '/webhooks/:provider/:key',
      { ...options, onRequest: (request) => checkoutOf(request) && findOwnerOf(request, request.params.key) },
      (request) => receive({ ...addressedArrivalOf(request), readsQuery: true }),
    );
  });
}

function checkoutOf({ params }: FastifyRequest<WebhookRoute>): CheckoutId {
  const addressedTo = CheckoutId.safeParse(params.provider).data;
  if (!addressedTo) throw new AppError('unknown-checkout');
  return addressedTo;
}
