// Traces, where OTEL_EXPORTER_OTLP_ENDPOINT is set: click → batch → rows → figures. Without it nothing of OpenTelemetry is loaded, and each
// call here is one comparison.
import type { Config } from '../config/config.ts';
import type { LogRecord } from '../event-log/event-log.ts';
import type { Lifecycle } from '../lifecycle/lifecycle.ts';
import type { Logger } from './logger.ts';
import type { Tracing } from './open-telemetry.ts';

let tracing: Tracing | undefined;

export interface TracingOptions {
  readonly config: Pick<Config, 'otlpEndpoint' | 'tracedShare'>;
  /** Becomes the service `tracker-NAME`. */
  readonly program: string;
  readonly logger: Logger;
}

/** Before the servers, which look at it when they are made. Spans that have ended are sent at the stop. */
export async function startTracing(lifecycle: Lifecycle, { config, program, logger }: TracingOptions): Promise<void> {
  const { otlpEndpoint: endpoint, tracedShare: share } = config;
  if (endpoint === undefined) return;
  await lifecycle.add({
    name: 'traces',
    async start() {
      const { openTracing } = await import('./open-telemetry.ts');
      tracing = openTracing({ endpoint, share, program, logger });
      return tracing;
    },
    async stop(opened) {
      tracing = undefined;
      await opened.close();
    },
  });
}

/** Undefined where there are no traces. */
export const currentTracing = (): Tracing | undefined => tracing;

/** A part of the span around it; without one just the work. */
export const inSpan = <T>(name: string, work: () => Promise<T>): Promise<T> =>
  tracing ? tracing.inSpan(name, work) : work();

/** The records' way into figures: in the trace of each event, and as one span that links to them all. */
export const inBatchSpan = <T>(records: readonly LogRecord[], work: () => Promise<T>): Promise<T> =>
  tracing ? tracing.inBatchSpan(records, work) : work();
