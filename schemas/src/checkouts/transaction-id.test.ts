import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TenantId } from '../primitives/ids.ts';
import type { TimeZone } from '../primitives/time.ts';
import { conversionIdentity } from './identity.ts';
import { interpretObject } from './interpret-body.ts';
import type { JsonObject } from './mapping.ts';
import { namesNoTransaction } from './transaction-id.ts';

const context = { timeZone: 'America/Sao_Paulo' as TimeZone, receivedAtMs: Date.parse('2026-11-20T16:00:00Z') };

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: macros as they are written.
const NAMES_NONE = [
  'nu\u00adll',
  '\u202aundefined\u202c',
  '\u3164',
  ...['order-undefined', 'undefined_undefined', 'null-null', 'ORD_NaN', 'pedido-null'],
  ...[
    '{{order.id}}',
    '{order_id}',
    '%ORDER_ID%',
    '[order_id]',
    '${order.id}',
    '[object Object]',
    'NaN',
    '#N/A',
    '#REF!',
  ],
  ...[
    '0',
    'none',
    'nil',
    'false',
    '(not set)',
    'undefined',
    'null',
    'n/a',
    '{{1.id}}',
    '{{ $json.id }}',
    '=A1',
    '<order_id>',
  ],
  ...[
    '<%= order.id %>',
    '__ORDER_ID__',
    '*|ORDER_ID|*',
    '[[order_id]]',
    '%%order_id%%',
    '#order_id#',
    '#s1#',
    '@@order@@',
  ],
  ...[
    ':order_id',
    '$order_id',
    '$order.id',
    '@{order.id}',
    '#{order.id}',
    '{!Order.Id}',
    '{% order.id %}',
    '((order_id))',
  ],
  ...[
    '%7Border_id%7D',
    '%7B%7Border.id%7D%7D',
    '&lt;order_id&gt;',
    '{order_id',
    '{{order.id',
    'order_id}',
    'ORD-{order_id}',
  ],
  ...[
    '#VALUE!',
    '#VALOR!',
    '#DIV/0!',
    '#NAME?',
    '#NOME?',
    '#NULL!',
    '#NUM!',
    '#NÚM!',
    '#N/D',
    '#ERROR!',
    '#ERRO!',
    '#SPILL!',
  ],
  ...[
    '####',
    '-',
    '--',
    '?',
    '...',
    '00',
    '0.0',
    '-1',
    '00000000-0000-0000-0000-000000000000',
    'order_id',
    'transactionId',
  ],
  ...[
    'None',
    'NULL',
    'N/D',
    'não informado',
    'Nenhum',
    'vazio',
    'sem id',
    'unknown',
    'true',
    'ORD-2026-11…',
    'ORD-2026-1...',
  ],
  // Built around a word for nothing: what is left is the same for many transactions.
  ...['undefined-1', 'null_2', 'null-1', 'NULL-77', 'undefined1', '1null', 'order-null-3', 'ORD-NaN-2', 'none-1'],
  ...['1-undefined', 'undefinedundefined', 'orderundefined-4', 'undefined-2026-11-29', 'null-20261129', 'nil:7'],
  ...['undefined-29/11/2026', 'false-1', 'None_5', 'Infinity-1', '"undefined"-1', '(not set)-1', 'order-(none)'],
  ...['N/A-1', 'n/a 1', '#REF!-1', 'TRX-#VALUE!', '#N/A_3', '[object Object]-1', '{{order.id}}-1', '{0}-1', '%s-1'],
  ...['order-', 'ORD-', 'pedido-0', 'order_000', 'TRX#0'],
  // A spreadsheet kept only the first digits of a long number.
  ...['1.23457E+15', '1,23457E+15', '5e+21', 'ORD-2026 [truncated]'],
  ...['"{{order.id}}"', ' {order_id} ', '|order_id|', '~order_id~', '{order.id}{order.id}'],
];
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: macros as they are written.
const NAMES_ONE = [
  ...['TESTE-1001', 'HP17715690036014', '#1001', '1', '42', 'ORD-1', 'R', 'R-r', '9007199254740993', '12345.0', '0001'],
  ...[
    '{3F2504E0-4F89-11D3-9A0C-0305E82C3301}',
    '3f2504e0-4f89-11d3-9a0c-0305e82c3301',
    '(1001)',
    '[2026-1001]',
    'cs_test_a1B2',
  ],
  ...['pi_3MtwBwLkdIwHu7ix28a3tqPa', 'A/B/77', 'pedido 77', 'nada', 'nulo1', 'x0', '1e5', 'T%20', 'abc_def'],
  // What is next to the word names one.
  ...['undefined-98765432', 'null_3f2504e0-4f89-11d3', 'ch_3NaN7x9Kq2Lm4Pz8', 'NONE-HP17715690036014', 'order-77'],
  ...['pedido nº 10', 'ORD-10', 'vanilla-1', 'NA-1234', 'fernan-1', 'anil7', '1.2346e4', 'Trueno-2', 'nada-1', 'W1E+8'],
];

function identityOf(body: JsonObject, click: string | null = null): string {
  const result = interpretObject('generic', { status: 'paid', ...body }, context);
  if (result.kind !== 'conversion') throw new Error(JSON.stringify(result));
  return conversionIdentity('t1' as TenantId, result.conversion, click as never, JSON.stringify(body));
}

describe('id of a transaction', () => {
  it.each(NAMES_NONE)('%s names none', (text) => {
    expect(namesNoTransaction(text)).toBe(true);
  });

  it.each(NAMES_ONE)('%s names one', (text) => {
    expect(namesNoTransaction(text)).toBe(false);
  });

  it('makes two conversions of two deliveries that differ, and one of a repeated one, also of one click', () => {
    for (const transaction_id of NAMES_NONE) {
      for (const click of [null, 'mc_a_1751849000000123456']) {
        const [one, other] = [100, 40].map((amount) => identityOf({ transaction_id, amount }, click));
        expect([transaction_id, click, one === other]).toEqual([transaction_id, click, false]);
        expect(identityOf({ transaction_id, amount: 100 }, click)).toBe(one);
      }
    }
  });

  it('takes the next field that names one', () => {
    expect(identityOf({ transaction_id: '{{id}}', order_id: 'O-1', amount: 1 })).toBe(
      identityOf({ transaction_id: 'O-1', amount: 1 }),
    );
  });

  it('does not understand a change of a transaction without a name', () => {
    for (const status of ['refunded', 'chargeback', 'canceled', 'refused']) {
      const result = interpretObject('generic', { transaction_id: '{{order.id}}', amount: 1, status }, context);
      expect(result).toEqual({ kind: 'invalid', reason: { code: 'no_transaction', text: '{{order.id}}' } });
    }
  });

  it('keeps ids of any length apart', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5_000 }), (length) => {
        const stem = 'A1'.repeat(length);
        const [one, other] = ['1', '2'].map((end) => identityOf({ transaction_id: stem + end, amount: 1 }));
        expect(one).not.toBe(other);
      }),
    );
  });
});
