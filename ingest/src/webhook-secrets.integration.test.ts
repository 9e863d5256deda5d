import { createHmac } from 'node:crypto';
import { randomText } from '@tracker/infra/identity/random-id';
import { checkoutSecretAad } from '@tracker/infra/secrets/checkout-secret';
import { CHECKOUTS } from '@tracker/schemas/checkouts/generated/checkouts';
import { CHECKOUT_IDS, type CheckoutId } from '@tracker/schemas/checkouts/registry';
import { eventually } from '@tracker/test/kit/eventually';
import { createTenant, type TestTenant } from '@tracker/test/kit/tenant-fixture';
import { beforeEach, describe, expect, test } from 'vitest';
import { deliveriesOf, exampleOf } from './testing/deliveries.ts';
import { useIngest } from './testing/use-ingest.ts';

const ingest = useIngest();
const { app, click, deliveries, stack } = ingest;

let secret: string;
beforeEach(() => {
  secret = `s3gredo-${randomText(20)}`;
});

async function setSecret({ tenantId }: TestTenant, provider: CheckoutId, value: string): Promise<void> {
  const values = { secret_encrypted: stack.keyring.encrypt(value, checkoutSecretAad(tenantId, provider)) };
  await stack.postgres.withTenant(tenantId, (trx) =>
    trx
      .insertInto('webhook_secrets')
      .values({ tenant_id: tenantId, provider, ...values })
      .onConflict((conflict) => conflict.columns(['tenant_id', 'provider']).doUpdateSet(values))
      .execute(),
  );
  await eventually(async () => {
    const entry = await stack.caches.secrets.find(tenantId, provider);
    expect(Buffer.from(entry?.encrypted ?? [])).toEqual(Buffer.from(values.secret_encrypted));
  });
}

interface Delivery {
  readonly text: string;
  readonly contentType: string;
  readonly query?: string;
  readonly headers?: Record<string, string>;
}

const send = (url: string, { text, contentType, query = '', headers = {} }: Delivery) =>
  app.inject({
    method: 'POST',
    url: query === '' ? url : `${url}${url.includes('?') ? '&' : '?'}${query}`,
    payload: text,
    headers: { 'content-type': contentType, ...headers },
  });

/** Every way in which the checkout may prove this secret with its example. */
function provenBy(provider: CheckoutId, shown: string, given: Delivery): Delivery[] {
  const rule = CHECKOUTS[provider].authenticity;
  if (rule.kind === 'hmac') {
    const sign = (text: string) => createHmac(rule.algorithm, shown).update(text).digest(rule.encoding);
    const signature = sign(given.text);
    const { query, header } = rule.from;
    if (rule.isTimed) {
      const right = `v1=${sign(`1492774577.${given.text}`)}`;
      const signatures = [`t=1492774577,${right}`, `t=1492774577, v1=00, ${right}, v0=11`];
      return signatures.map((one) => ({ ...given, headers: { [header ?? '']: one } }));
    }
    if (query !== undefined) return [{ ...given, query: `${query}=${signature}` }];
    const signatures = rule.encoding === 'hex' ? [signature, `sha256=${signature}`] : [signature];
    return signatures.map((one) => ({ ...given, headers: { [header ?? '']: one } }));
  }
  if (rule.kind === 'hmac-of-id') {
    // An example of an answer has no id there; the signature of one is in its own test.
    const mark = createHmac('sha256', shown).update('request-id:r-1;ts:1742505638683;').digest('hex');
    const signatures = [`ts=1742505638683,v1=${mark}`, `ts=1742505638683, v1=00, v1=${mark.toUpperCase()}`];
    return signatures.map((one) => ({ ...given, headers: { [rule.header]: one, 'x-request-id': 'r-1' } }));
  }
  const byHeader = rule.headers.map((name) => ({ ...given, headers: { [name]: shown } }));
  const byBody = rule.bodyFields.map((name) => ({ ...given, text: withField(given, name, shown) }));
  return [...byHeader, ...byBody];
}

function withField({ text, contentType }: Delivery, name: string, value: string): string {
  if (contentType === 'application/json') return JSON.stringify({ ...JSON.parse(text), [name]: value });
  const form = new URLSearchParams(text);
  form.set(name, value);
  return form.toString();
}

describe.each(CHECKOUT_IDS)('webhook secret of %s', (provider) => {
  test('accepts only deliveries that carry it, at every address, and answers 401 to others and records them as rejected', async () => {
    const given = exampleOf(provider, await click());
    const urls = [
      `/webhooks/${provider}/${ingest.tenant.trackingKeys[provider]}`,
      `/conversion?key=${ingest.tenant.trackingKey}`,
      '/conversion',
    ];
    for (const url of urls) expect((await send(url, given)).statusCode).toBe(200);
    const trueIds = new Set((await deliveriesOf(deliveries, given.text, 3)).map(({ id }) => id));
    await setSecret(ingest.tenant, provider, secret);

    for (const url of urls) {
      for (const proven of provenBy(provider, secret, given)) {
        expect([url, (await send(url, proven)).statusCode]).toEqual([url, 200]);
      }
      const wrong = [given, ...provenBy(provider, `${secret}x`, given), ...provenBy(provider, '', given)];
      for (const delivery of wrong) {
        const answer = await send(url, delivery);
        expect([url, answer.statusCode]).toEqual([url, 401]);
        expect(answer.json()).toMatchObject({ error: 'delivery-secret-wrong', message: expect.stringMatching(/\.$/) });
        expect(answer.body).not.toContain(secret);
      }
    }
    await expect
      .poll(() => deliveries.filter(({ payload }) => payload.rejected !== undefined))
      .toEqual(
        expect.arrayContaining([
          expect.objectContaining({
            tenantId: ingest.tenant.tenantId,
            payload: expect.objectContaining({ provider, verified: false, rejected: 'wrong_secret' }),
          }),
        ]),
      );
    // A refused delivery never takes the place of the true one, which may have the same body.
    const refused = deliveries.filter(({ payload }) => payload.rejected !== undefined);
    expect(refused.some(({ id }) => trueIds.has(id))).toBe(false);
    expect(JSON.stringify(deliveries)).not.toContain(secret);
  });
});

test('keeps the network that sent a refused delivery, and of what becomes a conversion none', async () => {
  const given = exampleOf('kiwify', await click());
  const from = (url: string, remoteAddress: string) =>
    app.inject({
      ...{ method: 'POST', url, remoteAddress, payload: given.text },
      headers: { 'content-type': given.contentType },
    });
  expect((await from('/conversion', '203.0.113.9')).statusCode).toBe(200);
  await setSecret(ingest.tenant, 'kiwify', secret);
  const url = `/webhooks/kiwify/${ingest.tenant.trackingKeys.kiwify}`;
  expect((await from(url, '198.51.100.7')).statusCode).toBe(401);
  await expect
    .poll(() => deliveries.map(({ payload }) => [payload.rejected, payload.senderNetwork]))
    .toEqual(
      expect.arrayContaining([
        [undefined, undefined],
        ['wrong_secret', '198.51.100.0'],
      ]),
    );
});

describe('signature of an id', () => {
  const body = (id: string) =>
    JSON.stringify({
      ...{ action: 'payment.updated', api_version: 'v1', type: 'payment', user_id: '7' },
      data: { id },
    });
  const signed = (id: string, parts = `id:${id};request-id:r-1;ts:1742505638683;`) => ({
    'x-signature': `ts=1742505638683,v1=${createHmac('sha256', secret).update(parts).digest('hex')}`,
    'x-request-id': 'r-1',
  });
  const post = (text: string, headers: Record<string, string>, query = '') =>
    send(`/webhooks/mercado-pago/${ingest.tenant.trackingKeys['mercado-pago']}${query}`, {
      ...{ text, contentType: 'application/json', headers },
    });

  test('proves the id in the body, in lower case, and no other one', async () => {
    await setSecret(ingest.tenant, 'mercado-pago', secret);
    const statuses = [
      await post(body('123'), signed('123'), '?data.id=123&type=payment'),
      await post(body('ABC1'), signed('abc1')),
      await post(body('123'), signed('123', 'id:123;ts:1742505638683;')),
      // The address may name the id that was signed for another person.
      await post(body('124'), signed('123'), '?data.id=123&type=payment'),
      await post(body('123'), { ...signed('123'), 'x-request-id': 'r-2' }),
      await post(body('123'), { ...signed('123'), 'x-signature': 'ts=1742505638683,v1=00' }),
      await post(body('123'), {}),
    ].map(({ statusCode }) => statusCode);
    expect(statuses).toEqual([200, 200, 401, 401, 401, 401, 401]);
  });
});

describe('webhook secret', () => {
  test('verifies a delivery without a key when the checkout made it', async () => {
    const given = exampleOf('hotmart', await click());
    await setSecret(ingest.tenant, 'hotmart', secret);
    expect((await send('/conversion', { ...given, headers: { 'x-hotmart-hottok': secret } })).statusCode).toBe(200);
    expect((await deliveriesOf(deliveries, given.text))[0]?.payload.verified).toBe(true);
  });

  test('verifies no delivery without a key when the seller typed it, however right it is', async () => {
    const given = exampleOf('greenn', await click());
    await setSecret(ingest.tenant, 'greenn', secret);
    const proven = { ...given, headers: { authorization: `Bearer ${secret}` } };
    expect((await send('/conversion', proven)).statusCode).toBe(200);
    expect((await deliveriesOf(deliveries, given.text))[0]?.payload.verified).toBe(false);
    expect((await send(`/conversion?key=${ingest.tenant.trackingKey}`, proven)).statusCode).toBe(200);
    expect((await deliveriesOf(deliveries, given.text, 2))[1]?.payload.verified).toBe(true);
  });

  test('checks a signature over the raw bytes of the body', async () => {
    await setSecret(ingest.tenant, 'eduzz', secret);
    const url = `/webhooks/eduzz/${ingest.tenant.trackingKeys.eduzz}`;
    const { text } = exampleOf('eduzz', await click());
    const spaced = text.replaceAll(',', ' ,\n');
    const signature = (bytes: string) => createHmac('sha256', secret).update(bytes).digest('hex');
    const given = { text: spaced, contentType: 'application/json' };
    expect((await send(url, { ...given, headers: { 'x-signature': signature(spaced) } })).statusCode).toBe(200);
    expect((await send(url, { ...given, headers: { 'x-signature': signature(text) } })).statusCode).toBe(401);
    const upper = signature(spaced).toUpperCase();
    expect((await send(url, { ...given, headers: { 'x-signature': upper } })).statusCode).toBe(200);
  });

  test('compares a signature in base64 with its capitals', async () => {
    await setSecret(ingest.tenant, 'yampi', secret);
    const url = `/webhooks/yampi/${ingest.tenant.trackingKeys.yampi}`;
    const given = exampleOf('yampi', await click());
    const signature = createHmac('sha256', secret).update(given.text).digest('base64');
    const answers = [signature, signature.toLowerCase(), `sha256=${signature}`].map((one) =>
      send(url, { ...given, headers: { 'x-yampi-hmac-sha256': one } }),
    );
    expect((await Promise.all(answers)).map(({ statusCode }) => statusCode)).toEqual([200, 401, 401]);
  });

  test('checks a timed signature over its own time', async () => {
    await setSecret(ingest.tenant, 'stripe', secret);
    const url = `/webhooks/stripe/${ingest.tenant.trackingKeys.stripe}`;
    const given = exampleOf('stripe', await click());
    const sign = (text: string) => createHmac('sha256', secret).update(text).digest('hex');
    const [timed, bare] = [sign(`17.${given.text}`), sign(given.text)];
    const shown = [`t=17,v1=${timed}`, `t=18,v1=${timed}`, `t=17,v0=${timed}`, `v1=${bare}`, bare, `t=17,v1=`];
    const answers = shown.map((one) => send(url, { ...given, headers: { 'stripe-signature': one } }));
    expect((await Promise.all(answers)).map(({ statusCode }) => statusCode)).toEqual([200, 401, 401, 401, 401, 401]);
  });

  test('reads user and password of a webhook that asks for them', async () => {
    const shown = `usuario:${secret}`;
    await setSecret(ingest.tenant, 'pagarme', shown);
    const url = `/webhooks/pagarme/${ingest.tenant.trackingKeys.pagarme}`;
    const given = exampleOf('pagarme', await click());
    const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
    const answers = [basic(shown), shown, basic(secret), basic(''), `Basic ${shown}`].map((authorization) =>
      send(url, { ...given, headers: { authorization } }),
    );
    expect((await Promise.all(answers)).map(({ statusCode }) => statusCode)).toEqual([200, 200, 401, 401, 401]);
  });

  test('applies to any format that arrives at the address of its checkout', async () => {
    await setSecret(ingest.tenant, 'hotmart', secret);
    const url = `/webhooks/hotmart/${ingest.tenant.trackingKeys.hotmart}`;
    const given = { text: JSON.stringify({ transaction_id: 'T-1', amount: 999 }), contentType: 'application/json' };
    expect((await send(url, given)).statusCode).toBe(401);
    expect((await send(url, { ...given, headers: { 'x-hotmart-hottok': secret } })).statusCode).toBe(200);
    // At the address of all formats each is held to its own secret.
    expect((await send(`/conversion?key=${ingest.tenant.trackingKey}`, given)).statusCode).toBe(200);
  });

  test('applies to one tenant and one checkout only', async () => {
    const other = await createTenant(stack);
    await setSecret(other, 'ticto', secret);
    await setSecret(ingest.tenant, 'cakto', secret);
    const given = exampleOf('ticto', await click());
    const url = `/webhooks/ticto/${ingest.tenant.trackingKeys.ticto}`;
    expect((await send(url, given)).statusCode).toBe(200);
    expect((await send(`/webhooks/ticto/${other.trackingKeys.ticto}`, given)).statusCode).toBe(401);
  });
});

describe('webhook token without a key', () => {
  test('names no tenant, in a header or in the body', async () => {
    await setSecret(ingest.tenant, 'generic', secret);
    await setSecret(ingest.tenant, 'monetizze', secret);
    const text = JSON.stringify({ transaction_id: randomText(8), amount: 10, src: 'instagram|bio' });
    const headers = { 'x-webhook-secret': secret };
    const inHeader = await send('/conversion', { text, contentType: 'application/json', headers });
    expect([inHeader.statusCode, inHeader.json().error]).toEqual([401, 'delivery-without-owner']);
    const form = new URLSearchParams(exampleOf('monetizze', 'sem-clique').text);
    form.set('chave_unica', secret);
    const contentType = 'application/x-www-form-urlencoded';
    expect((await send('/conversion', { text: form.toString(), contentType })).statusCode).toBe(401);
  });
});

describe('replaced tracking key', () => {
  test('works next to the new key until it expires', async () => {
    const { tenantId, trackingKeys } = ingest.tenant;
    const expire = (at: Date) =>
      stack.postgres.withTenant(tenantId, (trx) =>
        trx.updateTable('tracking_keys').set({ expires_at: at }).where('key', '=', trackingKeys.kirvano).execute(),
      );
    const fresh = randomText(32);
    await expire(new Date(Date.now() + 86_400_000));
    await stack.postgres.withTenant(tenantId, (trx) =>
      trx.insertInto('tracking_keys').values({ key: fresh, tenant_id: tenantId, provider: 'kirvano' }).execute(),
    );
    const given = exampleOf('kirvano', await click());
    for (const key of [trackingKeys.kirvano, fresh]) {
      expect((await send(`/webhooks/kirvano/${key}`, given)).statusCode).toBe(200);
      expect((await send(`/conversion?key=${key}`, given)).statusCode).toBe(200);
    }
    await expire(new Date(Date.now() - 1));
    await eventually(async () => expect(await stack.caches.trackingKeys.find(trackingKeys.kirvano)).toBeUndefined());
    expect((await send(`/webhooks/kirvano/${trackingKeys.kirvano}`, given)).statusCode).toBe(401);
    expect((await send(`/webhooks/kirvano/${fresh}`, given)).statusCode).toBe(200);
  });
});
