import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomText } from '@tracker/infra/identity/random-id';
import { expect, inject, onTestFinished, test } from 'vitest';
import { kafkaIsAvailable } from '../kit/kafka-broker.ts';
import { startProduct } from '../kit/product.ts';
import { click, conversion, registerTenant } from '../kit/registered-tenant.ts';
import { sharedBroker } from '../kit/shared-broker.ts';
import { askSocket, caughtUp } from './run-ops.ts';

/** Kafka has many partitions, and its consumer groups belong to the broker. */
test.skipIf(!kafkaIsAvailable())(
  'replays, verifies, swaps, rolls back and seeks with Kafka as the event log',
  async () => {
    const broker = await sharedBroker(inject('sharedBrokerUrl'));
    const dataDir = mkdtempSync(join(tmpdir(), 'tracker-ops-kafka-'));
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    const product = await startProduct({
      demoData: false,
      dataDir,
      kafkaBrokers: broker.address,
      kafkaTopicPrefix: `${randomText(8)}.`,
      migratedDir: inject('migratedDir'),
    });
    onTestFinished(async () => void (await product.stop()));
    const tenant = await registerTenant(product.url);
    const ops = (command: string, options = {}) => askSocket(dataDir, command, options);
    const traffic = async (name: string) => {
      for (let index = 0; index < 15; index += 1) {
        const clickId = await click(tenant);
        if (index % 3 === 0)
          await conversion(tenant, { transaction_id: `${name}-${index}`, amount: '10.00', click_id: clickId });
      }
    };

    await traffic('first');
    await caughtUp(dataDir);
    expect(await ops('lag')).toMatchObject({ topics: [{ lag: 0 }, { lag: 0 }] });
    expect(await ops('migrate')).toEqual({ current: true });
    expect(await ops('topics check')).toMatchObject({
      topics: [
        { exists: true, differences: [] },
        { exists: true, differences: [] },
      ],
    });
    expect(await ops('replay run')).toMatchObject({ status: 'ready', left: 0, events: 20 });
    await traffic('second');
    expect(await ops('replay verify')).toMatchObject({ same: true });
    expect(await ops('replay swap', { yes: true })).toMatchObject({ swapped: true });
    await traffic('third');
    expect(await ops('replay rollback', { yes: true })).toMatchObject({ rolledBack: true });
    await caughtUp(dataDir);
    expect(await ops('log seek', { to: 'start', yes: true })).toMatchObject({ moved: true, again: 60 });
    await caughtUp(dataDir);
    const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(Date.now());
    const figures = { clicks: 45, views: 0, conversions: 15, revenue: { BRL: '150.0000' } };
    expect(await ops('reconcile', { day })).toMatchObject({
      same: true,
      companies: [{ log: figures, tables: figures }],
    });
  },
);
