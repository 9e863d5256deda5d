import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { eventually } from '@tracker/test/kit/eventually';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { attachment, type CsvCell, type CsvRow, csvCell, csvLine, csvPieces, openCsv } from './csv.ts';

const text = async (pieces: AsyncIterable<string | Buffer>) => {
  let whole = '';
  for await (const piece of pieces) whole += piece;
  return whole;
};

/** What a reader must find in the place of a text. */
const asRead = (value: string) => {
  const guarded = /^[=+\-@\t\r＝＋－＠]/.test(value) ? `'${value}` : value;
  const line = guarded.replace(/\r\n|[\r\n\v\f\u0085\u2028\u2029]/g, ' ');
  return line.replace(/(?<=[;|\t])(?=[\s"']*[=+\-@＝＋－＠])/g, "'");
};

/** The CSV cells of a file that a spreadsheet reads with another separator than the comma. */
function cellsAsExcelSplits(file: string, delimiter: string): string[] {
  const cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  let isAtStart = true;
  for (let index = 1; index < file.length; index += 1) {
    const sign = file[index] as string;
    if (isQuoted && sign === '"') {
      if (file[index + 1] === '"') {
        cell += sign;
        index += 1;
      } else isQuoted = false;
    } else if (isAtStart && sign === '"') {
      isQuoted = true;
    } else if (!isQuoted && (sign === delimiter || sign === '\n')) {
      cells.push(cell);
      cell = '';
      isAtStart = true;
      continue;
    } else cell += sign;
    isAtStart = false;
  }
  return [...cells, cell];
}

const awkward = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom('"', ',', '\r', '\n', '=', '+', '-', '@', '\t', "'", ';', '|', ' ', 'é', '\u2028', '1'),
  }),
);

describe('CSV cell', () => {
  test.each<[CsvCell, string]>([
    [null, ''],
    [true, 'true'],
    [false, 'false'],
    [-5.5, '-5.5'],
    ['-5.5', "'-5.5"],
    ['=HYPERLINK("http://x")', '"\'=HYPERLINK(""http://x"")"'],
    ['+55 11', "'+55 11"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', '"\'\t\'=1"'],
    ['x;=HYPERLINK(A1)', '"x;\'=HYPERLINK(A1)"'],
    ['x;=1;-2', '"x;\'=1;\'-2"'],
    ['x| @SUM(A1)', '"x|\' @SUM(A1)"'],
    ['x;"=1"', '"x;\'""=1"""'],
    ['a;b', '"a;b"'],
    ['\r\n=1', "' =1"],
    ['＝1', "'＝1"],
    ['a=b', 'a=b'],
    ['a,b', '"a,b"'],
    ['diz "oi"', '"diz ""oi"""'],
    ['um\r\ndois\ntrês\rquatro', 'um dois três quatro'],
    ['  espaço ', '  espaço '],
    ['97.90', '97.90'],
  ])('writes %j as %j', (cell, written) => {
    expect(csvCell(cell)).toBe(written);
  });
});

describe('CSV file', () => {
  test('is read by another parser with the same cells and without formulas', async () => {
    const table = fc.integer({ min: 1, max: 6 }).chain((width) => {
      const names = fc.array(fc.string({ unit: 'grapheme-ascii', minLength: 1 }), {
        minLength: width,
        maxLength: width,
      });
      const row = fc.array(awkward, { minLength: width, maxLength: width });
      return fc.tuple(names, fc.array(row, { maxLength: 20 }));
    });
    await fc.assert(
      fc.asyncProperty(table, async ([header, rows]) => {
        const file = await text(csvPieces({ header, rows }));
        expect(file.startsWith('\ufeff')).toBe(true);
        expect(file.endsWith('\r\n')).toBe(true);
        // One line, one row: no value holds a line break any more.
        expect(file.split('\r\n')).toHaveLength(rows.length + 2);
        const read = parse(file, { bom: true, record_delimiter: '\r\n', relax_column_count: false });
        expect(read).toEqual([header, ...rows].map((row) => row.map(asRead)));
        for (const cell of read.flat()) expect(cell).not.toMatch(/^[=+\-@\t\r]/);
      }),
      { numRuns: 300 },
    );
  });

  test.each([';', '\t', '|'])('gives no formula to a spreadsheet that splits it at %j', async (delimiter) => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(awkward, awkward, awkward), { maxLength: 20 }), async (rows) => {
        const file = await text(csvPieces({ header: ['a', 'b', 'c'], rows }));
        // As Excel does it: a quote opens a CSV cell only at its beginning; elsewhere it is a sign like any other.
        for (const cell of cellsAsExcelSplits(file, delimiter)) expect(cell).not.toMatch(/^[=+\-@＝＋－＠]/);
      }),
      { numRuns: 300 },
    );
  });

  test('has the same content in pieces as in whole', async () => {
    const rows: CsvRow[] = Array.from({ length: 1_501 }, (_, index) => [index, `linha ${index}`, index % 2 === 0]);
    const pieces: string[] = [];
    for await (const piece of csvPieces({ header: ['a', 'b', 'c'], rows })) pieces.push(piece);
    expect(pieces).toHaveLength(4);
    expect(pieces.join('')).toBe(`\ufeff${csvLine(['a', 'b', 'c'])}${rows.map(csvLine).join('')}`);
  });

  test('is only a header without rows', async () => {
    expect(await text(csvPieces({ header: ['Click ID', 'Source'], rows: [] }))).toBe('\ufeffClick ID,Source\r\n');
  });

  test('rejects a row with a missing cell', async () => {
    await expect(text(csvPieces({ header: ['a', 'b'], rows: [['x']] }))).rejects.toThrow('1 cells under 2 names');
  });
});

describe('CSV stream', () => {
  /** Rows without an end; says how many were taken and whether the source was closed. */
  function endless(failsAt = Number.POSITIVE_INFINITY) {
    const source = { taken: 0, isClosed: false };
    async function* rows(): AsyncGenerator<CsvRow> {
      try {
        for (;;) {
          if (source.taken === failsAt) throw new Error('the store went away');
          source.taken += 1;
          yield ['x'.repeat(100)];
        }
      } finally {
        source.isClosed = true;
      }
    }
    return { source, rows: rows() };
  }
  const file = (rows: AsyncIterable<CsvRow>) => ({ filename: 'a.csv', header: ['a'], rows });

  test('reads rows only as fast as the client takes them', async () => {
    const { source, rows } = endless();
    const body = await openCsv(file(rows));
    body.read(0);
    // Far more turns than rows would need to come.
    for (let turn = 0; turn < 200; turn += 1) await nextTurn();
    expect(source.taken).toBeLessThan(3_000);
    body.destroy();
    await eventually(() => expect(source.isClosed).toBe(true));
  });

  test('stops reading when the client disconnects before the first byte', async () => {
    const { source, rows } = endless();
    const body = await openCsv(file(rows));
    body.destroy();
    await eventually(() => expect(source.isClosed).toBe(true));
    expect(source.taken).toBe(500);
  });

  test('breaks off for a client that takes nothing', async () => {
    const { source, rows } = endless();
    const body = await openCsv(file(rows), 1);
    await once(body, 'close');
    await eventually(() => expect(source.isClosed).toBe(true));
    const small = await openCsv({ filename: 'a.csv', header: ['a'], rows: [['b']] }, 1);
    small.read(0);
    await once(small, 'close');
    expect(small.readableEnded).toBe(false);
  });

  test('fails before it starts when the first rows fail, and breaks off without an end later', async () => {
    await expect(openCsv(file(endless(10).rows))).rejects.toThrow('the store went away');
    const body = await openCsv(file(endless(1_600).rows));
    let ended = false;
    body.on('end', () => {
      ended = true;
    });
    body.resume();
    const [error] = await once(body, 'error');
    expect([String(error), ended, body.destroyed]).toEqual(['Error: the store went away', false, true]);
  });
});

test('rejects file names with quotes', () => {
  expect(attachment('clicks-export-2036-11-20.csv')).toBe('attachment; filename="clicks-export-2036-11-20.csv"');
  expect(() => attachment('a"b.csv')).toThrow(TypeError);
});

test('sends nothing for rows that are still being made, and ends between two of them when its reader leaves', async () => {
  const pieces: string[] = [];
  for await (const piece of csvPieces({ header: ['a'], rows: [null, ['b'], null, ['c']] })) pieces.push(piece);
  expect(pieces.join('')).toBe('\ufeffa\r\nb\r\nc\r\n');

  let made = 0;
  async function* endless() {
    for (;;) {
      made += 1;
      yield null;
    }
  }
  const body = await openCsv({ filename: 'a.csv', header: ['a'], rows: endless() });
  body.resume();
  body.destroy();
  await once(body, 'close');
  const then = made;
  await nextTurn();
  await nextTurn();
  expect(made).toBeLessThanOrEqual(then + 1);
});

test.each([
  ['+5511988887777', '+5511988887777'],
  ['+1+1', "'+1+1"],
  ['+5511988887777-1', "'+5511988887777-1"],
  ['+1234567890123456', "'+1234567890123456"],
  ['=1', "'=1"],
])('writes %s as %s: a phone is no formula', (cell, written) => {
  expect(csvCell(cell)).toBe(written);
});
