import { expect, it } from 'vitest';
import { fileNameOf, readCsv } from './save-csv.ts';

const encoder = new TextEncoder();
const answerOf = (...pieces: string[]) => {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(encoder.encode(piece));
      controller.close();
    },
  });
  return new Response(body);
};

it('reads a CSV file whole and counts its rows, however it is split into chunks', async () => {
  const heard: number[] = [];
  const { file, rows } = await readCsv(answerOf('\ufeffClick ID\r', '\nmc_1\r\nm', 'c_ã\r\n', 'mc_3\r\n'), (count) =>
    heard.push(count),
  );
  expect(rows).toBe(3);
  expect(heard).toEqual([0, 1, 2, 3]);
  expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(await file.arrayBuffer())).toBe(
    '\ufeffClick ID\r\nmc_1\r\nmc_ã\r\nmc_3\r\n',
  );
});

it('counts zero rows in a file with only a header', async () => {
  expect((await readCsv(answerOf('\ufeffClick ID\r\n'), () => undefined)).rows).toBe(0);
});

it('rejects a file whose download breaks off', async () => {
  let pulled = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      pulled += 1;
      if (pulled > 2) controller.error(new TypeError('terminated'));
      else controller.enqueue(encoder.encode('a\r\n'));
    },
  });
  await expect(readCsv(new Response(body), () => undefined)).rejects.toThrow('terminated');
});

it('takes the file name from the answer of the server, or the fallback', () => {
  const headers = { 'content-disposition': 'attachment; filename="clicks-export-2026-11-20.csv"' };
  expect(fileNameOf(new Response('', { headers }), 'x.csv')).toBe('clicks-export-2026-11-20.csv');
  expect(fileNameOf(new Response(''), 'x.csv')).toBe('x.csv');
});
