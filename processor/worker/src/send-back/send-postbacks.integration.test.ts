import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import { createGuardedGet } from '@tracker/infra/postbacks/guarded-call';
import { click, record } from '@tracker/processor/testing/events';
import { useStack } from '@tracker/test/kit/stack';
import { createTenant } from '@tracker/test/kit/tenant-fixture';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSendBackKit, type SendBackKit } from '../testing/send-back-kit.ts';

const stack = useStack();
const MINUTE = 60_000;
const conversion = { transaction_id: 'T-1', amount: 97.9, status: 'approved' };

let kit: SendBackKit;
let server: Server;
/** A partner's server: its received requests and its response status. */
const asked: string[] = [];
let status = 200;

beforeAll(async () => {
  kit = await openSendBackKit(stack);
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    if (status === 0) request.socket.destroy();
    else response.writeHead(status, { location: '/elsewhere' }).end('ok');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await kit.close();
  await new Promise((resolve) => server.close(resolve));
});

async function createSender(path: string) {
  asked.length = 0;
  status = 200;
  const tenant = await createTenant(stack);
  const { port } = server.address() as AddressInfo;
  const postback = await kit.postback(tenant, `http://parceiro.example:${port}${path}`);
  kit.clock.advance(MINUTE);
  return { ...tenant, postback };
}

const conversions = (owner: Parameters<SendBackKit['reported']>[0], count: number) =>
  Promise.all(
    Array.from({ length: count }, (_, index) => kit.reported(owner, { ...conversion, transaction_id: `T-${index}` })),
  );

test('calls the URL template once with the values of conversion and click', async () => {
  const owner = await createSender(
    '/pb/{clickid}?t={transaction}&v={value}&c={currency}&s={status}&a={sub1}&e={eventid}&x={sub2}',
  );
  const clickEvent = click(owner, { atMs: kit.clock.now(), sub1: 'anúncio 1&2' });
  const reported = await kit.reported(owner, { ...conversion, click_id: clickEvent.payload.clickId });
  await kit.process([record(clickEvent), record(reported)]);
  expect(await kit.send(owner, owner.postback)).toBe(1);
  expect(asked).toEqual([
    `/pb/${clickEvent.payload.clickId}?t=T-1&v=97.90&c=BRL&s=approved&a=an%C3%BAncio%201%262&e=generic%3AT-1&x=`,
  ]);
  await kit.process([record(clickEvent), record(reported)]);
  expect(await kit.send(owner, owner.postback)).toBe(0);
  expect(asked).toHaveLength(1);
  expect(await kit.outbox(owner)).toMatchObject([{ state: 'sent', attempts: 1 }]);
});

test('retries a rejected postback later, and follows no redirect', async () => {
  const owner = await createSender('/pb?t={transaction}');
  await kit.process([record(await kit.reported(owner, conversion))]);
  status = 503;
  expect(await kit.send(owner, owner.postback)).toBe(0);
  expect(await kit.outbox(owner)).toMatchObject([
    { state: 'waiting', attempts: 1, last_error: { code: 'server_error', status: 503 } },
  ]);
  expect(await kit.send(owner, owner.postback)).toBe(0);
  expect(asked).toHaveLength(1);

  status = 302;
  kit.clock.advance(2 * MINUTE);
  expect(await kit.send(owner, owner.postback)).toBe(0);
  expect(asked).toEqual(['/pb?t=T-1', '/pb?t=T-1']);
  expect(await kit.outbox(owner)).toMatchObject([{ attempts: 2, last_error: { code: 'server_redirected' } }]);

  status = 200;
  kit.clock.advance(5 * MINUTE);
  expect(await kit.send(owner, owner.postback)).toBe(1);
});

test('stops calling an unreachable server after five conversions, and sends all of them later', async () => {
  const owner = await createSender('/pb?t={transaction}');
  await kit.process((await conversions(owner, 30)).map(record));
  status = 0;
  expect(await kit.send(owner, owner.postback)).toBe(0);
  expect(asked).toHaveLength(5);
  expect(await kit.send(owner, owner.postback)).toBe(0);
  expect(asked).toHaveLength(5);
  status = 200;
  kit.clock.advance(5 * MINUTE);
  expect(await kit.send(owner, owner.postback)).toBe(30);
  expect(new Set(asked).size).toBe(30);
});

test('never calls an address of an internal network', async () => {
  const owner = await createSender('/pb?t={transaction}');
  await kit.process([record(await kit.reported(owner, conversion))]);
  const get = createGuardedGet({ resolve: async () => ['127.0.0.1'] });
  expect(await kit.send(owner, owner.postback, { get })).toBe(0);
  expect(asked).toEqual([]);
  expect(await kit.outbox(owner)).toMatchObject([{ state: 'waiting', last_error: { code: 'internal_address' } }]);
});

test('sends a conversion once to each destination of its tenant', async () => {
  const owner = await createSender('/one?t={transaction}');
  const { port } = server.address() as AddressInfo;
  const second = await kit.postback(owner, `http://parceiro.example:${port}/two?t={transaction}`);
  const pixel = await kit.pixel(owner);
  kit.clock.advance(MINUTE);
  await kit.process([record(await kit.reported(owner, conversion, { email: 'ana@example.com' }))]);
  expect(await Promise.all([owner.postback, second, pixel].map((id) => kit.send(owner, id)))).toEqual([1, 1, 1]);
  expect(asked.sort()).toEqual(['/one?t=T-1', '/two?t=T-1']);
  expect(kit.stub.events.counted).toHaveLength(1);
});

test('sends the others in the same turn when one conversion cannot be read', async () => {
  const owner = await createSender('/pb?t={transaction}');
  await kit.process((await conversions(owner, 3)).map((event) => record(event)));
  const [bad] = await kit.outbox(owner);
  const clickhouse: ClickHouse = {
    ...stack.clickhouse,
    async query(request) {
      if (JSON.stringify(request.params ?? {}).includes(String(bad?.conversion_id))) throw new TypeError('defect');
      return stack.clickhouse.query(request);
    },
  };
  expect(await kit.send(owner, owner.postback, { clickhouse })).toBe(2);
  const states = (await kit.outbox(owner)).map(({ conversion_id, state }) => [
    conversion_id === bad?.conversion_id,
    state,
  ]);
  expect(states).toEqual(
    expect.arrayContaining([
      [true, 'waiting'],
      [false, 'sent'],
      [false, 'sent'],
    ]),
  );
  kit.clock.advance(60 * MINUTE);
  expect(await kit.send(owner, owner.postback)).toBe(1);
});

test('sends the others in the same turn when no address can be built of one, and never gives that up, since no receiver refused it', async () => {
  const owner = await createSender('/pb?t={transaction}');
  await kit.process((await conversions(owner, 3)).map((event) => record(event)));
  const [bad] = await kit.outbox(owner);
  const clickhouse: ClickHouse = {
    ...stack.clickhouse,
    async query<Row>(request: Parameters<ClickHouse['query']>[0]) {
      const rows = await stack.clickhouse.query<Row & { conversion_id?: string }>(request);
      // A row of another shape than the code expects.
      return rows.map((row) => (row.conversion_id === bad?.conversion_id ? { ...row, transaction_id: 7 } : row));
    },
  };
  expect(await kit.send(owner, owner.postback, { clickhouse })).toBe(2);
  expect(asked).toHaveLength(2);
  const find = async () => (await kit.outbox(owner)).find(({ conversion_id }) => conversion_id === bad?.conversion_id);
  expect(await find()).toMatchObject({ state: 'waiting', attempts: 1, last_error: { code: 'send_defect' } });
  for (let attempt = 2; attempt <= 4; attempt += 1) {
    kit.clock.advance(600 * MINUTE);
    expect(await kit.send(owner, owner.postback, { clickhouse })).toBe(0);
  }
  expect(await find()).toMatchObject({ state: 'waiting', attempts: 4, last_error: { code: 'send_defect' } });
  expect(asked).toHaveLength(2);
  kit.clock.advance(600 * MINUTE);
  expect(await kit.send(owner, owner.postback)).toBe(1);
});

test('sends the others in the same turn when the platform cannot make an event of one', async () => {
  const owner = await createSender('/pb');
  const pixel = await kit.pixel(owner);
  kit.clock.advance(MINUTE);
  const reported = [0, 1, 2].map((index) =>
    kit.reported(owner, { ...conversion, transaction_id: `P-${index}` }, { email: `ana${index}@example.com` }),
  );
  await kit.process((await Promise.all(reported)).map((event) => record(event)));
  const { destination = expect.fail('no destination') } = kit.platform;
  const send: typeof destination.send = async (to, conversions, options) => {
    if (conversions.some(({ orderId }) => orderId === 'P-1')) throw new TypeError('defect');
    return destination.send(to, conversions, options);
  };
  const platform = { ...kit.platform, destination: { ...destination, send } };
  expect(await kit.send(owner, pixel, { adPlatforms: [platform] })).toBe(2);
  const states = (await kit.outbox(owner)).filter(({ destination_id }) => destination_id === pixel);
  expect(states.map(({ state }) => state).sort()).toEqual(['sent', 'sent', 'waiting']);
  expect(states.find(({ state }) => state === 'waiting')).toMatchObject({ last_error: { code: 'send_defect' } });
});
