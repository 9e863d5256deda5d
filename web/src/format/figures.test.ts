import { percentChange } from '@tracker/schemas/metrics/formulas';
import { describe, expect, it } from 'vitest';
import { formatCount, formatCounted, formatMoney, formatPercent, formatPercentChange, formatRatio } from './figures.ts';

describe('formatting of figures', () => {
  it('writes money in Brazilian form with a no-break space', { tags: ['§9.16'] }, () => {
    expect(formatMoney(1234.56)).toBe('R$\u00a01.234,56');
    expect(formatMoney('97.90')).toBe('R$\u00a097,90');
    expect(formatMoney(-3)).toBe('-R$\u00a03,00');
    expect(formatMoney(null)).toBe('–');
  });

  it('writes ratios, percentages and counts', { tags: ['§9.16'] }, () => {
    expect(formatRatio(2.5)).toBe('2,50x');
    expect(formatPercent(3.4)).toBe('3,4%');
    expect(formatPercent(null)).toBe('–');
    expect(formatCount(12345)).toBe('12.345');
    expect(formatCounted(1, 'conversão', 'conversões')).toBe('1 conversão');
    expect(formatCounted(0, 'conversão', 'conversões')).toBe('0 conversões');
  });

  it('writes a change with sign and one decimal, "Novo" from zero, and no text from zero to zero', {
    tags: ['§5'],
  }, () => {
    expect(formatPercentChange(percentChange(112.34, 100))).toBe('+12,3%');
    expect(formatPercentChange(percentChange(96, 100))).toBe('-4,0%');
    expect(formatPercentChange(percentChange(100, 100))).toBe('0,0%');
    expect(formatPercentChange(percentChange(5, 0))).toBe('Novo');
    expect(formatPercentChange(percentChange(0, 0))).toBeUndefined();
  });
});
