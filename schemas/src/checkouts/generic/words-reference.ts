// The tables of the generic format for the reference of the API, made of the tables that are read.
import { SUMS_OF_REFUNDS } from '../../capture/field-names.ts';
import { EVENT_WORDS, OPEN_WORDS, STATUS_WORDS, TOGETHER } from './words.ts';

const listOf = (words: readonly string[]): string => [...new Set(words)].map((word) => `\`${word}\``).join(', ');
const rowOf = (texts: readonly string[]): string => `| ${texts.join(' | ')} |`;
const tableOf = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map(rowOf).join('\n');

const STATES = [...(Object.keys(STATUS_WORDS) as (keyof typeof STATUS_WORDS)[]), 'open'] as const;
const MEANINGS: Readonly<Record<string, string>> = { '?': 'not understood', not_back: 'no change' };
const meaningOf = (text: string): string => MEANINGS[text] ?? text;

/** What an event (row) and a status (column) say together. */
const together = tableOf(
  ['event', 'no status', ...STATES],
  Object.entries(TOGETHER).map(([event, row]) =>
    [event, row.alone, ...STATES.map((state) => row[state])].map(meaningOf),
  ),
);

const statuses = tableOf(
  ['status', 'words'],
  Object.entries({ ...STATUS_WORDS, open: OPEN_WORDS }).map(([status, words]) => [`\`${status}\``, listOf(words)]),
);
const events = tableOf(
  ['event', 'words'],
  Object.entries(EVENT_WORDS).map(([event, words]) => [`\`${event}\``, listOf(words)]),
);
const sums = tableOf(
  ['name', 'means a sum at'],
  Object.entries(SUMS_OF_REFUNDS).map(([name, source]) => [`\`${name}\``, source]),
);

export const WORDS_REFERENCE = [
  'In the generic format, words are compared without case, accents and separators: `order.refunded`, `ORDER_REFUNDED` and `Order refunded` are one.',
  'The event leads, and of several words the one that leaves the least money decides. A word of no table is not understood. Events of `cart`, `subscription`, `access`, `ping` and `notConversion` are no conversion with any status.',
  `**Event and status together**\n\n${together}`,
  `**Words of statuses**\n\n${statuses}`,
  `**Words of events**; those of statuses are events, too, alone or next to what the event is about (\`order\`, \`payment\` …)\n\n${events}`,
  `**Sums of refunds**: these names say how much went back until then, and are not added up\n\n${sums}`,
].join('\n\n');
