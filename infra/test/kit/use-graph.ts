import { createHash } from 'node:crypto';
import type { AdPlatform } from '@tracker/infra/ad-platforms/ad-platform';
import { createFacebook } from '@tracker/infra/ad-platforms/facebook/facebook';
import { createGraph, type Graph, type GraphOptions } from '@tracker/infra/ad-platforms/facebook/graph';
import { createLogger } from '@tracker/infra/telemetry/logger';
import { type GraphStub, type GraphStubOptions, startGraphStub } from '@tracker/standalone/facebook-stub/graph-stub';
import { afterEach, beforeEach } from 'vitest';
import { createFakeClock, type FakeClock } from './fake-clock.ts';

export interface GraphTest {
  readonly clock: FakeClock;
  readonly stub: GraphStub;
  readonly graph: Graph;
  /** The same client behind the port. */
  readonly platform: AdPlatform;
  /** Valid for 60 days. */
  readonly token: string;
  /** Every pause of the client, in milliseconds; the clock advances by it. */
  readonly pauses: number[];
  /** The client's log lines. */
  readonly lines: string[];
}

type Options = Partial<Omit<GraphOptions, 'clock'>> & Omit<GraphStubOptions, 'clock'> & { readonly clock?: FakeClock };

/** A stub and a client that uses it; pauses only advance the clock. The caller closes `stub`. */
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
  return { clock, stub, graph, platform: createFacebook(graph, true), token: stub.tokens.issue(), pauses, lines };
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
    get platform() {
      return current.platform;
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

/** A complete conversion event of the present time, as the product sends it. */
export const conversionEvent = (id: string, eventTimeMs: number) => ({
  event_name: 'Purchase',
  event_time: Math.floor(eventTimeMs / 1000),
  event_id: id,
  action_source: 'website' as const,
  event_source_url: 'https://loja.example/obrigado',
  user_data: { em: [createHash('sha256').update('ana@example.com').digest('hex')], client_user_agent: 'Mozilla/5.0' },
  custom_data: { currency: 'BRL', value: 297 },
});
