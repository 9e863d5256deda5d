// One address in each writing: every field that takes an e-mail reads the same one, and finds the same person.
import { readLead } from '@tracker/schemas/capture/lead';
import { Credentials, Registration } from '@tracker/schemas/contracts/auth.contract';
import { NewInvite } from '@tracker/schemas/contracts/people.contract';
import { isEmail, readEmail } from '@tracker/schemas/primitives/typed-email';
import { describe, expect, test } from 'vitest';
import { personIdOf } from './person-id.ts';

const WRITINGS = {
  'ana@xn--ao-siap.com': [
    'ana@ação.com',
    'ana@AC\u0327A\u0303O.com',
    ' ana@a\u200bção.com',
    'ANA@xn--ao-siap.com',
    'ana@ação。com',
  ],
  'joão@loja.com.br': ['joa\u0303o@loja.com.br', '\u202ajoão@loja.com.br\u202c', 'JOÃO@LOJA.COM.BR '],
  'zoe+a@example.com': ['zoe+a@example.com\u200b', '\ufeffZoe+A@Example.com', 'zoe+a@exa\u00admple.com'],
} as const;

describe.each(Object.entries(WRITINGS))('%s', (address, writings) => {
  test.each(writings)('is read of %j by registration, sign-in, invitation and leads', (written) => {
    expect(isEmail(written)).toBe(true);
    const read = [
      readEmail(written),
      Credentials.parse({ email: written, password: 'x' }).email,
      Registration.parse({ email: written }).email,
      NewInvite.parse({ email: written }).email,
    ];
    expect(read.map((email) => email.toLowerCase())).toEqual(read.map(() => address));
    const lead = readLead({ name: 'Ana', email: written });
    expect(lead.ok && lead.form.email.toLowerCase()).toBe(address);
    expect(personIdOf('salt', written)).toBe(personIdOf('salt', address));
  });
});

test.each([
  'ana',
  'ana@',
  '@x.com',
  'ana@loja',
  'ana@lo ja.com',
  'ana@@loja.com',
  'ana@loja..com',
  'ana,b@loja.com',
  'ana@ação/x.com',
])('takes %j nowhere', (written) => {
  expect(isEmail(written)).toBe(false);
  expect(NewInvite.safeParse({ email: written }).success).toBe(false);
  expect(readLead({ name: 'Ana', email: written }).ok).toBe(false);
});
