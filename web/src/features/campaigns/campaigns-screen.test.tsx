import { screen, waitFor, within } from '@testing-library/react';
import { createCampaign, editCampaign, listCampaigns } from '@tracker/schemas/contracts/campaigns.contract';
import {
  enterSpend,
  importSpend,
  listSpend,
  type SpendImport,
  SpendRow,
  undoSpendImport,
} from '@tracker/schemas/contracts/spend.contract';
import type { TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { beforeEach, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { choose, expectAccessible, inToast, openApp, rowsOf } from '../../../test/app.tsx';
import { api, refusal } from '../../../test/fake-api.ts';
import { CAMPAIGN_ID, campaign, sample } from '../../../test/samples.ts';

type Row = z.input<typeof SpendRow>;
const row = (given: Partial<Row> = {}): Row =>
  sample(SpendRow, {
    ...{ campaignId: CAMPAIGN_ID, source: 'google', amount: '100.10', currency: 'BRL', origin: 'manual' as const },
    ...given,
  });

beforeEach(() => {
  api.answer(listCampaigns, [campaign()]);
  api.answer(listSpend, [row({ note: 'Busca' })]);
  api.answerEmpty();
});

async function openSpend() {
  const app = openApp('/campaigns', { as: 'editor' });
  await app.user.click(await screen.findByRole('button', { name: 'Gastos de Black Friday' }));
  await screen.findByRole('dialog', { name: 'Gastos' });
  return app;
}
const table = () => screen.findByRole('region', { name: 'Gastos da campanha' });
const button = (name: string) => screen.findByRole('button', { name });

describe('the links of a campaign', () => {
  const toUse = { destinationUrl: 'https://loja.example.com/oferta' };

  test('are not handed out without a destination, which can be set in their place', async () => {
    const { user } = openApp('/campaigns', { as: 'editor' });
    await button('Defina o destino');
    expect(document.body.textContent).not.toContain('/track/');
    await user.click(await button('Links de anúncio de Black Friday'));
    const links = within(await screen.findByRole('dialog', { name: 'Links de anúncio' }));
    links.getByText(/^cmpid=black-friday&tsource=facebook&sub1=\{\{ad.id\}\}/);
    expect(document.body.textContent).not.toContain('/track/');
    await expectAccessible();
    await user.click(links.getByRole('button', { name: 'Defina o destino' }));
    const form = within(await screen.findByRole('dialog', { name: 'Editar campanha' }));
    api.answer(editCampaign, campaign(toUse));
    api.answer(listCampaigns, [campaign(toUse)]);
    await user.type(form.getByLabelText(/^URL de destino/), toUse.destinationUrl);
    await user.click(form.getByRole('button', { name: 'Salvar' }));
    await inToast('Campanha salva');
    expect(api.asked(editCampaign)[0]?.body.destinationUrl).toBe(toUse.destinationUrl);
    await screen.findByText(/\/track\/black-friday\?tsource=facebook/);
  });

  test('are ready as soon as the campaign is created', { tags: ['§2.7'] }, async () => {
    api.answer(listCampaigns, []);
    const { user } = openApp('/campaigns', { as: 'editor' });
    await screen.findByText('No campaigns yet');
    await user.click((await screen.findAllByRole('button', { name: 'Nova campanha' }))[0] as HTMLElement);
    const form = within(await screen.findByRole('dialog', { name: 'Nova campanha' }));
    await user.type(form.getByLabelText('Nome'), 'Black Friday');
    await user.type(form.getByLabelText(/^ID da campanha/), CAMPAIGN_ID);
    await user.type(form.getByLabelText(/^URL de destino/), toUse.destinationUrl);
    api.answer(createCampaign, campaign(toUse));
    api.answer(listCampaigns, [campaign(toUse)]);
    await user.click(form.getByRole('button', { name: 'Criar campanha' }));
    await inToast('Campanha criada');
    expect(api.asked(createCampaign)[0]?.body).toMatchObject({ name: 'Black Friday', campaignId: CAMPAIGN_ID });
    await screen.findByText(`https://t.example.com/track/${CAMPAIGN_ID}`);
  });

  test('have the macros of the chosen ad platform', async () => {
    api.answer(listCampaigns, [campaign(toUse)]);
    const { user } = openApp('/campaigns', { as: 'editor' });
    await user.click(await button('Links de anúncio de Black Friday'));
    await user.click(await screen.findByRole('tab', { name: 'TikTok Ads' }));
    screen.getByText(/^https:\/\/t.example.com\/track\/black-friday\?tsource=tiktok&sub1=__CID__/);
    screen.getByText(/^https:\/\/loja.example.com\/oferta\?cmpid=black-friday&tsource=tiktok/);
  });
});

describe('the spend of a campaign', () => {
  test('shows what platforms report and what was entered, and sums what counts', async () => {
    api.answer(listSpend, [
      row({ source: 'facebook', amount: '30.00', origin: 'platform' }),
      row({ source: 'facebook', amount: '8.00', isSetAside: true }),
      row({ note: 'Busca', amount: '1234.5' }),
      row({ source: 'tiktok', amount: '10.00', currency: 'USD' }),
    ]);
    await openSpend();
    await table();
    expect(rowsOf('Gastos da campanha')).toEqual([
      ['20/11/2026', 'Facebookda plataforma', 'R$ 30,00', ''],
      ['20/11/2026', 'Facebooknão contaA plataforma já informa este dia.', 'R$ 8,00', ''],
      ['20/11/2026', 'GoogleBusca', 'R$ 1.234,50', ''],
      ['20/11/2026', 'Tiktok', 'US$ 10,00', ''],
    ]);
    screen.getByText((_, element) => /^R\$.1\.264,50 \+ US\$.10,00$/.test(element?.textContent ?? ''));
    // The platform's own figure is not changed here.
    expect(screen.getAllByRole('button', { name: /^Editar/ })).toHaveLength(3);
    await expectAccessible();
  });

  test('is asked for in the range of the screen, and says that there is none, or that it could not be loaded', async () => {
    api.answer(listSpend, refusal(500));
    const { user } = await openSpend();
    await screen.findByText('Não foi possível carregar os dados.');
    api.answer(listSpend, []);
    await user.click(await button('Tentar de novo'));
    await screen.findByText('Nenhum gasto neste período');
    expect(api.asked(listSpend).at(-1)?.query).toEqual({
      ...{ campaignId: CAMPAIGN_ID, startDate: '2026-10-22', endDate: '2026-11-20' },
    });
    await button('Lançar gasto');
  });

  test('gets an entry, after its mistakes are mended', async () => {
    const { user } = await openSpend();
    await user.click(await button('Lançar gasto'));
    await user.click(await button('Salvar gasto'));
    await screen.findByText('Informe o valor, como 1.234,56.');
    await expectAccessible();
    expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Fonte' }));
    await user.type(screen.getByRole('combobox', { name: 'Fonte' }), 'TikTok');
    await user.type(screen.getByRole('textbox', { name: 'Valor' }), '1.234,5');
    const reported = 'Os gastos de Facebook em 20/11/2026 já vêm da plataforma conectada a esta campanha.';
    api.answer(enterSpend, refusal(409, reported));
    await user.click(await button('Salvar gasto'));
    await inToast('Erro ao salvar gasto', reported);
    api.answer(enterSpend, row({ source: 'tiktok', amount: '1234.50' }));
    await user.type(screen.getByRole('textbox', { name: /^Nota/ }), 'teste{Enter}');
    await inToast('Gasto salvo');
    expect(api.asked(enterSpend).at(-1)).toMatchObject({
      params: { campaignId: CAMPAIGN_ID },
      body: { day: '2026-11-20', source: 'tiktok', amount: '1234.50', currency: 'BRL', note: 'teste' },
    });
    await table();
    expect(api.asked(listSpend).length).toBeGreaterThan(1);
  });

  test('lets an entry be changed and taken away', async () => {
    const { user } = await openSpend();
    api.answer(enterSpend, row());
    await user.click(await button('Editar Google em 20/11/2026'));
    const amount = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Valor' });
    expect(amount.value).toBe('100,10');
    await user.clear(amount);
    await user.type(amount, '70{Enter}');
    await user.click(await button('Remover Google em 20/11/2026'));
    await user.click(within(await screen.findByRole('dialog', { name: 'Remover gasto' })).getByText('Remover'));
    await inToast('Gasto removido');
    expect(api.asked(enterSpend).map(({ body }) => body.amount)).toEqual(['70.00', null]);
  });
});

describe('a file of spend', () => {
  const found: SpendImport = {
    ...{ importId: null, rows: 6, imported: 2, duplicates: 1, skipped: 1, replaced: 1, spread: 0 },
    ...{ columns: ['dia', 'campanha', 'fonte', 'custo'], missing: [], questions: [] },
    sums: {
      file: [{ currency: 'BRL', amount: '1344.56' }],
      read: [{ currency: 'BRL', amount: '1244.56' }],
    } as SpendImport['sums'],
    errors: [
      { line: 3, error: 'day', message: '“ontem” não é um dia. Use 2026-11-20 ou 20/11/2026.' },
      { line: 4, error: 'campaign', message: 'A campanha “outra” não existe. Use o ID ou o nome exato.' },
      { line: 7, error: 'amount', message: '“x” não é um valor. Use 1.234,56 ou 1234.56.' },
    ],
    days: { first: '2026-11-18' as TenantDay, last: '2026-11-19' as TenantDay },
    totals: [{ currency: 'BRL', amount: '1244.56' }] as SpendImport['totals'],
  };

  test('is pasted, previewed with its three bad rows, imported and undone', async () => {
    const { user } = openApp('/campaigns', { as: 'editor' });
    await user.click(await button('Importar gastos'));
    await user.click(await button('Conferir'));
    await screen.findByText('Cole as linhas ou escolha um arquivo.');
    await expectAccessible();
    api.answer(importSpend, ({ query }) => ({ ...found, importId: query.dryRun === '1' ? null : 'si_1' }));
    const lines = 'dia;campanha;fonte;custo\n18/11/2026;black-friday;google;1.234,56';
    await user.click(screen.getByRole('textbox', { name: 'Linhas' }));
    await user.paste(lines);
    await user.click(await button('Conferir'));
    await screen.findByText('2 linhas novas, 1 já lançada, 3 com erro');
    screen.getByText(/^De 18\/11\/2026 a 19\/11\/2026 · R\$.1\.244,56$/);
    screen.getByText(/^Soma do arquivo: R\$.1\.344,56 · contam: R\$.1\.244,56$/);
    screen.getByText('1 valor lançado antes é substituído');
    screen.getByText('Colunas do arquivo: dia, campanha, fonte, custo');
    expect(rowsOf('Linhas com erro').map(([line]) => line)).toEqual(['3', '4', '7']);
    await expectAccessible();
    await user.click(await button('Importar 2 linhas'));
    await screen.findByText('2 linhas importadas');
    expect(api.asked(importSpend)).toEqual(
      [
        { params: {}, query: { dryRun: '1' }, body: lines },
        { params: {}, query: {}, body: lines },
      ].map((asked) => expect.objectContaining({ query: asked.query, body: asked.body })),
    );
    api.answer(undoSpendImport, null);
    await user.click(await button('Desfazer importação'));
    await inToast('Importação desfeita');
    expect(api.asked(undoSpendImport)[0]?.params).toEqual({ importId: 'si_1' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('of several days is refused until a person says that it is to be spread', async () => {
    const period = { id: 'period' as const, choices: ['spread'] };
    api.answer(importSpend, ({ query }) =>
      query.period === 'spread'
        ? { ...found, errors: [], spread: 1, importId: query.dryRun === '1' ? null : 'si_1' }
        : { ...found, imported: 0, questions: [period] },
    );
    const { user } = openApp('/campaigns', { as: 'editor' });
    await user.click(await button('Importar gastos'));
    await user.click(screen.getByRole('textbox', { name: 'Linhas' }));
    await user.paste('x');
    await user.click(await button('Conferir'));
    await screen.findByRole('form', { name: 'Perguntas sobre o arquivo' });
    expect(screen.queryByRole('button', { name: /^Importar \d/ })).toBeNull();
    expect((await button('Conferir com as respostas')).hasAttribute('disabled')).toBe(true);
    await user.click(screen.getByRole('combobox', { name: /Distribuir o valor/ }));
    await user.click(await screen.findByRole('option', { name: /^Sim/ }));
    await expectAccessible();
    await user.click(await button('Conferir com as respostas'));
    await screen.findByText('1 linha distribuída por vários dias');
    await user.click(await button('Importar 2 linhas'));
    await screen.findByText('2 linhas importadas');
    expect(api.asked(importSpend).map(({ query }) => query)).toEqual([
      { dryRun: '1' },
      { period: 'spread', dryRun: '1' },
      { period: 'spread' },
    ]);
  });

  test('that names no source is asked about it once, with the currency', async () => {
    const questions = [
      { id: 'currency' as const, choices: ['BRL', 'USD', 'EUR'] },
      { id: 'source' as const, choices: ['facebook', 'google', 'tiktok'] },
    ];
    api.answer(importSpend, ({ query }) =>
      query.source
        ? { ...found, errors: [], importId: query.dryRun === '1' ? null : 'si_1' }
        : { ...found, imported: 0, errors: [], questions },
    );
    const { user } = openApp('/campaigns', { as: 'editor' });
    await user.click(await button('Importar gastos'));
    await user.click(screen.getByRole('textbox', { name: 'Linhas' }));
    await user.paste('x');
    await user.click(await button('Conferir'));
    await choose(user, 'De que fonte são os gastos?', 'Google Ads');
    await choose(user, 'Em que moeda estão os valores?', 'Dólar (USD)');
    await expectAccessible();
    await user.click(await button('Conferir com as respostas'));
    await user.click(await button('Importar 2 linhas'));
    await screen.findByText('2 linhas importadas');
    const answers = { source: 'google', currency: 'USD' };
    expect(api.asked(importSpend).map(({ query }) => query)).toEqual([
      { dryRun: '1' },
      { ...answers, dryRun: '1' },
      answers,
    ]);
  });

  test('is chosen from the disk, and says why it cannot be read', async () => {
    api.answer(importSpend, refusal(400, 'Falta no arquivo: custo. A primeira linha deve dizer o nome das colunas.'));
    const { user } = await openSpend();
    await user.click(await button('Colar ou importar CSV'));
    const file = new File(['dia;campanha;fonte\n'], 'gastos.csv', { type: 'application/vnd.ms-excel' });
    await user.upload(await screen.findByLabelText('Ou um arquivo CSV'), file);
    await user.click(await button('Conferir'));
    await inToast('Erro ao ler o arquivo', 'Falta no arquivo: custo. A primeira linha deve dizer o nome das colunas.');
    await user.upload(
      screen.getByLabelText('Ou um arquivo CSV'),
      new File(['x'.repeat(1024 ** 2 + 1)], 'g.csv', { type: 'text/csv' }),
    );
    await user.click(await button('Conferir'));
    await screen.findByText('O arquivo pode ter até 1 MB. Divida-o em partes.');
    expect(api.asked(importSpend)).toHaveLength(1);
  });

  test('can be undone from the list of the campaign that has its rows', async () => {
    api.answer(listSpend, [row({ importId: 'si_1' }), row({ source: 'kwai', amount: '1.00', importId: 'si_1' })]);
    api.answer(undoSpendImport, null);
    const { user } = await openSpend();
    await screen.findByText(/De um arquivo, aqui: 2 linhas, R\$.101,10/);
    await user.click(await button('Desfazer o arquivo inteiro'));
    await inToast('Importação desfeita');
  });
});
