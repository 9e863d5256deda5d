import { TenantChange } from '@tracker/schemas/contracts/company.contract';
import { expect, it } from 'vitest';
import { mistakesIn } from '../../data/mistakes.ts';

it('reports an error for each invalid company setting', () => {
  const { error } = TenantChange.safeParse({ name: ' ', slug: 'Loja da Ana' });
  expect(error && mistakesIn(error)).toEqual({
    name: 'Informe o nome da empresa.',
    slug: 'Use de 2 a 63 letras minúsculas, números ou hífens.',
  });
});
