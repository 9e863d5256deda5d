import { expect, test } from 'vitest';
import { Credentials, Registration } from '../contracts/auth.contract.ts';
import { NewInvite } from '../contracts/people.contract.ts';
import { readEmail } from './typed-email.ts';

const UNSEEN = [
  '\u200b',
  '\u200d',
  '\u2060',
  '\u00ad',
  '\ufeff',
  '\u202a',
  '\u202e',
  '\u034f',
  '\u3164',
  '\u0000',
  ' ',
];

test.each(UNSEEN.map((mark) => mark.codePointAt(0)?.toString(16)))('leaves U+%s out of an address', (code) => {
  const mark = String.fromCodePoint(Number.parseInt(String(code), 16));
  for (const typed of [
    `${mark}ana@loja.com`,
    `ana@loja.com${mark}`,
    ...(mark === ' ' ? [] : [`an${mark}a@lo${mark}ja.com`]),
  ]) {
    expect(readEmail(typed)).toBe('ana@loja.com');
    expect(NewInvite.parse({ email: typed }).email).toBe('ana@loja.com');
    expect(Credentials.parse({ email: typed, password: 'x' }).email).toBe('ana@loja.com');
    expect(Registration.parse({ email: typed }).email).toBe('ana@loja.com');
  }
});

test('composes letters, and keeps what people see', () => {
  expect(readEmail('joa\u0303o@loja.com')).toBe('joão@loja.com');
  expect(readEmail('Ana+Loja@Loja.com')).toBe('Ana+Loja@Loja.com');
});
