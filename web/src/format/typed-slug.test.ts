import { slugOf } from '@tracker/schemas/contracts/registration-rules';
import { describe, expect, it } from 'vitest';
import { typedSlug } from './typed-slug.ts';

describe('slug of a tenant', () => {
  it('follows the name', { tags: ['§2.4'] }, () => {
    expect(slugOf('Ação Já')).toBe('acao-ja');
    expect(slugOf('Loja  do   Zé & Filhos!')).toBe('loja-do-ze-filhos');
    expect(slugOf('Empresa - Teste')).toBe('empresa-teste');
  });

  it('accepts typing by hand, including a trailing hyphen', () => {
    expect(typedSlug('minha-')).toBe('minha-');
    expect(typedSlug('Minha Loja')).toBe('minha-loja');
    expect(typedSlug('maçã--1!')).toBe('maca-1');
  });
});
