import { createHmac } from 'node:crypto';
import { EXAMPLES } from '@tracker/schemas/checkouts/generated/examples';
import { mapCheckout } from '@tracker/schemas/checkouts/map-checkout';
import { parseForm } from '@tracker/schemas/checkouts/parse-form';
import { CHECKOUT_IDS } from '@tracker/schemas/checkouts/registry';
import { isMarkedTest } from '@tracker/schemas/checkouts/to-conversion';
import { describe, expect, it } from 'vitest';
import { FORM_TYPE } from './examples.ts';
import { markedAsTest, parseBody, prepare, type TestDelivery } from './test-delivery.ts';

const delivery = (given: Partial<TestDelivery>): TestDelivery => ({
  checkout: 'hotmart',
  url: 'https://rastreio.example/webhooks/hotmart/chave',
  text: '{"transaction":"HP1"}',
  contentType: 'application/json',
  secret: '',
  ...given,
});
const context = { timeZone: 'America/Sao_Paulo', receivedAtMs: Date.UTC(2026, 10, 25) } as Parameters<
  typeof mapCheckout
>[2];

describe('delivery of the webhook test page', () => {
  it.each(CHECKOUT_IDS.flatMap((checkout) => EXAMPLES[checkout].map((example) => [checkout, example] as const)))(
    'marks every example of %s as a test without changing its meaning',
    async (checkout, { body, contentType = 'application/json' }) => {
      const sent = await prepare(delivery({ checkout, text: JSON.stringify(body), contentType }));
      const came = contentType === FORM_TYPE ? parseForm(new URLSearchParams(sent.body)) : JSON.parse(sent.body);
      expect(isMarkedTest(came)).toBe(true);
      const mapped = mapCheckout(checkout, came, context);
      if (mapped.kind === 'conversion') expect(mapped.conversion.isTest).toBe(true);
      // The test mark changes no other field of the interpretation.
      expect(mapped.kind).toBe(mapCheckout(checkout, body, context).kind);
    },
  );

  it('restores the test mark when the user removes it', () => {
    expect(markedAsTest({ is_test: false, a: 1 })).toEqual({ is_test: true, a: 1 });
  });

  it('goes to the path of the address on the server of the page', async () => {
    expect((await prepare(delivery({}))).url).toBe('/webhooks/hotmart/chave');
  });

  it('carries the secret as the checkout does: in a header, a body field or a signature', async () => {
    const secret = 'segredo';
    expect((await prepare(delivery({ secret }))).headers).toMatchObject({ 'x-hotmart-hottok': secret });
    const cakto = await prepare(delivery({ checkout: 'cakto', secret }));
    expect(JSON.parse(cakto.body)).toEqual({ is_test: true, transaction: 'HP1', secret });
    const kiwify = await prepare(delivery({ checkout: 'kiwify', secret }));
    const sha1 = createHmac('sha1', secret).update(kiwify.body).digest('hex');
    expect(kiwify.url).toBe(`/webhooks/hotmart/chave?signature=${sha1}`);
    const eduzz = await prepare(delivery({ checkout: 'eduzz', secret }));
    expect(eduzz.headers['x-signature']).toBe(createHmac('sha256', secret).update(eduzz.body).digest('hex'));
    const yampi = await prepare(delivery({ checkout: 'yampi', secret }));
    const base64 = createHmac('sha256', secret).update(yampi.body).digest('base64');
    expect(yampi.headers['x-yampi-hmac-sha256']).toBe(base64);
    const stripe = await prepare(delivery({ checkout: 'stripe', secret }));
    const [, time, timed] = /^t=(\d+),v1=([0-9a-f]+)$/.exec(stripe.headers['stripe-signature'] ?? '') ?? [];
    expect(timed).toBe(createHmac('sha256', secret).update(`${time}.${stripe.body}`).digest('hex'));
    expect((await prepare(delivery({ checkout: 'kiwify' }))).url).not.toContain('signature');
  });

  it.each(['', 'x', '[]', 'null', '7', '{"a":'])('is not built from the text "%s"', (text) => {
    expect(parseBody(text)).toBeUndefined();
  });
});
