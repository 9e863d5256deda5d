import { createCaches } from '@tracker/infra/caches/caches';
import { openClickHouse } from '@tracker/infra/clickhouse/client';
import { createTableLock } from '@tracker/infra/postgres/table-lock';
import { EVENTS_TOPIC } from '@tracker/schemas/events/topics';
import { cuttableLink } from '@tracker/test/kit/cuttable-link';
import { eventually } from '@tracker/test/kit/eventually';
import { useStack } from '@tracker/test/kit/stack';
import { createTenant } from '@tracker/test/kit/tenant-fixture';
import { expect, it, onTestFinished } from 'vitest';
import { startProcessor } from './app.ts';
import { NOWHERE } from './lookups/geo.ts';
import { createBatchKit } from './testing/batch-kit.ts';
import { click, NOON } from './testing/events.ts';

const stack = useStack();
const kit = createBatchKit(stack);
const { logger } = stack;

/** A processor whose store connections can be cut; it reaches its log directly. */
async function startOnLinks() {
  const links = {
    clickhouse: await cuttableLink(stack.clickhouseUrl),
    postgres: await cuttableLink(stack.postgresUrl),
  };
  const clickhouse = await openClickHouse({ url: links.clickhouse.url, logger });
  const caches = await createCaches({ url: links.postgres.url, logger });
  const tableLock = createTableLock({ url: links.postgres.url, logger });
  const processor = await startProcessor({
    log: stack.openLog(),
    clickhouse,
    postgres: stack.postgres,
    ...caches,
    geo: { place: () => NOWHERE },
    tableLock,
    clock: { now: () => NOON },
    logger,
    announce: async () => undefined,
  });
  onTestFinished(async () => {
    await processor.stop();
    await Promise.all([clickhouse.close(), caches.close(), tableLock.close()]);
  });
  return { links, processor };
}

it.each(['clickhouse', 'postgres'] as const)(
  'waits while %s is unreachable, reports it, and skips no event',
  async (store) => {
    const tenant = await createTenant(stack);
    const { links, processor } = await startOnLinks();
    const append = (atMs: number) =>
      stack.log.append(EVENTS_TOPIC, [{ key: 'k', value: JSON.stringify(click(tenant, { atMs })) }]);
    const clicks = () => kit.rows(tenant.tenantId, 'clicks');

    await append(NOON);
    await eventually(async () => expect(await clicks()).toHaveLength(1));
    await eventually(() => processor.check());

    links[store].cut();
    await append(NOON + 1);
    await eventually(() => expect(processor.check()).rejects.toThrow());
    expect(await clicks()).toHaveLength(1);
    await append(NOON + 2);

    links[store].mend();
    await eventually(async () => expect(await clicks()).toHaveLength(3), { timeoutMs: 20_000 });
    await eventually(() => processor.check());
  },
);
