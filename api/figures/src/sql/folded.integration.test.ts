// One folding of texts for searches and filters: what JavaScript folds, a statement folds alike.
import { folded } from '@tracker/schemas/primitives/text';
import { useStack } from '@tracker/test/kit/stack';
import { expect, test } from 'vitest';
import { foldedSql } from './statement.ts';

const stack = useStack();

/** As it is written, and as it is searched. */
const CASES: readonly (readonly [written: string, folded: string])[] = [
  ['Promoção', 'promocao'],
  ['Promoc\u0327a\u0303o', 'promocao'],
  ['PROMOÇÃO DE VERÃO', 'promocao de verao'],
  ['Ångström', 'angstrom'],
  ['Łódź', 'łodz'],
  ['Žluťoučký kůň', 'zlutoucky kun'],
  ['Tiếng Việt', 'tieng viet'],
  ['ΟΔΟΣ', 'οδοσ'],
  ['οδός', 'οδοσ'],
  ['İstanbul', 'istanbul'],
  ['STRASSE', 'strasse'],
  ['Straße', 'straße'],
  ['Москва Й', 'москва и'],
  ['한국어', '한국어'.normalize('NFD')],
  ['👩🏽‍💻 50% _off_', '👩🏽‍💻 50% _off_'],
  ["d'água \\ \n fim", "d'agua \\ \n fim"],
  ['', ''],
];

test.each(CASES)('folds %j as %j, in JavaScript and in a statement', async (written, expected) => {
  expect(folded(written)).toBe(expected);
  const sql = `SELECT ${foldedSql('{text:String}')} AS folded`;
  const [row] = await stack.clickhouse.query<{ folded: string }>({ name: 'folded', sql, params: { text: written } });
  expect(row?.folded).toBe(expected);
});
