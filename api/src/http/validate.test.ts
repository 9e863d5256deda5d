import { CONTRACTS } from '@tracker/schemas/contracts/registry';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { validate, validateIds } from './validate.ts';

const ILL = ['a\0b', '\ud800', 'x\udc00', '\udbffz'];

describe('characters that are no text', () => {
  test('are refused at any depth: in fields, lists, records and keys', () => {
    const leaf = fc.oneof(fc.string({ unit: 'grapheme' }), fc.integer(), fc.constant(null), fc.boolean());
    const tree = fc.letrec((tie) => ({
      node: fc.oneof(
        { depthSize: 'small' },
        leaf,
        fc.array(tie('node')),
        fc.dictionary(fc.constantFrom('a', 'b'), tie('node')),
      ),
    })).node;
    fc.assert(
      fc.property(
        tree,
        fc.constantFrom(...ILL),
        fc.array(fc.constantFrom('list', 'field', 'key'), { maxLength: 5 }),
        (good, ill, way) => {
          if (!JSON.stringify(good).includes('\\u0000')) expect(validate(z.unknown(), { good })).toEqual({ good });
          let value: unknown = ill;
          for (const step of way)
            value = step === 'list' ? [good, value] : { good, [step === 'key' ? `k${ill}` : 'field']: value };
          expect(() => validate(z.unknown(), { good, value })).toThrow('caractere');
        },
      ),
    );
  });

  // Each reads its body and query by `validate`, and its ids by `validateIds`.
  test.each(CONTRACTS.filter(({ body }) => body).map((contract) => [contract.name, contract] as const))(
    'never pass the body of %s',
    (_name, { body }) => {
      const lenient = z.preprocess((value) => value, z.unknown());
      for (const ill of ILL) {
        expect(() => validate(lenient, { list: [{ text: ill }] })).toThrow('caractere');
        expect(() => validate(body ?? lenient, ill)).toThrow();
      }
    },
  );

  test('are no id', () => {
    for (const ill of ILL) expect(() => validateIds(z.object({ id: z.string() }), { id: ill })).toThrow();
  });
});
