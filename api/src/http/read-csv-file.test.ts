import { describe, expect, test } from 'vitest';
import { readCsvFile } from './read-csv-file.ts';

const ROWS_MAX = 5_000;
const BYTES = 4_900_000;
const read = (text: string) => readCsvFile(Buffer.from(text), { rowsMax: ROWS_MAX });
/** How many turns other requests get while a file is read. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let turns = 0;
  let isDone = false;
  const end = work.then(
    () => (isDone = true),
    () => (isDone = true),
  );
  while (!isDone) {
    await new Promise((resolve) => setImmediate(resolve));
    turns += 1;
  }
  await end;
  return turns;
}

describe('a file of people', () => {
  test.each([
    ['one line of columns', 'a;'.repeat(BYTES / 2), 1],
    ['one line of separators', ';'.repeat(BYTES), 1],
    ['one line of spaces', ' '.repeat(BYTES), 1],
    ['a header of 202 columns', `${'a;'.repeat(201)}a\n1;2\n`, 1],
    ['a cell of more than 4,000 characters', `a;b\n1;2\n1;${'x'.repeat(4_001)}\n`, 3],
    ['a line of more than 64,000 characters', `a;b\n${'1234567;'.repeat(8_001)}\n`, 2],
    ['a quoted cell of many lines', `a;b\n"${'12345678\n'.repeat(1_000)}"\n`, 1_002],
    ['an old line end', `a;b\r1;${'x'.repeat(4_001)}\r`, 2],
  ])('is refused with its line for %s', async (_, text, line) => {
    const message = expect.stringContaining(`A linha ${line} `);
    await expect(read(text)).rejects.toMatchObject({ status: 400, code: 'file-too-wide', message });
  });

  test.each([
    ['empty lines', 'a;b\n'.padEnd(BYTES, '\n')],
    ['empty rows', 'a;b\n'.padEnd(BYTES, ';\n')],
    ['columns', `a;b\n${`${'a;'.repeat(199)}a\n`.repeat(ROWS_MAX * 2)}`],
  ])('is refused for too many %s', async (_, text) => {
    await expect(read(text)).rejects.toMatchObject({ status: 413, code: 'file-too-long' });
  });

  test('leaves a turn to other requests for each 8 kB of the largest file', async () => {
    const row = `"HP1";"2036-11-01 12:00:00";"Produto";"97,90";"BRL";${`${' '.repeat(80)};`.repeat(10)}\n`;
    const text = `a;b;c;d;e\n${row.repeat(ROWS_MAX)}`;
    expect(text.length).toBeGreaterThan(4_000_000);
    const reading = read(text);
    expect(await turnsDuring(reading)).toBeGreaterThan(text.length / 8_192);
    const { records } = await reading;
    expect(records).toHaveLength(ROWS_MAX + 1);
    expect(records.at(-1)).toEqual({
      line: ROWS_MAX + 1,
      cells: ['HP1', '2036-11-01 12:00:00', 'Produto', '97,90', 'BRL', ...Array(11).fill('')],
    });
  });

  test('keeps characters that a slice parts', async () => {
    const note = 'ção 💥 '.repeat(400);
    const { records } = await read(`a;b\n${`1;"${note}\n"\n`.repeat(100)}`);
    expect(new Set(records.slice(1).map(({ cells }) => cells[1]))).toEqual(new Set([`${note}\n`]));
    expect(records.at(-1)?.line).toBe(201);
  });

  test('may be of the widest header, with any line end, and names its separator itself', async () => {
    const header = Array.from({ length: 201 }, (_, index) => `c${index}`);
    expect((await read(`${header.join('\t')}\n1\t2\n`)).records[0]?.cells).toEqual(header);
    for (const end of ['\n', '\r\n', '\r']) {
      expect((await read(`a,b${end}1,2${end}`)).records.map(({ cells }) => cells)).toEqual([
        ['a', 'b'],
        ['1', '2'],
      ]);
    }
    expect(await read('sep=,\r\na,b\r\n1,2\r\n')).toMatchObject({ separator: ',', records: [{}, { line: 3 }] });
  });

  test('has a sentence for a file without rows, with too many of them, and with a quote that does not end', async () => {
    await expect(read('\n \n;;\n')).rejects.toMatchObject({ code: 'file-empty' });
    await expect(read(`a;b\n${'1;2\n'.repeat(ROWS_MAX + 1)}`)).rejects.toMatchObject({ code: 'file-too-long' });
    await expect(read('a;b\n1;"2\n')).rejects.toMatchObject({ code: 'file-unreadable' });
  });
});
