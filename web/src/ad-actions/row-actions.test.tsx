/** Actions in the rows of ads: Analytics, tab of ads. */
import { screen, waitFor, within } from '@testing-library/react';
import { askAction, ListedAction, listActions, undoAction } from '@tracker/schemas/contracts/ad-actions.contract';
import { ListedAdObject, listAdObjects } from '@tracker/schemas/contracts/ad-objects.contract';
import { listCampaigns } from '@tracker/schemas/contracts/campaigns.contract';
import { NetOfCampaigns, netOfCampaigns } from '@tracker/schemas/contracts/dashboard.contract';
import { askFigures, FigureAnswer } from '@tracker/schemas/contracts/figures.contract';
import { Money } from '@tracker/schemas/primitives/money';
import type { Role } from '@tracker/schemas/roles';
import { beforeEach, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { expectAccessible, later, openApp, plain } from '../../test/app.tsx';
import { api, page, refusal, refusalOf } from '../../test/fake-api.ts';
import { campaign, NOW, sample, session } from '../../test/samples.ts';

const budget = {
  kind: 'daily' as const,
  amount: Money.parse('50'),
  currency: 'BRL',
  level: 'ad' as const,
  sharedWith: 0,
};
type Object_ = z.input<typeof ListedAdObject>;
const object = (id: string, given: Partial<Object_> = {}): Object_ =>
  sample(ListedAdObject, {
    ...{ id, platform: 'facebook', level: 'ad', name: `Vídeo ${id}`, status: 'ACTIVE', effectiveStatus: 'ACTIVE' },
    ...{ switch: 'on', canChange: true, budget, pageUrl: `https://ads.example/${id}`, at: NOW, spendAt: NOW },
    ...given,
  });
const state = { switch: 'on' as const, status: 'ACTIVE', effectiveStatus: 'ACTIVE', budget: null };
const action = (given: Partial<z.input<typeof ListedAction>>): z.input<typeof ListedAction> =>
  sample(ListedAction, {
    ...{ id: 'aa_1', at: NOW, by: 'Ana Souza', byId: session('admin').user.id, platform: 'facebook', level: 'ad' },
    ...{ objectId: '1', name: 'Vídeo 1', action: 'pause', before: state, result: 'done', settledAt: NOW },
    ...given,
  });

beforeEach(() => {
  api.answer(listCampaigns, [campaign()]);
  api.answer(netOfCampaigns, sample(NetOfCampaigns));
  api.answer(askFigures, ({ query }) =>
    sample(FigureAnswer, {
      rows: query.metrics.includes('verifiedConversions')
        ? ['1', '2'].map((id) => ({
            ...{ keys: [id], labels: [id], previous: null },
            values: { spend: 206.05, trackedSpend: 206.05, clicks: 40, verifiedConversions: 2, verifiedRevenue: 194 },
          }))
        : ['1', '2'].map((id) => ({
            ...{ keys: [id], labels: [`Vídeo ${id}`], values: { spend: 10, clicks: 40 }, previous: null },
          })),
      groups: 2,
    }),
  );
  api.answer(listAdObjects, [object('1'), object('2')]);
  api.answer(listActions, page<z.input<typeof ListedAction>>([]));
  api.answer(askAction, { id: 'aa_1' });
  api.answerEmpty();
});

const open = (as: Role = 'editor') => openApp('/analytics?tab=ads&level=ad', { as });
const pauseButton = () => screen.findByRole('button', { name: /^Pausar Vídeo 1/ });
const dialog = async () => within(await screen.findByRole('dialog'));

describe('actions in the rows of ads', () => {
  test('pauses after a question that shows the money, and once for a double click', async () => {
    const { user } = open();
    await user.click(await pauseButton());
    const asked = await dialog();
    const lines = asked.getAllByRole('definition').map(plain);
    await waitFor(() => expect(asked.getAllByRole('definition').map(plain)).toContain('R$ 206,05'));
    expect(lines.length).toBeGreaterThan(2);
    expect(asked.getAllByRole('definition').map(plain)).toEqual(['R$ 206,05', '2 · R$ 194,00', 'R$ 50,00 por dia']);
    await expectAccessible();
    api.answer(listActions, page([action({ result: 'queued', settledAt: null })]));
    await user.dblClick(asked.getByRole('button', { name: 'Pausar' }));
    await screen.findByText('Pausando…');
    const calls = api.asked(askAction);
    expect(new Set(calls.map(({ body }) => body.key)).size).toBe(1);
    expect(calls[0]).toMatchObject({
      params: { platform: 'facebook', level: 'ad', id: '1' },
      body: { action: 'pause', expected: { status: 'ACTIVE' } },
    });
    expect(screen.queryByRole('button', { name: /^Pausar Vídeo 1/ })).toBeNull();
  });

  test('says who did it and when, and undoes it', async () => {
    const paused = { ...state, switch: 'off' as const, status: 'PAUSED' };
    api.answer(listAdObjects, [object('1', { switch: 'off', status: 'PAUSED' }), object('2')]);
    api.answer(listActions, page([action({ after: paused, undoUntil: '2026-11-21T15:00:00.000Z' })]));
    api.answer(undoAction, { id: 'aa_2' });
    const { user } = open('admin');
    await screen.findByText('pausado por você às 12:00');
    await screen.findByRole('button', { name: /^Retomar Vídeo 1/ });
    await user.click(screen.getByRole('button', { name: 'Desfazer em Vídeo 1' }));
    await waitFor(() => expect(api.asked(undoAction)).toMatchObject([{ params: { id: 'aa_1' } }]));
  });

  test('says why it was not done, and that a lost answer is being looked into', async () => {
    api.answer(
      listActions,
      page([
        action({ result: 'refused', error: 'Alguém mudou isto no Facebook.' }),
        action({ id: 'aa_2', objectId: '2', result: 'unknown', error: 'O Facebook não respondeu.', settledAt: null }),
      ]),
    );
    open();
    await screen.findByText('Não foi feito');
    screen.getByText('Alguém mudou isto no Facebook.');
    screen.getByText('Conferindo no Facebook');
    expect(screen.queryByRole('button', { name: /^Pausar Vídeo 2/ })).toBeNull();
  });

  test('lets people act again on what was given up, and says for a day that it is not known', async () => {
    const gaveUp = { result: 'unknown', error: 'O Facebook não respondeu em 24 horas.' } as const;
    api.answer(
      listActions,
      page([action(gaveUp), action({ ...gaveUp, id: 'aa_2', objectId: '2', settledAt: '2026-11-19T14:59:59.000Z' })]),
    );
    open();
    await screen.findByText('Não se sabe se foi feito');
    screen.getByRole('button', { name: /^Pausar Vídeo 1/ });
    expect(screen.getAllByText('O Facebook não respondeu em 24 horas.')).toHaveLength(1);
    const asked = api.asked(listActions).length;
    await later(5_000);
    expect(api.asked(listActions)).toHaveLength(asked);
  });

  test('shows what the platform answers in the dialog, which stays', async () => {
    api.answer(askAction, refusalOf('ad-object-changed', 409, 'No Facebook está pausado agora.'));
    const { user } = open();
    await user.click(await pauseButton());
    await user.click((await dialog()).getByRole('button', { name: 'Pausar' }));
    await screen.findByText('No Facebook está pausado agora.');
    await user.click(screen.getByRole('button', { name: 'Entendi' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('changes a budget by a fifth or to an amount, and asks again for an unusual one', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: /^Mudar orçamento Vídeo 1/ }));
    const asked = await dialog();
    const field = asked.getByRole<HTMLInputElement>('textbox', { name: /^Novo orçamento/ });
    expect(field.value).toBe('60,00');
    await user.click(asked.getByRole('button', { name: '−20 %' }));
    expect(field.value).toBe('40,00');
    await user.clear(field);
    await user.type(field, '500');
    const confirm = asked.getByRole<HTMLButtonElement>('button', { name: 'Mudar orçamento' });
    expect(confirm.disabled).toBe(true);
    await user.click(asked.getByRole('checkbox'));
    await user.click(confirm);
    await waitFor(() =>
      expect(api.asked(askAction)).toMatchObject([
        { body: { action: 'budget', amount: '500.00', expected: { amount: '50.00' }, confirm: true } },
      ]),
    );
  });

  test('acts on a selection, and names what was refused', async () => {
    api.answer(askAction, ({ params }) =>
      params.id === '2' ? refusalOf('ad-action-waiting', 409, 'Já há uma ação em andamento aqui.') : { id: 'aa_1' },
    );
    const { user } = open();
    for (const name of ['Selecionar Vídeo 1', 'Selecionar Vídeo 2']) {
      await user.click(await screen.findByRole('checkbox', { name }));
    }
    const bar = within(screen.getByRole('toolbar', { name: 'Ações na seleção' }));
    bar.getByText('2 selecionados');
    await user.click(bar.getByRole('button', { name: 'Pausar 2' }));
    const asked = await dialog();
    await waitFor(() => expect(asked.getAllByRole('definition').map(plain)).toContain('R$ 412,10'));
    await user.click(asked.getByRole('button', { name: 'Pausar' }));
    await screen.findByText('Já há uma ação em andamento aqui.');
    screen.getByText('1 de 2 em andamento. As linhas mostram o resultado.');
    expect(api.asked(askAction)).toHaveLength(2);
  });

  test('says on the button how old the spend is', async () => {
    api.answer(listAdObjects, [object('1', { spendAt: '2026-11-20T14:13:00.000Z' })]);
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Pausar Vídeo 1 (gasto de 47 min atrás)' }));
    (await dialog()).getByText('gasto de 47 min atrás');
  });

  test('says of a selection how old the oldest spend is, and of how many it is not known', async () => {
    api.answer(listAdObjects, [object('1'), object('2', { spendAt: '2026-11-20T14:13:00.000Z' })]);
    const { user } = open();
    for (const name of ['Selecionar Vídeo 1', 'Selecionar Vídeo 2']) {
      await user.click(await screen.findByRole('checkbox', { name }));
    }
    const bar = within(screen.getByRole('toolbar', { name: 'Ações na seleção' }));
    bar.getByText('gasto de 47 min atrás');
    api.answer(askFigures, ({ query }) =>
      query.metrics.includes('verifiedConversions') ? refusal(500, 'Fora do ar') : sample(FigureAnswer),
    );
    await user.click(bar.getByRole('button', { name: 'Pausar 2 (gasto de 47 min atrás)' }));
    const asked = await dialog();
    // What failed is not nothing.
    await asked.findByText('Não foi possível carregar.');
    const known = { spend: 10, trackedSpend: 10, clicks: 4, verifiedConversions: 1, verifiedRevenue: 97 };
    const rows = [known, { ...known, trackedSpend: null }].map((values, index) => ({
      ...{ keys: [`${index + 1}`], labels: ['Vídeo'], values, previous: null },
    }));
    api.answer(askFigures, sample(FigureAnswer, { rows, groups: 2 }));
    await user.click(asked.getByRole('button', { name: 'Tentar de novo' }));
    await asked.findByText('R$ 10,00');
    asked.getByText('gasto de 47 min atrás');
    asked.getByText('sem o de 1 de 2, que não é conhecido');
    await waitFor(() => expect(asked.getAllByRole('definition').map(plain)).toContain('2 · R$ 194,00'));
  });

  test('leaves viewers, and editors without the permission, with the way to the platform', async () => {
    const { user } = open('viewer');
    expect(await screen.findAllByRole('link', { name: /^Abrir Vídeo/ })).toHaveLength(2);
    expect(screen.queryByRole('button', { name: /^Pausar/ })).toBeNull();
    await user.click(screen.getByRole('checkbox', { name: 'Selecionar Vídeo 1' }));
    const bar = within(screen.getByRole('toolbar', { name: 'Ações na seleção' }));
    expect(bar.getAllByRole('button').map(plain)).toEqual(['Ver só estes', '']);
  });

  test.each([
    ['admin', '/facebook'],
    ['editor', null],
  ] as const)('shows no button where the connection may not act, and %s how to permit it', async (as, href) => {
    api.answer(listAdObjects, [object('1', { canChange: false })]);
    open(as);
    await screen.findByRole('link', { name: /^Abrir Vídeo 1/ });
    expect(screen.queryByRole('button', { name: /^Pausar/ })).toBeNull();
    screen.getByText(/a conexão com o Facebook precisa da permissão de agir/);
    expect(screen.queryByRole('link', { name: 'Permitir agir' })?.getAttribute('href') ?? null).toBe(href);
  });

  test('pauses a campaign, too', async () => {
    api.answer(listAdObjects, [object('1', { level: 'campaign' })]);
    const { user } = openApp('/analytics?tab=ads', { as: 'editor' });
    await user.click(await pauseButton());
    await user.click((await dialog()).getByRole('button', { name: 'Pausar' }));
    await waitFor(() => expect(api.asked(askAction)).toMatchObject([{ params: { level: 'campaign', id: '1' } }]));
  });
});
