import { expect, test } from 'vitest';
import { SUMS_OF_REFUNDS } from '../../capture/field-names.ts';
import { PUBLIC_ENDPOINTS } from '../../capture/public-endpoints.ts';
import { EVENT_WORDS, STATUS_WORDS, TOGETHER } from './words.ts';
import { WORDS_REFERENCE } from './words-reference.ts';

test('has every word, every pair of event and status, and every sum of refunds, at both addresses', () => {
  const words = [...Object.values(STATUS_WORDS), ...Object.values(EVENT_WORDS)].flat();
  for (const word of [...words, ...Object.keys(SUMS_OF_REFUNDS)]) expect(WORDS_REFERENCE).toContain(`\`${word}\``);
  const rows = WORDS_REFERENCE.split('\n').map((line) => line.split(' | '));
  for (const event of Object.keys(TOGETHER)) {
    expect([event, rows.find(([first]) => first === `| ${event}`)?.length]).toEqual([event, 14]);
  }
  const of = PUBLIC_ENDPOINTS.filter(({ description }) => description === WORDS_REFERENCE).map(({ paths }) => paths[0]);
  expect(of).toEqual(['/conversion', '/webhooks/:provider/:key']);
});
