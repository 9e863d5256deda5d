import { useApi } from '@tracker/api/testing/use-api';
import { insertWebhookDeliveries, type WebhookDeliveryRow } from '@tracker/infra/clickhouse/tables/webhook-deliveries';
import { createServer, type Server } from '@tracker/infra/http/server';
import { createClickIdMint } from '@tracker/infra/identity/click-id';
import { hashOf } from '@tracker/infra/identity/conversion-id';
import { systemClock } from '@tracker/infra/lifecycle/clock';
import { createTableLock } from '@tracker/infra/postgres/table-lock';
import { registerIngest } from '@tracker/ingest/app';
import { exampleOf } from '@tracker/ingest/testing/deliveries';
import { startProcessor } from '@tracker/processor/app';
import { NOWHERE } from '@tracker/processor/lookups/geo';
import { CHECKOUTS } from '@tracker/schemas/checkouts/generated/checkouts';
import { CHECKOUT_IDS } from '@tracker/schemas/checkouts/registry';
import type { Conversion } from '@tracker/schemas/contracts/conversion-logs.contract';
import type { WebhookDelivery } from '@tracker/schemas/contracts/webhook.contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eventually } from '../kit/eventually.ts';

/** A checkout's delivery through ingest, event log, processor, tables and API. */
const api = useApi();
const stops: (() => Promise<unknown>)[] = [];
let ingest: Server;
let tenant: Awaited<ReturnType<typeof api.tenant>>;

beforeAll(async () => {
  const { stack } = api;
  const { caches, postgres, clickhouse, log, logger, keyring } = stack;
  ingest = createServer({ logger, trustProxy: false });
  const addresses = await stack.openAddresses(systemClock);
  registerIngest(ingest, {
    ...caches,
    recorder: await stack.openRecorder(),
    clickIds: createClickIdMint({ slot: 11, clock: systemClock }),
    addresses,
    keyring,
    clock: systemClock,
    logger,
  });
  await ingest.ready();
  const tableLock = createTableLock({ url: stack.postgresUrl, logger });
  const processor = await startProcessor({
    ...caches,
    log,
    clickhouse,
    postgres,
    geo: { place: () => NOWHERE },
    tableLock,
    clock: systemClock,
    logger,
    announce: async () => undefined,
  });
  stops.push(
    () => ingest.close(),
    () => processor.stop(),
    () => tableLock.close(),
    async () => addresses.close(),
  );
});
afterAll(async () => {
  for (const stop of stops) await stop();
});
beforeEach(async () => {
  api.clock.set(Date.now());
  tenant = await api.tenant();
});

async function click(): Promise<string> {
  const answer = await ingest.inject({
    url: `/track/${tenant.campaignId}?format=json`,
    headers: { 'user-agent': 'Mozilla/5.0' },
  });
  return answer.json<{ clickid: string }>().clickid;
}

const send = (text: string, contentType = 'application/json', headers: Record<string, string> = {}) =>
  ingest.inject({
    method: 'POST',
    url: `/conversion?key=${tenant.trackingKey}`,
    payload: text,
    headers: { 'content-type': contentType, ...headers },
  });

const inbox = async (query = ''): Promise<WebhookDelivery[]> =>
  (await tenant.admin.ask(`/api/webhook-deliveries${query}`)).json();
/** All conversions, on any day of the examples. */
const conversions = async (): Promise<Conversion[]> => {
  const response = await tenant.viewer.ask('/api/conversions?startDate=2026-11-01&endDate=2027-11-30');
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
};

describe('conversion id of the answer', () => {
  test('equals the id in the inbox and in the conversion list, for every checkout', async () => {
    const clickId = await click();
    const answered: string[] = [];
    // The others have their sales from their API alone.
    const direct = CHECKOUT_IDS.filter((id) => CHECKOUTS[id].lookUp === undefined);
    for (const provider of direct) {
      const { text, contentType } = exampleOf(provider, clickId);
      const answer = (await send(text, contentType)).json<{ conversionId: string }>();
      answered.push(answer.conversionId);
    }
    expect(new Set(answered).size).toBe(direct.length);
    await eventually(async () => {
      const deliveries = await inbox();
      expect(deliveries.map(({ conversionId }) => conversionId).reverse()).toEqual(answered);
      expect(new Set(deliveries.map(({ verdict }) => verdict))).toEqual(new Set(['processed']));
      const listed = await conversions();
      expect(new Set(listed.map(({ id }) => id))).toEqual(new Set(answered));
      expect(listed.every((one) => one.clickId === clickId && one.campaignId === tenant.campaignId)).toBe(true);
    });
  });

  test('equals the listed id also for bodies without a transaction id', async () => {
    const clickId = await click();
    const bodies = [
      `{ "amount" : 5.00, "status":"paid", "email":"ana@example.com" }`,
      `{"amount":5,"status":"paid","email":"ana@example.com"}`,
      JSON.stringify({ click_id: clickId, amount: 7, event_type: 'purchase' }),
      JSON.stringify({ click_id: clickId, event_type: 'lead', email: 'ana@example.com' }),
    ];
    const answered: string[] = [];
    for (const body of bodies) answered.push((await send(body)).json<{ conversionId: string }>().conversionId);
    expect(new Set(answered).size).toBe(4);
    await eventually(async () => expect(new Set((await conversions()).map(({ id }) => id))).toEqual(new Set(answered)));
  });
});

test('shows in the inbox whether a delivery was processed, duplicate, ignored, rejected or not understood', async () => {
  const clickId = await click();
  const conversion = exampleOf('kirvano', clickId).text;
  const cart = exampleOf('kirvano', clickId, 'Carrinho abandonado').text;
  const wrong = JSON.stringify({ transaction_id: 'T-1', amount: 'muito', status: 'paid', is_test: true });
  expect((await send(conversion)).statusCode).toBe(200);
  expect((await send(conversion)).json()).toMatchObject({ duplicate: true });
  expect((await send(cart)).json()).toMatchObject({ ignored: true });
  expect((await send(wrong)).json()).toMatchObject({ ignored: true });
  const payload = { secret: 'segredo-mais-que-certo' };
  await tenant.admin.ask({ method: 'PUT', url: '/api/webhook-keys/kirvano/secret', payload });
  await eventually(async () => expect(await api.stack.caches.secrets.find(tenant.tenantId, 'kirvano')).toBeDefined());
  expect((await send(conversion, undefined, { 'security-token': 'errado' })).statusCode).toBe(401);
  expect((await send(conversion, undefined, { 'security-token': 'segredo-mais-que-certo' })).statusCode).toBe(200);

  await eventually(async () => {
    const deliveries = (await inbox()).reverse();
    expect(deliveries.map(({ verdict }) => verdict)).toEqual([
      'processed',
      'duplicate',
      'ignored',
      'dead-letter',
      'rejected',
      'duplicate',
    ]);
    expect(deliveries[2]?.reason).toBe('carrinho abandonado');
    expect(deliveries[3]).toMatchObject({ reason: 'o valor não é um número', conversionId: null });
    expect((await inbox('?verdict=rejected'))[0]).toMatchObject({
      reason: 'o segredo não confere',
      conversionId: null,
    });
  });
  expect(JSON.stringify(await inbox())).not.toMatch(/ana\.lima|segredo-certo|12345678909/);
  expect(await conversions()).toHaveLength(1);
});

test.each([
  [{ occurred_at: 'ontem à noite' }, 'data não compreendida: contada no recebimento (“ontem à noite”)'],
  [{ occurred_at: { date: 'ontem' } }, 'data não compreendida: contada no recebimento (“{date}”)'],
  [
    { occurred_at: '2026-11-25 9:05:00', approved_at: '31/02/2026' },
    'data não compreendida: vale outra data da mensagem (“31/02/2026”)',
  ],
  [{ occurred_at: '2026-11-25 9:05:00' }, null],
  [{ occurred_at: null }, null],
])('notes in the inbox a moment that no one understands, and counts the delivery: %j', async (moment, reason) => {
  const body = JSON.stringify({ transaction_id: 'T-2', amount: 97, status: 'approved', ...moment });
  expect((await send(body)).statusCode).toBe(200);
  await eventually(async () => expect(await inbox()).toMatchObject([{ verdict: 'processed', reason }]));
  await eventually(async () => expect(await conversions()).toHaveLength(1));
});

describe('reprocess', () => {
  const reprocess = (id: string) =>
    tenant.admin.ask({ method: 'POST', url: `/api/webhook-deliveries/${id}/reprocess` });

  test('turns a delivery that an older mapping did not understand into one conversion, even when requested twice', async () => {
    const clickId = await click();
    const { text } = exampleOf('hubla', clickId);
    const { conversionId } = (await send(text)).json<{ conversionId: string }>();
    await eventually(async () => expect(await conversions()).toHaveLength(1));
    const [stored] = await api.stack.clickhouse.query<WebhookDeliveryRow>({
      name: 'test-delivery',
      sql: 'SELECT * FROM webhook_deliveries FINAL WHERE tenant_id = {tenantId:String}',
      params: { tenantId: tenant.tenantId },
    });
    if (!stored) throw new Error('no delivery');
    // As an older processor left it: not understood, and without a conversion.
    const misread = { ...stored, verdict: 'dead-letter', reason: 'não entendido', conversion_id: '' };
    const asInstant = (text: string) => new Date(`${text.replace(' ', 'T')}Z`).toISOString();
    await insertWebhookDeliveries.run(api.stack.clickhouse, [
      { ...misread, received_at: asInstant(stored.received_at), occurred_at: asInstant(stored.occurred_at) },
    ]);
    for (const table of ['conversion_ledger', 'conversions']) {
      const where = `tenant_id = '${tenant.tenantId}'`;
      await api.stack.clickhouse.command(`ALTER TABLE ${table} DELETE WHERE ${where} SETTINGS mutations_sync = 2`);
    }
    const [delivery] = await inbox();
    expect(delivery).toMatchObject({ verdict: 'dead-letter', conversionId: null });
    expect(await conversions()).toEqual([]);

    for (let times = 0; times < 2; times += 1) expect((await reprocess(delivery?.id ?? '')).statusCode).toBe(202);
    await eventually(async () => {
      expect(await inbox()).toMatchObject([{ id: delivery?.id, verdict: 'processed', conversionId }]);
      expect(await conversions()).toMatchObject([{ id: conversionId, clickId }]);
    });
    const ledger = await api.stack.clickhouse.query<{ event_id: string }>({
      name: 'test-ledger',
      sql: 'SELECT event_id FROM conversion_ledger FINAL WHERE tenant_id = {tenantId:String}',
      params: { tenantId: tenant.tenantId },
    });
    expect(ledger).toEqual([{ event_id: stored.event_id }]);
    expect(stored.body_hash).toBe(hashOf(text));
  });
});
