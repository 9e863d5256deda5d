import { interpretDelivery } from '@tracker/infra/identity/interpret-delivery';
import { groupOf } from '@tracker/infra/privacy/find-person';
import { ConversionAnswer } from '@tracker/schemas/capture/answers';
import { BUYER } from '@tracker/schemas/checkouts/example';
import { CHECKOUTS } from '@tracker/schemas/checkouts/generated/checkouts';
import { EXAMPLES } from '@tracker/schemas/checkouts/generated/examples';
import { CHECKOUT_IDS, type CheckoutId } from '@tracker/schemas/checkouts/registry';
import { EVENTS_TOPIC } from '@tracker/schemas/events/topics';
import { DEFAULT_TIME_ZONE } from '@tracker/schemas/primitives/time';
import { deliveryReasonText } from '@tracker/schemas/texts/delivery-reasons';
import { createTenant } from '@tracker/test/kit/tenant-fixture';
import { describe, expect, test } from 'vitest';
import { deliveriesOf, exampleOf, toForm, toMultipart } from './testing/deliveries.ts';
import { useIngest } from './testing/use-ingest.ts';

const ingest = useIngest();
const { app, click, deliveries, post, stack } = ingest;

const send = (url: string, payload: string | Buffer, contentType = 'application/json') =>
  app.inject({ method: 'POST', url, payload, headers: { 'content-type': contentType } });

/** The body decides the owner, not the address that received it. */
const addresses = (provider: CheckoutId) => [
  `/conversion?key=${ingest.tenant.trackingKeys.hubla}`,
  // At the address of another checkout a generic body is not understood.
  ...(provider === 'generic' ? (['generic', 'own-checkout'] as const) : CHECKOUT_IDS).map(
    (provider) => `/webhooks/${provider}/${ingest.tenant.trackingKeys[provider]}`,
  ),
];

describe.each(CHECKOUT_IDS)('webhook of %s', (provider) => {
  test('yields the same conversion at every address', async () => {
    const clickId = await click();
    const { text, contentType } = exampleOf(provider, clickId);
    const isAsked = CHECKOUTS[provider].lookUp !== undefined;
    const answers = new Set<string>();
    for (const url of addresses(provider)) {
      const answer = await send(url, text, contentType);
      expect(answer.statusCode, answer.body).toBe(200);
      const { duplicate, ...rest } = answer.json<{ duplicate?: true }>();
      expect(duplicate).toBe(answers.size === 0 || isAsked ? undefined : true);
      answers.add(JSON.stringify(rest));
    }
    expect([...answers].map((text) => ConversionAnswer.parse(JSON.parse(text)))).toEqual([
      // A payment that a delivery reports is no proof where the checkout itself is asked.
      isAsked
        ? { success: true, ignored: true, reason: deliveryReasonText({ code: 'not_looked_up' }) }
        : {
            success: true,
            conversionId: expect.stringMatching(/^cv_[0-9a-f]{32}$/),
            clickId,
            campaignId: ingest.tenant.campaignId,
          },
    ]);
    const events = await deliveriesOf(deliveries, text, addresses(provider).length);
    expect(new Set(events.map(({ id }) => id)).size).toBe(1);
    expect(events[0]).toMatchObject({
      tenantId: ingest.tenant.tenantId,
      campaignId: ingest.tenant.campaignId,
      payload: { provider, verified: true },
    });
  });

  test('takes the tenant from the click id when there is no key, and stays unverified', async () => {
    const { text, contentType } = exampleOf(provider, await click());
    expect((await send('/conversion', text, contentType)).statusCode).toBe(200);
    const [event] = await deliveriesOf(deliveries, text);
    expect(event).toMatchObject({ tenantId: ingest.tenant.tenantId, payload: { provider, verified: false } });
  });

  test('answers and stores every example, also those without a conversion', async () => {
    const clickId = await click();
    for (const { name } of EXAMPLES[provider]) {
      const { text, contentType } = exampleOf(provider, clickId, name);
      const answer = await send(`/conversion?key=${ingest.tenant.trackingKey}`, text, contentType);
      expect([name, answer.statusCode]).toEqual([name, 200]);
      expect(ConversionAnswer.safeParse(answer.json()).success).toBe(true);
      await deliveriesOf(deliveries, text);
    }
  });
});

test('counts a change of WooCommerce once, however many deliveries report it, and answers its pings', async () => {
  const url = `/webhooks/woocommerce/${ingest.tenant.trackingKeys.woocommerce}`;
  const { text } = exampleOf('woocommerce', await click());
  const ids = new Set<string>();
  for (const delivery of ['511ba7a3', '8c1de2f0', '9a77b1c4']) {
    const headers = {
      ...{ 'content-type': 'application/json', 'x-wc-webhook-topic': 'order.updated' },
      ...{ 'x-wc-webhook-id': '10', 'x-wc-webhook-delivery-id': delivery },
    };
    const answer = (await app.inject({ method: 'POST', url, payload: text, headers })).json();
    expect(answer.duplicate).toBe(ids.size === 0 ? undefined : true);
    ids.add(answer.conversionId);
  }
  expect(ids.size).toBe(1);
  const ping = await send(url, 'webhook_id=10', 'application/x-www-form-urlencoded');
  expect([ping.statusCode, ping.json()]).toMatchObject([200, { success: true, ignored: true }]);
});

test('takes a sale at an address that was written with a slash too many', async () => {
  const { generic } = ingest.tenant.trackingKeys;
  const body = JSON.stringify({ transaction_id: crypto.randomUUID(), amount: '10.00', status: 'approved' });
  const addresses = [`/conversion/?key=${generic}`, `//conversion?key=${generic}`].concat(
    ...[`/webhooks/generic/${generic}/`, `/webhooks//generic/${generic}`, `//webhooks/generic/${generic}//`],
  );
  const ids = new Set<string>();
  for (const url of addresses) {
    const answer = await send(url, body);
    expect(answer.statusCode, url).toBe(200);
    ids.add(answer.json().conversionId);
  }
  expect(ids.size).toBe(1);
  const lead = { name: 'Ana', email: 'ana@example.com', campaign_id: ingest.tenant.campaignId };
  expect((await send('/leads/', JSON.stringify(lead))).statusCode).toBe(201);
});

test('acknowledges a notification that holds only an id, and keeps it as it came', async () => {
  for (const provider of ['mercado-pago', 'nuvemshop'] as const) {
    const text = JSON.stringify(EXAMPLES[provider][1]!.body);
    const answer = await send(
      `/webhooks/${provider}/${ingest.tenant.trackingKeys[provider]}?data.id=1&type=payment`,
      text,
    );
    expect(answer.json()).toEqual({ success: true, ignored: true, reason: 'aguarda a consulta à plataforma' });
    const [event] = await deliveriesOf(deliveries, text);
    expect(event?.payload).toMatchObject({ provider, body: text, verified: true });
    expect(event?.payload.lookedUp).toBeUndefined();
    const verdict = await interpretDelivery(event!, DEFAULT_TIME_ZONE, async () => undefined);
    expect(verdict).toMatchObject({ kind: 'look-up', reason: { resource: expect.stringMatching(/\d$/) } });
    // Without the key no one is asked.
    expect((await send(`/webhooks/${provider}/${'x'.repeat(32)}`, text)).statusCode).toBe(401);
  }
});

test('takes no word of a sender that the checkout was asked', async () => {
  const { text } = exampleOf('mercado-pago', await click());
  const claimed = JSON.stringify({ ...JSON.parse(text), lookedUp: '/v1/payments/20359978123' });
  await send(`/webhooks/mercado-pago/${ingest.tenant.trackingKeys['mercado-pago']}`, claimed);
  const [event] = await deliveriesOf(deliveries, claimed);
  expect(await interpretDelivery(event!, DEFAULT_TIME_ZONE, async () => undefined)).toEqual({
    kind: 'ignored',
    reason: { code: 'not_looked_up' },
  });
});

test('reads amounts at the generic address in the unit that is set for it, and elsewhere in reais', async () => {
  const { tenantId, trackingKey, trackingKeys } = ingest.tenant;
  await stack.postgres.withTenant(tenantId, (trx) =>
    trx.updateTable('tracking_keys').set({ amounts_in: 'cents' }).where('provider', '=', 'generic').execute(),
  );
  await expect.poll(async () => (await stack.caches.trackingKeys.find(trackingKeys.generic))?.amountsIn).toBe('cents');
  const unitOf = async (url: string) => {
    const text = JSON.stringify({ transactionId: crypto.randomUUID(), amount: 10_000, status: 'paid' });
    await send(url, text);
    const [event] = await deliveriesOf(deliveries, text);
    const { provider, amountsIn } = event!.payload;
    const verdict = await interpretDelivery(event!, DEFAULT_TIME_ZONE, async () => undefined);
    return [provider, amountsIn, verdict.kind === 'processed' && verdict.conversion.amount];
  };
  expect(await unitOf(`/webhooks/generic/${trackingKeys.generic}`)).toEqual(['generic', 'cents', '100.00']);
  expect(await unitOf(`/webhooks/generic/${trackingKeys.kiwify}`)).toEqual(['generic', undefined, '10000.00']);
  expect(await unitOf(`/conversion?key=${trackingKey}`)).toEqual(['generic', undefined, '10000.00']);
});

test('keeps a body at the address of a checkout whose format it does not have, and makes no sale of it', async () => {
  const text = JSON.stringify({
    amount: 97,
    status: 'approved',
    transaction: 'T-1',
    pedido: '9',
  });
  const answer = await send(`/webhooks/kiwify/${ingest.tenant.trackingKeys.kiwify}`, text);
  expect(answer.json()).toEqual({
    success: true,
    ignored: true,
    reason: 'o formato não é o da plataforma deste endereço',
  });
  const [event] = await deliveriesOf(deliveries, text);
  expect(event?.payload.provider).toBe('kiwify');
});

describe('body of a webhook', () => {
  const body = {
    transaction_id: 'T-9',
    amount: '1.234,56',
    status: 'approved',
    comprador: { cidade: 'São Paulo' },
  };
  const url = () => `/webhooks/generic/${ingest.tenant.trackingKey}`;

  test('gives one conversion id for JSON, a form and a multipart form', async () => {
    const form = toForm(body).toString();
    const [multipart, boundary] = await toMultipart(toForm(body));
    const answers = [
      await send(url(), JSON.stringify(body)),
      await send(url(), form, 'application/x-www-form-urlencoded'),
      await send(url(), form, 'application/x-www-form-urlencoded; charset=UTF-8'),
      await send(url(), multipart, boundary),
      // Senders that call JSON a form, or nothing, or say UTF-16.
      await send(url(), JSON.stringify(body), 'application/x-www-form-urlencoded'),
      await send(url(), `\n ${JSON.stringify(body)}`, ''),
      await send(url(), Buffer.from(`\uFEFF${JSON.stringify(body)}`)),
      await send(url(), Buffer.from(`\uFEFF${JSON.stringify(body)}`, 'utf16le')),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200));
    expect(new Set(answers.map((answer) => answer.json().conversionId)).size).toBe(1);
  });

  test('recognises a repeated multipart form with another boundary as a duplicate', async () => {
    const fields = toForm({ ...body, transaction_id: crypto.randomUUID() });
    const [first, second] = [await toMultipart(fields), await toMultipart(fields)];
    expect(first[1]).not.toBe(second[1]);
    expect((await send(url(), ...first)).json()).not.toHaveProperty('duplicate');
    expect((await send(url(), ...second)).json()).toMatchObject({ duplicate: true });
  });

  test('keeps broken and empty bodies with a right key, refuses them without one, and 413 beyond 1 MiB', async () => {
    const [multipart, boundary] = await toMultipart(toForm(body));
    const form = 'application/x-www-form-urlencoded';
    const many = Array.from({ length: 3_000 }, (_, index) => `f${index}=1`).join('&');
    const broken: [string | Buffer, string][] = [
      ['', 'application/json'],
      ['{"a":', 'application/json'],
      ['a=1', 'application/json'],
      ['', form],
      ['&&&', form],
      [many, form],
      [`a${'[b]'.repeat(50)}=1`, form],
      [multipart.subarray(0, 60), boundary],
      [multipart, 'multipart/form-data'],
      ['', boundary],
      ['--b\r\ncontent-disposition: form-data; nome="amount"\r\n\r\n1\r\n--b--\r\n', 'multipart/form-data; boundary=b'],
      [(await toMultipart(new URLSearchParams(many)))[0], boundary],
    ];
    for (const [payload, contentType] of broken) {
      const what = `${contentType}: ${String(payload).slice(0, 20)}`;
      const kept = await send(url(), payload, contentType);
      expect([kept.statusCode, kept.json()], what).toEqual([200, expect.objectContaining({ ignored: true })]);
      expect([400, 401, 413], what).toContain((await send('/conversion', payload, contentType)).statusCode);
    }
    for (const contentType of ['application/json', form, boundary]) {
      expect((await send(url(), 'x'.repeat(1_048_577), contentType)).statusCode).toBe(413);
    }
  });
});

describe('owner of a webhook', () => {
  test('answers 404 for an unknown checkout and 401 for an unknown key, with any body', async () => {
    const { trackingKey } = ingest.tenant;
    for (const body of [{ amount: 1 }, '{']) {
      const unknown = await post(`/webhooks/paypal/${trackingKey}`, body);
      expect([unknown.statusCode, unknown.json()]).toEqual([
        404,
        expect.objectContaining({ message: expect.any(String) }),
      ]);
      for (const key of ['nobody-has-this', 'x'.repeat(2_000), '%00', '__proto__']) {
        expect((await post(`/webhooks/hotmart/${key}`, body)).statusCode).toBe(401);
      }
    }
  });

  test('ignores a click id of another tenant when a key is given, and reveals nothing about it', async () => {
    const foreign = `mc_${(await createTenant(stack)).campaignId}_1751849000000123456`;
    const { text } = exampleOf('hotmart', foreign);
    const answer = await send(`/webhooks/hotmart/${ingest.tenant.trackingKeys.hotmart}`, text);
    expect(answer.json()).toMatchObject({ success: true, clickId: null, campaignId: null });
    const [event] = await deliveriesOf(deliveries, text);
    expect(event).toMatchObject({ tenantId: ingest.tenant.tenantId, campaignId: null });
  });

  test('is found by the click id in a body that cannot be interpreted', async () => {
    const clickId = await click();
    const body = JSON.stringify({ sck: clickId, amount: 'muito', mark: crypto.randomUUID() });
    expect((await send('/conversion', body)).json()).toMatchObject({ ignored: true });
    expect((await deliveriesOf(deliveries, body))[0]?.tenantId).toBe(ingest.tenant.tenantId);
    expect((await send('/conversion', JSON.stringify({ amount: 'muito' }))).statusCode).toBe(401);
  });

  test('answers pages of any site', async () => {
    const answer = await app.inject({ method: 'OPTIONS', url: '/webhooks/generic/x' });
    expect([answer.statusCode, answer.headers['access-control-allow-origin']]).toEqual([204, '*']);
    expect((await post('/webhooks/generic/x', {})).headers['access-control-allow-origin']).toBe('*');
  });
});

describe('privacy of webhooks', () => {
  test('writes neither personal data of the buyer nor secrets to the log', async () => {
    const clickId = await click();
    const secret = 'hottok-de-teste-1234567890';
    for (const provider of CHECKOUT_IDS) {
      for (const { name } of EXAMPLES[provider]) {
        const { text, contentType } = exampleOf(provider, clickId, name);
        expect((await send(`/conversion?key=${ingest.tenant.trackingKey}`, text, contentType)).statusCode).toBe(200);
        await deliveriesOf(deliveries, text);
      }
    }
    const body = { ...JSON.parse(exampleOf('hotmart', clickId).text), hottok: secret };
    await post(`/conversion?key=${ingest.tenant.trackingKey}`, body);
    await deliveriesOf(deliveries, JSON.stringify(body));

    const log: string[] = [];
    const to = await stack.log.ends(EVENTS_TOPIC);
    for await (const batch of stack.log.read({ topic: EVENTS_TOPIC, to, maxRecords: 1_000 })) {
      log.push(...batch.map((record) => Buffer.from(record.value).toString('utf8')));
    }
    const all = log.join('\n');
    expect(all).toContain(clickId);
    for (const personal of [BUYER.cpf, BUYER.email, BUYER.phone, BUYER.name, '123.456.789-09', secret]) {
      expect(all.includes(personal), personal).toBe(false);
    }
  });

  test('encrypts the fields of one buyer under one person id for every checkout', async () => {
    const clickId = await click();
    const ids = new Set<string | undefined>();
    for (const provider of ['hotmart', 'kiwify', 'monetizze'] as const) {
      const { text, contentType } = exampleOf(provider, clickId);
      await send(`/conversion?key=${ingest.tenant.trackingKey}`, text, contentType);
      const [event] = await deliveriesOf(deliveries, text);
      const person = event?.payload.person;
      ids.add(person?.personId);
      const fields = person && (await stack.persons.decrypt(ingest.tenant.tenantId, person));
      expect(Object.values(fields ?? {})).toContain(BUYER.email);
    }
    expect(ids.size).toBe(1);
  });

  test('counts a delivery without an e-mail to the buyer of the same verified conversion', async () => {
    const { tenantId, trackingKey } = ingest.tenant;
    const personOf = async (body: object, path = `/conversion?key=${trackingKey}`) => {
      const text = JSON.stringify(body);
      await send(path, text);
      const [event] = await deliveriesOf(deliveries, text);
      return event?.payload.person?.personId ?? '';
    };
    const bought = { transaction_id: 'T-77', amount: 10, status: 'approved' };
    const byEmail = await personOf({ ...bought, email: 'ana@example.com', name: 'Ana', phone: '(11) 99999-8888' });
    const byTransaction = await personOf({ ...bought, status: 'refunded', name: 'Ana' });
    const byPhone = await personOf({
      transaction_id: 'T-78',
      amount: 5,
      status: 'approved',
      name: 'Ana',
      phone: '+5511999998888',
    });
    const planted = await personOf(
      { ...bought, name: 'Eva', phone: '11999998888', click_id: await click() },
      '/conversion',
    );
    const { personIds } = await groupOf(stack, { tenantId, personId: byEmail });
    expect(new Set(personIds)).toEqual(new Set([byEmail, byTransaction, byPhone]));
    expect(new Set([...personIds, planted]).size).toBe(4);
  });
});
