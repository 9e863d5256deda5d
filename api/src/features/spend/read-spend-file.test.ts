import { SPEND_FILE_ROWS_MAX, SPEND_SPREAD_DAYS_MAX } from '@tracker/schemas/contracts/spend.contract';
import { BRL, type Currency, sumMoney } from '@tracker/schemas/primitives/money';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readSpendFile } from './read-spend-file.ts';

const HEADER = 'dia;campanha;fonte;custo';
const read = (text: string) => readSpendFile(Buffer.from(text));
const rowsIn = async (text: string) =>
  (await read(text)).right.map(({ day, campaigns, source, amount, currency, note }) =>
    [day, campaigns.join('/'), source, amount, currency, note].join(' '),
  );
const codesIn = async (text: string) => (await read(text)).wrong.map(({ line, error }) => `${line} ${error}`);

/** A text as a spreadsheet writes it. */
const cell = (text: string) => (/[",;|\t\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

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
  encoding === 'latin1'
    ? Buffer.from(text, 'latin1')
    : encoding === 'utf-16be'
      ? Buffer.from(`\ufeff${text}`, 'utf16le').swap16()
      : encoding.startsWith('utf-16le')
        ? Buffer.from(encoding.endsWith('mark') ? text : `\ufeff${text}`, 'utf16le')
        : Buffer.from(encoding === 'bom' ? `\ufeff${text}` : text);

const aRow = fc.record({
  day: fc
    .date({ min: new Date('2024-01-01'), max: new Date('2026-11-20'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
  campaign: fc
    .string({ unit: fc.constantFrom(...'abç é"\',;.\t\n-1'), minLength: 1, maxLength: 12 })
    .map((text) => `c${text}c`),
  source: fc.constantFrom('google', 'tiktok', 'kwai', 'rádio são joão'),
  cents: fc.nat({ max: 99_999_999_99 }),
});

test('reads back every file that a spreadsheet writes, in each format, separator and encoding', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(aRow, { minLength: 1, maxLength: 8 }),
      fc.record({
        order: fc.constantFrom('iso', 'pt', 'en'),
        separator: fc.constantFrom(';', ',', '\t', '|'),
        encoding: fc.constantFrom('plain', 'bom', 'latin1', 'utf-16le', 'utf-16be', 'utf-16le without mark'),
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
        expect(
          right.map(({ day, campaigns, source, amount }) => ({ day, campaign: campaigns[0], source, amount })),
        ).toEqual(
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
    ["1'234,56", '1234.56'],
    ['1’234.56', '1234.56'],
    ['−0,00', '0.00'],
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
    const text = `${HEADER};moeda\n31/02/2026;c;google;1\n2026-11-20;;google;1\n2026-11-20;c;a/b;1\n2026-11-20;c;google;-1\n2026-11-20;c;google;1;pesos\n2026-11-20;c;google;1`;
    expect(await codesIn(text)).toEqual(['2 day', '3 campaign', '4 source', '5 negative', '6 currency']);
    expect(await rowsIn(text)).toEqual(['2026-11-20 c google 1.00 BRL ']);
  });

  test.each([
    ['', 'file-empty'],
    [`${HEADER}\n2026-11-20;"c`, 'file-unreadable'],
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

const DAYS = 'início dos relatórios,término dos relatórios,nome da campanha';

describe('reports of platforms, as they are', () => {
  test.each([
    [
      'Meta by campaign and day',
      'Início dos relatórios,Término dos relatórios,Nome da campanha,Veiculação da campanha,Valor usado (BRL)\n2026-11-20,2026-11-20,,,"1.234,56"\n2026-11-20,2026-11-20,c,active,"1.234,56"',
      ['2026-11-20 c facebook 1234.56 BRL '],
    ],
    [
      'Meta in English by ad, with its id and breakdown',
      'Campaign name,Campaign ID,Ad set name,Ad name,Day,Platform,Amount spent (USD),Reporting starts,Reporting ends\nc,120,S,A,2026-11-20,instagram,10.5,2026-11-20,2026-11-20',
      ['2026-11-20 120/c facebook 10.50 USD '],
    ],
    [
      'Meta with other words for the same columns',
      'Identificação da campanha;Nome do conjunto de anúncios;Dia;Valor gasto (BRL);Encerramento dos relatórios;Início dos relatórios\n120;S;2026-11-20;8,97;2026-11-30;2026-11-01',
      ['2026-11-20 120 facebook 8.97 BRL '],
    ],
    [
      'Google with two lines above the header and totals below',
      'Relatório de campanhas\n"1 de novembro de 2026 - 27 de novembro de 2026"\nDia,Campanha,Código da moeda,Custo\n2026-11-20,c,BRL,"1.234,56"\nTotal: Campanhas, --, --,"1.234,56"\nTotal: Conta, --, --,"1.234,56"',
      ['2026-11-20 c google 1234.56 BRL '],
    ],
    [
      'Google in English as UTF-16 with tabs',
      'Campaign report\nNovember 1, 2026 - November 27, 2026\nDay\tCampaign\tCurrency code\tCost\tImpr.\nNov 20, 2026\tc\tBRL\t1,234.56\t1,000',
      ['2026-11-20 c google 1234.56 BRL '],
    ],
    [
      'TikTok by ad',
      'Campaign name,Ad group name,Ad name,By Day,Cost,Currency,CPC (destination)\nc,g,a,2026-11-20,50.00,BRL,0.1\nTotal of 1 results,-,-,-,50.00,BRL,0.1',
      ['2026-11-20 c tiktok 50.00 BRL '],
    ],
    [
      'a source that a person added',
      `Dia,Nome da campanha,Nome do anúncio,Fonte,Valor usado (BRL)\n2026-11-20,c,AD01,tiktok,50.00`,
      ['2026-11-20 c tiktok 50.00 BRL '],
    ],
  ])('of %s need no editing', async (name, text, rows) => {
    const bytes = Buffer.from(
      name.includes('UTF-16') ? `\ufeff${text}` : text,
      name.includes('UTF-16') ? 'utf16le' : 'utf8',
    );
    const file = await readSpendFile(bytes);
    expect([file.wrong, file.missing, file.questions]).toEqual([[], [], []]);
    expect(
      file.right.map(({ day, campaigns, source, amount, currency, note }) =>
        [day, campaigns.join('/'), source, amount, currency, note].join(' '),
      ),
    ).toEqual(rows);
  });

  test('without a currency ask for it once', async () => {
    const text = 'Dia,Campanha,Tipo de campanha,Custo\n2026-11-20,c,x,10.00\n2026-11-21,c,x,10.00';
    const open = await readSpendFile(Buffer.from(text));
    expect([open.questions, open.right]).toEqual([[{ id: 'currency', choices: ['BRL', 'USD', 'EUR'] }], []]);
    const { right } = await readSpendFile(Buffer.from(text), { currency: 'USD' as never });
    expect(right.map(({ currency }) => currency)).toEqual(['USD', 'USD']);
  });
});

describe('a row of several days', () => {
  const text = `${DAYS},fonte,valor usado (BRL)\n2026-11-01,2026-11-27,c,meta ads,4250.90`;

  test('is refused with its days, and asked about', async () => {
    const { wrong, right, questions, sums } = await read(text);
    expect(right).toEqual([]);
    expect(wrong).toEqual([
      {
        ...{ line: 2, error: 'period' },
        message:
          'A linha é de um período de 27 dias (01/11/2026 a 27/11/2026): exporte por dia, ou distribua o valor pelos dias.',
      },
    ]);
    expect(questions).toEqual([{ id: 'period', choices: ['spread'] }]);
    expect(sums).toEqual({ file: [{ currency: 'BRL', amount: '4250.90' }], read: [] });
  });

  test('is spread evenly in cents that add up, and marked', async () => {
    const { right, spread, wrong } = await readSpendFile(Buffer.from(text), { period: 'spread' });
    expect([spread, wrong, right.length, right[0]?.day, right.at(-1)?.day]).toEqual([
      1,
      [],
      27,
      '2026-11-01',
      '2026-11-27',
    ]);
    expect(sumMoney(right.map(({ amount }) => amount))).toBe('4250.90');
    expect(new Set(right.map(({ note }) => note))).toEqual(new Set(['÷27 2026-11-01/2026-11-27']));
  });

  test('is never more days than a file may have', async () => {
    const long = `${DAYS},fonte,valor usado (BRL)\n${'2000-01-01,2026-11-27,c,meta ads,1.00\n'.repeat(3)}`;
    const { right, wrong } = await readSpendFile(Buffer.from(long), { period: 'spread' });
    expect(right.length).toBeLessThanOrEqual(SPEND_SPREAD_DAYS_MAX);
    expect(wrong.map(({ error }) => error)).toContain('period-too-long');
  });
});

describe('thousands without cents', () => {
  const file = (...amounts: string[]) => `${HEADER}\n${amounts.map((one) => `2026-11-20;c;google;${one}`).join('\n')}`;

  test.each(['1.997', '1,997'])('of %s alone are asked about', async (amount) => {
    expect(await codesIn(file(amount))).toEqual(['2 amount-unclear']);
    expect((await read(file(amount))).questions).toEqual([{ id: 'unit', choices: ['thousands', 'decimals'] }]);
    const answered = await readSpendFile(Buffer.from(file(amount)), { unit: 'thousands' });
    expect(answered.right.map((row) => row.amount)).toEqual(['1997.00']);
  });

  test('are known from the other amounts of the column, or from their sign', async () => {
    expect((await read(file('1.997', '97,50'))).right.map((row) => row.amount)).toEqual(['1997.00', '97.50']);
    expect((await read(file('R$ 1.997'))).right.map((row) => row.amount)).toEqual(['1997.00']);
    expect(await codesIn(file('1.997', '97.50'))).toEqual(['2 amount-unclear']);
  });
});

describe('a currency', () => {
  const file = (amount: string, currency = '') =>
    `dia;campanha;fonte;custo;moeda\n2026-11-20;c;google;${amount};${currency}`;

  test('is asked for where an amount has a dollar sign alone, which is of many countries', async () => {
    for (const amount of ['$10.00', '10,00 $']) {
      expect((await read(file(amount))).questions.map(({ id }) => id)).toEqual(['currency']);
      const answered = await readSpendFile(Buffer.from(file(amount)), { currency: 'USD' as Currency });
      expect(answered.right.map((row) => [row.amount, row.currency])).toEqual([['10.00', 'USD']]);
    }
    expect(await rowsIn(file('$10.00', 'MXN'))).toEqual(['2026-11-20 c google 10.00 MXN ']);
    expect(await rowsIn(file('US$ 10.00'))).toEqual(['2026-11-20 c google 10.00 USD ']);
    expect(await rowsIn(file('10,00'))).toEqual(['2026-11-20 c google 10.00 BRL ']);
  });

  test('of a column that says another one than the amount refuses the row', async () => {
    for (const [amount, currency] of [
      ['R$ 10,00', 'USD'],
      ['10,00 €', 'BRL'],
      ['US$ 10,00', 'R$'],
    ]) {
      expect(await codesIn(file(amount ?? '', currency))).toEqual(['2 currency-differs']);
    }
    expect(await rowsIn(file('R$ 10,00', 'brl'))).toEqual(['2026-11-20 c google 10.00 BRL ']);
  });
});

test.each([
  ['XLSX, ODS and Numbers', [0x50, 0x4b, 0x03, 0x04]],
  ['XLS', [0xd0, 0xcf, 0x11, 0xe0]],
])('refuses %s with the way to save it', async (_, bytes) => {
  await expect(readSpendFile(Buffer.from(bytes))).rejects.toMatchObject({ code: 'file-not-csv' });
});

test('reads names of columns in any case, with or without accents, spaces and brackets', async () => {
  const headers = [
    'DIA;CAMPANHA;FONTE;CUSTO (R$)',
    ' dia ; Nome_da_Campanha ; fonte;Custo',
    'Di\u0301a;campanha;fonte;valor',
  ];
  for (const header of [...headers, 'Date;campaignName;Source;total-cost']) {
    expect([header, await rowsIn(`${header}\n2026-11-20;c;google;1,50`)]).toEqual([
      header,
      ['2026-11-20 c google 1.50 BRL '],
    ]);
  }
});

describe('the source', () => {
  test.each([
    ['Dia,Campanha,Custo', 'Total: Campanhas, --,"1.234,56"', '"1.234,56"'],
    ['Day,Campaign,Cost', 'Total: Account, --,"1,234.56"', '"1,234.56"'],
  ])('of a report with few columns (%s) is known by its line of sums', async (head, total, cost) => {
    const rows = `${head}\n2026-11-20,c,${cost}\n${total}`;
    for (const text of [rows, `Relatório de campanhas\n"1 de novembro de 2026 - 27 de novembro de 2026"\n${rows}`]) {
      const { right, questions, skipped } = await readSpendFile(Buffer.from(text), { currency: BRL });
      expect([right, questions, skipped]).toMatchObject([[{ source: 'google', amount: '1234.56' }], [], 1]);
    }
  });

  test('is asked for once, with the currency, where nothing says it', async () => {
    const text = Buffer.from('Day,Campaign,Cost\n2026-11-20,c,10.50\n2026-11-21,c,11.50');
    const open = await readSpendFile(text);
    expect([open.right, open.wrong, open.missing]).toEqual([[], [], []]);
    expect(open.questions.map(({ id }) => id)).toEqual(['source', 'currency']);
    const answered = await readSpendFile(text, { source: 'google', currency: BRL });
    expect(answered.questions).toEqual([]);
    expect(answered.right).toMatchObject([{ source: 'google' }, { source: 'google' }]);
  });

  test.each(['Channel,Date,Campaign,Cost', 'Plataforma,Dia,Campanha,Custo', 'platform,date,campaign name,spend'])(
    'in the words of another tool (%s) leaves the currency open',
    async (head) => {
      const text = Buffer.from(`${head}\nFacebook Ads,2026-11-20,c,10.50\nAdwords,2026-11-20,c,44.25`);
      const open = await readSpendFile(text);
      expect([open.right, open.wrong, open.questions]).toMatchObject([[], [], [{ id: 'currency' }]]);
      const { right } = await readSpendFile(text, { currency: BRL });
      expect(right.map(({ source }) => source)).toEqual(['facebook', 'google']);
    },
  );

  test('of a row goes before the answer', async () => {
    const text = Buffer.from('dia;campanha;fonte;custo\n20/11/2026;c;kwai;1,50\n20/11/2026;c;;1,50');
    const { right, wrong } = await readSpendFile(text, { source: 'google' });
    expect(right.map(({ source }) => source)).toEqual(['kwai', 'google']);
    expect(wrong).toEqual([]);
  });
});
