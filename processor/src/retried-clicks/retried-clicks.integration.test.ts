import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import type { ClickEvent } from '@tracker/schemas/events/click';
import { instantFromMs } from '@tracker/schemas/primitives/time';
import { within } from '@tracker/test/kit/machine';
import { useStack } from '@tracker/test/kit/stack';
import { STORIES, tries } from '@tracker/test/kit/stories';
import { createTenant } from '@tracker/test/kit/tenant-fixture';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { createBatchKit } from '../testing/batch-kit.ts';
import { click, clickIdOf, delivery, type EventOwner, NOON, record } from '../testing/events.ts';
import { createRetriedClicks } from './retried-clicks.ts';

vi.setConfig({ testTimeout: within(120_000 * STORIES) });

const stack = useStack();
const kit = createBatchKit(stack);

interface Attempt {
  readonly atMs?: number;
  readonly userAgent?: string | undefined;
  readonly counter: number;
  readonly slot: number;
  readonly receivedMs?: number;
  /** Absent: a first attempt. */
  readonly retryOf?: number | undefined;
}

function attempt(
  owner: EventOwner,
  { atMs = NOON, counter, slot, receivedMs, retryOf, userAgent }: Attempt,
): ClickEvent {
  const event = click(owner, {
    atMs,
    clickId: clickIdOf(owner, atMs, slot * 1_000 + counter),
    ...(userAgent !== undefined && { userAgent }),
  });
  return {
    ...event,
    receivedAt: instantFromMs(receivedMs ?? atMs + 20),
    payload: { ...event.payload, ...(retryOf !== undefined && { retryOf: String(retryOf).padStart(3, '0') }) },
  };
}

const storedIds = async ({ tenantId }: EventOwner, store?: ClickHouse): Promise<string[]> => {
  const rows = await kit.rows(tenantId, 'clicks', store);
  return rows.map((row) => String(row.click_id));
};

test.each([
  ['the first attempt before the second one', [[0], [1]]],
  ['the second attempt before the first one', [[1], [0]]],
  ['both in one batch', [[0, 1]]],
  ['the first attempt again, after it was voided', [[0, 1], [0]]],
])('counts the click that was answered: %s', async (_order, order) => {
  const tenant = await createTenant(stack);
  const events = [attempt(tenant, { slot: 1, counter: 417 }), attempt(tenant, { slot: 2, counter: 418, retryOf: 417 })];
  const answered = events[1]!.payload.clickId;
  for (const batch of order) await kit.process(batch.map((index) => record(events[index]!)));
  expect(await storedIds(tenant)).toEqual([answered]);

  const body = { transaction_id: 'T-1', amount: 97.9, status: 'approved', click_id: answered };
  await kit.process([record(delivery(tenant, body))]);
  expect(await kit.rows(tenant.tenantId, 'conversions')).toMatchObject([{ click_id: answered, channel: 'direct' }]);
});

test('counts clicks of the same moment that are other requests', async () => {
  const tenant = await createTenant(stack);
  const other = await createTenant(stack);
  const others = [
    attempt(tenant, { slot: 1, counter: 418 }),
    attempt(tenant, { slot: 3, counter: 417, userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' }),
    attempt(tenant, { slot: 1, counter: 417, atMs: NOON + 1 }),
  ];
  const retry = attempt(tenant, { slot: 2, counter: 417, retryOf: 417 });
  const elsewhere = attempt(other, { slot: 1, counter: 417 });
  await kit.process([...others, retry, elsewhere].map(record));
  expect((await storedIds(tenant)).sort()).toEqual([...others, retry].map(({ id }) => id).sort());
  expect(await storedIds(other)).toEqual([elsewhere.id]);
});

test('counts the last one received of several second attempts', async () => {
  const tenant = await createTenant(stack);
  const events = [
    attempt(tenant, { slot: 1, counter: 417 }),
    attempt(tenant, { slot: 2, counter: 417, retryOf: 417, receivedMs: NOON + 1_030 }),
    attempt(tenant, { slot: 3, counter: 417, retryOf: 417, receivedMs: NOON + 1_020 }),
  ];
  for (const event of [...events].reverse()) await kit.process([record(event)]);
  expect(await storedIds(tenant)).toEqual([events[1]!.id]);
});

test('forgets the second attempts of a deleted tenant, and processes those that come later', async () => {
  const tenant = await createTenant(stack);
  const retry = record(attempt(tenant, { slot: 2, counter: 417, retryOf: 417 }));
  const noted = () =>
    createRetriedClicks(stack.postgres).within([
      { tenantId: tenant.tenantId, from: instantFromMs(NOON), to: instantFromMs(NOON) },
    ]);
  await kit.process([retry]);
  expect(await noted()).toMatchObject([{ clickId: clickIdOf(tenant, NOON, 2_417), clickedAt: instantFromMs(NOON) }]);
  await stack.postgres.withTenant(tenant.tenantId, (trx) =>
    trx.deleteFrom('tenants').where('id', '=', tenant.tenantId).execute(),
  );
  expect(await noted()).toEqual([]);
  await kit.process([retry]);
  expect(await noted()).toEqual([]);
});

test('gives the same clicks in any order, batching and concurrency, and after a replay into empty tables', {
  tags: ['§G.2'],
}, async () => {
  const story = fc.array(
    fc.record({
      atMs: fc.integer({ min: NOON, max: NOON + 1 }),
      userAgent: fc.constantFrom('Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0', undefined),
      counter: fc.integer({ min: 0, max: 1 }),
      slot: fc.integer({ min: 0, max: 2 }),
      receivedMs: fc.integer({ min: NOON + 20, max: NOON + 22 }),
      retryOf: fc.option(fc.integer({ min: 0, max: 1 }), { nil: undefined }),
    }),
    { minLength: 2, maxLength: 9 },
  );
  await fc.assert(
    fc.asyncProperty(
      story,
      fc.infiniteStream(fc.nat(1_000)),
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 1, max: 3 }),
      async (attempts, noise, size, together) => {
        const random = () => noise.next().value as number;
        const tenant = await createTenant(stack);
        // One event for each id, as ingest mints it.
        const events = [
          ...new Map(attempts.map((one) => [`${one.atMs} ${one.slot} ${one.counter}`, one])).values(),
        ].map((one) => attempt(tenant, one));
        const expected = answeredOf(events);
        const processAll = async (store?: ClickHouse) => {
          const delivered = [...events, ...events.filter(() => random() < 200)]
            .map((event) => ({ event, at: random() }))
            .sort((one, other) => one.at - other.at)
            .map(({ event }) => record(event));
          const batches = Array.from({ length: Math.ceil(delivered.length / size) }, (_, index) =>
            delivered.slice(index * size, (index + 1) * size),
          );
          while (batches.length > 0)
            await Promise.all(batches.splice(0, together).map((batch) => kit.process(batch, store)));
        };
        await processAll();
        expect((await storedIds(tenant)).sort()).toEqual(expected);
        // The replay knows the second attempts before it reads them.
        await kit.onEmptyTables(async (empty) => {
          await processAll(empty);
          expect((await storedIds(tenant, empty)).sort()).toEqual(expected);
        });
      },
    ),
    { numRuns: tries(3, 5 * STORIES) },
  );
});

/** The rule of ADR 53, over all events at once. */
function answeredOf(events: readonly ClickEvent[]): string[] {
  const requestOf = ({ payload }: ClickEvent) =>
    `${payload.clickId.slice(0, -6)} ${payload.retryOf ?? payload.clickId.slice(-3)} ${payload.request.userAgent}`;
  return [...Map.groupBy(events, requestOf).values()]
    .flatMap((attempts) => {
      const retries = attempts.filter(({ payload }) => payload.retryOf !== undefined);
      return retries.length === 0
        ? attempts.map(({ id }) => id)
        : [
            retries
              .map(({ receivedAt, id }) => `${receivedAt} ${id}`)
              .sort()
              .at(-1)!
              .split(' ')[1]!,
          ];
    })
    .sort();
}
