import { expect, test } from 'vitest';
import { AppError, notFound, tooManyRequests, unavailable } from './app-error.ts';
import { isUnavailable } from './is-unavailable.ts';

test('carries status, code and message in every error helper', () => {
  expect(notFound()).toMatchObject({ status: 404, code: 'not-found', message: 'Não encontrado.' });
  expect(tooManyRequests('Espere.', 30)).toMatchObject({ status: 429, retryAfterSeconds: 30 });
  expect(unavailable()).toBeInstanceOf(AppError);
});

const withCode = (code: string, more = {}) => Object.assign(new Error('x'), { code }, more);

test('distinguishes an unavailable store from a defect', () => {
  for (const code of ['ECONNREFUSED', 'CONNECTION_CLOSED', '57P01', '08006', '53100']) {
    expect(isUnavailable(withCode(code))).toBe(true);
  }
  expect(isUnavailable(new Error('wrapped', { cause: withCode('57P03') }))).toBe(true);
  expect(isUnavailable(withCode('ENOENT', { syscall: 'connect' }))).toBe(true);
  expect(isUnavailable(withCode('ENOENT', { syscall: 'open' }))).toBe(false);
  expect(isUnavailable(withCode('23505'))).toBe(false);
  expect(isUnavailable('text')).toBe(false);
});
