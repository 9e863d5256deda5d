import { Money } from '@tracker/schemas/primitives/money';
import { expect, test } from 'vitest';
import { budgetField, budgetOf } from './budget.ts';

test.each([
  ['BRL', '50.00', '5000'],
  ['BRL', '0.99', '99'],
  ['USD', '1234.50', '123450'],
  ['JPY', '5000', '5000'],
  ['CLP', '12000.00', '12000'],
])('writes a budget of %s %s as %s, and reads it back', (currency, amount, units) => {
  for (const kind of ['daily', 'lifetime'] as const) {
    const budget = { kind, amount: Money.parse(amount), currency };
    expect(budgetField(budget)).toEqual({ [`${kind}_budget`]: units });
    expect(budgetOf({ [`${kind}_budget`]: units }, currency)).toEqual(budget);
  }
});

test.each([
  ['BRL', '50.005'],
  ['JPY', '5000.50'],
  ['BRL', '0'],
])('refuses %s %s, which the currency does not have', (currency, amount) => {
  const budget = { kind: 'daily' as const, amount: Money.parse(amount), currency };
  expect(() => budgetField(budget)).toThrow(expect.objectContaining({ code: 'budget_refused' }));
});

test('reads no budget where the object has none', () => {
  for (const answer of [{}, { daily_budget: '0' }, { lifetime_budget: '0' }])
    expect(budgetOf(answer, 'BRL')).toBeNull();
});
