import { mapCheckout } from '@tracker/schemas/checkouts/map-checkout';
import { CHECKOUT_IDS } from '@tracker/schemas/checkouts/registry';
import { CONVERSION_CSV_COLUMNS } from '@tracker/schemas/contracts/conversion-logs.contract';
import { BRL, moneyFromCents } from '@tracker/schemas/primitives/money';
import type { TimeZone } from '@tracker/schemas/primitives/time';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ConversionAnswers } from './columns.ts';
import { readConversionFile } from './read-conversion-file.ts';

const timeZone = 'America/Sao_Paulo' as TimeZone;
const nowMs = Date.parse('2026-11-28T15:00:00Z');
const read = (text: string, answers: ConversionAnswers = {}) =>
  readConversionFile(Buffer.from(text), { timeZone, nowMs, answers: { checkout: 'generic', ...answers } });
const rowsIn = async (text: string, answers: ConversionAnswers = {}) =>
  (await read(text, answers)).right.map(({ transactionId, conversion: { status, amount, currency } }) =>
    [transactionId, status, amount, currency].join(' '),
  );
const codesIn = async (text: string, answers: ConversionAnswers = {}) =>
  (await read(text, answers)).wrong.map(({ line, error }) => `${line} ${error}`);

describe('the status', () => {
  test('of a payment goes before that of the order and of its delivery', async () => {
    const head = 'Número do Pedido;E-mail;Data;Status do Pedido;Status do Pagamento;Status do Envio;Moeda;Total';
    const rows = [
      '101;a@example.com;20/11/2026 10:00:00;Aberto;Confirmado;Enviado;BRL;100,00',
      '102;b@example.com;20/11/2026 10:00:00;Cancelado;Recusado;-;BRL;200,00',
      '103;c@example.com;20/11/2026 10:00:00;Aberto;Pendente;-;BRL;300,00',
      '104;d@example.com;20/11/2026 10:00:00;Cancelado;Reembolsado;-;BRL;400,00',
    ];
    const file = await read([head, ...rows].join('\n'));
    expect([file.skipped, file.wrong, file.questions]).toEqual([2, [], []]);
    expect(await rowsIn([head, ...rows].join('\n'))).toEqual(['101 approved 100.00 BRL', '104 refunded 400.00 BRL']);
    expect(file.sums).toEqual({
      file: [{ currency: 'BRL', amount: '1000.00' }],
      read: [{ currency: 'BRL', amount: '100.00' }],
    });
    expect(JSON.stringify(file.right)).not.toContain('example.com');
  });

  test.each([
    'financial_status',
    'Situação',
    'situacao',
    'Payment Status',
    'STATUS DO PAGAMENTO',
    'Situac\u0327a\u0303o',
  ])('is the column %j', async (name) => {
    const text = `id,date,total,currency,${name}\n1,2026-11-20,100.00,BRL,refunded\n2,2026-11-20,100.00,BRL,Recusado`;
    expect(await rowsIn(text)).toEqual(['1 refunded 100.00 BRL']);
    expect((await read(text)).skipped).toBe(1);
  });

  test('is asked for where no column is known, and nothing counts without the answer', async () => {
    const text =
      'pedido;data;valor;moeda;pagou?\n1;20/11/2026;10,00;BRL;sim\n2;20/11/2026;10,00;BRL;Recusado\n3;20/11/2026;10,00;BRL;Pago';
    const open = await read(text);
    expect([open.right, open.questions]).toEqual([
      [],
      [{ id: 'status-column', choices: ['pedido', 'data', 'valor', 'moeda', 'pagou?', 'none'] }],
    ]);
    const answered = await read(text, { 'status-column': 'pagou?' });
    expect(await rowsIn(text, { 'status-column': 'pagou?' })).toEqual(['3 approved 10.00 BRL']);
    expect([answered.skipped, answered.unknownStatuses]).toEqual([1, [{ status: 'sim', rows: 1 }]]);
    expect(await codesIn(text, { 'status-column': 'pagou?' })).toEqual(['2 status']);
    expect(await rowsIn(text, { 'status-column': 'none' })).toHaveLength(3);
  });

  test('that a row does not say, or that no one knows, counts nowhere', async () => {
    const text = 'id;data;valor;moeda;status\n1;20/11/2026;10,00;BRL;\n2;20/11/2026;10,00;BRL;talvez';
    expect(await codesIn(text)).toEqual(['2 status-missing', '3 status']);
  });
});

test.each([
  ['kiwify', 'ID da venda,Status,Moeda,Preço base do produto,Parcelas,Data de Criação', 'k1,paid,BRL,97,1,{at}'],
  ['yampi', 'pedido,status,moeda,valor,data,plataforma', 'y1,pago,BRL,97,{at},Yampi'],
])('a time of %s is of the zone of its deliveries, in any zone of the company', async (checkout, head, row) => {
  const inZone = (zone: string) =>
    readConversionFile(Buffer.from(`${head}\n${row.replace('{at}', '20/11/2026 22:30:00')}`), {
      ...{ timeZone: zone as TimeZone, nowMs, answers: {} },
    });
  for (const zone of ['America/Sao_Paulo', 'America/Manaus', 'Europe/Lisbon']) {
    expect((await inZone(zone)).right).toMatchObject([
      { checkout, conversion: { soldAt: '2026-11-21T01:30:00.000Z' } },
    ]);
  }
});

describe('the currency', () => {
  test('is asked for once where nothing names it', async () => {
    const text = 'id;data;valor;status\n1;20/11/2026;10,00;paga\n2;20/11/2026;10,00;paga';
    const open = await read(text);
    expect([open.right, open.questions]).toEqual([[], [{ id: 'currency', choices: ['BRL', 'USD', 'EUR'] }]]);
    expect(open.sums.file).toEqual([{ currency: null, amount: '20.00' }]);
    expect(await rowsIn(text, { currency: BRL })).toEqual(['1 approved 10.00 BRL', '2 approved 10.00 BRL']);
  });

  test.each([
    ['valor (BRL)', '10,00', 'BRL'],
    ['valor (R$)', '10,00', 'BRL'],
    ['Valor (USD)', '10,00', 'USD'],
    ['valor', 'R$ 10,00', 'BRL'],
    ['valor', '€ 10,00', 'EUR'],
  ])('is that of %j with %j', async (name, amount, currency) => {
    expect(await rowsIn(`id;data;${name};status\n1;20/11/2026;${amount};paga`)).toEqual([
      `1 approved 10.00 ${currency}`,
    ]);
  });
});

test('refuses a row whose amount is in another currency than its column says', async () => {
  const file = (amount: string) => `id;data;valor;moeda;status\n1;20/11/2026;${amount};USD;paga`;
  expect((await read(file('R$ 10,00'))).wrong.map(({ line, error }) => [line, error])).toEqual([
    [2, 'currency-differs'],
  ]);
  expect(await rowsIn(file('US$ 10,00'))).toEqual(['1 approved 10.00 USD']);
});

describe('interest', () => {
  const HOTMART =
    'Código da transação;Status da transação;Data da transação;Moeda de compra;Valor de compra com impostos;Valor de compra sem impostos;Quantidade total de parcelas';

  test('is in no sale of Hotmart and Kiwify, as in those of their webhooks', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 100, max: 900_000 }),
        fc.integer({ min: 0, max: 90_000 }),
        fc.integer({ min: 1, max: 12 }),
        async (baseCents, more, installments) => {
          const extra = installments === 1 ? 0 : more;
          const [base, total] = [moneyFromCents(baseCents), moneyFromCents(baseCents + extra)];
          const hook = mapCheckout(
            'kiwify',
            {
              ...{ order_id: 'k1', order_status: 'paid', webhook_event_type: 'order_approved', installments },
              Commissions: { charge_amount: baseCents + extra, product_base_price: baseCents, currency: 'BRL' },
            },
            { timeZone, receivedAtMs: nowMs },
          );
          const amount = hook.kind === 'conversion' ? hook.conversion.amount : '';
          const kiwify = `ID da venda,Status,Moeda,Preço base do produto,Total com acréscimo,Parcelas,Data de Criação\nk1,paid,BRL,${base},${total},${installments},20/11/2026 9:05:00`;
          expect(await rowsIn(kiwify)).toEqual([`k1 approved ${amount} BRL`]);
          const hotmart = `${HOTMART}\nk1;Aprovado;20/11/2026 14:30:10;BRL;${total};${base};${installments}`;
          expect(await rowsIn(hotmart)).toEqual([`k1 approved ${base} BRL`]);
        },
      ),
      { numRuns: 60 },
    );
  });

  test('that may be in a total is asked about, and a row without instalments has none', async () => {
    const text = (name: string, cell: string) =>
      `ID da venda,Status,Moeda,Total com acréscimo,Data de Criação,${name}\nk1,paid,BRL,360.12,20/11/2026,${cell}`;
    expect(await codesIn(text('Produto', 'Curso'))).toEqual(['2 interest']);
    expect((await read(text('Produto', 'Curso'))).questions).toEqual([{ id: 'interest', choices: ['none'] }]);
    expect(await rowsIn(text('Produto', 'Curso'), { interest: 'none' })).toEqual(['k1 approved 360.12 BRL']);
    expect(await rowsIn(text('Parcelas', '1'))).toEqual(['k1 approved 360.12 BRL']);
    expect(await codesIn(text('Parcelas', '12'))).toEqual(['2 interest']);
  });

  test('of a column of its own is subtracted', async () => {
    const text = 'id;data;total com juros;juros;moeda;status\n1;20/11/2026;360,12;63,12;BRL;paga';
    expect(await rowsIn(text)).toEqual(['1 approved 297.00 BRL']);
  });
});

test('asks whether thousands without cents are thousands', async () => {
  const text = 'pedido,data,valor,moeda,status\n1,2026-11-20,1.997,BRL,paga';
  expect(await codesIn(text)).toEqual(['2 amount-unclear']);
  expect((await read(text)).questions).toEqual([{ id: 'unit', choices: ['thousands', 'decimals'] }]);
  expect(await rowsIn(text, { unit: 'thousands' })).toEqual(['1 approved 1997.00 BRL']);
});

test.each([
  ['20/11/2026 9:05:00', '2026-11-20T12:05:00.000Z'],
  ['20/11/2026 9:05', '2026-11-20T12:05:00.000Z'],
  ['20/11/2026 às 14:30', '2026-11-20T17:30:00.000Z'],
  ['20/11/2026\u00a014:30', '2026-11-20T17:30:00.000Z'],
  ['2026/11/20 14:30:00', '2026-11-20T17:30:00.000Z'],
  ['20 de nov. de 2026 14:30', '2026-11-20T17:30:00.000Z'],
  ['2026-11-20T14:30:00-03:00', '2026-11-20T17:30:00.000Z'],
])('reads the moment %j', async (moment, instant) => {
  const { right } = await read(`id;data;valor;moeda;status\n1;${moment};10,00;BRL;paga`);
  expect(right.map(({ conversion }) => conversion.soldAt)).toEqual([instant]);
});

test('leaves out the totals below, and the lines above the header', async () => {
  const text =
    'Relatório de vendas\nPeríodo: novembro\nid;data;valor;moeda;status\n1;20/11/2026;10,00;BRL;paga\nTotal geral;;10,00;;';
  const file = await read(text);
  expect([file.right.length, file.skipped, file.wrong]).toEqual([1, 1, []]);
});

test('imports what the product exports, but for what counts nowhere', async () => {
  const line = (given: Partial<Record<(typeof CONVERSION_CSV_COLUMNS)[number], string>>) =>
    CONVERSION_CSV_COLUMNS.map((column) => given[column] ?? '').join(',');
  const exported = {
    ...{ 'Conversion ID': 'cv_1', 'Created At': '2026-11-20T12:05:00.000Z', Status: 'approved', Type: 'purchase' },
    ...{ Value: '1997.50', 'Net Value': '1997.50', Currency: 'BRL', 'Transaction ID': 'E1', Provider: 'kiwify' },
    ...{ Counted: 'true', Test: 'false', Interest: '12.00', Installments: '12', Product: 'Curso' },
  } as const;
  const text = [
    `\ufeff${CONVERSION_CSV_COLUMNS.join(',')}`,
    line(exported),
    line({ ...exported, 'Transaction ID': 'E2', Status: 'partially_refunded', 'Net Value': '1000.00' }),
    line({ ...exported, 'Transaction ID': 'E3', Status: 'refunded', 'Net Value': '0.00', Counted: 'false' }),
    line({ ...exported, 'Transaction ID': 'E4', Test: 'true' }),
    line({ ...exported, 'Transaction ID': 'E5', Counted: 'false' }),
    line({ ...exported, 'Transaction ID': 'E6', Type: 'lead', Value: '0.00' }),
  ].join('\r\n');
  const file = await read(text);
  expect([file.format, file.skipped, file.wrong, file.questions]).toEqual(['export', 3, [], []]);
  expect(
    file.right.map(({ checkout, transactionId, conversion }) => [checkout, transactionId, conversion]),
  ).toMatchObject([
    [
      'kiwify',
      'E1',
      { status: 'approved', amount: '1997.50', refundAmount: '0.00', soldAt: '2026-11-20T12:05:00.000Z' },
    ],
    ['kiwify', 'E2', { status: 'partially_refunded', amount: '1997.50', refundAmount: '997.50' }],
    ['kiwify', 'E3', { status: 'refunded', amount: '1997.50' }],
  ]);
});

test('has the columns and what is missing of a file that is nearly right, and refuses one without any', async () => {
  expect(await read('id;data;nome\n1;20/11/2026;x')).toMatchObject({
    missing: ['valor'],
    columns: ['id', 'data', 'nome'],
    right: [],
  });
  await expect(read('nome,idade\nAna,3')).rejects.toMatchObject({ code: 'file-columns-missing' });
});

const SHOPIFY = `Name,Email,Financial Status,Paid at,Currency,Subtotal,Total,Created at,Lineitem name,Id,Refunded Amount
#1001,a@x.com,paid,2026-11-20 10:00:00 -0300,BRL,100.00,110.00,2026-11-20 09:58:00 -0300,Camisa,5512345678901,0.00
#1001,a@x.com,,,,,,2026-11-20 09:58:00 -0300,Boné,,
#1002,b@x.com,partially_refunded,2026-11-21 10:00:00 -0300,BRL,200.00,200.00,2026-11-21 10:00:00 -0300,Tênis,5512345678902,50.00
#1003,b@x.com,voided,,BRL,200.00,200.00,2026-11-21 10:00:00 -0300,Tênis,5512345678903,0
#1004,b@x.com,pending,,BRL,200.00,200.00,2026-11-21 10:00:00 -0300,Tênis,5512345678904,0
#1005,b@x.com,refunded,2026-11-21 10:00:00 -0300,BRL,99.00,99.00,2026-11-21 10:00:00 -0300,Tênis,5512345678905,99.00
#1006,b@x.com,partially_refunded,2026-11-21 10:00:00 -0300,BRL,99.00,99.00,2026-11-21 10:00:00 -0300,Tênis,5512345678906,
#1007,b@x.com,paid,2026-11-21 10:00:00 -0300,BRL,99.00,99.00,2026-11-21 10:00:00 -0300,Tênis,5512345678907,9.00`;

test('reads the orders of Shopify as its webhooks, without their further items, and what went back of them', async () => {
  const { format, right, wrong, skipped } = await read(SHOPIFY);
  expect([format, skipped]).toEqual(['shopify', 3]);
  expect(
    right.map(({ transactionId, checkout, conversion: { status, amount, refundAmount } }) =>
      [transactionId, checkout, status, amount, refundAmount].join(' '),
    ),
  ).toEqual([
    '5512345678901 shopify approved 110.00 0.00',
    '5512345678902 shopify partially_refunded 200.00 50.00',
    '5512345678905 shopify refunded 99.00 0.00',
    '5512345678907 shopify partially_refunded 99.00 9.00',
  ]);
  expect(right[0]?.conversion.soldAt).toBe('2026-11-20T12:58:00.000Z');
  expect(wrong.map(({ line, error }) => `${line} ${error}`)).toEqual(['8 refund-missing']);
});

test.each([
  ['order_number,order_date,status,order_total,order_currency', 'o1,2026-11-20,completed,10.00,BRL'],
  ['Número do pedido;Data do pedido;Status do pedido;Valor total do pedido;Moeda', 'o1;20/11/2026;Concluído;10,00;BRL'],
  ['numero_pedido;data;status;valor_total;moeda', 'o1;20/11/2026;Pago;10,00;BRL'],
  ['Fatura;Data de Pagamento;Status;Valor da Venda;Moeda', 'o1;20/11/2026;Paga;10,00;BRL'],
  ['Número de orden;Fecha;Estado del pago;Total;Moneda', 'o1;20/11/2026;Pagado;10,00;BRL'],
  ['Número de orden;Fecha;Estado de la orden;Estado del pago;Total;Moneda', 'o1;20/11/2026;Abierta;Pagado;10,00;BRL'],
])('reads the columns %s', async (head, row) => {
  expect((await read(`${head}\n${row}`)).right).toMatchObject([
    { transactionId: 'o1', conversion: { amount: '10.00' } },
  ]);
});

test.each(['Rechazado', 'Pendiente', 'Malsucedido', 'Anulado'])('counts no order that is %s', async (status) => {
  const { right, skipped } = await read(`pedido;data;estado;valor;moeda\n1;20/11/2026;${status};10,00;BRL`);
  expect([right, skipped]).toEqual([[], 1]);
});

describe('whose orders they are', () => {
  const text =
    'pedido;data;valor;moeda;status\n1;20/11/2026;10,00;BRL;approved\n2;20/11/2026;10,00;BRL;waiting_payment';
  const readAs = (answers: ConversionAnswers, file = text) =>
    readConversionFile(Buffer.from(file), { timeZone, nowMs, answers });

  test('is asked for once where nothing says it, with all other questions', async () => {
    const open = await readAs({});
    expect([open.right, open.wrong, open.questions]).toEqual([
      [],
      [],
      [{ id: 'checkout', choices: expect.arrayContaining([...CHECKOUT_IDS]) }],
    ]);
    const all = await readAs({}, 'pedido;data;valor\n1;20/11/2026;10,00');
    expect(all.questions.map(({ id }) => id)).toEqual(['checkout', 'status-column', 'currency']);
    expect(all.questions[0]?.choices.at(-1)).toBe('generic');
    const two = await readAs({}, 'pedido;data;valor;status\n1;20/11/2026;10,00;paga');
    expect(two.questions.map(({ id }) => id)).toEqual(['checkout', 'currency']);
  });

  test('is the answer, whose words its status is read by', async () => {
    const { right, questions, skipped } = await readAs({ checkout: 'eduzz' });
    expect([questions, skipped]).toEqual([[], 1]);
    expect(right).toMatchObject([{ checkout: 'eduzz', transactionId: '1', conversion: { status: 'approved' } }]);
  });

  test('is the column where there is one', async () => {
    const file =
      'pedido;data;valor;moeda;status;plataforma\n1;20/11/2026;10,00;BRL;paga;Monetizze\n2;20/11/2026;10,00;BRL;paga;';
    const { right, questions } = await readAs({ checkout: 'eduzz' }, file);
    expect([right.map(({ checkout }) => checkout), questions]).toEqual([['monetizze', 'eduzz'], []]);
    expect((await readAs({}, file)).right.map(({ checkout }) => checkout)).toEqual(['monetizze', 'generic']);
  });
});

const WOOCOMMERCE = `order_id,order_number,order_date,paid_date,status,shipping_total,order_total,refunded_total,order_currency,payment_method,item_name
727,1027,11/20/2026 9:05:00,11/20/2026 9:06:00,completed,10.00,110.00,0.00,BRL,pix,Camisa
727,1027,11/20/2026 9:05:00,11/20/2026 9:06:00,completed,10.00,110.00,0.00,BRL,pix,Boné
728,1028,11/21/2026 9:05:00,11/21/2026 9:06:00,processing,0,1234.50,234.50,BRL,card,Tênis
729,1029,11/21/2026 9:05:00,,on-hold,0,50.00,0,BRL,boleto,Tênis
730,1030,11/21/2026 9:05:00,11/21/2026 9:06:00,refunded,0,50.00,50.00,BRL,card,Tênis`;
const NUVEMSHOP = `Número do Pedido;E-mail;Data;Status do Pedido;Status do Pagamento;Status do Envio;Moeda;Subtotal;Desconto;Valor do Frete;Total;Nome do comprador;Data de pagamento;Nome do Produto;Quantidade Comprada
1001;a@x.com;20/11/2026 09:30:00;Aberto;Confirmado;Entregue;BRL;179.80;0.00;15.00;194.80;Ana;21/11/2026;Kit;1
1001;a@x.com;;;;;;;;;;;;Pente;2
1002;b@x.com;20/11/2026 09:30:00;Cancelado;Recusado;-;BRL;79.90;0.00;15.00;94.90;Bia;;Kit;1`;
const TIENDANUBE = `Número de orden;Email;Fecha;Estado de la orden;Estado del pago;Estado del envío;Moneda;Subtotal de productos;Descuento;Costo de envío;Total;Nombre del comprador;Fecha de pago
55;a@x.com;20/11/2026 09:30:00;Abierta;Pagado;Enviado;ARS;100.00;0.00;0.00;100.00;Ana;20/11/2026`;

test.each([
  [
    'woocommerce',
    WOOCOMMERCE,
    [
      '727 completed 110.00 0.00',
      '727 completed 110.00 0.00',
      '728 partially_refunded 1234.50 234.50',
      '730 refunded 50.00 0.00',
    ],
  ],
  ['nuvemshop', NUVEMSHOP, ['1001 approved 194.80 0.00']],
  ['nuvemshop', TIENDANUBE, ['55 approved 100.00 0.00']],
] as const)('knows orders of %s by their columns', async (format, text, rows) => {
  const file = await readConversionFile(Buffer.from(text), { timeZone, nowMs, answers: {} });
  expect([file.format, file.questions, file.wrong]).toEqual([format, [], []]);
  expect(
    file.right.map(({ transactionId, conversion: { status, amount, refundAmount } }) =>
      [transactionId, status, amount, refundAmount].join(' '),
    ),
  ).toEqual(rows);
  // The same order in several lines is the same row.
  const distinct = new Set(file.right.map((row) => JSON.stringify([row.transactionId, row.conversion])));
  expect(distinct.size).toBe(new Set(rows).size);
});
