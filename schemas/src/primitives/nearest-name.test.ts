import { expect, test } from 'vitest';
import { nearestName } from './nearest-name.ts';

const FIGURES = ['from', 'to', 'by', 'metrics', 'f', 'order', 'compare', 'weekdays', 'limit'];
const LIST = ['startDate', 'endDate', 'campaignId', 'source', 'q', 'status', 'limit', 'cursor'];

test.each([
  ['filter', FIGURES, 'f'],
  ['F', FIGURES, 'f'],
  ['group_by', FIGURES, 'by'],
  ['by[x]', FIGURES, 'by'],
  ['compareTo', FIGURES, 'compare'],
  ['metrcis', FIGURES, 'metrics'],
  ['form', FIGURES, 'from'],
  ['start_date', LIST, 'startDate'],
  ['STARTDATE', LIST, 'startDate'],
  ['campaign', LIST, 'campaignId'],
  ['campaing_id', LIST, 'campaignId'],
  ['statuses', LIST, 'status'],
])('%j of %j is %s', (name, known, expected) => {
  expect(nearestName(name, known)).toBe(expected);
});

test('has none among none, and looks at the beginning of a long name only', () => {
  expect(nearestName('x', [])).toBeUndefined();
  expect(nearestName('limit'.padEnd(8_000, 'x'), ['limit', 'cursor'])).toBe('limit');
});
