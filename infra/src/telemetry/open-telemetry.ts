// The only file that loads OpenTelemetry, and only where traces are wanted (tracing.ts). Nothing is registered globally: no library of ours
// is instrumented, and a span holds the pattern of a route and counts, never an address or what a visitor sent.
import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Context,
  DiagLogLevel,
  diag,
  isSpanContextValid,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  SamplingDecision,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { LogRecord } from '../event-log/event-log.ts';
import { withTimeout } from '../lifecycle/timeout.ts';
import type { Logger } from './logger.ts';

export interface RequestSpan {
  /** Continues in the span; what runs from there sees it. */
  enter(done: () => void): void;
  end(status: number): void;
}

export interface Tracing {
  startRequest(request: { readonly method: string; readonly route: string; readonly id: string }): RequestSpan;
  /** Of the span around the caller, where it is kept: it goes into the event, and with it into the log. */
  traceparent(): string | undefined;
  inSpan<T>(name: string, work: () => Promise<T>): Promise<T>;
  inBatchSpan<T>(records: readonly LogRecord[], work: () => Promise<T>): Promise<T>;
  /** Sends what has ended, for two seconds at most. */
  close(): Promise<void>;
}

/** Of one batch: a span keeps no more links. */
const TRACED_RECORDS_MAX = 128;
const CLOSE_WITHIN_MS = 2_000;

export function openTracing({
  endpoint,
  share,
  program,
  logger,
}: {
  readonly endpoint: string;
  readonly share: number;
  readonly program: string;
  readonly logger: Logger;
}): Tracing {
  const log = (message: string) =>
    logger.warn({ event: 'traces.export.failed', reason: message.slice(0, 200) }, 'traces not sent; going on without');
  const ignore = () => undefined;
  diag.setLogger(
    { error: log, warn: log, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': `tracker-${program}` }),
    sampler: new ParentBasedSampler({ root: linkedOr(new TraceIdRatioBasedSampler(share)) }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces`, timeoutMillis: 5_000 }),
      }),
    ],
  });
  const tracer = provider.getTracer('tracker');
  const active = new AsyncLocalStorage<Context>();
  const activeSpan = () => trace.getSpan(active.getStore() ?? ROOT_CONTEXT);
  /** Runs the work in the span, and ends it. */
  const within = async <T>(span: Span, work: () => Promise<T>): Promise<T> => {
    try {
      return await active.run(trace.setSpan(ROOT_CONTEXT, span), work);
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  };

  return {
    startRequest({ method, route, id }) {
      // A stranger's traceparent is not continued: they would decide what is kept.
      const span = tracer.startSpan(
        `${method} ${route}`,
        {
          kind: SpanKind.SERVER,
          attributes: { 'http.request.method': method, 'http.route': route, 'tracker.request_id': id },
        },
        ROOT_CONTEXT,
      );
      return {
        enter: (done) => active.run(trace.setSpan(ROOT_CONTEXT, span), done),
        end(status) {
          span.setAttribute('http.response.status_code', status);
          if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },

    traceparent() {
      const span = activeSpan();
      return span?.isRecording() ? toTraceparent(span.spanContext()) : undefined;
    },

    inSpan(name, work) {
      const parent = active.getStore();
      return parent ? within(tracer.startSpan(name, {}, parent), work) : work();
    },

    async inBatchSpan(records, work) {
      const traced = tracedRecords(records);
      if (traced.length === 0) return work();
      const kind = SpanKind.CONSUMER;
      const batch = tracer.startSpan(
        'process batch',
        {
          kind,
          links: traced.map(({ context }) => ({ context })),
          attributes: { 'messaging.batch.message_count': records.length },
        },
        ROOT_CONTEXT,
      );
      const links = [{ context: batch.spanContext() }];
      const ways = traced.map(({ record, context }) =>
        tracer.startSpan(
          'process event',
          {
            kind,
            links,
            attributes: {
              'messaging.destination.name': record.topic,
              'messaging.destination.partition.id': String(record.partition),
              'messaging.message.position': String(record.position),
            },
          },
          trace.setSpanContext(ROOT_CONTEXT, context),
        ),
      );
      try {
        return await within(batch, work);
      } catch (error) {
        for (const span of ways) span.setStatus({ code: SpanStatusCode.ERROR });
        throw error;
      } finally {
        for (const span of ways) span.end();
      }
    },

    close: () => withTimeout<void>(CLOSE_WITHIN_MS, provider.shutdown(), ignore).catch(ignore),
  };
}

/** What links to spans that are kept is kept. */
const linkedOr = (sampler: Sampler): Sampler => ({
  shouldSample: (...asked) =>
    asked[5].length > 0 ? { decision: SamplingDecision.RECORD_AND_SAMPLED } : sampler.shouldSample(...asked),
  toString: () => `linked or ${sampler}`,
});

const toTraceparent = ({ traceId, spanId }: SpanContext) => `00-${traceId}-${spanId}-01`;

const TRACEPARENT = /,"traceparent":"00-([0-9a-f]{32})-([0-9a-f]{16})-01"\}$/;
const TRACEPARENT_BYTES = 73;

/** The recorder puts it last, so that a record need not be parsed for it, and what a person sent is never taken for it. */
function tracedRecords(records: readonly LogRecord[]): { record: LogRecord; context: SpanContext }[] {
  const traced: { record: LogRecord; context: SpanContext }[] = [];
  for (const record of records) {
    const [, traceId = '', spanId = ''] =
      TRACEPARENT.exec(Buffer.from(record.value.subarray(-TRACEPARENT_BYTES)).toString('latin1')) ?? [];
    const context = { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true };
    if (isSpanContextValid(context)) traced.push({ record, context });
    if (traced.length === TRACED_RECORDS_MAX) break;
  }
  return traced;
}
