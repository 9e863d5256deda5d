import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TenantSlug } from '../primitives/ids.ts';
import { acceptanceProblem, holdsAddress, registrationProblem, slugOf } from './registration-rules.ts';

const good = {
  companyName: 'Loja',
  companySlug: 'loja',
  firstName: 'Ana',
  lastName: 'Lima',
  email: 'ana@loja.com.br',
  password: 'segredo',
  confirmPassword: 'segredo',
};

describe('registration rules', () => {
  it('reports the first broken rule in the documented order', () => {
    const order = [
      [{ companyName: ' ' }, 'Nome da empresa obrigatório'],
      [{ companySlug: '' }, 'URL da empresa obrigatória'],
      [{ lastName: '' }, 'Nome completo obrigatório'],
      [{ email: '' }, 'Email obrigatório'],
      [{ password: '12345' }, 'Senha muito curta'],
      [{ confirmPassword: 'outra' }, 'Senhas não conferem'],
    ] as const;
    for (const [index, [change, title]] of order.entries()) {
      const later = Object.assign({}, ...order.slice(index + 1).map(([next]) => next));
      expect(registrationProblem({ ...good, ...later, ...change })?.title).toBe(title);
    }
    expect(registrationProblem(good)).toBeUndefined();
  });

  it('accepts a registration without the confirmation, which only the form checks', () => {
    expect(registrationProblem({ ...good, confirmPassword: undefined })).toBeUndefined();
  });
});

describe('rules for accepting an invitation', () => {
  const invited = { firstName: 'Beto', lastName: 'Reis', password: 'segredo', confirmPassword: 'segredo' };

  it.each([
    [{ firstName: ' ', password: '' }, 'firstName', 'Nome obrigatório'],
    [{ lastName: '', password: '1' }, 'lastName', 'Nome obrigatório'],
    [{ password: '12345', confirmPassword: '' }, 'password', 'Senha muito curta'],
    [{ confirmPassword: 'outra' }, 'confirmPassword', 'Senhas não conferem'],
  ])('reports for %o the field %s with "%s"', { tags: ['§5', '§9.6'] }, (change, field, title) => {
    expect(acceptanceProblem({ ...invited, ...change })).toMatchObject({ field, title });
  });

  it('accepts valid input with or without the confirmation', { tags: ['§5'] }, () => {
    expect(acceptanceProblem(invited)).toBeUndefined();
    expect(acceptanceProblem({ ...invited, confirmPassword: undefined })).toBeUndefined();
  });
});

describe('a name that holds an address', () => {
  it.each([
    ...[
      'https://x.example',
      'javascript://x',
      'www.loja',
      'loja.com.br',
      'Prêmio em bit.ly/abc',
      'x.ru',
      'X.RU',
      'wa.me/5511',
    ],
    ...[
      '10.0.0.1',
      'tinyurl.cc',
      'minha-loja.online',
      'golpe.zip',
      'a.b/c',
      'x\u200b.ru',
      'x\u2061.ru',
      'x.\u180eru',
      'x。ru',
      'ｘ．ｒｕ',
      'ana@x.ru',
      'xn--a.xn--p1ai',
      'ação.io',
    ],
  ])('is refused: %s', (name) => {
    expect(holdsAddress(name)).toBe(true);
    expect(acceptanceProblem({ firstName: 'Ana', lastName: name, password: 'segredo' })?.field).toBe('lastName');
  });

  it.each([
    ...[
      'Ana',
      "D'Ávila",
      'J. P. Silva',
      'J.P. Silva',
      'S.A. Lopes',
      'Loja 2.0',
      'Dr. João',
      'Sr.José',
      'Açaí & Cia. de Minas',
      'A/B Testes',
    ],
    ...['Nº 1', 'Meu Curso 3.1', 'Silva Ltda.', 'R.A.F.', 'Luís…', 'C++.'],
  ])('is not: %s', (name) => {
    expect(holdsAddress(name)).toBe(false);
  });
});

describe('slug made from a name', () => {
  it.each([
    ['Ação Já', 'acao-ja'],
    ['  Loja   da  Ana! ', 'loja-da-ana'],
    ['A -- B', 'a-b'],
    ['100% Vendas', '100-vendas'],
  ])('turns "%s" into %s', (name, slug) => {
    expect(slugOf(name)).toBe(slug);
  });

  it('is accepted by the server for any name that gives at least two characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => {
        const slug = slugOf(name);
        expect(slug.length < 2 || TenantSlug.safeParse(slug).success).toBe(true);
      }),
    );
  });
});
