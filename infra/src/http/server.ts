// The Fastify base of ingest and api: limits, request ids, zod, and the one shape of errors.
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { urlAsRouted } from '@tracker/schemas/capture/public-endpoints';
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
  LogController,
  type RawReplyDefaultExpression,
  type RawRequestDefaultExpression,
  type RawServerDefault,
} from 'fastify';
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { AppError, notFound } from '../errors/app-error.ts';
import { systemClock } from '../lifecycle/clock.ts';
import type { Logger } from '../telemetry/logger.ts';
import { metrics } from '../telemetry/metrics.ts';
import type { RequestSpan, Tracing } from '../telemetry/open-telemetry.ts';
import { currentTracing } from '../telemetry/tracing.ts';
import { prepareToClose } from './close-connections.ts';
import { CONNECTION_LIMITS, type ConnectionLimits, createConnections } from './connections.ts';
import { answerError, errorBody } from './error-answer.ts';
import { createInFlight, IN_FLIGHT_OF_NETWORK_MAX } from './in-flight.ts';
import { proxiesOf } from './proxies.ts';
import { parseQueryString } from './query-string.ts';
import { createRefusalLog } from './refusal-log.ts';
import { createRequestIds } from './request-id.ts';
import { cleanAddress, isOurAddress, isOurSide, senderOf } from './sender.ts';
import { readVisitorFrom, type VisitorHeader } from './visitor-header.ts';
import type { ConnectionWarnings } from './warnings.ts';

/** A server, or an encapsulated part of one, whose routes are typed by zod. */
export type Server = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>;

export interface ServerOptions {
  readonly logger: Logger;
  /** In whose name requests are measured; without it they are not. */
  readonly program?: string;
  /** Never `true`: a hop count or a list of CIDRs. */
  readonly trustProxy: false | number | readonly string[];
  /** Where trusted proxies name the visitor; X-Forwarded-For by default. */
  readonly visitorHeader?: VisitorHeader;
  /** True when the public URL is https: then answers carry HSTS. */
  readonly https?: boolean;
  /** Bytes; a route may allow more. */
  readonly bodyLimit?: number;
  readonly timeouts?: Timeouts;
  /** What the requests show about the way to us. */
  readonly warnings?: ConnectionWarnings;
  /** Given by tests. */
  readonly connections?: ConnectionLimits;
  /** Keeps that a limit was reached, for `ops doctor`. */
  readonly recordLimit?: (name: string, times: number) => Promise<void>;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Its answer goes on for long and has bounds of its own: live news, and files. */
    isLong?: boolean;
  }
}

/** How long a client may take to send. A phone on a bad line needs seconds for a MiB; a byte a second is an attack. */
export interface Timeouts {
  readonly headersMs: number;
  /** Headers and body. */
  readonly requestMs: number;
  readonly checkEveryMs: number;
}

export const TIMEOUTS: Timeouts = { headersMs: 10_000, requestMs: 20_000, checkEveryMs: 1_000 };

export const defaultBodyLimit = 64 * 1024;
export const urlLengthMax = 8 * 1024;

/** A year. Without sub-domains: they may serve other systems. */
export const HSTS = 'max-age=31536000';

// Above the URL's own limit, so that a URL which is too long reaches us and gets its sentence.
export const headerBytesMax = 64 * 1024;

export function createServer(options: ServerOptions): Server {
  const {
    logger,
    program,
    trustProxy,
    visitorHeader = 'x-forwarded-for',
    warnings,
    https = false,
    bodyLimit = defaultBodyLimit,
    timeouts = TIMEOUTS,
    connections: connectionLimits = CONNECTION_LIMITS,
    recordLimit,
  } = options;
  const refusals = createRefusalLog(logger, systemClock, recordLimit);
  const connections = createConnections({ isOwnSide: isOwnSideBehind(trustProxy), ...connectionLimits }, refusals);
  const harden = (reply: FastifyReply) => {
    reply.header('x-content-type-options', 'nosniff');
    if (https) reply.header('strict-transport-security', HSTS);
  };
  const app: Server = fastify<
    RawServerDefault,
    RawRequestDefaultExpression,
    RawReplyDefaultExpression,
    FastifyBaseLogger
  >({
    loggerInstance: logger as unknown as FastifyBaseLogger, // Fastify's own lines name no event
    // A line per request costs more than a click does; failures are logged by the error handler.
    logController: new LogController({ disableRequestLogging: true }),
    // A child logger per request is as dear; the error handler adds the request's id.
    childLoggerFactory: (parent) => parent,
    rewriteUrl: (request) => {
      readVisitorFrom(visitorHeader, request);
      return urlAsRouted(request.url ?? '/', request.method);
    },
    genReqId: createRequestIds(),
    requestIdHeader: false,
    // This Fastify treats a hop count as 'trust no proxy', because it cannot see the peer. The setting names it.
    trustProxy: typeof trustProxy === 'number' ? (_address, hop) => hop < trustProxy : trustProxy && [...trustProxy],
    bodyLimit,
    // A hostile key in a body is removed; the rest of the delivery is kept.
    onProtoPoisoning: 'remove',
    onConstructorPoisoning: 'remove',
    // What arrives while we stop is still answered: the log is closed after the server.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: {
      querystringParser: parseQueryString,
      // The URL has its own limit: a long parameter is just unknown.
      maxParamLength: urlLengthMax,
    },
    serverFactory: (listener) =>
      connections.createServer(listener, {
        maxHeaderSize: headerBytesMax,
        headersTimeout: timeouts.headersMs,
        requestTimeout: timeouts.requestMs,
        connectionsCheckingInterval: timeouts.checkEveryMs,
      }),
    frameworkErrors: (error, request, reply) => {
      // Hooks do not run here.
      harden(reply);
      refuseBeforeRoute(reply);
      answerError(error, request, reply);
    },
    clientErrorHandler: (error, socket) => {
      // Its bytes would be taken for a part of the answer that is under way.
      if (connections.isAnswering(socket)) socket.destroy();
      else answerBrokenRequest(error, socket);
    },
  }).withTypeProvider<ZodTypeProvider>();

  app.addHook('preClose', prepareToClose(app.server));
  const tracing = currentTracing();
  if (program !== undefined) measure(app, program);
  if (program !== undefined && tracing) traceRequests(app, tracing);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(answerError);
  app.setNotFoundHandler((request, reply) => answerError(notFound(), request, reply));
  const inFlight = createInFlight(IN_FLIGHT_OF_NETWORK_MAX);
  app.addHook('onRequest', (request, reply, done) => {
    harden(reply);
    warnings?.watch(request);
    const { ip } = request;
    connections.nameSender(request.raw, ip);
    if (!request.routeOptions.config?.isLong && !isOurSide(request)) {
      const network = senderOf(ip);
      if (!inFlight.enter(network)) {
        refusals.count('in-flight-network');
        refuseBeforeRoute(reply);
        // Not as an error: each of those is logged, and a flood must not fill the disk.
        return void reply
          .code(503)
          .header('retry-after', 1)
          .send(errorBody(new AppError('overloaded'), request.id));
      }
      reply.raw.once('close', () => inFlight.leave(network));
    }
    if ((request.raw.url ?? '').length <= urlLengthMax) return done();
    refuseBeforeRoute(reply);
    done(new AppError('url-too-long'));
  });
  return app;
}

/** A proxy's connections are of all its visitors, and so are those of our own machine and its network. */
function isOwnSideBehind(trustProxy: ServerOptions['trustProxy']): (address: string) => boolean {
  const isProxy = proxiesOf(trustProxy);
  return (ip) => isOurAddress(cleanAddress(ip)) || isProxy(ip);
}

/** Fastify takes the time anyway, so a hook costs no listener. Patterns of routes, never paths: these are of strangers. */
function measure(app: Server, program: string): void {
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    metrics.httpSeconds.observe({ program, route, status: reply.statusCode }, reply.elapsedTime / 1_000);
    done();
  });
}

const UNTRACED = new Set(['/healthz', '/readyz']);

function traceRequests(app: Server, tracing: Tracing): void {
  const spans = new WeakMap<FastifyRequest, RequestSpan>();
  app.addHook('onRequest', (request, reply, done) => {
    const { method, id } = request;
    const route = request.routeOptions.url ?? 'none';
    if (UNTRACED.has(route)) return done();
    const span = tracing.startRequest({ method, route, id });
    spans.set(request, span);
    reply.raw.once('close', () => span.end(reply.statusCode));
    done();
  });
  // Not before: the body's arrival would end what was entered.
  app.addHook('preHandler', (request, _reply, done) => {
    const span = spans.get(request);
    if (span) span.enter(done);
    else done();
  });
}

/** A public endpoint's refusals can be read from any site. These occur before the route is known, and reveal nothing. */
const refuseBeforeRoute = (reply: FastifyReply) => reply.header('access-control-allow-origin', '*');

const brokenRequests: Readonly<Record<string, 'headers-too-large' | 'request-timeout'>> = {
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request-timeout',
};

/** What cannot be parsed as HTTP has no request to answer through. */
function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const refusal = new AppError(brokenRequests[error.code ?? ''] ?? 'bad-request');
  const status = `${refusal.status} ${STATUS_CODES[refusal.status]}`;
  const body = JSON.stringify(errorBody(refusal, null));
  if (!socket.writable) return void socket.destroy();
  const head = `HTTP/1.1 ${status}\r\ncontent-type: application/json; charset=utf-8\r\nx-content-type-options: nosniff`;
  socket.end(
    `${head}\r\naccess-control-allow-origin: *\r\nconnection: close\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}
