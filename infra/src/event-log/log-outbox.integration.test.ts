import { EVENTS_TOPIC } from '@tracker/schemas/events/topics';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import { eventually } from '@tracker/test/kit/eventually';
import { useStack } from '@tracker/test/kit/stack';
import { createTenant } from '@tracker/test/kit/tenant-fixture';
import { describe, expect, test } from 'vitest';
import { LogUnavailableError } from './event-log.ts';
import { createLogOutbox, type LogOutboxDeps } from './log-outbox.ts';

const stack = useStack();

const outboxOn = (log: LogOutboxDeps['log'] = stack.log) =>
  createLogOutbox({ postgres: stack.postgres, log, logger: stack.logger });

const rename = (tenantId: TenantId, name: string, numbers: readonly number[], outbox = outboxOn()) =>
  outbox.withTenant(tenantId, async (trx, add) => {
    await trx.updateTable('tenants').set({ name }).where('id', '=', tenantId).execute();
    for (const number of numbers) add('k', { id: `e-${number}`, tenantId, number });
  });

async function appended(tenantId: TenantId): Promise<number[]> {
  const numbers: number[] = [];
  const to = await stack.log.ends(EVENTS_TOPIC);
  for await (const records of stack.log.read({ topic: EVENTS_TOPIC, to, maxRecords: 1_000 })) {
    const events = records.map(({ value }) => JSON.parse(Buffer.from(value).toString()));
    numbers.push(...events.filter((event) => event.tenantId === tenantId).map(({ number }) => number));
  }
  return numbers;
}

const stored = (tenantId: TenantId) =>
  stack.postgres.withTenant(tenantId, async (trx) => {
    const { name } = await trx.selectFrom('tenants').select('name').executeTakeFirstOrThrow();
    const waiting = await trx.selectFrom('log_outbox').select('tenant_id').execute();
    return { name, waiting: waiting.length };
  });

describe('log outbox', () => {
  test('commits rows and events together, and appends the events in their order', async () => {
    const { tenantId } = await createTenant(stack);
    const many = Array.from({ length: 1_200 }, (_, index) => index);
    await rename(tenantId, 'Loja Nova', many);
    expect(await stored(tenantId)).toEqual({ name: 'Loja Nova', waiting: 0 });
    expect(await appended(tenantId)).toEqual(many);
  });

  test('leaves neither rows nor events when the transaction fails', async () => {
    const { tenantId } = await createTenant(stack);
    const { name } = await stored(tenantId);
    const failing = outboxOn().withTenant(tenantId, async (trx, add) => {
      await trx.updateTable('tenants').set({ name: 'Loja Nova' }).where('id', '=', tenantId).execute();
      add('k', { id: 'e-1', tenantId, number: 1 });
      throw new Error('refused');
    });
    await expect(failing).rejects.toThrow('refused');
    await outboxOn().drain(tenantId);
    expect(await stored(tenantId)).toEqual({ name, waiting: 0 });
    expect(await appended(tenantId)).toEqual([]);
  });

  test('keeps rows and events while the log refuses, and appends the same events later, in order', async () => {
    const { tenantId } = await createTenant(stack);
    const away = outboxOn({ append: () => Promise.reject(new LogUnavailableError('no broker')) });
    await rename(tenantId, 'Um', [1], away);
    await rename(tenantId, 'Dois', [2], away);
    expect(await stored(tenantId)).toEqual({ name: 'Dois', waiting: 2 });
    await rename(tenantId, 'Três', [3]);
    expect(await stored(tenantId)).toEqual({ name: 'Três', waiting: 0 });
    expect(await appended(tenantId)).toEqual([1, 2, 3]);
  });

  test('answers before a log that hangs', async () => {
    const { tenantId } = await createTenant(stack);
    let release: () => void = () => undefined;
    const hanging = new Promise<void>((resolve) => {
      release = resolve;
    });
    const slow = outboxOn({
      async append(...records) {
        await hanging;
        await stack.log.append(...records);
      },
    });
    await rename(tenantId, 'Loja Nova', [1], slow);
    expect((await stored(tenantId)).name).toBe('Loja Nova');
    expect(await appended(tenantId)).toEqual([]);
    release();
    await eventually(async () => expect(await appended(tenantId)).toEqual([1]));
  });

  test('appends each event once, and those of one transaction together, from several programs at a time', async () => {
    const { tenantId } = await createTenant(stack);
    const programs = [outboxOn(), outboxOn(), outboxOn()];
    const turns = Array.from({ length: 30 }, (_, turn) => [2 * turn, 2 * turn + 1]);
    await Promise.all(turns.map((numbers, turn) => rename(tenantId, `Loja ${turn}`, numbers, programs[turn % 3])));
    const numbers = await appended(tenantId);
    expect(numbers.toSorted((a, b) => a - b)).toEqual(turns.flat());
    // The transactions exclude each other by the row of the tenant.
    expect(numbers.filter((number) => number % 2 === 0).map((even) => numbers[numbers.indexOf(even) + 1])).toEqual(
      numbers.filter((number) => number % 2 === 1),
    );
  });

  test('shows the events of a tenant to that tenant alone', async () => {
    const [one, two] = [await createTenant(stack), await createTenant(stack)];
    const away = outboxOn({ append: () => Promise.reject(new LogUnavailableError('no broker')) });
    await rename(one.tenantId, 'Um', [1], away);
    expect((await stored(two.tenantId)).waiting).toBe(0);
    await outboxOn().drain(two.tenantId);
    expect((await stored(one.tenantId)).waiting).toBe(1);
  });
});
