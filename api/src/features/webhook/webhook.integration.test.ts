import { insertConversionLinks } from '@tracker/infra/clickhouse/tables/conversion-links';
import type { WebhookDeliveryRow } from '@tracker/infra/clickhouse/tables/webhook-deliveries';
import type { LogRecord } from '@tracker/infra/event-log/event-log';
import { conversionIdOf } from '@tracker/infra/identity/conversion-id';
import { checkoutSecretAad } from '@tracker/infra/secrets/checkout-secret';
import { CHECKOUT_IDS, type CheckoutId } from '@tracker/schemas/checkouts/registry';
import {
  DeliveryExplanation,
  DeliveryNotes,
  type WebhookDelivery,
  type WebhookKey,
} from '@tracker/schemas/contracts/webhook.contract';
import { EVENTS_TOPIC } from '@tracker/schemas/events/topics';
import { within } from '@tracker/test/kit/machine';
import { beforeEach, describe, expect, test } from 'vitest';
import { storeDeliveries } from '../../testing/deliveries.ts';
import { factsOf } from '../../testing/facts.ts';
import { confirmPassword, NOW, PUBLIC_URL, type StaffedTenant, useApi } from '../../testing/use-api.ts';

const api = useApi();
let tenant: StaffedTenant;
beforeEach(async () => {
  api.clock.set(NOW);
  tenant = await api.tenant();
});

const keys = async (): Promise<WebhookKey[]> => (await tenant.admin.ask('/api/webhook-keys')).json();
const keyOf = async (provider: string) => (await keys()).find((key) => key.provider === provider);
const put = (provider: string, payload: object) =>
  tenant.admin.ask({ method: 'PUT', url: `/api/webhook-keys/${provider}/secret`, payload });

describe('webhook keys', () => {
  test('lists one key for each checkout, in the order of the screen', async () => {
    const list = await keys();
    expect(list.map(({ provider }) => provider)).toEqual([...CHECKOUT_IDS]);
    expect(list[0]).toEqual({
      provider: 'hotmart',
      key: tenant.trackingKeys.hotmart,
      url: `${PUBLIC_URL}/webhooks/hotmart/${tenant.trackingKeys.hotmart}`,
      secretSet: false,
      secretWeak: false,
      secretMadeBy: null,
      previousKeyUntil: null,
      amountsIn: null,
      permitsGet: false,
      lookUp: null,
    });
  });

  test('sets the unit of amounts at the generic address, which a new key keeps', async () => {
    const unit = async () => (await keys()).find(({ provider }) => provider === 'generic')?.amountsIn;
    const set = (amountsIn: string) =>
      tenant.admin.ask({ method: 'PUT', url: '/api/webhook-keys/generic/amounts', payload: { amountsIn } });
    expect(await unit()).toBe('reais');
    expect((await set('dollars')).statusCode).toBe(400);
    expect((await set('cents')).statusCode).toBe(204);
    expect(await unit()).toBe('cents');
    await tenant.admin.ask({ method: 'POST', url: '/api/webhook-keys/generic/rotate' });
    expect(await unit()).toBe('cents');
  });

  test('permits a GET with the key of one checkout, which a new key keeps', async () => {
    const permits = async (provider: string) => (await keyOf(provider))?.permitsGet;
    expect(await permits('generic')).toBe(false);
    const answer = await tenant.admin.ask({
      ...{ method: 'PATCH', url: '/api/webhook-keys/generic' },
      payload: { permitsGet: true },
    });
    expect([answer.statusCode, answer.json()]).toEqual([200, expect.objectContaining({ permitsGet: true })]);
    await tenant.admin.ask({ method: 'POST', url: '/api/webhook-keys/generic/rotate' });
    expect([await permits('generic'), await permits('hotmart')]).toEqual([true, false]);
    await tenant.admin.ask({ method: 'PATCH', url: '/api/webhook-keys/generic', payload: { permitsGet: false } });
    expect(await permits('generic')).toBe(false);
  });

  test('gives a tenant the key of a checkout that was added after it registered', async () => {
    await api.stack.postgres.withTenant(tenant.tenantId, (trx) =>
      trx.deleteFrom('tracking_keys').where('provider', 'in', ['greenn', 'hubla']).execute(),
    );
    const lists = await Promise.all([keys(), keys(), keys(), keys()]);
    for (const list of lists) {
      expect(list.map(({ provider }) => provider)).toEqual([...CHECKOUT_IDS]);
      expect(list).toEqual(lists[0]);
    }
    expect(await keys()).toEqual(lists[0]);
    const key = lists[0]?.at(-1)?.key ?? '';
    expect(await api.stack.caches.trackingKeys.find(key)).toMatchObject({ tenantId: tenant.tenantId });
  });

  test('rotates a key that the tenant did not have yet, while others ask for the list', async () => {
    await api.stack.postgres.withTenant(tenant.tenantId, (trx) =>
      trx.deleteFrom('tracking_keys').where('provider', '=', 'hubla').execute(),
    );
    const rotate = () => tenant.admin.ask({ method: 'POST', url: '/api/webhook-keys/hubla/rotate' });
    const answers = await Promise.all([rotate(), keys(), rotate(), keys()]);
    expect([answers[0].statusCode, answers[2].statusCode]).toEqual([200, 200]);
    expect((await keys()).filter(({ provider }) => provider === 'hubla')).toHaveLength(1);
  });

  test('stores a secret encrypted, replaces and removes it, and never returns it', async () => {
    for (const secret of ['primeiro-segredo', '  segundo-segredo ']) {
      const answer = await put('kiwify', { secret });
      expect([answer.statusCode, answer.body]).toEqual([204, '']);
    }
    expect((await keys()).filter(({ secretSet }) => secretSet).map(({ provider }) => provider)).toEqual(['kiwify']);
    const rows = await api.stack.postgres.withTenant(tenant.tenantId, (trx) =>
      trx.selectFrom('webhook_secrets').selectAll().execute(),
    );
    expect(rows).toHaveLength(1);
    const encrypted = Buffer.from(rows[0]?.secret_encrypted ?? []);
    expect(encrypted.toString('latin1')).not.toContain('segredo');
    const opened = api.stack.keyring.decrypt(encrypted, checkoutSecretAad(tenant.tenantId, 'kiwify'));
    expect(Buffer.from(opened).toString()).toBe('segundo-segredo');
    expect((await tenant.admin.ask('/api/webhook-keys')).body).not.toContain('segundo');

    const remove = () => tenant.admin.ask({ method: 'DELETE', url: '/api/webhook-keys/kiwify/secret' });
    expect((await remove()).statusCode).toBe(204);
    expect((await remove()).statusCode).toBe(204);
    expect((await keyOf('kiwify'))?.secretSet).toBe(false);
  });

  test.each([
    ['kiwify', {}, 400],
    ['kiwify', { secret: '   ' }, 400],
    ['kiwify', { secret: 'x'.repeat(513) }, 400],
    ['kiwify', { secret: 7 }, 400],
    ['paypal', { secret: 'x' }, 404],
    ['__proto__', { secret: 'x' }, 404],
  ])('answers a secret for %s in %o with %i', async (provider, body, status) => {
    expect((await put(provider, body)).statusCode).toBe(status);
  });

  test.each(['generic', 'own-checkout', 'orders', 'greenn', 'kirvano'])(
    'refuses a secret of %s, which the seller types, of less than 16 characters',
    async (provider) => {
      const refused = await put(provider, { secret: ` ${'x'.repeat(15)} ` });
      expect([refused.statusCode, refused.json()]).toMatchObject([
        400,
        { error: 'secret-too-short', fields: { secret: 'Use um segredo de 16 caracteres ou mais.' } },
      ]);
      expect((await put(provider, { secret: 'x'.repeat(16) })).statusCode).toBe(204);
      expect(await keyOf(provider)).toMatchObject({ secretSet: true, secretWeak: false });
    },
  );

  test('lists as weak the short secrets from before that a seller typed, and only those', async () => {
    const { keyring, postgres } = api.stack;
    const store = (provider: CheckoutId, secret: Uint8Array) =>
      postgres.withTenant(tenant.tenantId, (trx) =>
        trx
          .insertInto('webhook_secrets')
          .values({ tenant_id: tenant.tenantId, provider, secret_encrypted: secret })
          .execute(),
      );
    const encrypted = (provider: CheckoutId, secret: string) =>
      keyring.encrypt(secret, checkoutSecretAad(tenant.tenantId, provider));
    await store('generic', encrypted('generic', 'loja123'));
    await store('kirvano', encrypted('kirvano', 'é'.repeat(15)));
    await store('greenn', encrypted('greenn', 'x'.repeat(16)));
    await store('hotmart', encrypted('hotmart', 'given'));
    // It does not decrypt, so nothing is known of its length.
    await store('orders', encrypted('generic', 'of another row'));
    const list = await keys();
    expect(list.filter(({ secretWeak }) => secretWeak).map(({ provider }) => provider)).toEqual(['generic', 'kirvano']);
    expect(list.filter(({ secretSet }) => secretSet)).toHaveLength(5);
  });

  test('returns a working key to concurrent rotations', async () => {
    const rotate = () => tenant.admin.ask({ method: 'POST', url: '/api/webhook-keys/braip/rotate' });
    const answers = await Promise.all([rotate(), rotate(), rotate(), rotate()]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    expect(answers.map((answer) => answer.json().key)).toContain((await keyOf('braip'))?.key);
  });

  test('refuses a sixth replacement within a day with 409', async () => {
    const rotate = () => tenant.admin.ask({ method: 'POST', url: '/api/webhook-keys/greenn/rotate' });
    for (let round = 0; round < 5; round += 1) expect((await rotate()).statusCode).toBe(200);
    const sixth = await rotate();
    expect([sixth.statusCode, sixth.json().error]).toEqual([409, 'too-many-rotations']);
  });

  test('replaces a key, and keeps the old one for another day', async () => {
    const rotate = () => tenant.admin.ask({ method: 'POST', url: '/api/webhook-keys/cakto/rotate' });
    const answer = await rotate();
    expect(answer.statusCode).toBe(200);
    const fresh: WebhookKey = answer.json();
    expect(fresh.key).not.toBe(tenant.trackingKeys.cakto);
    expect(fresh.url).toBe(`${PUBLIC_URL}/webhooks/cakto/${fresh.key}`);
    expect(await keyOf('cakto')).toEqual(fresh);
    expect(fresh.previousKeyUntil).toBe(new Date(Date.parse(NOW) + 86_400_000).toISOString());
    const stored = () =>
      api.stack.postgres.withTenant(tenant.tenantId, (trx) =>
        trx.selectFrom('tracking_keys').select(['key', 'expires_at']).where('provider', '=', 'cakto').execute(),
      );
    const dayLater = new Date(Date.parse(NOW) + 86_400_000);
    expect(await stored()).toEqual(
      expect.arrayContaining([
        { key: fresh.key, expires_at: null },
        { key: tenant.trackingKeys.cakto, expires_at: dayLater },
      ]),
    );
    // Renewed again after the first key's day: the first is gone, and the second stays valid for its own day.
    api.clock.advance(86_400_001);
    await confirmPassword(tenant.admin);
    await rotate();
    expect((await stored()).map(({ key }) => key)).not.toContain(tenant.trackingKeys.cakto);
    api.clock.advance(86_400_001);
    expect((await keyOf('cakto'))?.previousKeyUntil).toBeNull();
    expect(await keys()).toHaveLength(CHECKOUT_IDS.length);
  });
});

test('records changes of keys and secrets in the audit log without the secrets', async () => {
  await put('kiwify', { secret: 'segredo-da-kiwify' });
  await tenant.admin.ask({ method: 'POST', url: '/api/webhook-keys/kiwify/rotate' });
  for (const _ of [1, 2]) await tenant.admin.ask({ method: 'DELETE', url: '/api/webhook-keys/kiwify/secret' });
  const rows = await api.stack.postgres.withTenant(tenant.tenantId, (trx) =>
    trx.selectFrom('audit_log').selectAll().orderBy('id').execute(),
  );
  expect(rows.map(({ action }) => action)).toEqual([
    'webhook-secret.set',
    'webhook-key.rotate',
    'webhook-secret.remove',
  ]);
  expect(
    rows.every(({ actor, details }) => actor === tenant.admin.userId && /kiwify/.test(JSON.stringify(details))),
  ).toBe(true);
  expect(JSON.stringify(rows)).not.toContain('segredo-da-kiwify');
});

describe('GET /api/webhook-deliveries', () => {
  const notes = async () => DeliveryNotes.parse((await tenant.admin.ask('/api/webhook-deliveries/notes')).json());

  async function list(query = '') {
    const response = await tenant.admin.ask(`/api/webhook-deliveries${query}`);
    expect(response.statusCode, response.body).toBe(200);
    const next = /^<(.+)>; rel="next"$/.exec(String(response.headers.link ?? ''))?.[1];
    const total = Number(response.headers['x-total-count']);
    return {
      items: response.json<WebhookDelivery[]>(),
      total,
      next: next?.replace(/^.*\/api\/webhook-deliveries/, ''),
    };
  }
  const store = (given: Parameters<typeof storeDeliveries>[2]) => storeDeliveries(api.stack.clickhouse, tenant, given);
  const idsOf = (rows: readonly (WebhookDeliveryRow | undefined)[]) => rows.map((row) => row?.delivery_id);

  test('renders the stored reason in Portuguese, and shows the code of a reason that is new to it', async () => {
    const at = '2036-11-20T12:00:00.000Z';
    await store([
      { at, verdict: 'ignored', reason_code: 'unknown_event', reason_params: '{"event":"PURCHASE_X"}' },
      { at: '2036-11-20T12:00:01.000Z', verdict: 'ignored', reason_code: 'of_a_later_version' },
    ]);
    expect((await list()).items.map(({ reason }) => reason)).toEqual([
      'of_a_later_version',
      'evento desconhecido: PURCHASE_X',
    ]);
  });

  test('lists deliveries newest first with their outcome', async () => {
    const [first, second] = await store([
      { at: '2036-11-20T12:00:00.000Z', provider: 'hotmart', is_test: true },
      {
        at: '2036-11-20T12:00:01.000Z',
        provider: 'kiwify',
        verdict: 'dead-letter',
        reason_code: 'invalid_amount',
        conversion_id: '',
      },
    ]);
    const stated = {
      event_id: first?.event_id ?? '',
      transaction_id: 'HP-2',
      amount: '297.5',
      at: '2036-11-20T12:00:00Z',
    };
    const { reported } = factsOf(() => api.stack.clickhouse, tenant);
    await reported(first?.conversion_id ?? '', stated);
    await reported(first?.conversion_id ?? '', { ...stated, event_id: 'another', amount: '1' });
    expect((await list()).items).toEqual([
      {
        id: second?.delivery_id,
        provider: 'kiwify',
        receivedAt: '2036-11-20T12:00:01.000Z',
        verdict: 'dead-letter',
        status: 'not-understood',
        reason: 'o valor não é um número',
        conversionId: null,
        conversion: null,
        isTest: false,
        lookUp: null,
        body: second?.body,
      },
      {
        id: first?.delivery_id,
        provider: 'hotmart',
        receivedAt: '2036-11-20T12:00:00.000Z',
        verdict: 'processed',
        status: 'processed',
        reason: null,
        conversionId: first?.conversion_id,
        conversion: { transactionId: 'HP-2', status: 'approved', value: '297.50', currency: 'BRL' },
        isTest: true,
        lookUp: null,
        body: first?.body,
      },
    ]);
  });

  test('warns of a refund whose sale did not come, and shows the sale of a payment', async () => {
    const { reported } = factsOf(() => api.stack.clickhouse, tenant);
    const [day, at] = ['2036-11-20', '2036-11-20T12:00:00Z'];
    const given: [string, WebhookDeliveryRow['provider'], string][] = [
      ['in_1', 'stripe', 'approved'],
      ['pi_1', 'stripe', 'refunded'],
      ['pi_2', 'stripe', 'partially_refunded'],
      ['HP-1', 'hotmart', 'refunded'],
      // Of other checkouts it says what is left of the sale.
      ['HP-2', 'hotmart', 'partially_refunded'],
      ['in_3', 'stripe', 'pending'],
      ['pi_3', 'stripe', 'refunded'],
    ];
    const idOf = (name: string) => conversionIdOf(`${tenant.tenantId} ${name}`);
    await store(
      given.map(([name, provider], second) => ({
        ...{ at: `${day}T12:00:0${second}Z`, provider, conversion_id: idOf(name), event_id: `ev_${name}` },
      })),
    );
    for (const [name, provider, status] of given) {
      await reported(idOf(name), { provider, status, event_id: `ev_${name}`, transaction_id: name, amount: '97', at });
    }
    const paid = { tenant_id: tenant.tenantId, provider: 'stripe', amount: '97', is_test: false, ver: 1 };
    await insertConversionLinks.run(
      api.stack.clickhouse,
      ['1', '3'].map((number) => ({
        ...{ ...paid, event_id: number, received_at: new Date(at).toISOString(), is_payment: true },
        ...{ conversion_id: idOf(`pi_${number}`), other_id: idOf(`in_${number}`) },
        ...{ payment: `pi_${number}`, transaction_id: `in_${number}` },
      })),
    );
    const unknown = 'a venda deste estorno ou desta contestação não chegou: nada foi descontado';
    const shown = (await list()).items.toReversed();
    expect(shown.map(({ reason, conversionId }) => [conversionId, reason])).toEqual([
      [idOf('in_1'), null],
      [idOf('in_1'), null],
      [idOf('pi_2'), unknown],
      [idOf('HP-1'), unknown],
      [idOf('HP-2'), null],
      [idOf('in_3'), null],
      [idOf('pi_3'), unknown],
    ]);
  });

  test('explains a delivery field by field, and copies it without personal data', async () => {
    const body = JSON.stringify({
      ...{ transactionId: 'T-9', amount: 9_790, status: 'paid', colour: 'blue' },
      customer: { name: '[personal]', email: '[personal]', cpf: '[redacted]' },
    });
    await tenant.admin.ask({
      method: 'PUT',
      url: '/api/webhook-keys/generic/amounts',
      payload: { amountsIn: 'cents' },
    });
    const [row] = await store([{ at: '2036-11-20T12:00:00Z', provider: 'generic', body, amounts_in: 'cents' }]);
    const answer = await tenant.admin.ask(`/api/webhook-deliveries/${row?.delivery_id}/explanation`);
    const { read, unread, testCase } = DeliveryExplanation.parse(answer.json());
    expect(read).toEqual(
      expect.arrayContaining([
        { field: 'status', value: 'approved', paths: ['status'] },
        { field: 'amount', value: '97.90', paths: ['amount'] },
        { field: 'transactionId', value: 'T-9', paths: ['transactionId'] },
      ]),
    );
    expect(unread).toEqual(['colour']);
    expect(JSON.parse(testCase)).toMatchObject({
      ...{ provider: 'generic', verdict: 'processed', read: { amount: '97.90' } },
      body: { customer: { name: 'Ana Exemplo', email: 'ana.exemplo@example.com', cpf: '52998224725' } },
    });
    const other = await api.tenant();
    expect((await other.admin.ask(`/api/webhook-deliveries/${row?.delivery_id}/explanation`)).statusCode).toBe(404);
  });

  test('lets other requests be answered while it explains a great delivery, and refuses many at once', {
    timeout: within(120_000),
  }, async () => {
    const values = Object.fromEntries(Array.from({ length: 900 }, (_, index) => [`f${index}`, index + 1]));
    const body = JSON.stringify({ transaction: 'T-10', amount: '1.00', status: 'paid', ...values });
    const [row] = await store([{ at: '2036-11-20T12:00:00Z', provider: 'generic', body }]);
    const explained: number[] = [];
    const explain = () =>
      tenant.admin
        .ask(`/api/webhook-deliveries/${row?.delivery_id}/explanation`)
        .then(({ statusCode }) => explained.push(statusCode));
    const all = Promise.all(Array.from({ length: 10 }, explain));
    const others = await Promise.all(Array.from({ length: 5 }, () => tenant.viewer.ask('/api/auth/user')));
    expect(others.map(({ statusCode }) => statusCode)).toEqual(Array(5).fill(200));
    expect(explained).not.toContain(200);
    await all;
    expect(explained.toSorted()).toEqual([...Array(6).fill(200), ...Array(4).fill(503)]);
  });

  test('lists formats that were never seen, with their count and first body', async () => {
    const unknown = { verdict: 'dead-letter', reason_code: 'no_amount', conversion_id: '' } as const;
    const now = new Date(api.clock.now() - 3_600_000).toISOString();
    const later = new Date(api.clock.now() - 1_800_000).toISOString();
    await store([
      { at: now, ...unknown, body: '{"order":{"total":1},"event":"order.paid"}' },
      { at: later, ...unknown, body: '{"event":"order.paid","order":{"total":2}}' },
      { at: later, ...unknown, reason_code: 'other_format', provider: 'kiwify', body: '{"x":1}' },
      { at: later, ...unknown, reason_code: 'invalid_amount', body: '{"amount":"muito"}' },
      { at: later, ...unknown, verdict: 'ignored', reason_code: 'abandoned_cart', body: '{"z":1}' },
      {
        ...{ at: later, ...unknown, verdict: 'ignored', provider: 'kiwify', body: '{"order_id":"1"}' },
        ...{ reason_code: 'unknown_event', reason_params: '{"event":"novo"}' },
      },
      { at: later, body: '{"y":1}' },
    ]);
    expect((await notes()).unknownFormats).toEqual([
      {
        ...{ provider: 'generic', fields: ['event', 'order'], reason: 'o valor não foi encontrado', count: 2 },
        ...{ firstAt: now, lastAt: later },
        firstBody: '{"order":{"total":1},"event":"order.paid"}',
      },
      {
        ...{ provider: 'kiwify', fields: ['order_id'], reason: 'evento desconhecido: novo', count: 1 },
        ...{ firstAt: later, lastAt: later, firstBody: '{"order_id":"1"}' },
      },
      {
        ...{ provider: 'kiwify', fields: ['x'], reason: 'o formato não é o da plataforma deste endereço', count: 1 },
        ...{ firstAt: later, lastAt: later, firstBody: '{"x":1}' },
      },
    ]);
  });

  test('counts names that were not read by name and address, with the nearest known one', async () => {
    const at = (minutes: number) => new Date(api.clock.now() - minutes * 60_000).toISOString();
    const old = new Date(api.clock.now() - 31 * 86_400_000).toISOString();
    await store([
      { at: at(5), body: '{"amount":1,"clickID2":"x","utm_sorce":"FB"}' },
      { at: at(3), body: '{"clickID2":"y","amount":2,"note":null}' },
      { at: at(2), verdict: 'dead-letter', reason_code: 'no_amount', body: '{"metadata":{"cor":"azul"},"clickID2":1}' },
      { at: at(1), provider: 'own-checkout', body: '{"order_total":1,"clickID2":"x"}' },
      { at: at(1), provider: 'kiwify', body: '{"clickID2":"x"}' },
      { at: at(1), verdict: 'rejected', body: '{"zqzq":1}' },
      { at: old, body: '{"zqzq":1}' },
    ]);
    const response = await tenant.admin.ask('/api/webhook-deliveries/unread-names');
    expect(response.json()).toEqual([
      { name: 'clickID2', provider: 'generic', count: 3, lastAt: at(2), nearest: 'click_id' },
      { name: 'clickID2', provider: 'own-checkout', count: 1, lastAt: at(1), nearest: 'click_id' },
      { name: 'metadata.cor', provider: 'generic', count: 1, lastAt: at(2), nearest: null },
      { name: 'utm_sorce', provider: 'generic', count: 1, lastAt: at(5), nearest: 'utm_source' },
    ]);
  });

  test('warns when sales of the generic format look a hundred times too high against the median of the company', async () => {
    const { conversion } = factsOf(() => api.stack.clickhouse, tenant);
    const convert = (value: string, days: number, provider = 'hotmart') => {
      const at = new Date(api.clock.now() - days * 86_400_000).toISOString();
      return conversion({ at, amount: value, revenue: value, gross_brl: value, provider, received_at: at });
    };
    for (const [index, value] of ['90', '97', '97', '197', '47'].entries()) await convert(value, 10 + index);
    expect((await notes()).hundredfold).toBeNull();
    await convert('9700', 1, 'generic');
    expect((await notes()).hundredfold).toEqual({ count: 1, median: 9700, usualMedian: 97 });
    // Another price list is no other unit.
    for (const value of ['197', '297', '97']) await convert(value, 1, 'generic');
    expect((await notes()).hundredfold).toBeNull();
  });

  test('marks a repeated delivery as duplicate, unless the earlier one was not processed', async () => {
    const rows = await store([
      { at: '2036-11-20T12:00:00Z', event_id: 'e1' },
      { at: '2036-11-20T12:00:01Z', event_id: 'e1' },
      { at: '2036-11-20T12:00:02Z', event_id: 'e1' },
      { at: '2036-11-20T12:00:03Z', event_id: 'e2', verdict: 'dead-letter' },
      { at: '2036-11-20T12:00:04Z', event_id: 'e2' },
      { at: '2036-11-20T12:00:05Z', event_id: 'e3', verdict: 'ignored' },
      { at: '2036-11-20T12:00:06Z', event_id: 'e3', verdict: 'ignored' },
    ]);
    const verdicts = (await list()).items.map(({ verdict }) => verdict).reverse();
    expect(verdicts).toEqual(['processed', 'duplicate', 'duplicate', 'dead-letter', 'processed', 'ignored', 'ignored']);
    const ids = async (query: string) => (await list(query)).items.map(({ id }) => id).reverse();
    expect(await ids('?verdict=duplicate')).toEqual(idsOf([rows[1], rows[2]]));
    expect(await ids('?verdict=processed')).toEqual(idsOf([rows[0], rows[4]]));
    expect((await list('?verdict=duplicate&limit=1')).total).toBe(2);
  });

  test('pages without skipping or repeating a delivery, with the filters applied', async () => {
    const rows = await store(
      Array.from({ length: 11 }, (_, index) => ({
        at: `2036-11-20T12:00:0${Math.floor(index / 4)}.000Z`,
        provider: index === 10 ? 'hubla' : 'ticto',
      })),
    );
    const seen: string[] = [];
    let query: string | undefined = '?limit=3&provider=ticto';
    while (query !== undefined) {
      const page: Awaited<ReturnType<typeof list>> = await list(query);
      expect(page.total).toBe(10);
      seen.push(...page.items.map(({ id }) => id));
      query = page.next;
    }
    expect(seen).toEqual(
      rows
        .slice(0, 10)
        .map(({ delivery_id }) => delivery_id)
        .sort()
        .reverse(),
    );
  });

  test.each(['verdict=lost', 'provider=paypal', 'limit=0', 'limit=101', 'cursor=!'])(
    'answers %s with 400',
    async (query) => {
      expect((await tenant.admin.ask(`/api/webhook-deliveries?${query}`)).statusCode).toBe(400);
    },
  );

  test('lists a body that could not be read as it came, with the place of its fault', async () => {
    await store([
      {
        ...{ at: '2036-11-20T12:00:00Z', verdict: 'dead-letter', reason_code: 'unreadable', conversion_id: '' },
        reason_params: '{"at":"2:10"}',
        body: JSON.stringify(['[unreadable]', '2:10', 'application/json', '{"a":1,\n"amount":NaN}']),
      },
    ]);
    expect((await list()).items[0]).toMatchObject({
      status: 'not-understood',
      reason: {
        code: 'unreadable',
        at: '2:10',
        text: 'o conteúdo não pôde ser lido: há um erro na linha 2, coluna 10',
      },
      body: '{"a":1,\n"amount":NaN}',
    });
  });

  test('cuts a large body in the list', async () => {
    await store([{ at: '2036-11-20T12:00:00Z', body: `{"pad":"${'á'.repeat(500_000)}"}` }]);
    expect((await list()).items[0]?.body).toHaveLength(65_536);
  });

  test('lists the checkouts that sent something, the one that sent last first', async () => {
    const asked = async ({ admin } = tenant) => (await admin.ask('/api/webhook-deliveries/providers')).json();
    expect(await asked()).toEqual([]);
    await store([
      { at: '2036-11-20T12:00:00.000Z', provider: 'kiwify' },
      { at: '2036-11-20T12:00:01.000Z', provider: 'hotmart', verdict: 'rejected' },
      { at: '2036-11-20T12:00:02.000Z', provider: 'kiwify' },
    ]);
    expect(await asked()).toEqual([
      { provider: 'kiwify', lastReceivedAt: '2036-11-20T12:00:02.000Z' },
      { provider: 'hotmart', lastReceivedAt: '2036-11-20T12:00:01.000Z' },
    ]);
    expect(await asked(await api.tenant())).toEqual([]);
  });

  describe('POST /api/webhook-deliveries/:id/reprocess', () => {
    const reprocess = (id: string | undefined) =>
      tenant.admin.ask({ method: 'POST', url: `/api/webhook-deliveries/${id}/reprocess` });

    async function recordsOf(eventId: string): Promise<LogRecord[]> {
      const found: LogRecord[] = [];
      const to = await api.stack.log.ends(EVENTS_TOPIC);
      for await (const batch of api.stack.log.read({ topic: EVENTS_TOPIC, to, maxRecords: 100 })) {
        found.push(...batch.filter((record) => Buffer.from(record.value).includes(eventId)));
      }
      return found;
    }

    test('writes the original event to the log again', async () => {
      const clickId = `mc_${tenant.campaignId}_2110000000000000001`;
      const [row] = await store([
        {
          at: '2036-11-20T12:00:00.123Z',
          provider: 'eduzz',
          verdict: 'dead-letter',
          click_id: clickId,
          occurred_at: '2036-11-20T11:00:00.000Z',
          verified: false,
          network: 'name-of-a-network',
          person_id: 'p1',
          person_key_id: 'k1',
          person_encrypted: 'c2VhbGVk',
        },
      ]);
      const answer = await reprocess(row?.delivery_id);
      expect([answer.statusCode, answer.body]).toEqual([202, '']);
      const [record, ...others] = await recordsOf(row?.event_id ?? '');
      expect(others).toEqual([]);
      expect(record?.key).toBe(clickId);
      expect(JSON.parse(Buffer.from(record?.value ?? []).toString())).toEqual({
        id: row?.event_id,
        type: 'conversion',
        schemaVersion: 1,
        tenantId: tenant.tenantId,
        campaignId: tenant.campaignId,
        occurredAt: '2036-11-20T11:00:00.000Z',
        receivedAt: '2036-11-20T12:00:00.123Z',
        payload: {
          provider: 'eduzz',
          body: row?.body,
          bodyHash: row?.body_hash,
          verified: false,
          network: 'name-of-a-network',
          deliveryId: row?.delivery_id,
          person: { personId: 'p1', keyId: 'k1', sealed: 'c2VhbGVk' },
        },
      });
    });

    test('reads a delivery of the generic address again in the unit that is set now', async () => {
      const payload = { amountsIn: 'cents' };
      await tenant.admin.ask({ method: 'PUT', url: '/api/webhook-keys/generic/amounts', payload });
      const units = [];
      for (const amounts_in of ['reais', '']) {
        const [row] = await store([{ at: '2036-11-20T12:00:00Z', verdict: 'dead-letter', amounts_in }]);
        await reprocess(row?.delivery_id);
        const [record] = await recordsOf(row?.event_id ?? '');
        units.push(JSON.parse(Buffer.from(record?.value ?? []).toString()).payload.amountsIn);
      }
      expect(units).toEqual(['cents', undefined]);
    });

    test('answers 409 when the delivery would become another conversion', async () => {
      const body = JSON.stringify({ transaction_id: 'T-77', amount: 5, status: 'paid' });
      const identity = conversionIdOf(JSON.stringify([tenant.tenantId, 'generic', 'transaction', 'T-77']));
      const rows = await store([
        { at: '2036-11-20T12:00:00Z', body, conversion_id: identity },
        { at: '2036-11-20T12:00:01Z', body, conversion_id: `cv_${'0'.repeat(32)}` },
        { at: '2036-11-20T12:00:02Z', body: '{"amount":"muito"}' },
      ]);
      const statuses = [];
      for (const row of rows) statuses.push((await reprocess(row.delivery_id)).statusCode);
      expect(statuses).toEqual([202, 409, 409]);
    });

    test('answers 409 for a rejected delivery, and 404 for an unknown or foreign one', async () => {
      const [rejected] = await store([
        { at: '2036-11-20T12:00:00Z', verdict: 'rejected', reason_code: 'wrong_secret' },
      ]);
      expect((await reprocess(rejected?.delivery_id)).statusCode).toBe(409);
      expect((await reprocess(crypto.randomUUID())).statusCode).toBe(404);
      const other = await api.tenant();
      const [foreign] = await storeDeliveries(api.stack.clickhouse, other, [{ at: '2036-11-20T12:00:00Z' }]);
      expect((await reprocess(foreign?.delivery_id)).statusCode).toBe(404);
      expect(await recordsOf(foreign?.event_id ?? '')).toEqual([]);
    });
  });
});
