import { isUpBeforeScrape, metrics } from '../telemetry/metrics.ts';
import type { Lifecycle } from './lifecycle.ts';

/** Asks the store at each scrape, for as long as the program lives. */
export const watchStore = (
  lifecycle: Lifecycle,
  store: 'postgres' | 'clickhouse' | 'redis',
  ask: () => Promise<unknown>,
): Promise<unknown> =>
  lifecycle.add({
    name: `${store} watch`,
    start: async () => isUpBeforeScrape(metrics.storeUp, { store }, ask),
    stop: async (end) => end(),
  });
