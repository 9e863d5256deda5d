import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeBatch, encodeBatch, recordBytes } from './record-batch.ts';

const value = fc.oneof(fc.string({ unit: 'binary', maxLength: 400 }), fc.uint8Array({ maxLength: 400 }));
const record = fc.record({ key: fc.string({ unit: 'binary', maxLength: 40 }), value });

test('decodes any encoded records unchanged, small and large, text and bytes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(record, { maxLength: 40 }), async (records) => {
      const byteCount = records.reduce((sum, one) => sum + recordBytes(one), 0);
      const decoded = decodeBatch((await encodeBatch(records, byteCount)).bytes);
      expect(decoded.map((one) => [one.key, Buffer.from(one.value).toString('hex')])).toEqual(
        records.map((one) => [Buffer.from(one.key).toString(), Buffer.from(one.value).toString('hex')]),
      );
    }),
  );
});

test('compresses similar events to less than a fifth', async () => {
  const records = Array.from({ length: 100 }, (_, index) => ({
    key: `mc_verao_${index}`,
    value: JSON.stringify({ type: 'click', userAgent: 'Mozilla/5.0 (Linux; Android 14)', index }),
  }));
  const byteCount = records.reduce((sum, one) => sum + recordBytes(one), 0);
  expect((await encodeBatch(records, byteCount)).bytes.length).toBeLessThan(byteCount / 5);
});

test('rejects bytes that are not a batch', async () => {
  expect(() => decodeBatch(new Uint8Array([7, 1, 2, 3]))).toThrow('unknown kind 7');
  const records = [{ key: 'a', value: 'b' }];
  const { bytes } = await encodeBatch(records, recordBytes(records[0]!));
  expect(() => decodeBatch(bytes.subarray(0, -1))).toThrow();
});

test('rejects a key that is too long for a batch', () => {
  expect(() => recordBytes({ key: 'k'.repeat(70_000), value: '' })).toThrow(RangeError);
});

test.each([
  ['small', 'b😀'],
  ['large', 'b'.repeat(5_000)],
])('stores no record in part when a %s batch is shorter or longer than its records', async (_, value) => {
  const records = [{ key: 'a', value }];
  const byteCount = recordBytes(records[0]!);
  await expect(encodeBatch(records, byteCount - 1)).rejects.toThrow();
  await expect(encodeBatch(records, byteCount + 1)).rejects.toThrow();
  expect(decodeBatch((await encodeBatch(records, byteCount)).bytes)).toHaveLength(1);
});

test('packs batches that are given at once one after the other, those beyond the kept memory among them', async () => {
  const batches = Array.from({ length: 20 }, (_, batch) =>
    Array.from({ length: batch * 7 + 2 }, (_, index) => ({ key: `k${index}`, value: `${batch} `.repeat(1_500) })),
  );
  const encoded = await Promise.all(
    batches.map((records) =>
      encodeBatch(
        records,
        records.reduce((sum, one) => sum + recordBytes(one), 0),
      ),
    ),
  );
  const values = encoded.map(({ bytes }) => decodeBatch(bytes).map((one) => Buffer.from(one.value).toString()));
  expect(values).toEqual(batches.map((records) => records.map((one) => one.value)));
});
