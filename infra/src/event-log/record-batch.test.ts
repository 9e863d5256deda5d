import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeBatch, encodeBatch, Packer, recordBytes } from './record-batch.ts';

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

// Random bytes get longer by the same few when they are packed, so that the end of each batch is known.
test.each([1_100, 70_000, 150_000])(
  'packs batches of %i bytes whole wherever they end in the memory of the compressor’s output',
  async (size) => {
    const chunk = 64 * 1024;
    const packer = new Packer();
    let end = 0;
    async function pack(byteCount: number): Promise<number> {
      const value = randomBytes(byteCount - 6);
      const bytes = await packer.pack([{ key: '', value }], byteCount);
      expect(decodeBatch(bytes).map((record) => value.equals(record.value))).toEqual([true]);
      end = (end + bytes.length - 1) % chunk;
      return bytes.length - 1;
    }
    const packed = await pack(size);
    const excess = (await pack(40_000)) - 40_000;
    for (let wanted = -20; wanted <= 20; wanted += 1) {
      // In two batches, each of which has an excess of that size.
      const ahead = chunk + ((((wanted - packed - end) % chunk) + chunk) % chunk) - 2 * excess;
      await pack(ahead >> 1);
      await pack(ahead - (ahead >> 1));
      await pack(size);
      // Where it fills the memory, Node puts an empty frame of nine bytes behind it, which no reader sees.
      expect(wanted === 0 ? [0, 9] : [(wanted + chunk) % chunk]).toContain(end);
    }
  },
);

test('rejects the batch with which the compressor fails, and packs the next one', async () => {
  const packer = new Packer({ pledgedSrcSize: 5_000 });
  const pack = (byteCount: number) => packer.pack([{ key: '', value: 'b'.repeat(byteCount - 6) }], byteCount);
  const [failed, next] = [pack(4_000), pack(5_000)];
  await expect(failed).rejects.toThrow('Src size is incorrect');
  expect(decodeBatch(await next)).toHaveLength(1);
});
