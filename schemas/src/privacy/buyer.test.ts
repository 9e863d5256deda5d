import { describe, expect, it, test } from 'vitest';
import { EXAMPLES } from '../checkouts/generated/examples.ts';
import type { JsonObject } from '../checkouts/mapping.ts';
import { buyerOf } from './buyer.ts';
import { redactBody } from './redact.ts';

describe('buyer', () => {
  const bodies = Object.entries(EXAMPLES).flatMap(([provider, examples]) =>
    examples.map((example) => [`${provider}: ${example.name}`, example.body as JsonObject] as const),
  );

  it.each(bodies)('is found in %s, and never the seller', (_, body) => {
    const { personal, email, phone } = redactBody(body);
    const buyer = buyerOf(personal);
    expect(buyer.email).toBe(email);
    expect(buyer.phone).toBe(phone === '' ? '' : '5511999998888');
    if (email !== '' && /lima/i.test(JSON.stringify(personal).replace(/ana\.lima@/g, ''))) {
      expect([buyer.firstName, buyer.lastName]).toEqual(['Ana', 'Lima']);
    }
  });

  it.each<[Record<string, string>, string]>([
    [{ 'buyer.phone': '(11) 99999-8888' }, '5511999998888'],
    [{ 'buyer.phone': '011 99999-8888' }, '5511999998888'],
    [{ 'buyer.phone': '1133334444' }, '551133334444'],
    [{ 'buyer.phone': '+55 11 99999-8888' }, '5511999998888'],
    [{ 'buyer.phone': '5511999998888' }, '5511999998888'],
    [{ 'buyer.phone': '55 99999-8888', 'buyer.ddi': '55' }, '5555999998888'],
    [{ 'buyer.phone': '+1 (415) 555-2671' }, '14155552671'],
    [{ 'buyer.phone': '00351 912 345 678' }, '351912345678'],
    [{ 'buyer.phone.ddi': '+351', 'buyer.phone.ddd': '', 'buyer.phone.number': '9123456780' }, '3519123456780'],
    [{ 'buyer.phone.ddd': '11', 'buyer.phone.number': '999998888' }, '5511999998888'],
    [{ 'buyer.phone': '99999-8888' }, ''],
    [{ 'buyer.phone': '123' }, ''],
    [{ 'buyer.address.number': '1578' }, ''],
    [{}, ''],
  ])("reads from %j the phone '%s'", (fields, phone) => {
    expect(buyerOf(fields).phone).toBe(phone);
  });

  test('has the name and address of the buyer’s fields only', () => {
    expect(
      buyerOf({
        'data.buyer.name': 'Ana Maria Lima',
        'data.buyer.address.city': 'São Paulo',
        'data.buyer.address.state': 'SP',
        'data.buyer.address.zipcode': '01310-200',
        'data.producer.email': 'produtora@example.com',
        'data.producer.city': 'Recife',
      }),
    ).toEqual({
      email: '',
      phone: '',
      firstName: 'Ana',
      lastName: 'Lima',
      city: 'São Paulo',
      state: 'SP',
      zip: '01310-200',
    });
  });
});
