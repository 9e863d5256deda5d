// The store says anything at any moment, as an engine does that lacks files or memory: no acknowledged event may become a dead letter by it.
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import { toStoreError } from '@tracker/infra/clickhouse/errors';
import type { LogRecord } from '@tracker/infra/event-log/event-log';
import { DEAD_LETTERS_TOPIC } from '@tracker/schemas/events/topics';
import { useStack } from '@tracker/test/kit/stack';
import { createTenant } from '@tracker/test/kit/tenant-fixture';
import { expect, test } from 'vitest';
import { createBatchKit } from '../testing/batch-kit.ts';
import { delivery, record } from '../testing/events.ts';

const stack = useStack();
const kit = createBatchKit(stack);

/** Mulberry32: the same faults in each run. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

test('counts every event once and blames none when the engine answers random codes', async () => {
  const codes = await stack.clickhouse.query<{ code: number; name: string }>({
    name: 'codes-of-errors',
    sql: "SELECT toInt32(number) AS code, errorCodeToName(number) AS name FROM numbers(1, 1002) WHERE name != ''",
  });
  expect(codes.length).toBeGreaterThan(500);
  const random = randomFrom(43);
  let faults = 0;
  const fail = (doing: string) => {
    if (random() > 0.2) return;
    faults += 1;
    const { code, name } = codes[Math.floor(random() * codes.length)] ?? expect.fail('no code');
    throw toStoreError(Object.assign(new Error(`Code: ${code}. (${name})`), { code: String(code), type: name }), doing);
  };
  const { clickhouse } = stack;
  const faulty: ClickHouse = {
    ...clickhouse,
    async query(request) {
      fail(request.name);
      return clickhouse.query(request);
    },
    async insert(request) {
      fail(`insert into ${request.table} failed`);
      return clickhouse.insert(request);
    },
  };
  const tenants = await Promise.all([createTenant(stack), createTenant(stack)]);
  const deadLettersBefore = await stack.log.ends(DEAD_LETTERS_TOPIC);
  const BATCHES = 30;
  for (let second = 0; second < BATCHES; second += 1) {
    const events = await Promise.all(
      tenants.map((owner) => delivery(owner, { transaction_id: `F-${second}`, amount: 10, status: 'approved' })),
    );
    const batch: LogRecord[] = events.map((event) => record(event));
    // As the consumer does: the same batch again, until all of it is stored.
    for (let isStored = false; !isStored; ) {
      isStored = await kit.process(batch, faulty).then(
        () => true,
        () => false,
      );
    }
  }
  expect(faults).toBeGreaterThan(40);
  expect(await stack.log.ends(DEAD_LETTERS_TOPIC)).toEqual(deadLettersBefore);
  for (const { tenantId } of tenants) expect(await kit.rows(tenantId, 'conversions')).toHaveLength(BATCHES);
});
