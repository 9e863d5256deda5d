import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FIELD_CONTAINERS, FIELD_NAMES, type FieldName } from '../../capture/field-names.ts';
import type { TimeZone } from '../../primitives/time.ts';
import { redactBody } from '../../privacy/redact.ts';
import { interpretObject } from '../interpret-body.ts';
import type { JsonObject, MappedConversion } from '../mapping.ts';

const context = { timeZone: 'America/Sao_Paulo' as TimeZone, receivedAtMs: Date.parse('2026-11-20T16:00:00Z') };
const CLICK = 'mc_lanc01_1751849000000123456';

/** As ingest does it: what is redacted is no longer there to be read. */
function read(body: JsonObject): MappedConversion {
  const result = interpretObject('generic', redactBody(body).body, context);
  if (result.kind !== 'conversion') throw new Error(JSON.stringify([body, result]));
  return result.conversion;
}

const SPELLINGS: readonly ((name: string) => string)[] = [
  (name) => name,
  (name) => name.toUpperCase(),
  (name) => name.replaceAll(/[_ ]/g, '-'),
  (name) => name.replaceAll(/[_ ]/g, ''),
  (name) => name.replaceAll(/[_ ](.)/g, (_, letter: string) => letter.toUpperCase()),
  (name) => name.slice(0, 1).toUpperCase() + name.slice(1),
];

/** A body without the field, its value, and what is read of it. */
const SAMPLES: readonly [
  FieldName,
  without: JsonObject,
  value: unknown,
  reading: (conversion: MappedConversion) => unknown,
  expected: unknown,
][] = [
  [
    'clickId',
    { transaction: 'T', amount: 1, status: 'paid' },
    CLICK,
    (one) => one.clickReferences.includes(CLICK),
    true,
  ],
  [
    'clickIdOfNetwork',
    { transaction: 'T', amount: 1, status: 'paid' },
    CLICK,
    (one) => one.clickReferences.includes(CLICK),
    true,
  ],
  ['transactionId', { amount: 1, status: 'paid' }, 'T-77', (one) => one.transactionId, 'T-77'],
  ['amount', { transaction: 'T', status: 'paid' }, '97,90', (one) => one.amount, '97.90'],
  [
    'refundAmount',
    { transaction: 'T', amount: 100, status: 'partially_refunded' },
    '30.00',
    (one) => one.refundAmount,
    '30.00',
  ],
  [
    'refundedInAll',
    { transaction: 'T', amount: 100, status: 'partially_refunded' },
    '30.00',
    (one) => [one.refundAmount, one.isRefundTotal],
    ['30.00', true],
  ],
  ['currency', { transaction: 'T', amount: 1, status: 'paid' }, 'USD', (one) => one.currency, 'USD'],
  [
    'occurredAt',
    { transaction: 'T', amount: 1, status: 'paid' },
    '2026-11-19T10:00:00Z',
    (one) => one.eventTime,
    '2026-11-19T10:00:00.000Z',
  ],
  [
    'approvedAt',
    { transaction: 'T', amount: 1, status: 'paid' },
    '2026-11-19T10:00:00Z',
    (one) => one.conversionTime,
    '2026-11-19T10:00:00.000Z',
  ],
  [
    'createdAt',
    { transaction: 'T', amount: 1, status: 'paid' },
    '2026-11-19T10:00:00Z',
    (one) => one.conversionTime,
    '2026-11-19T10:00:00.000Z',
  ],
  [
    'changedAt',
    { transaction: 'T', amount: 1, status: 'refunded' },
    '2026-11-19T10:00:00Z',
    (one) => one.eventTime,
    '2026-11-19T10:00:00.000Z',
  ],
  [
    'timestamp',
    { transaction: 'T', amount: 1, status: 'paid' },
    '2026-11-19T10:00:00Z',
    (one) => one.eventTime,
    '2026-11-19T10:00:00.000Z',
  ],
  ['status', { transaction: 'T', amount: 1 }, 'paid', (one) => one.status, 'approved'],
  ['event', { transaction: 'T', amount: 1 }, 'order.paid', (one) => one.status, 'approved'],
];
const ROOT_ALONE: ReadonlySet<FieldName> = new Set(['status', 'event']);
const AMBIGUOUS: ReadonlySet<string> = new Set(
  'id order price total sum value ref reference date time created method fee plan'.split(' '),
);

describe('names of the fields of a generic body', () => {
  it.each(SAMPLES)(
    'reads %s under every name, in every spelling, also in the query',
    (field, without, value, reading, expected) => {
      for (const name of FIELD_NAMES[field]) {
        for (const spell of SPELLINGS) {
          const [root, query] = [
            { ...without, [spell(name)]: value },
            { ...without, query: { [spell(name)]: value } },
          ];
          expect([spell(name), reading(read(root))]).toEqual([spell(name), expected]);
          expect(['query', spell(name), reading(read(query))]).toEqual(['query', spell(name), expected]);
        }
      }
    },
  );

  it.each(SAMPLES.filter(([field]) => !ROOT_ALONE.has(field)))(
    'reads %s in every container, as an object, with dots and with brackets',
    (field, without, value, reading, expected) => {
      for (const container of FIELD_CONTAINERS) {
        // What a buyer wrote into fields of the seller's own is kept of a click alone.
        if (/fields|personalizados/.test(container) && field !== 'clickId') continue;
        const name = FIELD_NAMES[field].find((one) => !AMBIGUOUS.has(one)) ?? '';
        for (const body of [
          { [container]: { [name]: value } },
          { [`${container}.${name}`]: value },
          { [`${container}[${name}]`]: value },
        ]) {
          expect([body, reading(read({ ...without, ...body }))]).toEqual([body, expected]);
        }
      }
    },
  );

  it('takes the root before a container, and the query last', () => {
    const body = { transaction: 'T', status: 'paid', metadata: { amount: 2 }, query: { amount: 3 } };
    expect(read({ ...body, amount: 1 }).amount).toBe('1.00');
    expect(read(body).amount).toBe('2.00');
  });

  it('takes ids of ours alone from the fields in which networks have theirs', () => {
    expect(read({ transaction: 'T', amount: 1, status: 'paid', subid: 'theirs', cid: '77' }).clickReferences).toEqual(
      [],
    );
  });

  it('reads utm values in every spelling', () => {
    for (const name of ['utm_source', 'utmSource', 'UTM_SOURCE', 'utm-source', 'UtmSource']) {
      const body = { transaction: 'T', amount: 1, status: 'paid' };
      expect([name, read({ ...body, [name]: 'FB' }).utm.utm_source]).toEqual([name, 'FB']);
      expect([name, read({ ...body, query: { [name]: 'FB' } }).utm.utm_source]).toEqual([name, 'FB']);
    }
  });

  it('reads the same in any order of the names', () => {
    const names = fc.constantFrom(
      ...SAMPLES.flatMap(([field]) => FIELD_NAMES[field].flatMap((name) => SPELLINGS.map((spell) => spell(name)))),
    );
    const value = fc.constantFrom<unknown>(
      '97.90',
      'paid',
      CLICK,
      'T-1',
      'BRL',
      '2026-11-19T10:00:00Z',
      null,
      '',
      'null',
    );
    fc.assert(
      fc.property(fc.dictionary(names, value), (body) => {
        const reversed = Object.fromEntries(Object.entries(body).reverse());
        expect(interpretObject('generic', reversed, context)).toEqual(interpretObject('generic', body, context));
      }),
    );
  });
});

describe('amount of a partial refund', () => {
  const body = { transaction_id: 'R', amount: '100.00', status: 'partially_refunded' };
  it.each([
    [{ refund: { amount: '30.00' } }],
    [{ refund: { value: 30 } }],
    [{ refunds: [{ amount: '10.00' }, { amount: '20.00' }] }],
    [{ refund_amount: { value: '30.00', currency: 'BRL' } }],
    [{ refundValue: 'R$ 30,00' }],
    [{ metadata: { refund_amount: 30 } }],
    [{ refunded: true, amount_refunded: 30 }],
  ])('is read in %j', (refund) => {
    expect(read({ ...body, ...refund }).refundAmount).toBe('30.00');
  });

  it.each([
    [{}],
    [{ refunded: true }],
    [{ refunded: 1 }],
    [{ refunded: '0' }],
    [{ refund_amount: 0 }],
    [{ amount_refunded: '0,00' }],
    [{ refund: 'sim' }],
    [{ refund_amount: null }],
    [{ refund_amount: '' }],
    [{ refund: {} }],
    [{ refunds: [] }],
  ])('that is absent in %j is not 0: the delivery is not understood', (refund) => {
    const result = interpretObject('generic', { ...body, ...refund }, context);
    expect(result).toMatchObject({ kind: 'invalid', reason: { code: expect.stringMatching(/refund_amount$/) } });
  });
});
