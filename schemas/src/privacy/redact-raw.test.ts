import { describe, expect, test } from 'vitest';
import { redactRaw } from './redact-raw.ts';

const CPF = '52998224725';
const CARD = '4111111111111111';

describe('bodies that cannot be parsed', () => {
  test.each([
    ['by its key', `{"cpf":"${CPF}","x":NaN}`],
    ['with dots', `{"nota":"529.982.247-25","x":NaN}`],
    ['as a number', `{"cpf": ${CPF},"x":NaN}`],
    ['within an object that says it', `{"document":{"type":"CPF","number":"${CPF}"},"x":NaN}`],
    ['in a list', `{"x":NaN,"a":["${CPF}"]}`],
    ['in JSON within a text', `{"data":"{\\"cpf\\":\\"${CPF}\\"}","x":NaN}`],
    ['before the end is cut off', `{"buyer":{"cpf":"${CPF}`],
  ])('loses a CPF %s', (_how, text) => {
    const { text: kept, personal } = redactRaw(text);
    for (const one of [kept, JSON.stringify(personal)]) {
      expect(one).not.toContain(CPF);
      expect(one).not.toContain('529.982.247-25');
    }
  });

  test('loses a card and a secret, also from what is encrypted', () => {
    const { text, personal } = redactRaw(
      `{"card":{"number":"${CARD}"},"hottok":"s3cr3t-s3cr3t","email":"a@b.co","x":NaN}`,
    );
    expect(text + JSON.stringify(personal)).not.toMatch(/4111|s3cr3t/);
  });

  test('takes names, e-mails and phones out, and keeps what the figures need', () => {
    const raw = redactRaw(
      '{"transaction_id":"52998224725","amount":97,"created":1795880000123,"click_id":"mc_loja_1700000000000123456","name":"Ana\nSá","email":"ana@example.com","phone":"+55 11 99999-0000","x":NaN}',
    );
    expect(raw.text).toContain('"transaction_id":"52998224725","amount":97,"created":1795880000123');
    expect(raw.text).toContain('mc_loja_1700000000000123456');
    expect(raw.text).not.toMatch(/Ana|ana@|99999/);
    expect(raw.email).toBe('ana@example.com');
    expect(raw.personal).toEqual({ body: expect.stringContaining('Ana') });
  });
});
