import { createHash } from 'node:crypto';
import { createGraph, type Graph, type GraphOptions } from '@tracker/infra/ad-platforms/facebook/graph';
import { createLogger } from '@tracker/infra/telemetry/logger';
import { type GraphStub, type GraphStubOptions, startGraphStub } from '@tracker/standalone/facebook-stub/graph-stub';
import { afterEach, beforeEach } from 'vitest';
import { createFakeClock, type FakeClock } from './fake-clock.ts';

export interface GraphTest {
  readonly clock: FakeClock;
  readonly stub: GraphStub;
  readonly graph: Graph;
  /** Of 60 days. */
  readonly token: string;
  /** Every pause the client made, in milliseconds; the clock has moved on by it. */
  readonly pauses: number[];
  /** What it logged, line by line. */
  readonly lines: string[];
}

type Options = Partial<Omit<GraphOptions, 'clock'>> & Omit<GraphStubOptions, 'clock'> & { readonly clock?: FakeClock };

/** A stand-in and a client pointed at it; pauses take no time but the clock's. Whoever starts it closes `stub`. */
export async function startGraphTest(options: Options = {}): Promise<GraphTest> {
  const { clock = createFakeClock() } = options;
  const stub = await startGraphStub({ ...options, clock });
  const pauses: number[] = [];
  const lines: string[] = [];
  const graph = createGraph({
    graphUrl: stub.url,
    dialogUrl: stub.url,
    version: 'v26.0',
    ...stub.app,
    clock,
    logger: createLogger({ level: 'trace', name: 'test', destination: { write: (line) => void lines.push(line) } }),
    sleep: async (ms) => {
      pauses.push(ms);
      clock.advance(ms);
    },
    deadlineMs: 5_000,
    ...options,
  });
  return { clock, stub, graph, token: stub.tokens.issue(), pauses, lines };
}

/** One for each test of a file. */
export function useGraph(): GraphTest {
  let current: GraphTest;
  beforeEach(async () => {
    current = await startGraphTest();
  });
  afterEach(() => current.stub.close());
  return {
    get clock() {
      return current.clock;
    },
    get stub() {
      return current.stub;
    },
    get graph() {
      return current.graph;
    },
    get token() {
      return current.token;
    },
    get pauses() {
      return current.pauses;
    },
    get lines() {
      return current.lines;
    },
  };
}

/** A conversion as the product sends one, whole and of the moment. */
export const conversionEvent = (id: string, eventTimeMs: number) => ({
  event_name: 'Purchase',
  event_time: Math.floor(eventTimeMs / 1000),
  event_id: id,
  action_source: 'website' as const,
  event_source_url: 'https://loja.example/obrigado',
  user_data: { em: [createHash('sha256').update('ana@example.com').digest('hex')], client_user_agent: 'Mozilla/5.0' },
  custom_data: { currency: 'BRL', value: 297 },
});
