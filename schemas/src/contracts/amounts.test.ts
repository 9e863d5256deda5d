import { expect, test } from 'vitest';
import { z } from 'zod';
import { CONTRACTS } from './registry.ts';

/** Fields of money, by their names; of a ratio or a text that only sounds like one there are none. */
const MONEY =
  /^(amount|value|.*(Value|Spend|Amount|Fees?|Costs?|Tax|Profit|Cpa)|cpa|spend|revenue|price|fixed|profit|expenses|netToSeller|interest|budgetRaisePerDay)$/;
/** Counts and shares. */
const NO_MONEY = '/api/tracking-health';
const FIGURES = /^\/api\/(figures|performance|analytics|integration\/side-by-side)/;

const uniquely = (name: string, index: number, all: readonly string[]) => all.indexOf(name) === index;

type Schema = { readonly [key: string]: unknown };

/** The JSON types of each money field, without null. */
function typesIn(schema: Schema, found: [name: string, type: string][] = []): [name: string, type: string][] {
  for (const [name, property] of Object.entries((schema.properties ?? {}) as Record<string, Schema>)) {
    const types = JSON.stringify(property).match(/"type":("\w+"|\[[^\]]+\])/g) ?? [];
    const own = [...new Set(types.flatMap((type) => JSON.parse(type.slice(7))))].filter((type) => type !== 'null');
    const isAmount = MONEY.test(name) && !own.includes('object') && !own.includes('array');
    if (isAmount && own.length > 0 && !JSON.stringify(property).includes('"enum"')) found.push([name, own.join('|')]);
    typesIn(property, found);
  }
  for (const part of ['anyOf', 'oneOf', 'allOf'])
    for (const one of (schema[part] ?? []) as Schema[]) typesIn(one, found);
  if (schema.items) typesIn(schema.items as Schema, found);
  return found;
}

const amountsOf = (wanted: (path: string) => boolean) =>
  CONTRACTS.filter(({ path, csv }) => !csv && path !== NO_MONEY && wanted(path)).flatMap(({ response }) =>
    typesIn(z.toJSONSchema(response, { io: 'input', unrepresentable: 'any' }) as Schema),
  );
const namesWith = (type: string, amounts: readonly [string, string][]) =>
  [...new Set(amounts.filter(([, own]) => own === type).map(([name]) => name))].sort();

test('money is a number in figures, and a decimal text in all other answers', () => {
  const [figures, rows] = [amountsOf((path) => FIGURES.test(path)), amountsOf((path) => !FIGURES.test(path))];
  expect(namesWith('number', figures).length).toBeGreaterThan(5);
  expect(figures.filter(([, type]) => type !== 'number')).toEqual([]);
  expect(namesWith('string', rows).length).toBeGreaterThan(10);
  // Figures next to the campaigns and runs that they are of, as the specification prints them.
  expect(
    rows
      .filter(([, type]) => type !== 'string')
      .map(([name]) => name)
      .filter(uniquely)
      .sort(),
  ).toEqual([
    ...['accountSpend', 'cpa', 'dailySpend', 'linkedSpend', 'netProfit', 'revenue', 'spend', 'totalDailySpend'],
    'totalSpend',
  ]);
});
