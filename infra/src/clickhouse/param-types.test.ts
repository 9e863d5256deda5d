import { TupleParam } from '@clickhouse/client';
import { describe, expect, test } from 'vitest';
import { encodeParams, inlineParams, paramTypesOf, parseParamType, sampleParams } from './param-types.ts';

describe('placeholder type', () => {
  test('is parsed from the statement, nested and with arguments', () => {
    const types = paramTypesOf("SELECT {a:String}, { b : Array(Tuple(String, DateTime64(3, 'UTC'))) }, {a:String}");
    expect([...types.keys()]).toEqual(['a', 'b']);
    expect(types.get('b')).toEqual({
      name: 'Array',
      inner: [{ name: 'Tuple', inner: [parseParamType('String'), { name: 'DateTime64', inner: [] }] }],
    });
  });

  test.each(['Identifier', 'Array(Identifier)', 'JSON', "DateTime64(3, 'America/Sao_Paulo')", 'DateTime64(3)'])(
    'rejects the placeholder type %s',
    (type) => {
      expect(() => paramTypesOf(`SELECT {x:${type}}`)).toThrow('not bound');
    },
  );

  test('rejects one name with two types', () => {
    expect(() => paramTypesOf('SELECT {x:String}, {x:UInt8}')).toThrow('two types');
  });
});

describe('parameter encoder', () => {
  test('rejects missing and surplus values', () => {
    expect(() => encodeParams('SELECT {x:String}', {})).toThrow('x is missing');
    expect(() => encodeParams('SELECT {x:String}', { x: 'a', y: 1 })).toThrow('y is not in the statement');
    expect(() => encodeParams('SELECT {constructor:String}', {})).toThrow('is missing');
  });

  test('formats an instant without T and Z, from any input form', () => {
    const sql = "SELECT {at:DateTime64(3, 'UTC')}";
    const ms = Date.parse('2026-11-20T15:00:00.007Z');
    for (const at of [ms, new Date(ms), '2026-11-20T15:00:00.007Z', '2026-11-20T12:00:00.007-03:00']) {
      expect(encodeParams(sql, { at })).toEqual({ at: '2026-11-20 15:00:00.007' });
    }
    expect(() => encodeParams(sql, { at: 'soon' })).toThrow('not an instant');
  });

  test('encodes tuples, also in arrays', () => {
    expect(encodeParams('SELECT {keys:Array(Tuple(String, UInt8))}', { keys: [['a', 1]] })).toEqual({
      keys: [new TupleParam(['a', 1])],
    });
    expect(() => encodeParams('SELECT {keys:Array(Tuple(String, UInt8))}', { keys: [['a']] })).toThrow(
      'does not fit Tuple',
    );
  });

  test.each([
    ['String', {}],
    ['String', undefined],
    ['String', ['a']],
    ['UInt8', Number.NaN],
    ['Array(String)', 'a'],
    ['Bool', 1],
  ])('rejects for %s the value %j', (type, value) => {
    expect(() => encodeParams(`SELECT {x:${type}}`, { x: value })).toThrow('does not fit');
  });
});

test('generates sample values that fit their types', () => {
  const sql =
    "SELECT {a:String}, {b:Array(Tuple(String, DateTime64(3, 'UTC'), Nullable(Date)))}, {c:Bool}, {d:Decimal(18, 4)}";
  expect(Object.keys(encodeParams(sql, sampleParams(sql)))).toEqual(['a', 'b', 'c', 'd']);
});

describe('parameter inliner', () => {
  const inline = (type: string, value: unknown) => inlineParams(`{x:${type}}`, { x: value });

  test('quotes texts, and casts every other type from a text', () => {
    expect(inline('String', 'a')).toBe("'a'");
    expect(inline('Int64', 5n)).toBe("CAST('5', 'Int64')");
    expect(inline('Decimal(18, 2)', '0.10')).toBe("CAST('0.10', 'Decimal(18, 2)')");
    expect(inline('Nullable(String)', null)).toBe("CAST(NULL, 'Nullable(String)')");
    expect(inline("Array(DateTime64(3, 'UTC'))", [0])).toBe(
      "CAST('[\\'1970-01-01 00:00:00.000\\']', 'Array(DateTime64(3, \\'UTC\\'))')",
    );
    expect(inline('Array(Tuple(String, UInt8))', [['a', 1]])).toBe(
      "CAST('[(\\'a\\',1)]', 'Array(Tuple(String, UInt8))')",
    );
  });

  test.each([
    ["it's", "'it\\'s'"],
    ["\\' OR 1=1 --", "'\\\\\\' OR 1=1 --'"],
    ['a\0b', "'a\\0b'"],
    ['{y:String}', "'{y:String}'"],
    ["$& $' $1", "'$& $\\' $1'"],
  ])('escapes the text %j, so that it cannot end the literal', (value, literal) => {
    expect(inline('String', value)).toBe(literal);
  });

  test('rejects a missing value and one that does not fit its type', () => {
    expect(() => inline('UInt8', Number.NaN)).toThrow('does not fit');
    expect(() => inlineParams('SELECT {x:String}', {})).toThrow('x is missing');
  });
});
