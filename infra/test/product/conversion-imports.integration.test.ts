/** Old conversions that people import from the report of a checkout: the call, and what follows from its events. */
import { NOW, type StaffedTenant, type TestPerson, useApi } from '@tracker/api/testing/use-api';
import { createBatchKit } from '@tracker/processor/testing/batch-kit';
import { delivery, record } from '@tracker/processor/testing/events';
import { isCounted } from '@tracker/schemas/checkouts/conversion-status';
import { EXAMPLES } from '@tracker/schemas/checkouts/generated/examples';
import { mapCheckout } from '@tracker/schemas/checkouts/map-checkout';
import type { JsonObject, MappedConversion } from '@tracker/schemas/checkouts/mapping';
import { CHECKOUT_IDS, type CheckoutId } from '@tracker/schemas/checkouts/registry';
import type { ConversionImport } from '@tracker/schemas/contracts/conversion-imports.contract';
import type { Conversion } from '@tracker/schemas/contracts/conversion-logs.contract';
import { ConversionImportEvent } from '@tracker/schemas/events/conversion-import';
import { EVENTS_TOPIC } from '@tracker/schemas/events/topics';
import type { TimeZone } from '@tracker/schemas/primitives/time';
import { beforeEach, expect, test } from 'vitest';

const api = useApi();
const kit = createBatchKit(api.stack);
let tenant: StaffedTenant;
beforeEach(async () => {
  api.clock.set(NOW);
  tenant = await api.tenant();
});

type Asker = Pick<TestPerson, 'ask'>;
const post = (file: string, { dryRun = false, checkout = 'generic' } = {}, { ask }: Asker = tenant.editor) =>
  ask({
    method: 'POST',
    url: `/api/conversions/import?dryRun=${Number(dryRun)}&checkout=${checkout}`,
    headers: { 'content-type': 'text/csv' },
    payload: file,
  });
const importFile = async (file: string, options = {}): Promise<ConversionImport> => {
  const answer = await post(file, options);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};
const undo = ({ importId }: Pick<ConversionImport, 'importId'>, { ask }: Asker = tenant.editor) =>
  ask({ method: 'DELETE', url: `/api/conversions/imports/${importId}` });

/** The tenant's events in the log, in the order in which they were appended. */
async function events(): Promise<ConversionImportEvent[]> {
  const own: ConversionImportEvent[] = [];
  const to = await api.stack.log.ends(EVENTS_TOPIC);
  for await (const records of api.stack.log.read({ topic: EVENTS_TOPIC, to, maxRecords: 500 })) {
    for (const { value } of records) {
      const event = JSON.parse(Buffer.from(value).toString());
      if (event.tenantId === tenant.tenantId) own.push(ConversionImportEvent.parse(event));
    }
  }
  return own;
}
const process = async () => kit.process((await events()).map(record));
const listed = async (): Promise<Conversion[]> =>
  (await tenant.viewer.ask('/api/conversions?startDate=2036-01-01&endDate=2036-11-20')).json();
const shown = async () => (await listed()).map((one) => [one.transactionId, one.status, one.value, one.imported]);
const revenue = async () =>
  (await tenant.viewer.ask('/api/performance/summary?startDate=2036-01-01&endDate=2036-11-20')).json().range.revenue;

const HOTMART = `Código da transação;Status da transação;Data da transação;Produto;Valor de compra sem impostos;Moeda de compra;Comprador(a);Código SCK
HP1;Aprovado;02/03/2036 22:30:00;Curso;1.297,50;BRL;Maria Segredo;(none)
HP2;Completo;03/03/2036 08:00:00;Curso;97;BRL;Maria Segredo;(none)
HP3;Reembolsado;04/03/2036 08:00:00;Curso;50,00;BRL;Maria Segredo;(none)
HP4;Aguardando pagamento;04/03/2036 08:00:00;Curso;50,00;BRL;Maria Segredo;(none)
HP5;Aprovado;31/02/2036 08:00:00;Curso;50,00;BRL;;
HP6;Aprovado;05/03/2036 08:00:00;Curso;muito;BRL;;
HP7;Aprovado;05/03/2034 08:00:00;Curso;1,00;BRL;;`;

test('the report of Hotmart is looked at, imported once, and undone; a replay gives the same rows', async () => {
  const looked = await importFile(HOTMART, { dryRun: true });
  expect(looked).toMatchObject({
    ...{ importId: null, format: 'hotmart', rows: 7, imported: 3, duplicates: 0, skipped: 1 },
    days: { first: '2036-03-02', last: '2036-03-04' },
    totals: [{ currency: 'BRL', amount: '1394.50' }],
  });
  expect(looked.errors.map(({ line, message }) => [line, message])).toEqual([
    [6, '“31/02/2036 08:00:00” não é uma data. Use 20/11/2026 14:30 ou 2026-11-20.'],
    [7, '“muito” não é um valor. Use 1.234,56 ou 1234.56.'],
    [8, 'A empresa não guarda dados de antes de 20/10/2034.'],
  ]);
  expect(await events()).toEqual([]);

  const stored = await importFile(HOTMART);
  expect(stored).toEqual({ ...looked, importId: expect.stringMatching(/^ci_/) });
  expect(JSON.stringify(await events())).not.toContain('Segredo');
  await process();
  const rows = [
    ['HP3', 'refunded', '50.00', true],
    ['HP2', 'completed', '97.00', true],
    ['HP1', 'approved', '1297.50', true],
  ];
  expect(await shown()).toEqual(rows);
  expect((await listed())[2]).toMatchObject({
    ...{ createdAt: '2036-03-03T01:30:00.000Z', checkout: 'hotmart', productName: 'Curso', verified: false },
    ...{ counted: true, uncountedReason: null, recovered: false },
  });
  expect(await revenue()).toBe(1394.5);
  const steps = (await tenant.viewer.ask('/api/onboarding')).json().steps;
  expect(steps.find(({ id }: { id: string }) => id === 'first-sale')).toMatchObject({ done: false, warning: null });
  expect((await tenant.viewer.ask('/api/conversions/export?startDate=2036-01-01&endDate=2036-11-20')).body).toMatch(
    /,HP1,hotmart,false,false,true,.*,true,,\r\n/,
  );

  expect(await importFile(HOTMART)).toMatchObject({ importId: null, imported: 0, duplicates: 3 });
  // A later report of the same transaction wins, and its undo gives the earlier one back.
  const corrected = await importFile(HOTMART.replace('HP2;Completo', 'HP2;Reembolsado'));
  expect(corrected).toMatchObject({ imported: 1, duplicates: 2 });
  await process();
  expect(await revenue()).toBe(1297.5);
  expect((await undo(corrected)).statusCode).toBe(204);
  const [again, first] = (await tenant.editor.ask('/api/conversions/imports')).json();
  expect([again, first]).toMatchObject([
    { importId: corrected.importId, rows: 1, undone: true },
    {
      ...{ importId: stored.importId, format: 'hotmart', rows: 3, undone: false, by: expect.stringMatching(/./) },
      days: { first: '2036-03-02', last: '2036-03-04' },
    },
  ]);
  expect((await tenant.viewer.ask('/api/conversions/imports')).statusCode).toBe(403);
  expect((await (await api.tenant()).editor.ask('/api/conversions/imports')).json()).toEqual([]);
  await process();
  expect(await shown()).toEqual(rows);

  const replayed = (await events()).toReversed().map(record);
  await kit.onEmptyTables(async (empty) => {
    await kit.process(replayed, empty);
    for (const table of ['conversions', 'conversion_ledger'] as const)
      expect(await kit.rows(tenant.tenantId, table, empty)).toEqual(await kit.rows(tenant.tenantId, table));
  });

  const foreign = await api.tenant();
  expect((await undo(stored, foreign.editor)).statusCode).toBe(404);
  expect((await undo(stored, tenant.viewer)).statusCode).toBe(403);
  expect((await undo(stored)).statusCode).toBe(204);
  expect((await undo(stored)).statusCode).toBe(404);
  await process();
  expect([await shown(), await revenue()]).toEqual([[], 0]);
  const [{ action, details }] = (await tenant.admin.ask('/api/audit-log')).json();
  expect({ action, details }).toEqual({
    action: 'conversion.undo-import',
    details: { importId: stored.importId, rows: 3 },
  });
  // After an undo the same file is new again.
  expect(await importFile(HOTMART)).toMatchObject({ imported: 3, duplicates: 0 });
  await process();
  expect(await shown()).toEqual(rows);
});

test('a delivery and a row of the same transaction are one conversion, and the delivery wins in any order', async () => {
  const body = { status: 'approved', amount: '97.90', occurred_at: '2036-11-01T12:00:00Z' };
  const sold = (transaction: string) =>
    record(delivery(tenant, { transaction_id: transaction, ...body }, Date.parse(NOW)));
  await kit.process([sold('T1')]);
  const file =
    'date,transaction,value,utm_source,status,currency\n2036-10-31,T1,1.00,x,paid,BRL\n2036-10-31 10:00,T2,2.50,FB,paid,BRL\n10/31/2036,T2,9.00,x,paid,BRL';
  const stored = await importFile(file);
  expect(stored).toMatchObject({
    format: 'generic',
    imported: 1,
    duplicates: 1,
    errors: [{ line: 4, error: 'contradiction' }],
  });
  await process();
  expect(await shown()).toEqual([
    ['T1', 'approved', '97.90', false],
    ['T2', 'approved', '2.50', true],
  ]);
  expect((await listed())[1]).toMatchObject({ attribution: 'utm', channel: 'facebook' });
  await kit.process([sold('T2')]);
  expect(await shown()).toEqual([expect.arrayContaining(['97.90', false]), expect.arrayContaining(['97.90', false])]);
  await undo(stored);
  await process();
  expect(await revenue()).toBe(195.8);
});

test('what is delivered later leaves an imported sale its day, channel and product, in any order of arrival', async () => {
  const file = [
    'transaction;date;value;status;product;utm_source;currency',
    ...'completed disputed part refunded pending canceled paid-bare apart'
      .split(' ')
      .map((name) => `${name};20/09/2036;500,00;aprovado;Curso Ouro;facebook;BRL`),
  ].join('\n');
  const deliveries = [
    { transaction_id: 'completed', amount: 500, status: 'completed' },
    { transaction_id: 'disputed', amount: 500, status: 'disputed' },
    { transaction_id: 'part', amount: 500, refund_amount: 40, status: 'partially_refunded' },
    { transaction_id: 'refunded', amount: 500, status: 'refunded' },
    { transaction_id: 'pending', amount: 500, status: 'pending' },
    { transaction_id: 'canceled', amount: 500, status: 'canceled' },
    { transaction_id: 'paid-bare', status: 'paid' },
    { transaction_id: 'rf-1', parent_id: 'apart', event: 'refund', amount: 100 },
  ];
  await importFile(file);
  await process();
  expect(await revenue()).toBe(4000);
  const delivered = deliveries.map((body, index) => record(delivery(tenant, body, Date.parse(NOW) + index)));
  await kit.process(delivered);
  const states = async () =>
    (await listed()).map((one) => [one.transactionId, one.status, Number(one.netValue), one.createdAt.slice(0, 10)]);
  const expected = [
    ['apart', 'partially_refunded', 400],
    ['canceled', 'canceled', 0],
    ['completed', 'completed', 500],
    ['disputed', 'disputed', 500],
    ['paid-bare', 'approved', 500],
    ['part', 'partially_refunded', 460],
    ['pending', 'approved', 500],
    ['refunded', 'refunded', 0],
  ].map((one) => [...one, '2036-09-20']);
  expect((await states()).toSorted()).toEqual(expected);
  expect(await revenue()).toBe(2860);
  expect(new Set((await listed()).map(({ channel, productName }) => `${channel} ${productName}`))).toEqual(
    new Set(['facebook Curso Ouro']),
  );
  const imported = (await events()).map(record);
  for (const arrived of [[...delivered, ...imported], [...imported, ...delivered].toReversed()]) {
    await kit.onEmptyTables(async (empty) => {
      for (const one of arrived) await kit.process([one], empty);
      expect(await kit.rows(tenant.tenantId, 'conversions', empty)).toEqual(
        await kit.rows(tenant.tenantId, 'conversions'),
      );
    });
  }
});

test('the sum of what counts has each order once, and none that is refused', async () => {
  const head = 'order_id,order_date,status,order_total,order_currency,payment_method';
  const item = '1,2036-11-01 10:00:00,completed,10.00,BRL,pix';
  const late = '2,2037-11-01 10:00:00,completed,5.00,BRL,pix';
  const looked = await importFile([head, item, item, late].join('\n'), { dryRun: true });
  expect(looked).toMatchObject({ imported: 1, duplicates: 1, errors: [{ line: 4, error: 'future' }] });
  expect(looked.sums).toEqual({
    file: [{ currency: 'BRL', amount: '25.00' }],
    read: [{ currency: 'BRL', amount: '10.00' }],
  });
});

test('a row is of the checkout that people name, which its delivery has, too', async () => {
  const file = [
    'data;transação;valor;plataforma;status;moeda',
    '01/11/2036;K1;10,00;Kiwify;paga;BRL',
    '01/11/2036;P1;5,00;Perfect Pay;paga;BRL',
  ];
  const more = ['01/11/2036;G1;1,00;;paga;BRL', '01/11/2036;X1;5,00;Loja X;paga;BRL'];
  const stored = await importFile([...file, ...more].join('\n'));
  expect(stored).toMatchObject({ imported: 3, errors: [{ line: 5, error: 'checkout' }] });
  await process();
  const checkouts = new Map((await listed()).map(({ transactionId, checkout }) => [transactionId, checkout]));
  expect(Object.fromEntries(checkouts)).toEqual({ K1: 'kiwify', P1: 'perfect-pay', G1: 'generic' });
});

test('the report of Kiwify and a file without columns', async () => {
  const kiwify =
    'ID da venda,Status,Produto,Cliente,Total com acréscimo,Parcelas,Moeda,Data de Criação,Tracking utm_source\nk-1,paid,Curso,Ana,"1.097,00",1,BRL,01/11/2036 19:28:15,ig';
  expect(await importFile(kiwify, { dryRun: true })).toMatchObject({
    ...{ format: 'kiwify', imported: 1, totals: [{ currency: 'BRL', amount: '1097.00' }] },
  });
  const refused = await post('nome,idade\nAna,3');
  expect([refused.statusCode, refused.json().error]).toEqual([400, 'file-columns-missing']);
  expect((await post(kiwify, {}, tenant.viewer)).statusCode).toBe(403);
  // What the file does not say is asked for, and nothing is stored before the answer.
  const open = await post('data;transação;valor\n01/11/2036;A1;10,00');
  expect([open.statusCode, open.json().error]).toEqual([400, 'file-questions-open']);
  expect(open.json().message).toContain('Colunas do arquivo: data, transação, valor.');
  const looked = await importFile('data;transação;valor\n01/11/2036;A1;10,00', { dryRun: true });
  expect(looked).toMatchObject({ imported: 0, questions: [{ id: 'status-column' }, { id: 'currency' }] });
});

/** What the report of a checkout says of the order that its delivery reports. */
const REPORTS: Readonly<Partial<Record<CheckoutId, (order: MappedConversion, body: JsonObject) => string>>> = {
  hotmart: ({ transactionId, amount }) =>
    `Código da transação;Status da transação;Data da transação;Valor de compra sem impostos;Moeda de compra\n${transactionId};Aprovado;01/11/2036 10:00:00;${amount};BRL`,
  kiwify: ({ transactionId, amount }) =>
    `ID da venda;Status;Preço base do produto;Parcelas;Moeda;Data de Criação\n${transactionId};paid;${amount};1;BRL;01/11/2036 10:00:00`,
  shopify: ({ transactionId, amount }) =>
    `Id,Name,Financial Status,Currency,Total,Created at,Lineitem name\n${transactionId},#1,paid,BRL,${amount},2036-11-01 10:00:00 -0300,Curso`,
  woocommerce: ({ transactionId, amount }) =>
    `order_id,order_number,order_date,status,order_total,order_currency,payment_method\n${transactionId},77,11/01/2036 10:00:00,completed,${amount},BRL,pix`,
  nuvemshop: ({ amount }, body) =>
    `Número do Pedido;Data;Status do Pagamento;Status do Envio;Moeda;Valor do Frete;Total;Nome do comprador\n${body.number};01/11/2036 10:00:00;Confirmado;Enviado;BRL;0.00;${amount};Ana`,
};

test.each(CHECKOUT_IDS)(
  'an order of %s by webhook and by file is one conversion of the same money, in any order',
  async (checkout) => {
    const context = { timeZone: 'America/Sao_Paulo' as TimeZone, receivedAtMs: Date.parse(NOW), isLookedUp: true };
    const found = EXAMPLES[checkout].flatMap(({ body }) => {
      const read = mapCheckout(checkout, body, context);
      return read.kind === 'conversion' && isCounted(read.conversion.status) ? [{ body, order: read.conversion }] : [];
    })[0];
    if (!found) throw new Error(`no example of a conversion of ${checkout}`);
    const { body, order } = found;
    const reported = delivery(tenant, body, Date.parse(NOW));
    const event = record({ ...reported, payload: { ...reported.payload, provider: checkout, lookedUp: '/orders/1' } });
    const file =
      REPORTS[checkout]?.(order, body) ??
      `pedido;data;valor;moeda;status\n${order.transactionId};01/11/2036 10:00:00;${order.amount};${order.currency};aprovada`;
    const looked = await importFile(file, { checkout });
    expect(looked).toMatchObject({
      imported: 1,
      errors: [],
      totals: [{ amount: order.amount, currency: order.currency }],
    });
    await process();
    const values = async () => (await listed()).map((one) => [one.checkout, one.value, one.imported]);
    expect(await values()).toEqual([[checkout, order.amount, true]]);
    await kit.process([event]);
    // At the day of the delivery, which wins.
    const after = await kit.rows(tenant.tenantId, 'conversions');
    const left = after.filter((row) => row.is_moved === 0);
    expect(left.map((row) => [row.provider, Number(row.value), row.is_imported])).toEqual([
      [checkout, Number(order.amount), 0],
    ]);
    // A file that comes after the delivery brings nothing.
    expect(
      await importFile(
        file
          .replace('01/11/2036', '02/11/2036')
          .replace('2036-11-01', '2036-11-02')
          .replace('11/01/2036', '11/02/2036'),
        { checkout },
      ),
    ).toMatchObject({
      imported: 0,
      duplicates: 1,
    });
  },
);
