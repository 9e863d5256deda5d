import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { PROCESSOR_GROUP } from '@tracker/infra/event-log/event-log';
import { randomText } from '@tracker/infra/identity/random-id';
import { startEmbeddedPostgres } from '@tracker/infra/postgres/embedded';
import { createLogger } from '@tracker/infra/telemetry/logger';
import { EVENTS_TOPIC } from '@tracker/schemas/events/topics';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { conversionKey } from '../crash/account.ts';
import { readFigures } from '../crash/figures.ts';
import { startHttpBridge } from '../kit/clickhouse/http-bridge.ts';
import { eventually } from '../kit/eventually.ts';
import { kafkaIsAvailable, START_WITHIN_MS, startKafkaBroker } from '../kit/kafka-broker.ts';
import { sharesOf } from '../kit/kafka-groups.ts';
import { copyDataDir, startProduct } from '../kit/product.ts';
import { click, conversion, type RegisteredTenant, registerTenant, view } from '../kit/registered-tenant.ts';
import { sharedBroker } from '../kit/shared-broker.ts';
import { startProgram } from '../kit/start-program.ts';

/** The processors' consumer group for the topic of events. */
const EVENTS_GROUP = `${PROCESSOR_GROUP}.${EVENTS_TOPIC}`;
const SOON = { timeoutMs: 60_000, everyMs: 250 };

describe.skipIf(!kafkaIsAvailable())('product with Kafka as the event log', { timeout: START_WITHIN_MS }, () => {
  test('counts every click, conversion and refund, including those sent while the broker was dead', async () => {
    const broker = await startKafkaBroker();
    onTestFinished(() => broker.stop());
    const product = await startProduct({
      demoData: false,
      kafkaBrokers: broker.address,
      migratedDir: inject('migratedDir'),
    });
    onTestFinished(async () => void (await product.stop()));
    const tenant = await registerTenant(product.url);

    const first = await click(tenant, { utm_source: 'facebook' });
    expect(await view(tenant, first)).toBe('OK');
    await conversion(tenant, { transaction_id: 'T-1', amount: '197.00', click_id: first });
    await eventually(async () => {
      const figures = await readFigures(tenant);
      expect([figures.clicks, figures.views, figures.revenueCents]).toEqual([1, 1, 19_700]);
    }, SOON);

    await broker.kill();
    // Each is acknowledged: events wait in the spool while the log is down.
    const second = await click(tenant);
    await conversion(tenant, { transaction_id: 'T-2', amount: '100.00', click_id: second });
    await conversion(tenant, { transaction_id: 'T-1', amount: '197.00', status: 'refunded' });
    expect(await view(tenant, second)).toBe('OK');
    await broker.start();

    await eventually(async () => {
      const figures = await readFigures(tenant);
      expect([...figures.clickIds].sort()).toEqual([first, second].sort());
      expect([figures.clicks, figures.views, figures.conversions, figures.revenueCents]).toEqual([2, 2, 1, 10_000]);
      expect([...figures.conversionsByKey.values()]).toContainEqual({ cents: 10_000, clickId: second });
    }, SOON);
  });

  test('counts each event once while two processors of one consumer group join and leave under load', async () => {
    const broker = await sharedBroker(inject('sharedBrokerUrl'));
    const KAFKA_TOPIC_PREFIX = `${randomText(8)}.`;
    const settings = { ...(await startStores()), KAFKA_BROKERS: broker.address, KAFKA_TOPIC_PREFIX };
    const group = `${KAFKA_TOPIC_PREFIX}${EVENTS_GROUP}`;
    const program = (name: string) => startProgram(new URL(`../../../${name}/src/main.ts`, import.meta.url), settings);
    const [api, ingest, processor] = [program('api'), program('ingest'), program('processor')];
    const tenant = await registerTenant(await api.ready);
    await processor.ready;

    const traffic = startTraffic({ ...tenant, url: await ingest.ready });
    await eventually(() => expect(traffic.clickIds.size).toBeGreaterThan(100), SOON);
    const other = program('processor');
    await other.ready;
    await eventually(async () => expect(await sharesOf(broker.address, group)).toEqual([6, 6]), SOON);
    const met = traffic.clickIds.size;
    await eventually(() => expect(traffic.clickIds.size).toBeGreaterThan(met + 100), SOON);
    expect(await processor.stop()).toBe(0);
    await eventually(async () => expect(await sharesOf(broker.address, group)).toEqual([12]), SOON);
    await traffic.stop();

    await eventually(async () => {
      const figures = await readFigures(tenant);
      expect(figures.clicks).toBe(traffic.clickIds.size);
      expect(figures.clickIds).toEqual(traffic.clickIds);
      expect(Object.fromEntries(figures.conversionsByKey)).toEqual(Object.fromEntries(traffic.conversions));
      expect(figures.revenueCents).toBe([...traffic.conversions.values()].reduce((sum, { cents }) => sum + cents, 0));
    }, SOON);
  });
});

/** Migrated stores with their key; the engine over HTTP, so that several programs share it. */
async function startStores() {
  const logger = createLogger({ level: 'silent', name: 'e2e' });
  const dataDir = mkdtempSync(join(tmpdir(), 'tracker-e2e-kafka-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  await copyDataDir(inject('migratedDir'), dataDir);
  const postgres = await startEmbeddedPostgres({ dataDir, logger, survivesPowerCut: false });
  onTestFinished(() => postgres.stop());
  const bridge = await startHttpBridge({ dataDir: join(dataDir, 'clickhouse'), logger });
  onTestFinished(() => bridge.close());
  const APP_KEYS = readFileSync(join(dataDir, 'app-keys'), 'utf8').trim();
  return { DATABASE_URL: postgres.url, CLICKHOUSE_URL: bridge.url, APP_KEYS };
}

/** Clicks, and a conversion for every third, some of them refunded; sequential for each of several visitors, with a pause after each. */
function startTraffic(tenant: RegisteredTenant) {
  const clickIds = new Set<string>();
  const conversions = new Map<string, { cents: number; clickId: string }>();
  let isStopped = false;
  const visitors = Promise.all(
    Array.from({ length: 4 }, async (_, visitor) => {
      for (let count = 1; !isStopped; count += 1) {
        const clickId = await click(tenant);
        clickIds.add(clickId);
        // As fast as they can, they would take the processor from the programs that join and leave.
        await delay(20);
        if (count % 3 !== 0) continue;
        const transaction = `T-${visitor}-${count}`;
        const order = { transaction_id: transaction, amount: `${count}.50`, click_id: clickId };
        await conversion(tenant, order);
        const isRefunded = count % 2 === 0;
        // The refund names no click, so it may be in another partition than its conversion.
        if (isRefunded) await conversion(tenant, { ...order, click_id: undefined, status: 'refunded' });
        conversions.set(conversionKey('generic', transaction), { cents: isRefunded ? 0 : count * 100 + 50, clickId });
      }
    }),
  );
  return {
    clickIds,
    conversions,
    async stop() {
      isStopped = true;
      await visitors;
    },
  };
}
