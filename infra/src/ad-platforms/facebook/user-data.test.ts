import { createHash } from 'node:crypto';
import type { Buyer } from '@tracker/schemas/privacy/buyer';
import { expect, test } from 'vitest';
import { hashedBuyer } from './user-data.ts';

const NO_BUYER: Buyer = { email: '', phone: '', firstName: '', lastName: '', city: '', state: '', zip: '' };
const hash = (text: string) => [createHash('sha256').update(text, 'utf8').digest('hex')];

test('normalizes and hashes each field as the platform documents', () => {
  const buyer = {
    email: 'Ana.Lima@Example.com',
    phone: '5511999998888',
    firstName: 'Ândrea',
    lastName: "D'Ávila-Lima",
    city: 'São José dos Campos',
    state: 'SP',
    zip: '01310-200',
  };
  expect(hashedBuyer(buyer)).toEqual({
    em: hash('ana.lima@example.com'),
    ph: hash('5511999998888'),
    fn: hash('ândrea'),
    ln: hash('dávilalima'),
    ct: hash('saojosedoscampos'),
    st: hash('sp'),
    zp: hash('01310200'),
    country: hash('br'),
  });
});

test('hashes composed and decomposed accents alike', () => {
  expect(hashedBuyer({ ...NO_BUYER, firstName: 'Jose\u0301' })).toEqual(
    hashedBuyer({ ...NO_BUYER, firstName: 'José' }),
  );
});

test('omits unknown fields, and sends a country only with evidence for it', () => {
  expect(hashedBuyer(NO_BUYER)).toEqual({});
  expect(hashedBuyer({ ...NO_BUYER, phone: '351912345678' })).toEqual({ ph: hash('351912345678') });
  expect(hashedBuyer({ ...NO_BUYER, state: 'Bahia', zip: '40000-000' })).not.toHaveProperty('country');
  expect(hashedBuyer({ ...NO_BUYER, state: 'BA', zip: '40000000' })).toHaveProperty('country');
});
