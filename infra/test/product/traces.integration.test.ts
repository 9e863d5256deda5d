import { createCaches } from '@tracker/infra/caches/caches';
import { createServer } from '@tracker/infra/http/server';
import { createClickIdMint } from '@tracker/infra/identity/click-id';
import { systemClock } from '@tracker/infra/lifecycle/clock';
import { createLifecycle } from '@tracker/infra/lifecycle/lifecycle';
import { createTableLock } from '@tracker/infra/postgres/table-lock';
import { currentTracing, startTracing } from '@tracker/infra/telemetry/tracing';
import { registerIngest } from '@tracker/ingest/app';
import { startProcessor } from '@tracker/processor/app';
import { NOWHERE } from '@tracker/processor/lookups/geo';
import { EVENTS_TOPIC } from '@tracker/schemas/events/topics';
import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '../kit/eventually.ts';
import { startOtlpReceiver } from '../kit/otlp-receiver.ts';
import { useStack } from '../kit/stack.ts';
import { createTenant } from '../kit/tenant-fixture.ts';

const stack = useStack();
const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' };

/** Ingest and processor on one log, made after the traces were started, as in the programs. */
async function startPipeline() {
  const { logger } = stack;
  const clock = systemClock;
  const caches = await createCaches({ url: stack.postgresUrl, logger });
  const tableLock = createTableLock({ url: stack.postgresUrl, logger });
  const addresses = await stack.openAddresses(clock);
  const recorder = await stack.openRecorder();
  const ingest = createServer({ logger, program: 'ingest', trustProxy: false });
  registerIngest(ingest, {
    ...caches,
    recorder,
    clickIds: createClickIdMint({ slot: 7, clock }),
    addresses,
    keyring: stack.keyring,
    clock,
    logger,
  });
  const processor = await startProcessor({
    log: stack.openLog(),
    clickhouse: stack.clickhouse,
    postgres: stack.postgres,
    ...caches,
    geo: { place: () => NOWHERE },
    tableLock,
    clock,
    logger,
    announce: async () => undefined,
  });
  onTestFinished(async () => {
    await processor.stop();
    await ingest.close();
    await Promise.all([caches.close(), tableLock.close()]);
  });
  const caughtUp = () =>
    eventually(async () => expect(await stack.log.lag(EVENTS_TOPIC, 'processor')).toBe(0n), { timeoutMs: 30_000 });
  return { ingest, caughtUp };
}

test('joins a click and a sale, from request over batch to figures, in traces that a collector receives', async () => {
  const collector = await startOtlpReceiver();
  const lifecycle = createLifecycle(stack.logger);
  onTestFinished(() => lifecycle.stop());
  const config = { otlpEndpoint: collector.url, tracedShare: 1 };
  await startTracing(lifecycle, { config, program: 'test', logger: stack.logger });
  const { ingest, caughtUp } = await startPipeline();
  const tenant = await createTenant(stack);

  // What a stranger says of their own trace is not continued.
  const traceparent = '00-11111111111111111111111111111111-2222222222222222-01';
  const url = `/track/${tenant.campaignId}?format=json&sub1=secret-of-a-visitor`;
  expect((await ingest.inject({ url, headers: { ...headers, traceparent } })).statusCode).toBe(200);
  const conversion = { transaction_id: 'T-1', amount: 97.9, status: 'approved', email: 'ana@example.com' };
  const sold = { method: 'POST', url: `/conversion?key=${tenant.trackingKey}`, payload: conversion } as const;
  expect((await ingest.inject(sold)).statusCode).toBe(200);
  await caughtUp();
  await lifecycle.stop(); // sends what is left
  expect(currentTracing()).toBeUndefined();

  const spans = collector.spans;
  expect(new Set(spans.map(({ service }) => service))).toEqual(new Set(['tracker-test']));
  for (const route of ['GET /track/:campaignId', 'POST /conversion']) {
    const [request] = spans.filter(({ name }) => name === route);
    expect(request, route).toMatchObject({ attributes: { 'http.response.status_code': 200 } });
    expect(request!.traceId).not.toContain('1111111111');
    // The same trace goes on where the event becomes figures, and names the batch; the batch names the request.
    const [event] = spans.filter(({ name, traceId }) => name === 'process event' && traceId === request!.traceId);
    expect(event).toMatchObject({
      parentSpanId: request!.spanId,
      attributes: { 'messaging.destination.name': EVENTS_TOPIC },
    });
    const batch = spans.find(({ spanId }) => spanId === event!.links[0]?.spanId);
    expect(batch).toMatchObject({ name: 'process batch' });
    expect(batch!.links).toContainEqual(
      expect.objectContaining({ traceId: request!.traceId, spanId: request!.spanId }),
    );
    const parts = spans.filter(({ parentSpanId }) => parentSpanId === batch!.spanId).map(({ name }) => name);
    expect(parts).toEqual(expect.arrayContaining(['read events', 'store rows', 'recompute figures']));
  }
  expect(JSON.stringify(spans)).not.toMatch(/secret-of-a-visitor|ana@example|127\.0\.0\.1|Firefox/);
});

test('writes no trace into events, and loads nothing, without an endpoint', async () => {
  const lifecycle = createLifecycle(stack.logger);
  await startTracing(lifecycle, { config: { tracedShare: 1 }, program: 'test', logger: stack.logger });
  expect(currentTracing()).toBeUndefined();
});
