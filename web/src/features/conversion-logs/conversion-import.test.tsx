import { screen, waitFor } from '@testing-library/react';
import { analyticsBreakdown } from '@tracker/schemas/contracts/analytics.contract';
import { listCampaigns } from '@tracker/schemas/contracts/campaigns.contract';
import {
  type ConversionImport,
  importConversions,
  undoConversionImport,
} from '@tracker/schemas/contracts/conversion-imports.contract';
import {
  Conversion,
  ConversionTotals,
  listConversions,
  readConversionTotals,
} from '@tracker/schemas/contracts/conversion-logs.contract';
import { MoneySum } from '@tracker/schemas/primitives/money';
import type { TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { beforeEach, expect, test } from 'vitest';
import { choose, expectAccessible, inToast, openApp } from '../../../test/app.tsx';
import { api, page, refusal, refusalOf } from '../../../test/fake-api.ts';
import { campaign, sample } from '../../../test/samples.ts';

const found: ConversionImport = {
  ...{ importId: null, format: 'hotmart', rows: 7, imported: 2, duplicates: 1, skipped: 1 },
  ...{ columns: ['Código da transação', 'Valor'], missing: [], questions: [], unknownStatuses: [] },
  sums: { file: [], read: [] },
  errors: [
    { line: 3, error: 'date', message: '“ontem” não é uma data. Use 20/11/2026 14:30 ou 2026-11-20.' },
    { line: 4, error: 'amount', message: '“x” não é um valor. Use 1.234,56 ou 1234.56.' },
    { line: 7, error: 'transaction', message: 'Informe o código da transação, com até 256 caracteres.' },
  ],
  days: { first: '2026-03-02' as TenantDay, last: '2026-03-04' as TenantDay },
  totals: [{ currency: 'BRL', amount: '1394.50' }] as ConversionImport['totals'],
};
const imported = sample(Conversion, {
  ...{ id: 'cv_1', transactionId: 'HP1', conversionType: 'purchase', status: 'approved', currency: 'BRL' },
  ...{ verified: false, imported: true },
});

beforeEach(() => {
  api.answer(listCampaigns, [campaign()]);
  api.answer(analyticsBreakdown, page([]));
  api.answer(readConversionTotals, sample(ConversionTotals, { all: 1, listed: 1 }));
  api.answer(listConversions, page([imported]));
});
const button = (name: string) => screen.findByRole('button', { name });

test('a report is pasted, previewed with its three bad rows, imported and undone', async () => {
  const { user } = openApp('/conversion-logs', { as: 'editor' });
  await user.click(await button('Importar vendas antigas'));
  await user.click(await button('Conferir'));
  await screen.findByText('Cole as linhas ou escolha um arquivo.');
  api.answer(importConversions, ({ query }) => ({ ...found, importId: query.dryRun === '1' ? null : 'ci_1' }));
  const lines = 'data;transação;valor\n02/03/2026;HP1;1.297,50';
  await user.click(screen.getByRole('textbox', { name: 'Ou as linhas' }));
  await user.paste(lines);
  await user.click(await button('Conferir'));
  await screen.findByText('Relatório da Hotmart: 2 vendas novas, 1 já registrada, 1 sem pagamento, 3 com erro');
  screen.getByText(/^De 02\/03\/2026 a 04\/03\/2026 · R\$.1\.394,50$/);
  screen.getByText('“ontem” não é uma data. Use 20/11/2026 14:30 ou 2026-11-20.');
  await expectAccessible();
  await user.click(await button('Importar 2 vendas'));
  await screen.findByText('2 vendas importadas');
  expect(api.asked(importConversions).map(({ query, body }) => [query, body])).toEqual([
    [{ dryRun: '1' }, lines],
    [{}, lines],
  ]);
  api.answer(undoConversionImport, null);
  await user.click(await button('Desfazer importação'));
  await inToast('Importação desfeita');
  expect(api.asked(undoConversionImport)[0]?.params).toEqual({ importId: 'ci_1' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('an imported sale has its mark, and a viewer imports nothing', async () => {
  openApp('/conversion-logs', { as: 'viewer' });
  await screen.findByText('HP1');
  await screen.findByText('Importada');
  expect(screen.queryByText('Não verificada')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Importar vendas antigas' })).toBeNull();
});

test('a file of another tool is read once a person says which column is which', async () => {
  const lines = 'Pago em;ID do pedido;Receita;Gateway;utm_source\n02/03/2026;U1;97,00;Kiwify;FB';
  api.answer(importConversions, ({ body }) =>
    String(body).startsWith('"data"') ? found : refusalOf('file-columns-missing', 400, 'Falta no arquivo: data.'),
  );
  const { user } = openApp('/conversion-logs', { as: 'editor' });
  await user.click(await button('Importar vendas antigas'));
  await user.click(await screen.findByRole('textbox', { name: 'Ou as linhas' }));
  await user.paste(lines);
  await user.click(await button('Conferir'));
  for (const [column, cell] of [
    ['Data da venda', 'Pago em'],
    ['Código da transação', 'ID do pedido'],
    ['Valor', 'Receita'],
  ] as const) {
    expect((await button('Conferir')).hasAttribute('disabled')).toBe(true);
    await user.click(await screen.findByRole('combobox', { name: column }));
    await user.click(await screen.findByRole('option', { name: cell }));
  }
  await choose(user, 'Checkout da venda', 'Gateway');
  await expectAccessible();
  await user.click(await button('Conferir'));
  await screen.findByText(/2 vendas novas/);
  const [, sent] = api.asked(importConversions);
  expect(sent?.body).toBe('"data";"transação";"valor";"plataforma";"utm_source"\n02/03/2026;U1;97,00;Kiwify;FB');
});

test('a file that says nothing of its checkout is asked about it once', async () => {
  const open = { ...found, format: 'generic' as const, imported: 0, errors: [] };
  const questions = [{ id: 'checkout' as const, choices: ['hotmart', 'generic', 'eduzz'] }];
  api.answer(importConversions, ({ query }) => (query.checkout ? { ...open, imported: 2 } : { ...open, questions }));
  const { user } = openApp('/conversion-logs', { as: 'editor' });
  await user.click(await button('Importar vendas antigas'));
  await user.click(await screen.findByRole('textbox', { name: 'Ou as linhas' }));
  await user.paste('pedido;data;valor');
  await user.click(await button('Conferir'));
  await user.click(await screen.findByRole('combobox', { name: 'De que plataforma são as vendas?' }));
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
    'Hotmart',
    'Outra plataforma',
    'Eduzz',
  ]);
  await user.click(screen.getByRole('option', { name: 'Eduzz' }));
  await expectAccessible();
  await user.click(await button('Conferir com as respostas'));
  await button('Importar 2 vendas');
  expect(api.asked(importConversions).map(({ query }) => query)).toEqual([
    { dryRun: '1' },
    { checkout: 'eduzz', dryRun: '1' },
  ]);
});

test('the import is open where another screen leads to it, and its address ends with it', async () => {
  const { user, address } = openApp('/conversion-logs?import=open', { as: 'editor' });
  await screen.findByRole('dialog', { name: 'Importar vendas antigas' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(address()).toBe('/conversion-logs');
});

test('a file that cannot be read says why', async () => {
  api.answer(importConversions, refusal(400, 'Falta no arquivo: transação.'));
  const { user } = openApp('/conversion-logs', { as: 'editor' });
  await user.click(await button('Importar vendas antigas'));
  await user.upload(await screen.findByLabelText('Arquivo CSV'), new File(['a;b\n'], 'v.csv', { type: 'text/csv' }));
  await user.click(await button('Conferir'));
  await inToast('Erro ao ler o arquivo', 'Falta no arquivo: transação.');
});

test('a file without a status or a currency is not imported before a person says which they are', async () => {
  const open = {
    ...found,
    ...{ format: 'generic' as const, imported: 0, days: null, totals: [], errors: [] },
    columns: ['pedido', 'data', 'valor', 'pagou'],
    questions: [
      { id: 'status-column' as const, choices: ['pedido', 'data', 'valor', 'pagou', 'none'] },
      { id: 'currency' as const, choices: ['BRL', 'USD', 'EUR'] },
    ],
    sums: { file: [{ currency: null, amount: MoneySum.parse('100.00') }], read: [] },
  };
  api.answer(importConversions, ({ query }) => (query.currency === 'BRL' ? found : open));
  const { user } = openApp('/conversion-logs', { as: 'editor' });
  await user.click(await button('Importar vendas antigas'));
  await user.click(await screen.findByRole('textbox', { name: 'Ou as linhas' }));
  await user.paste('pedido;data;valor;pagou');
  await user.click(await button('Conferir'));
  await screen.findByText('Colunas do arquivo: pedido, data, valor, pagou');
  screen.getByText(/moeda a confirmar/);
  expect(screen.queryByRole('button', { name: /^Importar \d/ })).toBeNull();
  await choose(user, 'Qual coluna é o status do pagamento?', 'pagou');
  await choose(user, 'Em que moeda estão os valores?', 'Real (BRL)');
  await expectAccessible();
  await user.click(await button('Conferir com as respostas'));
  await button('Importar 2 vendas');
  expect(api.asked(importConversions).at(-1)?.query).toEqual({
    ...{ 'status-column': 'pagou', currency: 'BRL', dryRun: '1' },
  });
});
