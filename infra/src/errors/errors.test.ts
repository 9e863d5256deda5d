import { expect, test } from 'vitest';
import { AppError, notFound } from './app-error.ts';
import { isTooMuch, isUnavailable } from './store-errors.ts';

test('takes status and sentence of an error from its code', () => {
  expect(notFound()).toMatchObject({ status: 404, code: 'not-found', message: 'Não encontrado.' });
  const tooMany = new AppError('too-many-attempts', { params: { seconds: 150 }, retryAfterSeconds: 150 });
  expect(tooMany).toMatchObject({ status: 429, message: 'Muitas tentativas. Tente novamente em 3 min.' });
  expect(tooMany.retryAfterSeconds).toBe(150);
});

test('gives the one wrong field the sentence of the error', () => {
  const fields = { cursor: 'Cursor inválido.' };
  expect(new AppError('invalid-cursor', { field: 'cursor' })).toMatchObject({ message: fields.cursor, fields });
});

const withCode = (code: string, more = {}) => Object.assign(new Error('x'), { code }, more);

test('distinguishes an unavailable store from a defect', () => {
  for (const code of ['ECONNREFUSED', 'CONNECTION_CLOSED', '57P01', '08006', '53100']) {
    expect(isUnavailable(withCode(code))).toBe(true);
  }
  expect(isUnavailable(new Error('wrapped', { cause: withCode('57P03') }))).toBe(true);
  expect(isUnavailable(withCode('ENOENT', { syscall: 'connect' }))).toBe(true);
  expect(isUnavailable(withCode('ENOENT', { syscall: 'open' }))).toBe(true);
  expect(isUnavailable(withCode('23505'))).toBe(false);
  expect(isUnavailable('text')).toBe(false);
});

test('distinguishes a question that asks for too much from a store that is away', () => {
  const ofStore = (code: number) => Object.assign(new Error('x'), { name: 'StoreError', kind: 'busy', code });
  expect([159, 160, 241].map((code) => isTooMuch(ofStore(code)))).toEqual([true, true, true]);
  expect([ofStore(202), withCode('ECONNREFUSED'), 'text'].map(isTooMuch)).toEqual([false, false, false]);
});
