import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TenantSlug } from '../primitives/ids.ts';
import { acceptanceProblem, registrationProblem, slugOf } from './registration-rules.ts';

const good = {
  companyName: 'Loja',
  companySlug: 'loja',
  firstName: 'Ana',
  lastName: 'Lima',
  email: 'ana@loja.com.br',
  password: 'segredo',
  confirmPassword: 'segredo',
};

describe('the rules of registration', () => {
  it('are checked in the order of the document', () => {
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

  it('leave the confirmation to the form', () => {
    expect(registrationProblem({ ...good, confirmPassword: undefined })).toBeUndefined();
  });
});

describe('the rules of accepting an invitation', () => {
  const invited = { firstName: 'Beto', lastName: 'Reis', password: 'segredo', confirmPassword: 'segredo' };

  it.each([
    [{ firstName: ' ', password: '' }, 'firstName', 'Nome obrigatório'],
    [{ lastName: '', password: '1' }, 'lastName', 'Nome obrigatório'],
    [{ password: '12345', confirmPassword: '' }, 'password', 'Senha muito curta'],
    [{ confirmPassword: 'outra' }, 'confirmPassword', 'Senhas não conferem'],
  ])('%o: %s %s (§5, §9.6)', (change, field, title) => {
    expect(acceptanceProblem({ ...invited, ...change })).toMatchObject({ field, title });
  });

  it('let through whoever keeps them, with or without a confirmation (§5)', () => {
    expect(acceptanceProblem(invited)).toBeUndefined();
    expect(acceptanceProblem({ ...invited, confirmPassword: undefined })).toBeUndefined();
  });
});

describe('the slug of a name', () => {
  it.each([
    ['Ação Já', 'acao-ja'],
    ['  Loja   da  Ana! ', 'loja-da-ana'],
    ['A -- B', 'a-b'],
    ['100% Vendas', '100-vendas'],
  ])('%s is %s', (name, slug) => {
    expect(slugOf(name)).toBe(slug);
  });

  it('is one that the server takes, if it is long enough', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => {
        const slug = slugOf(name);
        expect(slug.length < 2 || TenantSlug.safeParse(slug).success).toBe(true);
      }),
    );
  });
});
