import { expect, test } from 'vitest';
import { EXAMPLES } from '../checkouts/generated/examples.ts';
import { mapCheckout, recogniseCheckout } from '../checkouts/map-checkout.ts';
import { CHECKOUT_IDS } from '../checkouts/registry.ts';
import { DEFAULT_TIME_ZONE } from '../primitives/time.ts';
import { withMadeUp } from './made-up.ts';
import { redactBody } from './redact.ts';

test('puts made-up values of the same form where personal ones were taken out', () => {
  const body = {
    name: 'Bia Souza',
    email: 'bia@loja.com.br',
    cpf: '12345678909',
    token: 'segredo',
    note: 'de bia@loja.com.br',
    customer: { phone: { ddi: '55', ddd: '21', number: '988887777' }, zip_code: '20000000', ip: '177.8.141.8' },
    amount: 97,
  };
  const copy = withMadeUp(redactBody(body).body);
  expect(copy).toEqual({
    name: 'Ana Exemplo',
    email: 'ana.exemplo@example.com',
    cpf: '52998224725',
    token: 'segredo-de-exemplo',
    note: 'de exemplo',
    customer: { phone: { ddi: '55', ddd: '11', number: '11999990000' }, zip_code: '01310100', ip: '203.0.113.7' },
    amount: 97,
  });
});

test('leaves nothing of a person in the copy of any example, which means the same', () => {
  const context = { timeZone: DEFAULT_TIME_ZONE, receivedAtMs: Date.parse('2026-11-29T00:00:00Z') };
  for (const checkout of CHECKOUT_IDS) {
    for (const { body } of EXAMPLES[checkout]) {
      const copy = withMadeUp(redactBody(body).body);
      expect(JSON.stringify(copy)).not.toMatch(/ana\.lima|Ana Lima|12345678909|999998888|\[personal\]|\[redacted\]/);
      expect(recogniseCheckout(copy)).toBe(checkout);
      expect(mapCheckout(checkout, copy, context)).toEqual(mapCheckout(checkout, body, context));
    }
  }
});
