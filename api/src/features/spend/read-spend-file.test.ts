import { SPEND_FILE_ROWS_MAX } from '@tracker/schemas/contracts/spend.contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readSpendFile } from './read-spend-file.ts';

const HEADER = 'dia;campanha;fonte;custo';
const read = (text: string) => readSpendFile(Buffer.from(text));
const rowsIn = async (text: string) =>
  (await read(text)).right.map(({ day, campaign, source, amount, currency, note }) =>
    [day, campaign, source, amount, currency, note].join(' '),
  );
const codesIn = async (text: string) => (await read(text)).wrong.map(({ line, error }) => `${line} ${error}`);

/** A text as a spreadsheet writes it. */
const cell = (text: string) => (/[",;\t\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

const writtenDay = (day: string, order: string) => {
  const [year = '', month = '', date = ''] = day.split('-');
  return order === 'iso'
    ? day
    : order === 'pt'
      ? `${date}/${month}/${year}`
      : `${Number(month)}/${Number(date)}/${year}`;
};
const writtenAmount = (cents: number, { decimal, isGrouped }: { decimal: string; isGrouped: boolean }) => {
  const whole = String(Math.floor(cents / 100));
  const grouped = isGrouped ? whole.replace(/\B(?=(\d{3})+$)/g, decimal === ',' ? '.' : ',') : whole;
  return `${grouped}${decimal}${String(cents % 100).padStart(2, '0')}`;
};
const encoded = (text: string, encoding: string) =>
  encoding === 'latin1' ? Buffer.from(text, 'latin1') : Buffer.from(encoding === 'bom' ? `\ufeff${text}` : text);

const aRow = fc.record({
  day: fc
    .date({ min: new Date('2024-01-01'), max: new Date('2026-11-20'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
  campaign: fc
    .string({ unit: fc.constantFrom(...'abç é"\',;.\t\n-1'), minLength: 1, maxLength: 12 })
    .map((text) => `c${text}c`),
  source: fc.constantFrom('google', 'tiktok', 'kwai ads', 'rádio'),
  cents: fc.nat({ max: 99_999_999_99 }),
});

test('reads back every file that a spreadsheet writes, in each format, separator and encoding', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(aRow, { minLength: 1, maxLength: 8 }),
      fc.record({
        order: fc.constantFrom('iso', 'pt', 'en'),
        separator: fc.constantFrom(';', ',', '\t'),
        encoding: fc.constantFrom('plain', 'bom', 'latin1'),
        isGrouped: fc.boolean(),
        lineEnd: fc.constantFrom('\n', '\r\n'),
        hasHeader: fc.boolean(),
      }),
      async (given, { order, separator, encoding, isGrouped, lineEnd, hasHeader }) => {
        const decimal = order === 'pt' ? ',' : '.';
        const header = order === 'pt' ? ['Dia', 'Campanha', 'Fonte', 'Custo'] : ['day', 'campaign', 'source', 'cost'];
        const lines = given.map(({ day, campaign, source, cents }) =>
          [writtenDay(day, order), campaign, source, writtenAmount(cents, { decimal, isGrouped })].map(cell),
        );
        const text = [...(hasHeader ? [header] : []), ...lines].map((line) => line.join(separator) + lineEnd).join('');
        const { rows, right, wrong } = await readSpendFile(encoded(text, encoding));
        expect([rows, wrong]).toEqual([given.length, []]);
        expect(right.map(({ day, campaign, source, amount }) => ({ day, campaign, source, amount }))).toEqual(
          given.map(({ day, campaign, source, cents }) => ({
            ...{ day, campaign, source },
            amount: writtenAmount(cents, { decimal: '.', isGrouped: false }),
          })),
        );
      },
    ),

    { numRuns: 300 },
  );
});

describe('formats', () => {
  test('takes an ambiguous day or amount as the rest of the file has them', async () => {
    expect(await rowsIn(`${HEADER}\n03/04/2026;c;google;1.234\n03/04/2026;d;google;1,5`)).toEqual([
      '2026-04-03 c google 1234.00 BRL ',
      '2026-04-03 d google 1.50 BRL ',
    ]);
    expect(await rowsIn('day,campaign,source,cost\n03/04/2026,c,google,"1,234"\n03/14/2026,d,google,1.5')).toEqual([
      '2026-03-04 c google 1234.00 BRL ',
      '2026-03-14 d google 1.50 BRL ',
    ]);
    expect(await rowsIn('day,campaign,source,cost\n3/4/2026,c,google,7.5\n13/4/2026,c,google,7.5')).toEqual([
      '2026-04-03 c google 7.50 BRL ',
      '2026-04-13 c google 7.50 BRL ',
    ]);
  });

  test.each([
    ['R$ 1.234,56', '1234.56'],
    ['1.234.567,8', '1234567.80'],
    ['1 234,56', '1234.56'],
    ['0,1234', '0.1234'],
    ['0', '0.00'],
    ['97', '97.00'],
  ])('reads the amount %s', async (text, amount) => {
    expect((await read(`${HEADER}\n2026-11-20;c;google;${text}`)).right[0]?.amount).toBe(amount);
  });

  test.each(['', 'x', '1,23456', '12,3,4', '1.23,4', '99999999999', 'NaN', '1e3', '--1', '1,'])(
    'refuses the amount %j',
    async (text) => {
      expect(await codesIn(`${HEADER}\n2026-11-20;c;google;"${text}"`)).toEqual(['2 amount']);
    },
  );

  test('takes currency, note, time of day and other names of columns', async () => {
    expect(
      await rowsIn(
        'Date,Campaign name,Platform,Amount spent,Currency,Note\n2026-11-20 00:00,X,Meta Ads,10.00,usd, oi ',
      ),
    ).toEqual(['2026-11-20 X facebook 10.00 USD oi']);
  });

  test('skips empty lines and the line of Excel that names the separator', async () => {
    const text = `sep=;\r\n${HEADER}\r\n\r\n;;;\r\n2026-11-20;c;google;1,50\r\nx;c;google;1,50\r\n`;
    expect(await rowsIn(text)).toEqual(['2026-11-20 c google 1.50 BRL ']);
    expect(await codesIn(text)).toEqual(['6 day']);
  });
});

describe('what cannot be read', () => {
  test('is named by its line, while the other rows are read', async () => {
    const text = `${HEADER};moeda\n31/02/2026;c;google;1\n2026-11-20;;google;1\n2026-11-20;c;a/b;1\n2026-11-20;c;google;-1\n2026-11-20;c;google;1;R$\n2026-11-20;c;google;1`;
    expect(await codesIn(text)).toEqual(['2 day', '3 campaign', '4 source', '5 negative', '6 currency']);
    expect(await rowsIn(text)).toEqual(['2026-11-20 c google 1.00 BRL ']);
  });

  test.each([
    ['', 'file-empty'],
    [`${HEADER}\n2026-11-20;"c`, 'file-unreadable'],
    ['dia;campanha;valor\n2026-11-20;c;1', 'file-columns-missing'],
    ['a;b;c;d\n2026-11-20;c;google;1', 'file-columns-missing'],
    [`${HEADER}\n${'2026-11-20;c;google;1\n'.repeat(SPEND_FILE_ROWS_MAX + 1)}`, 'file-too-long'],
  ])('refuses the file %#', async (text, code) => {
    await expect(read(text)).rejects.toMatchObject({ code });
  });

  test('takes as many rows as a file may have', async () => {
    const file = await read(`${HEADER}\n${'2026-11-20;c;google;1\n'.repeat(SPEND_FILE_ROWS_MAX)}`);
    expect(file.rows).toBe(SPEND_FILE_ROWS_MAX);
  });
});
