import type { Readable } from 'node:stream';
import { AppError } from '@tracker/infra/errors/app-error';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import type { Guard } from '@tracker/infra/lifecycle/store-probe';
import { hasBody, type NoContent } from '@tracker/schemas/contracts/common';
import type { Contract } from '@tracker/schemas/contracts/define-contract';
import { FIRST_ANSWERED_HEADER } from '@tracker/schemas/contracts/idempotency';
import { createQueryReader, type QueryReader } from '@tracker/schemas/contracts/query-reader';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { assertAccess, type Insider, type Person, type Principal } from './access.ts';
import { attachment, type CsvFile } from './csv.ts';
import { createCsvTurns } from './csv-turns.ts';
import { etagOf, etagOfBytes, matchesEtag } from './etag.ts';
import type { Given, IdempotentCalls } from './idempotent-calls.ts';
import { type Picture, sendPicture } from './picture.ts';
import { isLong, type RequestLimits } from './request-limits.ts';
import { invalid, validate, validateIds } from './validate.ts';

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;

/** As permitted by `actionOf`. */
type CallerOf<C extends Contract> = C['access'] extends 'public'
  ? undefined
  : C extends { shared: true }
    ? Principal
    : C extends { personal: true }
      ? Person
      : C extends { method: 'GET'; access: 'viewer' } | { keyScope: string }
        ? Insider
        : Person;

export interface Asked<C extends Contract> {
  readonly params: Parsed<C['params']>;
  readonly query: Parsed<C['query']>;
  readonly body: C extends { upload: object } ? Buffer : Parsed<C['body']>;
  /** Absent on public routes: they do not look at the session. */
  readonly principal: CallerOf<C>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** What a handler gives: the answer, or what the answer is streamed from. A Buffer is an answer that was made once, and is always the same object. */
type GivenBy<C extends Contract> = C extends { stream: true }
  ? NodeJS.ReadableStream
  : C extends { csv: true }
    ? CsvFile
    : C extends { script: true }
      ? Buffer
      : C extends { picture: true }
        ? Picture
        : z.input<C['response']> | Buffer;

export type Handler<C extends Contract> = (
  asked: Asked<C>,
) => C['response'] extends typeof NoContent ? Promise<void> | Promise<null> : Promise<GivenBy<C>>;

export interface ContractRouter {
  implement<C extends Contract>(contract: C, handler: Handler<C>): void;
}

export interface RouterDeps {
  readonly clock: Clock;
  /** Whose cookie or API key the request carries; undefined when no one's. */
  readonly principalOf: (request: FastifyRequest, reply: FastifyReply) => Promise<Principal | undefined>;
  /** Without a trailing slash. */
  readonly publicUrl: string;
  /** The campaign of this tenant with this `id` or `campaignId`; undefined: there is none. */
  readonly campaignIdOf: (tenantId: TenantId, id: string) => Promise<string | undefined>;
  readonly assertSameOrigin: (request: FastifyRequest) => void;
  readonly limits: RequestLimits;
  readonly idempotentCalls: IdempotentCalls;
  /** Rejects when the database hangs: the driver waits for it without a bound, and people would with it. */
  readonly whileStoreAnswers?: Guard;
  /** For tests: an answer that is not what its contract says fails the request. */
  readonly validateResponses: boolean;
}

const CAMPAIGN_FIELDS = ['campaignId', 'mainCampaignId'] as const;

/**
 * The one place where a contract becomes a route. Refusals come in this order: 401, 403 for the role, 403 for another
 * site, and only then is the body read: 400 (404 for an id that cannot exist). So no one learns from a validation message
 * what they may not ask for.
 */
export function createContractRouter(app: FastifyInstance, deps: RouterDeps): ContractRouter {
  const principals = new WeakMap<FastifyRequest, Principal>();
  const openInTurn = createCsvTurns();
  const { whileStoreAnswers = (work) => work } = deps;

  async function admit(contract: Contract, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (contract.access === 'public') deps.limits.takePublic(request, reply);
    else {
      const principal = await deps.principalOf(request, reply);
      assertAccess(contract, principal, deps.clock.now());
      if (principal) {
        deps.limits.enter(principal, contract, reply);
        principals.set(request, principal);
      }
    }
    deps.assertSameOrigin(request);
  }

  async function read(
    contract: Contract,
    readQuery: QueryReader,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<Asked<Contract>> {
    const query = readQuery(request.url);
    if (query.problems) throw invalid(query.problems, contract.invalid);
    if (contract.body && request.body === undefined) throw new AppError('body-missing');
    // Read as bytes for all routes, and taken by those that ask for a file.
    if (contract.upload && !Buffer.isBuffer(request.body)) throw new AppError('file-missing');
    if (!contract.upload && Buffer.isBuffer(request.body)) throw new AppError('unsupported-media-type');
    const principal = principals.get(request);
    return {
      params: await byCampaignId(principal, contract.params && validateIds(contract.params, request.params)),
      query: await byCampaignId(principal, contract.query && validate(contract.query, query.values, contract.invalid)),
      body: contract.upload
        ? uploaded(contract.upload, request.body)
        : await byCampaignId(principal, contract.body && validate(contract.body, request.body, contract.invalid)),
      principal,
      request,
      reply,
    } as Asked<Contract>;
  }

  /** A campaign has two ids in its list; where one is asked for, either will do. A new campaign is never named like another one's `id`. */
  async function byCampaignId<Values>(principal: Principal | undefined, values: Values): Promise<Values> {
    if (!principal) return values;
    let read = values;
    for (const name of CAMPAIGN_FIELDS) {
      const given = (Object(values) as Record<string, unknown>)[name];
      if (typeof given !== 'string' || !/^cp_\w+$/.test(given)) continue;
      read = { ...read, [name]: (await deps.campaignIdOf(principal.tenantId, given)) ?? given };
    }
    return read;
  }

  return {
    implement(contract, handler) {
      const readQuery = createQueryReader(contract);
      app.route({
        method: contract.method,
        url: contract.path,
        config: { contract, isLong: isLong(contract) },
        ...(contract.upload && { bodyLimit: contract.upload.bytesMax + BYTES_ABOVE }),
        // A HEAD would open a stream that no one reads and no one ends.
        exposeHeadRoute: !('stream' in contract || 'csv' in contract),
        onRequest: async (request, reply) => {
          try {
            await whileStoreAnswers(admit(contract, request, reply));
          } catch (error) {
            if (!isNavigation(contract, request)) throw error;
            return reply.redirect(contract.refusedTo, 302);
          }
        },
        handler: async (request, reply) => {
          const asked = async () =>
            handler((await read(contract, readQuery, request, reply)) as never) as Promise<unknown>;
          const principal = principals.get(request);
          const { answer, firstAnsweredAt } = await whileStoreAnswers(
            contract.creates && principal && !('readerId' in principal)
              ? deps.idempotentCalls.once(contract, principal, request, asked)
              : asked().then((given): Given => ({ answer: given })),
          );
          if (firstAnsweredAt) reply.header(FIRST_ANSWERED_HEADER, firstAnsweredAt.toISOString());
          if ('stream' in contract) return sendStream(reply, answer as NodeJS.ReadableStream);
          if ('csv' in contract) {
            const file = answer as CsvFile;
            return sendCsv(reply, file.filename, await openInTurn(sendersOf(principals.get(request)), file));
          }
          if ('script' in contract) return sendScript(request, reply, answer as Buffer);
          if ('picture' in contract) return sendPicture(request, reply, answer as Picture);
          if (Buffer.isBuffer(answer)) return sendBytes(request, reply, answer, 'application/json; charset=utf-8');
          if (deps.validateResponses) assertAnswer(contract, answer);
          if (contract.status === 302) return reply.header('cache-control', 'no-store').redirect(String(answer), 302);
          makeLinkAbsolute(reply, deps.publicUrl);
          return sendAnswer(contract, request, reply, answer);
        },
      });
    },
  };
}

/** Who waits for their turn: the tenant, and the person in all of their tenants. */
const sendersOf = (principal: Principal | undefined): string[] =>
  principal ? [principal.tenantId, ...('userId' in principal ? [principal.userId] : [])] : [];

/** So that a file which is a little too large gets its own sentence. */
const BYTES_ABOVE = 256 * 1024;

function uploaded({ bytesMax }: NonNullable<Contract['upload']>, body: unknown): Buffer {
  const bytes = body as Buffer;
  if (bytes.length > bytesMax) {
    throw new AppError('file-too-large', { params: { mebibytes: Math.floor(bytesMax / 1024 ** 2) } });
  }
  return bytes;
}

/** Some clients read no relative address, and stop at the first page. */
function makeLinkAbsolute(reply: FastifyReply, publicUrl: string): void {
  const link = reply.getHeader('link');
  if (typeof link === 'string') reply.header('link', link.replace(/^<\//, `<${publicUrl}/`));
}

function sendAnswer(contract: Contract, request: FastifyRequest, reply: FastifyReply, answer: unknown): FastifyReply {
  if (!hasBody(contract)) return reply.code(contract.status).send();
  const body = contract.page ? String(answer) : JSON.stringify(answer);
  reply.code(contract.status).type(`${contract.page ? 'text/html' : 'application/json'}; charset=utf-8`);
  if (contract.method !== 'GET') return reply.header('cache-control', 'no-store').send(body);
  // A screen polls: the browser keeps its copy and asks each time whether it still holds.
  const etag = etagOf(body, String(reply.getHeader('x-total-count') ?? ''), String(reply.getHeader('link') ?? ''));
  reply.header('etag', etag).header('cache-control', 'private, no-cache');
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  return reply.send(body);
}

/** A person followed a link: a screen explains to them why they may not go there; JSON would not. */
const isNavigation = (contract: Contract, request: FastifyRequest): contract is Contract & { refusedTo: string } =>
  contract.refusedTo !== undefined && (request.headers.accept ?? '').includes('text/html');

function sendStream(reply: FastifyReply, stream: NodeJS.ReadableStream): FastifyReply {
  return reply
    .code(200)
    .type('text/event-stream; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('x-accel-buffering', 'no') // a gateway must pass events on as they come
    .send(stream);
}

/** Always compressed: every browser of today takes gzip. */
function sendScript(request: FastifyRequest, reply: FastifyReply, compressed: Buffer): FastifyReply {
  reply.header('content-encoding', 'gzip');
  return sendBytes(request, reply, compressed, 'text/javascript; charset=utf-8');
}

/** Public, and made once: neither its text nor its tag costs a request anything. */
function sendBytes(request: FastifyRequest, reply: FastifyReply, bytes: Buffer, type: string): FastifyReply {
  const etag = etagOfBytes(bytes);
  reply.type(type).header('etag', etag).header('cache-control', 'public, no-cache');
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  return reply.send(bytes);
}

const sendCsv = (reply: FastifyReply, filename: string, body: Readable): FastifyReply =>
  reply
    .code(200)
    .type('text/csv; charset=utf-8')
    .header('content-disposition', attachment(filename))
    .header('cache-control', 'no-store')
    .send(body);

function assertAnswer(contract: Contract, answer: unknown): void {
  const result = contract.response.safeParse(hasBody(contract) ? answer : null);
  if (!result.success) throw new Error(`${contract.name} answers against its contract: ${result.error.message}`);
}
