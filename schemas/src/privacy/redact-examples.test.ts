import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BUYER } from '../checkouts/example.ts';
import { EXAMPLES } from '../checkouts/generated/examples.ts';
import { mapCheckout, recogniseCheckout } from '../checkouts/map-checkout.ts';
import type { JsonObject } from '../checkouts/mapping.ts';
import { CHECKOUT_IDS, type CheckoutId } from '../checkouts/registry.ts';
import type { TimeZone } from '../primitives/time.ts';
import { firstEmail } from './emails.ts';
import { redactBody } from './redact.ts';

const context = { timeZone: 'America/Sao_Paulo' as TimeZone, receivedAtMs: Date.parse('2026-11-29T00:00:00Z') };
const examples = CHECKOUT_IDS.flatMap((provider) =>
  EXAMPLES[provider].map(({ name, body }) => [provider, name, body] as [CheckoutId, string, JsonObject]),
);

describe('redaction of every webhook example', () => {
  test.each(examples)('keeps the meaning of the body: %s, %s', (provider, _name, body) => {
    const redacted = redactBody(body).body;
    expect(recogniseCheckout(redacted, provider)).toBe(recogniseCheckout(body, provider));
    expect(recogniseCheckout(redacted)).toBe(recogniseCheckout(body));
    expect(mapCheckout(provider, redacted, context)).toEqual(mapCheckout(provider, body, context));
  });

  test.each(examples)('removes all personal data of the buyer: %s, %s', (_checkout, _name, body) => {
    const { body: redacted, email } = redactBody(body);
    const [before, after] = [JSON.stringify(body), JSON.stringify(redacted)];
    for (const text of [...Object.values(BUYER), 'Ana', '999998888', '123.456.789-09'])
      expect(after).not.toContain(text);
    expect(firstEmail(after)).toBe('');
    expect(email).toBe(before.includes(BUYER.email) ? BUYER.email : '');
  });
});

test('keeps the meaning of a webhook body with any extra fields', () => {
  const extra = fc.dictionary(
    fc.constantFrom('buyer', 'customer', 'name', 'email', 'cpf', 'phone', 'card', 'note', 'address', 'ip', 'token'),
    fc.oneof(
      fc.emailAddress({ size: 'small' }),
      fc.string(),
      fc.integer(),
      fc.record({
        name: fc.string(),
        email: fc.emailAddress({ size: 'small' }),
        cpf: fc.integer({ min: 1e10, max: 1e11 }),
      }),
    ),
  );
  fc.assert(
    fc.property(fc.constantFrom(...examples), extra, ([provider, , body], added) => {
      const fuller = { ...added, ...body };
      const redacted = redactBody(fuller).body;
      expect(mapCheckout(provider, redacted, context)).toEqual(mapCheckout(provider, fuller, context));
    }),
  );
});
