import { expect, onTestFinished, test } from 'vitest';
import { createLifecycle } from '../lifecycle/lifecycle.ts';
import { createLogger } from '../telemetry/logger.ts';
import { beforeScrape, isUpBeforeScrape, metrics } from '../telemetry/metrics.ts';
import { startAdminServer } from './admin-server.ts';

const logger = createLogger({ level: 'silent', name: 'test' });

function withLifecycle() {
  const lifecycle = createLifecycle(logger);
  onTestFinished(() => lifecycle.stop());
  return lifecycle;
}

test('serves metrics on a port of its own, only when ADMIN_PORT is set', async () => {
  expect(await startAdminServer(withLifecycle(), { config: { adminHost: '127.0.0.1' }, logger })).toBeUndefined();

  const app = await startAdminServer(withLifecycle(), { config: { adminHost: '127.0.0.1', adminPort: 0 }, logger });
  const address = app?.server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  metrics.deadLetters.inc({ stream: 'click' });
  metrics.batchSeconds.observe(0.2);
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toContain('text/plain');
  const text = await answer.text();
  expect(text).toContain('tracker_dead_letters_total{stream="click"} 1');
  expect(text).toContain('tracker_batch_seconds_count 1');
  expect(text).toContain('process_resident_memory_bytes');
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(404);
});

test('refreshes values at each scrape, and shows NaN instead of an old value when a source fails', async () => {
  const app = await startAdminServer(withLifecycle(), { config: { adminHost: '127.0.0.1', adminPort: 0 }, logger });
  let isAway = false;
  const stops = [
    beforeScrape(
      async () => {
        if (isAway) throw new Error('the log is away');
        return 42;
      },
      (lag = NaN) => metrics.logLag.set(lag),
    ),
    isUpBeforeScrape(metrics.storeUp, { store: 'redis' }, async () => {
      if (isAway) throw new Error('the store is away');
    }),
  ];
  const scrape = async () => (await app?.inject('/metrics'))?.body;
  expect(await scrape()).toContain('tracker_log_lag 42');
  expect(await scrape()).toContain('tracker_store_up{store="redis"} 1');
  isAway = true;
  expect(await scrape()).toMatch(/^tracker_log_lag nan$/im);
  expect(await scrape()).toContain('tracker_store_up{store="redis"} 0');
  for (const stop of stops) stop();
});
