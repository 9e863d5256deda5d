import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { readWritten } from './read-written.ts';

const SALE = { transaction_id: 'A1', amount: 97, status: 'approved' };
const JSON_OF_SALE = JSON.stringify(SALE);

describe('bodies as tools write them', () => {
  test.each<[string, string, readonly object[]]>([
    ['JSON', JSON_OF_SALE, [SALE]],
    ['JSON behind a byte order mark', `\uFEFF${JSON_OF_SALE}`, [SALE]],
    ['JSON as a text', JSON.stringify(JSON_OF_SALE), [SALE]],
    ['JSON as a text in a text', JSON.stringify(JSON.stringify(JSON_OF_SALE)), [SALE]],
    ['a list with one', `[${JSON_OF_SALE}]`, [SALE]],
    ['a list with several', `[${JSON_OF_SALE},{"transaction_id":"A2"}]`, [SALE, { transaction_id: 'A2' }]],
    ['a list as a text', JSON.stringify(`[${JSON_OF_SALE}]`), [SALE]],
    ['a line break in a text', '{"name":"Curso\nde Inglês","amount":97}', [{ name: 'Curso\nde Inglês', amount: 97 }]],
    ['a tab and a return in a text', '{"a":"x\t\r\ny"}', [{ a: 'x\t\r\ny' }]],
    ['a comma before the end', '{"a":[1,2,],"b":{"c":1,},}', [{ a: [1, 2], b: { c: 1 } }]],
    ['a value that a template left out', '{"a":,"b":1,"c": }', [{ a: null, b: 1, c: null }]],
    ['what JavaScript writes for no value', '{"a":undefined,"b":[1]}', [{ a: null, b: [1] }]],
    ['a comma in a text', '{"a":"1,}",}', [{ a: '1,}' }]],
    ['the only field of a form', `payload=${encodeURIComponent(JSON_OF_SALE)}`, [SALE]],
    ['the only field of JSON', JSON.stringify({ payload: JSON_OF_SALE }), [SALE]],
    ['JSON in the place of a form', `${encodeURIComponent(JSON_OF_SALE)}=`, [SALE]],
    ['JSON in the place of a form, with a sign of it', encodeURIComponent('{"a":"b=c&d"}'), [{ a: 'b=c&d' }]],
    ['a list in the place of a form', encodeURIComponent(`[${JSON_OF_SALE}]`), [SALE]],
    ['a form', 'transaction_id=A1&venda[valor]=97', [{ transaction_id: 'A1', venda: { valor: '97' } }]],
    [
      'a number beyond the exact ones',
      '{"transaction":12345678901234567891,}',
      [{ transaction: '12345678901234567891' }],
    ],
  ])('reads %s', (_what, text, objects) => {
    expect(readWritten(text)).toEqual({ objects });
  });

  test.each([
    ['nothing', '', 'empty'],
    ['an empty object', '{}', 'empty'],
    ['no object', '97', 'value'],
    ['a text', '"x"', 'value'],
    ['a list with a number', `[${JSON_OF_SALE},1]`, 'list'],
    ['an empty list', '[]', 'list'],
    ['NaN', '{"a":1,\n "amount": NaN}', '2:12'],
    ['a quote in a text', '{"name":"Curso "X""}', '1:17'],
    ['an end that lacks', '{"a":"x', '1:8'],
    ['two commas', '[{"a":1},,{"b":2}]', '1:10'],
    ['a comma without a value', '{,}', '1:2'],
    ['a comma behind the end', '{"a":1},', '1:8'],
    ['a list with a gap', '{"a":[1,,2]}', '1:9'],
    ['one quote for another', "{'a':1}", '1:2'],
    ['a decimal comma', '{"amount":97,50}', '1:14'],
  ])('does not guess at %s, and says where it is', (_what, text, at) => {
    expect(readWritten(text)).toEqual({ at });
  });

  it('reads what any JSON says, with line breaks and commas that tools add', () => {
    const object = fc.dictionary(
      fc.string({ minLength: 1 }).filter((key) => !/^(payload|data|body)$/i.test(key)),
      fc.jsonValue(),
      {
        minKeys: 1,
      },
    );
    fc.assert(
      fc.property(object, (value) => {
        const exact = JSON.parse(JSON.stringify(value)) as object;
        // Control characters as they are, and a comma before each closing bracket that follows a value.
        const faulty = JSON.stringify(value, null, 1)
          .replace(/(["\w\]}])\n(\s*[\]}])/g, '$1,\n$2')
          .replace(/(?<!\\)\\n/g, '\n')
          .replace(/(?<!\\)\\t/g, '\t');
        // A number beyond the exact ones is its digits, in both.
        if (!/\d{16}/.test(faulty)) expect(readWritten(JSON.stringify(value))).toEqual({ objects: [exact] });
        expect(readWritten(faulty)).toEqual(readWritten(JSON.stringify(value)));
      }),
    );
  });
});
