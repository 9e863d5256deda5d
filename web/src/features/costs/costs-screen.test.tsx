import { screen, waitFor, within } from '@testing-library/react';
import { analyticsBreakdown, BreakdownRow } from '@tracker/schemas/contracts/analytics.contract';
import { listCampaigns } from '@tracker/schemas/contracts/campaigns.contract';
import { type Cost, changeCost, createCost, listCosts, removeCost } from '@tracker/schemas/contracts/costs.contract';
import type { Role } from '@tracker/schemas/roles';
import { beforeEach, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { choose, expectAccessible, inToast, openApp, plain } from '../../../test/app.tsx';
import { api, page, refusalOf } from '../../../test/fake-api.ts';
import { CAMPAIGN_ID, campaign, sample } from '../../../test/samples.ts';

type Given = z.input<typeof Cost>;
const cost = (given: Partial<Given>): Given =>
  ({ id: 'co_1', kind: 'revenue-tax', from: '2026-01-01', until: null, ...given }) as Given;

const COSTS = [
  cost({ id: 'co_9', percent: '8', from: '2026-12-01' }),
  cost({ id: 'co_8', percent: '6', from: '2026-06-01', note: 'Simples, faixa 2' }),
  cost({ id: 'co_7', percent: '4.5' }),
  cost({ id: 'co_1', kind: 'spend-tax', source: 'facebook', percent: '13.83' }),
  cost({ id: 'co_2', kind: 'gateway-fee', percent: '4.99', fixed: '1.00' }),
  cost({ id: 'co_3', kind: 'gateway-fee', percent: '3.9', checkout: 'kiwify', until: '2026-06-30' }),
  cost({ id: 'co_4', kind: 'product-cost', productId: 'CT-1', fixed: '8.50' }),
  cost({ id: 'co_5', kind: 'expense', every: 'month', fixed: '297.00' }),
  cost({ id: 'co_6', kind: 'expense', every: 'once', fixed: '450.00', campaignId: CAMPAIGN_ID, from: '2026-11-10' }),
];

beforeEach(() => {
  api.answer(listCosts, COSTS);
  api.answer(listCampaigns, [campaign()]);
  api.answer(
    analyticsBreakdown,
    page([
      sample(BreakdownRow, { keys: ['CT-1'], names: ['Curso'] }),
      sample(BreakdownRow, { keys: [null], names: [null] }),
    ]),
  );
});

const TAX = 'Imposto sobre a receita';
async function openCosts(as: Role = 'admin') {
  const app = openApp('/settings/costs', { as });
  await screen.findByRole('list', { name: TAX });
  return app;
}
const rows = (list: string) =>
  within(screen.getByRole('list', { name: list }))
    .getAllByRole('listitem')
    .map(plain);
const click = async (user: Awaited<ReturnType<typeof openCosts>>['user'], name: string | RegExp) =>
  user.click(await screen.findByRole('button', { name }));
const field = (name: string | RegExp) => screen.findByLabelText<HTMLInputElement>(name);

describe('Custos', () => {
  test('shows each cost with its history and which holds today', async () => {
    const give = api.hold(listCampaigns);
    openApp('/settings/costs');
    await waitFor(() => expect(api.asked(analyticsBreakdown)).toHaveLength(1));
    // Never by their ids: the rows would be read, and ordered, twice.
    expect(screen.queryByText('CT-1')).toBeNull();
    give([campaign()]);
    await screen.findByText('Curso');
    expect(rows(TAX)).toEqual([
      '8%ainda não valedesde 01/12/2026',
      '6%vale hojedesde 01/06/2026 · Simples, faixa 2',
      '4,5%substituídodesde 01/01/2026',
    ]);
    expect(rows('Imposto sobre o gasto com anúncios')).toEqual(['13,83%Facebookvale hojedesde 01/01/2026']);
    expect(rows('Taxas dos checkouts')).toEqual([
      '4,99% + R$ 1,00 por vendaTodos os checkoutsvale hojedesde 01/01/2026',
      '3,9%Kiwifyencerradode 01/01/2026 a 30/06/2026',
    ]);
    expect(rows('Custo dos produtos')).toEqual(['R$ 8,50 por vendaCursovale hojedesde 01/01/2026']);
    expect(rows('Outras despesas')).toEqual([
      'R$ 297,00 por mêsSem campanhavale hojedesde 01/01/2026',
      'R$ 450,00 uma vezBlack Fridayjá contouem 10/11/2026',
    ]);
    await expectAccessible();
  });

  test.each(['editor', 'viewer'] as const)('shows %s the costs without any control to change them', async (as) => {
    await openCosts(as);
    screen.getByText('Só administradores mudam os custos.');
    expect(screen.queryByRole('button', { name: /Adicionar|Editar|Remover/ })).toBeNull();
  });

  test('explains bad input next to each field, and sends what was mended', async () => {
    const { user } = await openCosts();
    await click(user, 'Adicionar imposto sobre a receita');
    await user.type(await field('Porcentagem'), 'seis');
    await user.clear(await field('Vale desde'));
    await click(user, 'Salvar custo');
    await screen.findByText('Informe a porcentagem, como 13,83.');
    screen.getByText('Informe o primeiro dia.');
    await expectAccessible();
    expect(document.activeElement).toBe(await field('Porcentagem'));
    await user.clear(await field('Porcentagem'));
    await user.type(await field('Porcentagem'), '130');
    await user.type(await field('Vale desde'), '2026-11-01');
    await user.type(await field(/^Até/), '2026-10-31');
    await click(user, 'Salvar custo');
    await screen.findByText('A porcentagem vai de 0 a 100.');
    screen.getByText('O último dia não pode ser anterior ao primeiro.');
    await user.clear(await field('Porcentagem'));
    await user.type(await field('Porcentagem'), '6,75 %');
    await user.clear(await field(/^Até/));
    api.answer(createCost, refusalOf('cost-taken', 409, 'Já existe um custo como este a partir deste dia.'));
    await click(user, 'Salvar custo');
    await screen.findByText('Já existe um custo como este a partir deste dia.', { selector: 'p' });
    expect(document.activeElement).toBe(await field('Vale desde'));
    api.answer(createCost, cost({ percent: '6.75' }));
    await user.type(await field(/^Nota/), 'Simples{Enter}');
    await inToast('Custo salvo');
    expect(api.asked(createCost).at(-1)?.body).toMatchObject({
      ...{ kind: 'revenue-tax', percent: '6.75', from: '2026-11-01', until: null, note: 'Simples' },
    });
    await waitFor(() => expect(api.asked(listCosts).length).toBeGreaterThan(1));
  });

  test('adds a tax on the spend of one source, or of all', async () => {
    const { user } = await openCosts();
    api.answer(createCost, cost({}));
    for (const source of ['Google', '']) {
      await click(user, 'Adicionar imposto sobre o gasto');
      expect((await field(/^Fonte/)).value).toBe('facebook');
      await user.clear(await field(/^Fonte/));
      if (source !== '') await user.type(await field(/^Fonte/), source);
      await click(user, 'Salvar custo');
      await waitFor(() => expect(screen.queryByLabelText(/^Fonte/)).toBeNull());
    }
    expect(api.asked(createCost).map(({ body }) => [body.kind, body.percent, body.source])).toEqual([
      ['spend-tax', '13.83', 'google'],
      ['spend-tax', '13.83', null],
    ]);
  });

  test('takes a product from those seen, or by its id', async () => {
    const { user } = await openCosts();
    api.answer(createCost, cost({}));
    await click(user, 'Adicionar custo de produto');
    await click(user, 'Salvar custo');
    await screen.findByText('Informe o produto.');
    screen.getByText('Informe o valor.');
    await choose(user, 'Produto', /^Curso/);
    await user.type(await field('Valor por venda, em reais'), '1.234,5{Enter}');
    await inToast('Custo salvo');
    await click(user, 'Adicionar custo de produto');
    await user.type(await screen.findByRole('combobox', { name: 'Produto' }), 'EB-77');
    await user.click(await screen.findByRole('option', { name: 'Usar o ID “EB-77”' }));
    await user.type(await field('Valor por venda, em reais'), '2{Enter}');
    await waitFor(() => expect(api.asked(createCost)).toHaveLength(2));
    expect(api.asked(createCost).map(({ body }) => [body.productId, body.fixed])).toEqual([
      ['CT-1', '1234.50'],
      ['EB-77', '2.00'],
    ]);
  });

  test('asks of an expense when and for which campaign, and of a single one no last day', async () => {
    const { user } = await openCosts();
    api.answer(createCost, cost({}));
    await click(user, 'Adicionar despesa');
    await user.type(await field('Valor em reais'), '450');
    await field(/^Até/);
    await choose(user, 'Quando', 'Uma vez');
    expect(screen.queryByLabelText(/^Até/)).toBeNull();
    await choose(user, 'Campanha', 'Black Friday');
    await click(user, 'Salvar custo');
    await inToast('Custo salvo');
    expect(api.asked(createCost)[0]?.body).toMatchObject({
      ...{ kind: 'expense', every: 'once', fixed: '450.00', campaignId: CAMPAIGN_ID, from: '2026-11-20', until: null },
    });
  });

  test('changes a cost and empties what was taken out of it', async () => {
    const { user } = await openCosts();
    api.answer(changeCost, cost({}));
    await click(user, /^Editar Kiwify, 3,9%/);
    expect((await field(/^Porcentagem do valor/)).value).toBe('3,9');
    await user.clear(await field(/^Até/));
    await user.clear(await field(/^Porcentagem do valor/));
    await user.type(await field(/^Valor por venda/), '2,50{Enter}');
    await inToast('Custo salvo');
    expect(api.asked(changeCost)[0]).toMatchObject({
      params: { costId: 'co_3' },
      body: { percent: null, fixed: '2.50', until: null, seen: { percent: '3.9', fixed: null } },
    });
  });

  test('removes a cost after a question, and brings it back', async () => {
    const { user } = await openCosts();
    api.answer(removeCost, null);
    await click(user, /^Remover Black Friday/);
    const dialog = within(await screen.findByRole('dialog', { name: 'Remover custo' }));
    dialog.getByText(/Outras despesas: Black Friday/);
    await user.click(dialog.getByRole('button', { name: 'Remover' }));
    api.answer(createCost, cost({}));
    await click(user, 'Desfazer');
    await inToast('Custo de volta');
    expect(api.asked(removeCost)[0]?.params).toEqual({ costId: 'co_6' });
    expect(api.asked(createCost)[0]?.body).toMatchObject({
      ...{ kind: 'expense', every: 'once', fixed: '450.00', campaignId: CAMPAIGN_ID, from: '2026-11-10' },
    });
    expect(screen.queryByText(/^Custo removido/)).toBeNull();
  });

  test('says where nothing is subtracted', async () => {
    api.answer(listCosts, []);
    openApp('/settings/costs');
    expect(await screen.findAllByText('Nada cadastrado: o lucro líquido não desconta nada aqui.')).toHaveLength(5);
  });
});
