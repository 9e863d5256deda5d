import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createMessages } from '@tracker/infra/messages/messages';
import { sendMessages } from '@tracker/infra/messages/send-messages';
import { createGuardedCall } from '@tracker/infra/postbacks/guarded-call';
import { openPushKeys } from '@tracker/infra/push/push-keys';
import { click, record } from '@tracker/processor/testing/events';
import { eventually } from '@tracker/test/kit/eventually';
import { type PushService, startPushService } from '@tracker/test/kit/push-service';
import { useStack } from '@tracker/test/kit/stack';
import { createTenant } from '@tracker/test/kit/tenant-fixture';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openSendBackKit, type SendBackKit } from '../testing/send-back-kit.ts';
import type { SendDueOrder } from '../testing/send-due-program.ts';

// The messages of all tenants are sent.
const stack = useStack({ ownPostgres: true });
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const conversion = { transaction_id: 'T-1', amount: 97.9, status: 'approved', product_name: 'Curso de Violão' };

let kit: SendBackKit;
let pushes: PushService;
let publicKey: string;
beforeAll(async () => {
  kit = await openSendBackKit(stack);
  pushes = await startPushService();
  ({ publicKey } = await openPushKeys(stack.postgres.sql, stack.keyring, 'https://rastreio.example'));
});
afterAll(async () => {
  await kit.close();
  await pushes.close();
});

async function createPerson(settings: Parameters<SendBackKit['device']>[2] = {}, options?: { timeZone: string }) {
  pushes.notices.length = 0;
  pushes.status = 201;
  pushes.isCut = false;
  pushes.isSilent = false;
  const tenant = await createTenant(stack, options);
  const subscription = pushes.subscribe(publicKey);
  const device = await kit.device(tenant, subscription, settings);
  kit.clock.advance(MINUTE);
  return { ...tenant, subscription, device: device.id, userId: device.userId };
}
type Owner = Awaited<ReturnType<typeof createPerson>>;

const sell = async (owner: Owner, ...bodies: Record<string, unknown>[]) =>
  kit.process((await Promise.all(bodies.map((body) => kit.reported(owner, { ...conversion, ...body })))).map(record));
/** Writes the messages of what is due, and calls the device; gives how many conversions they hold. */
async function send(owner: Owner, call = kit.call): Promise<number> {
  const announced = await kit.send(owner, owner.device);
  await sendMessages({ ...kit.deps, mailer: undefined, call: pushes.through(call) }, 'push');
  return announced;
}
const messagesOf = ({ tenantId }: Owner) =>
  stack.postgres.withTenant(tenantId, (trx) =>
    trx.selectFrom('messages').select(['state', 'problem']).orderBy('id').execute(),
  );
const titles = () => pushes.notices.map(({ notice }) => notice.title);
/** The titles that a device shows: of one tag, the last notice, in the place of the others. */
const shown = () => [...new Map(pushes.notices.map(({ notice }) => [notice.tag, notice.title])).values()];
const advanceTo = (instant: number) => kit.clock.advance(instant - kit.clock.now());

test('sends a conversion once, with its value and its product, and nothing of the buyer', async () => {
  const owner = await createPerson();
  const clicked = click(owner, { atMs: kit.clock.now() });
  const buyer = { email: 'ana@example.com', name: 'Ana Lima', phone: '+5511999998888' };
  const reported = await kit.reported(owner, { ...conversion, click_id: clicked.payload.clickId }, buyer);
  await kit.process([record(clicked), record(reported)]);
  expect(await send(owner)).toBe(1);
  // The batch comes again, and so does the delivery.
  await kit.process([record(clicked), record(reported)]);
  await kit.process([record(reported)]);
  expect(await send(owner)).toBe(0);
  expect(pushes.notices).toHaveLength(1);
  const { notice, topic } = pushes.notices[0]!;
  expect(notice).toMatchObject({
    title: 'Venda! R$\u00a097,90',
    path: `/conversion-logs?company=${owner.tenantId}`,
    tag: topic,
  });
  expect(notice.body).toMatch(/^Curso de Violão · ./);
  expect(JSON.stringify(notice)).not.toMatch(/ana|lima|5511/i);
});

test('does not wait for a click that may never come', async () => {
  const owner = await createPerson();
  const later = click(owner, { atMs: kit.clock.now() + MINUTE });
  await sell(owner, { click_id: later.payload.clickId });
  expect(await send(owner)).toBe(1);
  await kit.process([record(later)]);
  expect(await send(owner)).toBe(0);
  expect(pushes.notices.map(({ notice }) => notice.body)).toEqual(['Curso de Violão']);
});

test('sends no test, no refund and no conversion that was refunded before', async () => {
  const owner = await createPerson();
  await sell(owner, { transaction_id: 'T-1', test: true }, { transaction_id: 'T-2', status: 'refunded' });
  await sell(owner, { transaction_id: 'T-3' });
  await sell(owner, { transaction_id: 'T-3', status: 'refunded' });
  expect(await send(owner)).toBe(0);
  expect(pushes.notices).toEqual([]);
});

test('repeats a notice under the same tag when its answer was lost', async () => {
  const owner = await createPerson();
  await sell(owner, {});
  pushes.isCut = true;
  expect(await send(owner)).toBe(1);
  pushes.isCut = false;
  kit.clock.advance(5 * MINUTE);
  expect(await send(owner)).toBe(0);
  expect(pushes.notices).toHaveLength(2);
  expect(new Set(pushes.notices.map(({ notice, topic }) => `${notice.tag} ${topic}`)).size).toBe(1);
});

test('sends a notice in doubt again as it was, and what was sold meanwhile by itself', async () => {
  const owner = await createPerson({ mode: 'hourly' });
  advanceTo(Math.ceil(kit.clock.now() / HOUR) * HOUR + 50 * MINUTE);
  await sell(owner, { transaction_id: 'T-1' }, { transaction_id: 'T-2' });
  kit.clock.advance(10 * MINUTE);
  pushes.isCut = true;
  expect(await send(owner)).toBe(2);
  pushes.isCut = false;
  await sell(owner, { transaction_id: 'T-3', amount: 10 });
  kit.clock.advance(HOUR);
  expect(await send(owner)).toBe(1);
  const [first, again, next] = pushes.notices.map(({ notice }) => notice);
  expect(again).toEqual(first);
  expect(titles().slice(1)).toEqual(['2 vendas! R$\u00a0195,80', 'Venda! R$\u00a010,00']);
  expect(next?.tag).not.toBe(first?.tag);
});

test('shows each conversion once when the processor is killed with -9 between sending and recording, and after a replay', async () => {
  const owner = await createPerson();
  const sold = await Promise.all(
    ['T-1', 'T-2'].map((id) =>
      kit.reported(owner, { ...conversion, transaction_id: id, amount: id === 'T-1' ? 1 : 2 }),
    ),
  );
  await kit.process(sold.map(record));
  kit.clock.advance(HOUR);
  pushes.isSilent = true;
  const { postgresUrl, clickhouseUrl } = stack;
  const order = { postgresUrl, clickhouseUrl, pushPort: pushes.port, nowMs: kit.clock.now() };
  const name = { tenantId: owner.tenantId, destinationId: owner.device };
  const processor = fork(new URL('../testing/send-due-program.ts', import.meta.url), [
    JSON.stringify({ ...order, ...name } satisfies SendDueOrder),
  ]);
  const ended = once(processor, 'exit');
  onTestFinished(() => void processor.kill('SIGKILL'));
  await eventually(async () => expect(titles()).toEqual(['2 vendas! R$\u00a03,00']), { timeoutMs: 30_000 });
  processor.kill('SIGKILL');
  expect(await ended).toEqual([null, 'SIGKILL']);
  pushes.isSilent = false;
  expect(await kit.outbox(owner)).toMatchObject([{ state: 'sent' }, { state: 'sent' }]);

  // After the restart, with a third sale that would have been in one notice with the others.
  await kit.process([record(await kit.reported(owner, { ...conversion, transaction_id: 'T-3', amount: 4 }))]);
  kit.clock.advance(HOUR);
  expect(await send(owner)).toBe(1);
  // A replay: the whole log is processed again.
  await kit.process(sold.map(record));
  expect(await send(owner)).toBe(0);
  expect(shown()).toEqual(['2 vendas! R$\u00a03,00', 'Venda! R$\u00a04,00']);
  expect(pushes.notices).toHaveLength(3);
});

test('sends only conversions from the chosen value on', async () => {
  const owner = await createPerson({ min_cents: 10_000 });
  await sell(owner, { transaction_id: 'T-1', amount: 99.99 }, { transaction_id: 'T-2', amount: 100 });
  expect(await send(owner)).toBe(1);
  expect(titles()).toEqual(['Venda! R$\u00a0100,00']);
});

test('sums up the conversions of an hour when it is over, in one notice', async () => {
  const owner = await createPerson({ mode: 'hourly' });
  advanceTo(Math.ceil(kit.clock.now() / HOUR) * HOUR + 10 * MINUTE);
  await sell(owner, { transaction_id: 'T-1' }, { transaction_id: 'T-2' }, { transaction_id: 'T-3' });
  expect(await send(owner)).toBe(0);
  kit.clock.advance(50 * MINUTE);
  expect(await send(owner)).toBe(3);
  expect(titles()).toEqual(['3 vendas! R$\u00a0293,70']);
});

/** The first Sunday of a month that is still to come. */
function sundayOf(month: number): number {
  const year = new Date(kit.clock.now()).getUTCFullYear() + 1;
  return Date.UTC(year, month, 1 + ((7 - new Date(Date.UTC(year, month, 1)).getUTCDay()) % 7));
}

test.each([
  // The second Sunday of March: 02:00 becomes 03:00, and seven in the morning is at 11:00 UTC, not at 12:00.
  { clocks: 'forward', sunday: () => sundayOf(2) + 7 * 24 * HOUR, beginsAt: 3 * HOUR, endsAt: 11 * HOUR },
  // The first Sunday of November: 02:00 becomes 01:00, and seven in the morning is at 12:00 UTC, not at 11:00.
  { clocks: 'back', sunday: () => sundayOf(10), beginsAt: 2 * HOUR, endsAt: 12 * HOUR },
])(
  'is silent in quiet hours in which clocks are put $clocks, and then sends all in one notice',
  async ({ sunday, beginsAt, endsAt }) => {
    const owner = await createPerson({ quiet_from: 22, quiet_until: 7 }, { timeZone: 'America/New_York' });
    const day = sunday();
    advanceTo(day + beginsAt - MINUTE);
    await sell(owner, { transaction_id: 'T-0', amount: 1 });
    expect(await send(owner)).toBe(1);
    advanceTo(day + beginsAt);
    await sell(owner, { transaction_id: 'T-1' }, { transaction_id: 'T-2' });
    expect(await send(owner)).toBe(0);
    advanceTo(day + endsAt - MINUTE);
    expect(await send(owner)).toBe(0);
    kit.clock.advance(MINUTE);
    expect(await send(owner)).toBe(2);
    expect(titles()).toEqual(['Venda! R$\u00a01,00', '2 vendas! R$\u00a0195,80']);
  },
);

test('removes a device whose subscription ended, with what waits for it', async () => {
  const owner = await createPerson();
  pushes.unsubscribe(owner.subscription);
  await sell(owner, {});
  await send(owner);
  expect(await kit.outbox(owner)).toEqual([]);
  const left = await stack.postgres.withTenant(owner.tenantId, async (trx) => [
    ...(await trx.selectFrom('destinations').select('id').execute()),
    ...(await trx.selectFrom('push_devices').select('destination_id').execute()),
  ]);
  expect(left).toEqual([]);
});

test('tries again later when the push service refuses, and never calls an address of an internal network', async () => {
  const owner = await createPerson();
  await sell(owner, {});
  pushes.status = 503;
  await send(owner);
  expect(await messagesOf(owner)).toEqual([{ state: 'waiting', problem: 'server_error 503' }]);
  pushes.status = 201;
  kit.clock.advance(5 * MINUTE);
  const call = createGuardedCall({ resolve: async () => ['127.0.0.1'] });
  await send(owner, call);
  expect(await messagesOf(owner)).toEqual([{ state: 'waiting', problem: 'internal_address' }]);
  expect(pushes.notices).toEqual([]);
});

test('waits while its push service is away, and then sends what came meanwhile in one notice', async () => {
  const owner = await createPerson();
  await sell(owner, { transaction_id: 'T-1', amount: 1 });
  pushes.status = 503;
  await send(owner);
  for (const [index, amount] of [10, 20, 30].entries()) {
    await sell(owner, { transaction_id: `T-${index + 2}`, amount });
    await send(owner);
  }
  expect(await messagesOf(owner)).toHaveLength(4);
  pushes.status = 201;
  kit.clock.advance(HOUR);
  await send(owner);
  const own = pushes.notices.filter(({ endpoint }) => endpoint === owner.subscription.endpoint);
  expect(own.map(({ notice }) => notice.title)).toEqual(['Venda! R$\u00a01,00', '3 vendas! R$\u00a060,00']);
  expect(new Set((await messagesOf(owner)).map(({ state }) => state))).toEqual(new Set(['sent']));
});

test('sends the other conversions of a notice when one message of it cannot be made', async () => {
  const owner = await createPerson();
  const sold = { product: null, campaign: null, path: '/' };
  const write = (tag: string, sums: object[]) =>
    stack.postgres.withTenant(owner.tenantId, (trx) =>
      createMessages(kit.deps).add(trx, owner.tenantId, {
        ...{ to: { device: owner.device }, kind: 'conversions', params: { ...sold, count: 1, sums: sums as [], tag } },
      }),
    );
  await write('one', [{ currency: 'BRL', value: '1.00' }]);
  await write('broken', [{ currency: 'BRL', value: 'nothing' }]);
  await write('two', [{ currency: 'BRL', value: '2.00' }]);
  kit.clock.advance(HOUR);
  // Together, and then each by itself.
  await send(owner);
  await send(owner);
  await send(owner);
  const states = (await messagesOf(owner)).map(({ state, problem }) => problem ?? state);
  expect(states.toSorted()).toEqual(['defect', 'sent', 'sent']);
  expect(titles().toSorted()).toEqual(['Venda! R$\u00a01,00', 'Venda! R$\u00a02,00']);
});

test('is silent in the quiet hours of its person, and then sends what came in them in one notice', async () => {
  const owner = await createPerson({}, { timeZone: 'UTC' });
  await stack.postgres.withTenant(owner.tenantId, (trx) =>
    trx.updateTable('memberships').set({ quiet_from: 22, quiet_until: 7 }).execute(),
  );
  const day = Math.ceil(kit.clock.now() / (24 * HOUR)) * 24 * HOUR;
  advanceTo(day + 22 * HOUR);
  await sell(owner, { transaction_id: 'T-1' });
  await send(owner);
  kit.clock.advance(6 * HOUR);
  await sell(owner, { transaction_id: 'T-2' });
  await send(owner);
  expect(titles()).toEqual([]);
  kit.clock.advance(3 * HOUR);
  await send(owner);
  expect(titles()).toEqual(['2 vendas! R$\u00a0195,80']);
});

test('sends nothing to a person without a required second factor, with another role, or without a membership', async () => {
  const owner = await createPerson();
  const { tenantId, userId } = owner;
  await sell(owner, {});
  const change = (sqlText: 'on' | 'off') =>
    stack.postgres.withTenant(tenantId, (trx) =>
      trx
        .updateTable('tenants')
        .set({ requires_second_factor: sqlText === 'on' })
        .execute(),
    );
  await change('on');
  expect(await send(owner)).toBe(0);
  await change('off');
  await stack.postgres.withTenant(tenantId, (trx) =>
    trx.updateTable('memberships').set({ role: 'editor' }).where('user_id', '=', userId).execute(),
  );
  expect(await kit.outbox(owner)).toEqual([]);
  const other = await createPerson();
  await sell(other, {});
  await stack.postgres.withTenant(other.tenantId, (trx) =>
    trx.deleteFrom('memberships').where('user_id', '=', other.userId).execute(),
  );
  expect(await kit.outbox(other)).toEqual([]);
  expect(pushes.notices).toEqual([]);
});
