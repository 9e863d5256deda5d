// How columns come back: 64-bit integers and decimals as strings, since JSON numbers would lose digits.
import { z } from 'zod';

/** count(), sum(UInt64), UInt64: a number, refused when it would lose digits. */
export const Count = z
  .union([z.string().regex(/^-?\d+$/), z.number().int()])
  .transform(Number)
  .refine(Number.isSafeInteger, 'beyond 2^53');

/** Decimals and their sums, as text: '97.9'. `Money` of the schemas reads it further where it must be money. */
export const DecimalText = z.string().regex(/^-?\d+(\.\d+)?$/);

/** DateTime64(3, 'UTC') as the ISO 8601 instant that the rest of the product speaks. */
export const InstantText = z.iso.datetime({ precision: 3 });

/** UInt8 0 or 1. */
export const Flag = z.union([z.literal(0), z.literal(1), z.boolean()]).transform(Boolean);

/** '' is how our tables say "none". */
export const TextOrNull = z.string().transform((text) => (text === '' ? null : text));
