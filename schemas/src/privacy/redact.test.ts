import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mapCheckout } from '../checkouts/map-checkout.ts';
import type { JsonObject } from '../checkouts/mapping.ts';
import { DEFAULT_TIME_ZONE } from '../primitives/time.ts';
import { isCardNumber, replaceDocuments } from './documents.ts';
import { firstEmail, replaceEmails } from './emails.ts';
import { PERSONAL, REDACTED, redactBody } from './redact.ts';

const hotmart = {
  id: 'b29e4a0e-5a1c-4f0e-9a55-0d1d3a6a1c11',
  creation_date: 1751850122756,
  event: 'PURCHASE_APPROVED',
  hottok: 'secret-of-the-account',
  data: {
    product: { id: 123456, name: 'Curso X', has_co_production: false },
    affiliates: [{ affiliate_code: 'Q1', name: 'Parceiro' }],
    buyer: {
      email: 'ana@example.com',
      name: 'Ana Lima',
      checkout_phone_code: '55',
      checkout_phone: '11999999999',
      document: '52998224725',
      address: { country: 'Brasil', country_iso: 'BR', city: 'São Paulo', zipcode: '01310-100', address: 'Rua A, 1' },
    },
    producer: { name: 'Escola', email: 'escola@example.com' },
    purchase: {
      transaction: 'HP16015479281022',
      status: 'APPROVED',
      order_date: 1751850000000,
      price: { value: 297.5, currency_value: 'BRL' },
      payment: { type: 'CREDIT_CARD', installments_number: 12 },
      origin: { sck: 'mc_lanc01_1751849000000123456', src: 'a|b' },
    },
    subscription: { plan: { id: 1, name: 'Mensal' }, subscriber: { code: 'SUB1', email: 'ana@example.com' } },
  },
};

describe('redaction of a webhook body', () => {
  test('keeps the fields behind the figures and removes the personal data of the buyer', () => {
    const { body, personal, email, phone } = redactBody(hotmart);
    expect(body).toEqual({
      ...hotmart,
      hottok: REDACTED,
      data: {
        ...hotmart.data,
        buyer: {
          email: PERSONAL,
          name: PERSONAL,
          checkout_phone_code: PERSONAL,
          checkout_phone: PERSONAL,
          document: REDACTED,
          address: { country: 'Brasil', country_iso: 'BR', city: PERSONAL, zipcode: PERSONAL, address: PERSONAL },
        },
        producer: { name: 'Escola', email: PERSONAL },
        subscription: { ...hotmart.data.subscription, subscriber: { code: 'SUB1', email: PERSONAL } },
      },
    });
    expect(personal).toMatchObject({ 'data.buyer.name': 'Ana Lima', 'data.buyer.address.city': 'São Paulo' });
    expect([email, phone]).toEqual(['ana@example.com', '11999999999']);
    expect(JSON.stringify(personal)).not.toContain('52998224725');
  });

  test.each<[string, JsonObject, JsonObject]>([
    [
      'flat fields',
      {
        transaction: 'T-1',
        name: 'Ana',
        buyer_email: 'a@b.com',
        telefone: '(11) 91234-5678',
        ip: '1.2.3.4',
        client_zip_code: '01310200',
        client_id: 7,
        valor: 1,
      },
      {
        transaction: 'T-1',
        name: PERSONAL,
        buyer_email: PERSONAL,
        telefone: PERSONAL,
        ip: PERSONAL,
        client_zip_code: PERSONAL,
        client_id: 7,
        valor: 1,
      },
    ],
    [
      'a product’s name beside a buyer’s',
      { Customer: { full_name: 'Ana', CPF: '52998224725' }, Product: { product_name: 'X', name: 'Y' } },
      { Customer: { full_name: PERSONAL, CPF: REDACTED }, Product: { product_name: 'X', name: 'Y' } },
    ],
    [
      'cards, whole or in groups, and documents in texts',
      {
        card: { number: '4111111111111111', holder: 'ANA', brand: 'visa', exp: '12/30' },
        note: 'pago com 4111 1111 1111 1111 por 529.982.247-25, empresa 12.ABC.345/01DE-35, CPF: 52998224725',
        card_last_digits: 1111,
      },
      {
        card: { number: REDACTED, holder: REDACTED, brand: 'visa', exp: REDACTED },
        note: `pago com ${REDACTED} por ${REDACTED}, empresa ${REDACTED}, CPF: ${REDACTED}`,
        card_last_digits: REDACTED,
      },
    ],
    [
      'e-mails, names and phones in texts, URLs, keys and nested JSON',
      {
        checkout_url: 'https://pay.example/?email=ana%40example.com&name=Ana+Lima&sck=x',
        note: 'ligar para (11) 99999-8888',
        'ana@example.com': 1,
        payload: '{"amount":10,"customer":{"name":"Ana","email":"ana@example.com"}}',
      },
      {
        checkout_url: `https://pay.example/?email=${PERSONAL}&name=${REDACTED}&sck=x`,
        note: `ligar para ${PERSONAL}`,
        [PERSONAL]: 1,
        payload: `{"amount":10,"customer":{"name":"${PERSONAL}","email":"${PERSONAL}"}}`,
      },
    ],
    [
      'a person below data, without a word for it',
      { data: { name: 'Ana', email: 'ana@example.com', amount: 5, phone: { ddd: 11, number: '912345678' } } },
      { data: { name: PERSONAL, email: PERSONAL, amount: 5, phone: { ddd: PERSONAL, number: PERSONAL } } },
    ],
    [
      'what payment services say of a buyer, and what the buyer wrote into the seller’s own fields',
      {
        customer_details: { name: 'Ana', country: 'BR', tax_ids: [{ type: 'br_cpf', value: '52998224725' }] },
        shipping_details: { name: 'Ana', address: { line1: 'Rua A, 1' } },
        custom_fields: [{ key: 'registro', text: { value: '52998224725' } }],
        location: { latitude: '-23.5', longitude: '-46.6' },
        amount_total: 19700,
      },
      {
        customer_details: { name: PERSONAL, country: 'BR', tax_ids: [{ type: 'br_cpf', value: REDACTED }] },
        shipping_details: { name: PERSONAL, address: { line1: PERSONAL } },
        custom_fields: [{ key: REDACTED, text: { value: REDACTED } }],
        location: { latitude: PERSONAL, longitude: PERSONAL },
        amount_total: 19700,
      },
    ],
    [
      'a field that a shop lists by its name, but no price of a product',
      {
        meta_data: [
          { key: '_billing_cpf', value: '52998224725' },
          { id: 2, name: 'billing_phone', value: '11912345678' },
          { key: '_wc_order_attribution_utm_source', value: 'FB' },
          { name: 'sck', value: 'x' },
        ],
        line_items: [{ name: 'telefone', value: 197 }],
        fees: [{ name: 'Curso de celular', value: '197.00' }],
        transactions: [{ holder_name: 'ANA', truncated_card: '4111********1111' }],
      },
      {
        meta_data: [
          { key: '_billing_cpf', value: REDACTED },
          { id: 2, name: 'billing_phone', value: PERSONAL },
          { key: '_wc_order_attribution_utm_source', value: 'FB' },
          { name: 'sck', value: 'x' },
        ],
        line_items: [{ name: 'telefone', value: 197 }],
        fees: [{ name: 'Curso de celular', value: '197.00' }],
        transactions: [{ holder_name: REDACTED, truncated_card: REDACTED }],
      },
    ],
  ])('redacts %s', (_case, body, expected) => {
    expect(redactBody(body).body).toEqual(expected);
  });

  test('empties a transaction id that contains an e-mail address, so that two buyers never share a conversion', () => {
    const body = { transaction_id: 'ana@example.com', order_id: 'pedido-ana@example.com', amount: 1, status: 'paid' };
    expect(redactBody(body).body).toEqual({ transaction_id: '', order_id: '', amount: 1, status: 'paid' });
    const mapped = mapCheckout('generic', redactBody(body).body, { timeZone: DEFAULT_TIME_ZONE, receivedAtMs: 0 });
    expect(mapped).toMatchObject({ conversion: { transactionId: null } });
  });

  test('takes e-mail and phone from the fields of the buyer before any other field', () => {
    expect(
      redactBody({ producer: { email: 'p@x.com' }, text: 'de t@x.com', customer: { email: 'c@x.com' } }).email,
    ).toBe('c@x.com');
    expect(redactBody({ text: 'de t@x.com', email: 'r@x.com' }).email).toBe('r@x.com');
    expect(redactBody({ producer: { email: 'p@x.com' } }).email).toBe('');
    expect(redactBody({ customer: { phone: { ddi: '55', ddd: '11', number: '912345678' } } }).phone).toBe('912345678');
  });

  test('keeps digits that only look like documents or cards', () => {
    const body = {
      transaction: 'HP16015479281022',
      order_id: '4111111111111111',
      click_id: 'mc_lanc01_1751849000000123456',
      digits: '1751849000000123456',
      at: 1751850122756,
      code: '52998224725',
      uuid: '00001111-1111-1111-1111-111111111111',
      amount: '1.234,56',
      text: 'R$ 169,80 em 2026-11-20 12:00:00',
    };
    expect(redactBody(body)).toEqual({ body, personal: {}, email: '', phone: '' });
  });

  test('redacts a name next to an e-mail field with any value', () => {
    expect(redactBody({ list: [{ email: 0, name: 'Ana' }] }).body).toEqual({
      list: [{ email: '[personal]', name: '[personal]' }],
    });
  });

  test('changes nothing when it runs twice, and leaves no e-mail address in any JSON', () => {
    const email = fc.emailAddress({ size: 'small' });
    const leaf = fc.oneof(fc.string(), fc.double({ noNaN: true }), fc.boolean(), fc.constant(null), email);
    const key = fc.oneof(
      fc.string(),
      fc.constantFrom('buyer', 'email', 'name', 'cpf', 'data', 'phone', 'card', 'address', '__proto__', 'origin'),
    );
    const { body } = fc.letrec<{ body: JsonObject; value: unknown }>((tie) => ({
      body: fc.dictionary(key, tie('value'), { maxKeys: 5 }) as fc.Arbitrary<JsonObject>,
      value: fc.oneof({ maxDepth: 4 }, leaf, tie('body'), fc.array(tie('value'), { maxLength: 3 })),
    }));
    fc.assert(
      fc.property(body, (given) => {
        const once = redactBody(given);
        const twice = redactBody(once.body);
        expect(twice.body).toEqual(once.body);
        expect(twice.personal).toEqual({});
        expect(firstEmail(JSON.stringify(once.body))).toBe('');
      }),
    );
  });

  test('removes valid CPF numbers under their keys in any notation', () => {
    const nine = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 9, maxLength: 9 });
    const place = fc.constantFrom('cpf', 'document', 'customer_document', 'client_documment', 'docNumber', 'cnpj_cpf');
    fc.assert(
      fc.property(nine, place, (digits, key) => {
        const plain = cpfOf(digits);
        const formatted = plain.replace(/(\d{3})(\d{3})(\d{3})(\d{2})/, '$1.$2.$3-$4');
        const left = JSON.stringify(redactBody({ [key]: plain, a: { [key]: Number(plain) }, note: `é ${formatted}!` }));
        expect(left).not.toContain(String(Number(plain)));
        expect(left).not.toContain(formatted);
      }),
    );
  });

  test('stays fast for deep and long bodies, and does not overflow the stack', () => {
    const deep = JSON.parse(`${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`) as JsonObject;
    expect(JSON.stringify(redactBody(deep).body).length).toBeLessThan(2000);
    const began = performance.now();
    redactBody({ long: 'a'.repeat(500_000), dots: `@${'a.'.repeat(250_000)}`, digits: '1'.repeat(500_000) });
    redactBody({ ats: 'a@'.repeat(250_000), dashes: '1234-'.repeat(100_000), cpf: 'cpf '.repeat(100_000) });
    expect(performance.now() - began).toBeLessThan(1500);
  });
});

test('finds and replaces e-mail addresses in URLs and texts', () => {
  expect(replaceEmails('/obrigado?email=a%40b.com.br&x=1', '[email]')).toBe('/obrigado?email=[email]&x=1');
  expect(replaceEmails('@handle, a@b e joão@exemplo.com.br.', '[email]')).toBe('@handle, a@b e [email].');
  expect(firstEmail('?e=ana%40b.com')).toBe('ana@b.com');
  expect(replaceEmails('?to=https%3A%2F%2Fx%3Fe%3Dana%2540b.com', '[email]')).not.toContain('ana');
});

test('recognises card numbers by their check digit, and replaces them in texts only when they are grouped', () => {
  expect([isCardNumber('4111 1111 1111 1111'), isCardNumber('4111 1111 1111 1112')]).toEqual([true, false]);
  expect(replaceDocuments('3782 822463 10005; 4111-1111-1111-1111; 4111111111111111', 'X')).toBe(
    'X; X; 4111111111111111',
  );
});

/** With the two check digits of the register. */
function cpfOf(digits: readonly number[]): string {
  const check = (all: readonly number[]) => {
    const sum = all.reduce((total, digit, index) => total + digit * (all.length + 1 - index), 0);
    return ((sum * 10) % 11) % 10;
  };
  const first = check(digits);
  return [...digits, first, check([...digits, first])].join('');
}
