import { hashOf } from '@tracker/infra/identity/conversion-id';
import { ConversionAnswer } from '@tracker/schemas/capture/answers';
import { ConversionEvent } from '@tracker/schemas/events/conversion';
import { createTenant } from '@tracker/test/kit/tenant-fixture';
import { describe, expect, test } from 'vitest';
import { deliveriesOf } from './testing/deliveries.ts';
import { useIngest } from './testing/use-ingest.ts';

const ingest = useIngest();
const { click, deliveries, post, stack, stored } = ingest;

describe('POST /conversion', () => {
  const conversion = (more: object = {}) => ({
    transaction_id: crypto.randomUUID(),
    amount: 97.9,
    status: 'approved',
    ...more,
  });
  const parse = (answer: { json(): unknown }) => {
    const body = ConversionAnswer.parse(answer.json());
    if (!('conversionId' in body)) throw new Error('ignored');
    return body;
  };
  const storedBodies = () =>
    [...stored.values()]
      .flatMap((event) => ConversionEvent.safeParse(event).data ?? [])
      .map((event) => event.payload.body);

  test('stores the parsed body and the hash of its bytes as verified by the key', async () => {
    const clickId = await click();
    const body = `{ "transaction_id":"T-1",\n "amount": "1.234,56", "status": "paid", "sck":"facebook|${clickId}|x", "extra": {"__proto__": 1} }`;
    const answer = parse(await post(`/conversion?key=${ingest.tenant.trackingKey}`, body));
    expect(answer).toEqual({
      success: true,
      conversionId: expect.stringMatching(/^cv_[0-9a-f]{32}$/),
      clickId,
      campaignId: ingest.tenant.campaignId,
    });
    const bodyHash = hashOf(body);
    const found = () => deliveries.find(({ payload }) => payload.bodyHash === bodyHash);
    await expect.poll(found).toMatchObject({
      tenantId: ingest.tenant.tenantId,
      campaignId: ingest.tenant.campaignId,
      payload: { provider: 'generic', verified: true, deliveryId: expect.any(String) },
    });
    expect(found()?.payload.body).toBe(JSON.stringify(JSON.parse(body)));
  });

  test('reads a field of the address that the body lacks, and keeps two addresses apart', async () => {
    const keyed = `/conversion?key=${ingest.tenant.trackingKey}`;
    const clicks = [await click(), await click()];
    const body = { ...conversion(), transaction_id: undefined };
    const answers = await Promise.all(clicks.map((clickId) => post(`${keyed}&clickId=${clickId}`, body)));
    const [one, other] = answers.map(parse);
    expect([one?.clickId, other?.clickId]).toEqual(clicks);
    expect(one?.conversionId).not.toBe(other?.conversionId);
    const again = parse(await post(`${keyed}&clickId=${clicks[0]}&utm_nothing=1`, body));
    expect(again).toEqual({ ...one, duplicate: true });
    const ownClick = await click();
    expect(parse(await post(`${keyed}&clickId=${clicks[0]}`, { ...body, clickid: ownClick })).clickId).toBe(ownClick);
    // Without a key, the click of the address names the tenant.
    expect(parse(await post(`/conversion?click_id=${ownClick}`, conversion())).clickId).toBe(ownClick);
  });

  test('takes the tenant from the click id when there is no key, and stores the delivery as unverified', async () => {
    const clickId = await click();
    const body = JSON.stringify(conversion({ click_id: clickId }));
    expect(parse(await post('/conversion', body))).toMatchObject({ clickId, campaignId: ingest.tenant.campaignId });
    await expect.poll(storedBodies).toContain(body);
    const event = [...stored.values()]
      .map((one) => ConversionEvent.safeParse(one).data)
      .find((one) => one?.payload.body === body);
    expect(event?.payload.verified).toBe(false);
  });

  test('keeps the network of a sender without a key as a name of its day, and of no one else', async () => {
    const sent = async (remoteAddress: string, query = '') => {
      const text = JSON.stringify(conversion({ click_id: await click() }));
      const headers = { 'content-type': 'application/json' };
      await ingest.app.inject({ method: 'POST', url: `/conversion${query}`, remoteAddress, payload: text, headers });
      const [event] = await deliveriesOf(deliveries, text);
      return event?.payload.network;
    };
    const [one, same, other] = [await sent('203.0.113.7'), await sent('203.0.113.8'), await sent('198.51.100.7')];
    expect(one).toMatch(/^[\w-]{22}$/);
    expect([same === one, other === one]).toEqual([true, false]);
    expect(await sent('203.0.113.7', `?key=${ingest.tenant.trackingKey}`)).toBeUndefined();
    // All visitors behind a proxy that TRUST_PROXY does not name would be one network.
    expect(await sent('127.0.0.1')).toBeUndefined();
  });

  test('gives a copy without a key an event id of its own, so that it cannot replace the verified event', async () => {
    const body = conversion({ click_id: await click() });
    const keyed = `/conversion?key=${ingest.tenant.trackingKey}`;
    const answers = [await post('/conversion', body), await post(keyed, body), await post(keyed, body)].map(parse);
    expect(answers.map(({ duplicate = false }) => duplicate)).toEqual([false, false, true]);
    expect(new Set(answers.map(({ conversionId }) => conversionId)).size).toBe(1);
    const copies = () => deliveries.filter(({ payload }) => payload.body === JSON.stringify(body));
    await expect.poll(() => copies().length).toBe(3);
    expect(copies().map(({ payload }) => payload.verified)).toEqual([false, true, true]);
    expect(copies()[0]?.id).not.toBe(copies()[1]?.id);
    expect(copies()[1]?.id).toBe(copies()[2]?.id);
  });

  test('refuses a conversion without a key with 403 when its tenant refuses those', async () => {
    const { tenantId, trackingKey } = ingest.tenant;
    const body = () => conversion({ click_id: clickId });
    const clickId = await click();
    expect((await post('/conversion', body())).statusCode).toBe(200);
    await stack.postgres.withTenant(tenantId, (trx) =>
      trx
        .insertInto('unverified_rules')
        .values({
          ...{ tenant_id: tenantId, from_at: new Date(), mode: 'refuse', max_age_days: 90, per_day: 500 },
          changed_by: 'us_test',
        })
        .execute(),
    );
    // The setting reaches the caches by a notification.
    await expect.poll(async () => (await stack.caches.tenants.find(tenantId))?.refusesUnverified).toBe(true);
    const refused = await post('/conversion', body());
    expect(refused.statusCode).toBe(403);
    expect(refused.json()).toMatchObject({
      error: 'unverified-refused',
      message: 'Esta empresa só aceita vendas enviadas com a chave (?key=).',
    });
    expect((await post(`/conversion?key=${trackingKey}`, body())).statusCode).toBe(200);
  });

  test.each([
    ['R$', { amount: '1000000.01' }, 400],
    ['US$', { amount: '1000000.01', currency: 'USD' }, 400],
    ['a refund in R$', { amount: 10, refund_amount: '99999999999999.00', status: 'partially_refunded' }, 400],
    ['just R$ 1 million', { amount: '1000000.00' }, 200],
    // Some R$ 1,500: the processor knows the rate.
    ['pesos', { amount: '1200000.00', currency: 'COP' }, 200],
  ])(
    'refuses more than R$ 1 million without a key, keeps it for the inbox with its reason, and takes it with one: %s',
    async (_of, more, status) => {
      const text = JSON.stringify(conversion({ click_id: await click(), ...more }));
      const answer = await post('/conversion', text);
      expect(answer.statusCode).toBe(status);
      if (status === 200) return;
      expect(answer.json()).toMatchObject({
        error: 'unverified-amount-too-large',
        message: 'Sem a chave da empresa (?key=), uma venda pode ter até R$ 1.000.000,00.',
      });
      const [refused] = await deliveriesOf(deliveries, text);
      expect(refused?.payload).toMatchObject({ verified: false, rejected: 'unverified_amount' });
      expect((await post(`/conversion?key=${ingest.tenant.trackingKey}`, text)).statusCode).toBe(200);
    },
  );

  test('records a conversion as direct without a click id or with a click id of another tenant', async () => {
    const key = ingest.tenant.trackingKey;
    const foreign = `mc_${(await createTenant(stack)).campaignId}_1751849000000123456`;
    for (const body of [conversion(), conversion({ click_id: foreign }), conversion({ src: 'instagram|bio' })]) {
      expect(parse(await post(`/conversion?key=${key}`, body))).toMatchObject({ clickId: null, campaignId: null });
    }
  });

  test('reports a repeated delivery as duplicate, and keeps the conversion id when the status changes', async () => {
    const url = `/conversion?key=${ingest.tenant.trackingKey}`;
    const body = conversion();
    const first = parse(await post(url, body));
    expect(parse(await post(url, body))).toEqual({ ...first, duplicate: true });
    const text = JSON.stringify(body);
    // Both deliveries are kept, as one event: the inbox shows every delivery.
    await expect.poll(() => deliveries.filter((event) => event.payload.body === text).length).toBe(2);
    const both = deliveries.filter((event) => event.payload.body === text);
    expect(new Set(both.map(({ id }) => id)).size).toBe(1);
    expect(new Set(both.map(({ payload }) => payload.deliveryId)).size).toBe(2);
    const refund = parse(await post(url, { ...body, status: 'refunded' }));
    expect(refund).toEqual(first);
  });

  test('answers 401 when neither a key nor a click id names a tenant', async () => {
    for (const [url, body] of [
      ['/conversion?key=nobody-has-this', conversion()],
      [`/conversion?key=${'x'.repeat(2_000)}`, conversion()],
      ['/conversion', conversion()],
      ['/conversion', conversion({ click_id: 'mc_nobody_1751849000000123456' })],
    ] as const) {
      const answer = await post(url, body);
      expect(answer.statusCode).toBe(401);
      expect(answer.json()).toMatchObject({
        error: expect.stringMatching(/^(tracking-key-invalid|delivery-without-owner)$/),
        message: expect.stringMatching(/\.$/),
      });
    }
  });

  test('keeps a body with a key that is not a conversion, and answers 400 to one without', async () => {
    const url = `/conversion?key=${ingest.tenant.trackingKey}`;
    const bodies = [
      '',
      '{',
      '{"a":1',
      '[]',
      'null',
      '1',
      '"x"',
      '{}',
      '\u0000',
      `${'{"a":'.repeat(65)}1${'}'.repeat(65)}`,
      '['.repeat(100_000),
      `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`,
    ];
    for (const body of bodies) {
      const answer = await post(url, body);
      expect([body.slice(0, 20), answer.statusCode]).toEqual([body.slice(0, 20), 200]);
      expect(answer.json()).toMatchObject({ success: true, ignored: true, reason: expect.any(String) });
      const keyless = await post('/conversion', body.slice(0, 1_000));
      expect([body.slice(0, 20), keyless.statusCode]).toEqual([body.slice(0, 20), 400]);
      expect(keyless.json()).toMatchObject({ message: expect.stringMatching(/\.$/), requestId: expect.any(String) });
    }
  });

  test('stores an object that it cannot interpret, and answers with the reason', async () => {
    const url = `/conversion?key=${ingest.tenant.trackingKey}`;
    for (const fields of [{ amount: 'muito' }, { amount: {} }, { amount: -1 }, { amount: 1, currency: 'reais' }]) {
      const body = JSON.stringify({ ...fields, mark: crypto.randomUUID() });
      const answer = await post(url, body);
      expect([answer.statusCode, answer.json()]).toEqual([
        200,
        { success: true, ignored: true, reason: expect.any(String) },
      ]);
      await expect.poll(storedBodies).toContain(body);
    }
  });

  test('accepts any content type, and bodies of up to 1 MiB', async () => {
    const url = `/conversion?key=${ingest.tenant.trackingKey}`;
    const padded = (length: number) => `{"transaction_id":"T-${length}","amount":1,"pad":"${'x'.repeat(length)}"}`;
    expect((await post(url, padded(1_000_000))).statusCode).toBe(200);
    expect((await post(url, padded(1_100_000))).statusCode).toBe(413);
    expect((await post(url, conversion(), { 'content-type': 'text/plain' })).statusCode).toBe(200);
    const bom = `\uFEFF${JSON.stringify(conversion())}`;
    expect((await post(url, bom)).statusCode).toBe(200);
  });
});
