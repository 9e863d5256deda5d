import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { interpretDelivery } from '@tracker/infra/identity/interpret-delivery';
import { unreadOf } from '@tracker/schemas/checkouts/unread-body';
import type { ConversionEvent } from '@tracker/schemas/events/conversion';
import { DEFAULT_TIME_ZONE } from '@tracker/schemas/primitives/time';
import { describe, expect, test } from 'vitest';
import { useIngest } from './testing/use-ingest.ts';

const ingest = useIngest();
const { app, deliveries } = ingest;

const send = (payload: string | Buffer, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url: `/webhooks/generic/${ingest.tenant.trackingKeys.generic}`,
    payload,
    headers: { 'content-type': 'application/json', ...headers },
  });

const bodyOfOrder = (id: string) => JSON.stringify({ transaction_id: id, amount: 97, status: 'approved' });

async function eventsWith(mark: string, count = 1): Promise<ConversionEvent[]> {
  const found = () => deliveries.filter(({ payload }) => payload.body.includes(mark));
  await expect.poll(() => found().length).toBe(count);
  return found();
}

const verdictOn = (event: ConversionEvent) =>
  interpretDelivery(event, DEFAULT_TIME_ZONE, () => Promise.resolve(undefined));

describe('a body with a right key', () => {
  test.each<[string, (id: string) => string | Buffer, Record<string, string>?]>([
    ['in a list', (id) => `[${bodyOfOrder(id)}]`],
    ['as a text', (id) => JSON.stringify(bodyOfOrder(id))],
    [
      'with a line break in a text',
      (id) => `{"transaction_id":"${id}","amount":97,"status":"approved","product_name":"Curso\nde Inglês"}`,
    ],
    ['with a comma before its end', (id) => `{"transaction_id":"${id}","amount":97,"status":"approved",}`],
    [
      'in the only field of a form',
      (id) => `payload=${encodeURIComponent(bodyOfOrder(id))}`,
      { 'content-type': 'application/x-www-form-urlencoded' },
    ],
    ['in gzip', (id) => gzipSync(bodyOfOrder(id)), { 'content-encoding': 'gzip' }],
    ['in deflate', (id) => deflateSync(bodyOfOrder(id)), { 'content-encoding': 'deflate' }],
    ['in bare deflate', (id) => deflateRawSync(bodyOfOrder(id)), { 'content-encoding': 'deflate' }],
    ['in brotli', (id) => brotliCompressSync(bodyOfOrder(id)), { 'content-encoding': 'br' }],
    ['in zstd', (id) => zstdCompressSync(bodyOfOrder(id)), { 'content-encoding': 'zstd' }],
  ])('is a sale %s', async (_how, bodyOf, headers) => {
    const id = crypto.randomUUID();
    const answer = await send(bodyOf(id), headers);
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      expect.objectContaining({ conversionId: expect.any(String) }),
    ]);
    const [event] = await eventsWith(id);
    expect(await verdictOn(event as ConversionEvent)).toMatchObject({
      kind: 'processed',
      conversion: { transactionId: id, amount: '97.00', status: 'approved' },
    });
  });

  test('is a delivery for each member of a list, the same when it is sent again in another list', async () => {
    const ids = [crypto.randomUUID(), crypto.randomUUID()] as const;
    const list = `[${bodyOfOrder(ids[0])},${bodyOfOrder(ids[1])}]`;
    const [first, second] = [await send(list), await send(`[${bodyOfOrder(ids[1])}, ${bodyOfOrder(ids[0])}]`)];
    expect(first.json()).toEqual({
      success: true,
      deliveries: [expect.objectContaining({ success: true }), expect.objectContaining({ success: true })],
    });
    expect(second.json().deliveries).toEqual(
      [...first.json().deliveries].reverse().map((one: object) => ({ ...one, duplicate: true })),
    );
    for (const id of ids) expect(new Set((await eventsWith(id, 2)).map((event) => event.id)).size).toBe(1);
  });

  test('is two deliveries where a list has two that are equal', async () => {
    const mark = crypto.randomUUID();
    const one = JSON.stringify({ amount: 5, status: 'approved', product_name: mark });
    const answer = await send(`[${one},${one}]`);
    const ids = answer.json().deliveries.map((delivery: { conversionId: string }) => delivery.conversionId);
    expect(new Set(ids).size).toBe(2);
    expect(new Set((await eventsWith(mark, 2)).map((event) => event.id)).size).toBe(2);
  });

  test('is kept with the place of its fault where it cannot be read, without numbers of documents', async () => {
    const mark = crypto.randomUUID();
    const body = `{"transaction_id":"${mark}",\n"amount":NaN,"document":{"number":"52998224725"},"email":"ana@example.com"}`;
    const answer = await send(body);
    const reason = 'o conteúdo não pôde ser lido: há um erro na linha 2, coluna 10';
    expect([answer.statusCode, answer.json()]).toEqual([200, { success: true, ignored: true, reason }]);
    expect((await send(body)).statusCode).toBe(200);
    const events = await eventsWith(mark, 2);
    expect(new Set(events.map(({ id }) => id)).size).toBe(1);
    const [event] = events as [ConversionEvent];
    expect(unreadOf(event.payload.body)).toMatchObject({ at: '2:10', type: 'application/json' });
    expect(event.payload.body).not.toMatch(/52998224725|ana@/);
    expect(event.payload.person).toBeTruthy();
    expect(await verdictOn(event)).toEqual({ kind: 'dead-letter', reason: { code: 'unreadable', at: '2:10' } });
  });

  test('is read again once the reading is mended', async () => {
    const mark = crypto.randomUUID();
    await send(`{"transaction_id":"${mark}","amount":97,"status":"approved"`);
    const [event] = (await eventsWith(mark)) as [ConversionEvent];
    // The text that a mended reader understands, in the place of one that it does not.
    const mended = { ...event.payload, body: event.payload.body.replace('approved\\"', 'approved\\"}') };
    expect(await verdictOn({ ...event, payload: mended })).toMatchObject({
      kind: 'processed',
      conversion: { transactionId: mark, amount: '97.00' },
    });
  });

  test.each<[string, string | Buffer, Record<string, string>, string]>([
    ['is empty', '', {}, 'empty'],
    ['is broken gzip', gzipSync(bodyOfOrder('x')).subarray(0, 20), { 'content-encoding': 'gzip' }, 'encoding'],
    ['is compressed in an unknown way', bodyOfOrder('x'), { 'content-encoding': 'lzma' }, 'encoding'],
    [
      'is a form that ends early',
      '--X\r\nContent-Disposition: form-data; name="a"\r\n\r\n1',
      { 'content-type': 'multipart/form-data; boundary=X' },
      'multipart',
    ],
  ])('is kept where it %s', async (_how, body, headers, at) => {
    const answer = await send(body, headers);
    expect(answer.json()).toMatchObject({ success: true, ignored: true });
    const found = () => deliveries.some(({ payload }) => unreadOf(payload.body)?.at === at);
    await expect.poll(found).toBe(true);
  });

  test('is refused beyond 1 MiB unpacked, before it is unpacked whole', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, ' '));
    expect((await send(bomb, { 'content-encoding': 'gzip' })).statusCode).toBe(413);
  });
});
