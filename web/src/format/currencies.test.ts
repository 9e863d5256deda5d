import { expect, it } from 'vitest';
import { formatCurrency } from './currencies.ts';

it('formats money in its own currency', { tags: ['§9.16'] }, () => {
  expect(formatCurrency('1234.5', 'BRL')).toBe('R$\u00a01.234,50');
  expect(formatCurrency('30.00', 'USD')).toBe('US$\u00a030,00');
  expect(formatCurrency('30.00', 'EUR')).toBe('€\u00a030,00');
  expect(formatCurrency('30.00', 'JPY')).toBe('JP¥\u00a030,00');
  expect(formatCurrency('30.00', '?')).toBe('¤\u00a030,00');
});
