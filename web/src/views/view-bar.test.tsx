import { screen, waitFor, within } from '@testing-library/react';
import { listCampaigns } from '@tracker/schemas/contracts/campaigns.contract';
import { ClickTotals, listClicks, readClickTotals } from '@tracker/schemas/contracts/click-logs.contract';
import { changeView, createView, listViews, removeView, View } from '@tracker/schemas/contracts/views.contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { expectAccessible, inToast, openApp, pressOn } from '../../test/app.tsx';
import { api, page, refusal } from '../../test/fake-api.ts';
import { sample } from '../../test/samples.ts';

const view = (given: Partial<View>) =>
  sample(View, { id: 'vw_1', screen: 'click-logs', name: 'Facebook', search: 'f=channel:is:facebook', ...given });

beforeEach(() => {
  api.answerEmpty();
  api.answer(listCampaigns, []);
  api.answer(listClicks, page([]));
  api.answer(readClickTotals, sample(ClickTotals, { conversionValue: '0.00' }));
  api.answer(listViews, [view({}), view({ id: 'vw_2', name: 'De outra tela', screen: 'geography' })]);
});

const chips = async () => within(await screen.findByRole('list', { name: 'Visões' }));

describe('views of a screen', () => {
  test('put their filters into the address, and take them off', async () => {
    const { user, address } = openApp('/click-logs?f=country:is:BR&period=30d');
    const chip = (await chips()).getByRole('button', { name: 'Facebook' });
    expect(chip.getAttribute('aria-pressed')).toBe('false');
    expect((await chips()).queryByRole('button', { name: 'De outra tela' })).toBeNull();
    await pressOn(user, chip);
    expect(address()).toBe('/click-logs?period=30d&f=channel:is:facebook');
    expect((await chips()).getByRole('button', { name: 'Facebook', pressed: true })).toBeDefined();
    await expectAccessible();
    await user.click(chip);
    expect(address()).toBe('/click-logs?period=30d');
  });

  test('open with the screen where they are the default, until their filters are taken off', async () => {
    const shared = { name: 'Da casa', search: 'f=country:is:PT', shared: true, isDefault: true };
    api.answer(listViews, [view({ id: 'vw_2', ...shared }), view({ isDefault: true })]);
    const { user, address } = openApp('/click-logs');
    await waitFor(() => expect(address()).toBe('/click-logs?f=channel:is:facebook'));
    await user.click(await screen.findByRole('button', { name: 'Remover o filtro Canal é facebook' }));
    expect(address()).toBe('/click-logs');
  });

  test('do not open where the address has a filter', async () => {
    api.answer(listViews, [view({ isDefault: true })]);
    const { address } = openApp('/click-logs?f=country:is:BR');
    await chips();
    expect(address()).toBe('/click-logs?f=country:is:BR');
  });

  test('are saved from the filters of the screen', async () => {
    api.answer(
      createView,
      refusal(409, 'Já existe uma visão com esse nome.', { name: 'Já existe uma visão com esse nome.' }),
    );
    const { user } = openApp('/click-logs?f=country:is:BR&f=device:not:desktop');
    await user.click(await screen.findByRole('button', { name: 'Salvar visão' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Salvar visão' }));
    await user.click(dialog.getByRole('button', { name: 'Salvar' }));
    dialog.getByText('Informe o nome da visão.');
    await user.type(dialog.getByRole('textbox', { name: 'Nome' }), ' Celular no Brasil ');
    await user.click(dialog.getByRole('checkbox', { name: /Para toda a empresa/ }));
    await user.click(dialog.getByRole('button', { name: 'Salvar' }));
    await inToast('A visão não foi salva');
    await expectAccessible();
    api.answer(createView, view({}));
    await user.click(dialog.getByRole('button', { name: 'Salvar' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.asked(createView).at(-1)?.body).toEqual({
      ...{ name: 'Celular no Brasil', screen: 'click-logs', search: 'f=country:is:BR&f=device:not:desktop' },
      ...{ shared: true, isDefault: false },
    });
  });

  test('are changed and removed, and both can be undone', async () => {
    api.answer(changeView, view({ isDefault: true }));
    api.answer(removeView, null);
    api.answer(createView, view({}));
    const { user } = openApp('/click-logs?f=country:is:BR');
    const choose = async (item: string) => {
      await user.click(await screen.findByRole('button', { name: 'Opções da visão Facebook' }));
      await user.click(await screen.findByRole('menuitem', { name: item }));
    };
    await choose('Salvar os filtros de agora');
    await screen.findByText('A visão “Facebook” tem os filtros de agora.');
    expect(api.asked(changeView).at(-1)?.body).toEqual({ search: 'f=country:is:BR' });
    await user.click(screen.getByRole('button', { name: 'Desfazer' }));
    await waitFor(() => expect(api.asked(changeView).at(-1)?.body).toEqual({ search: 'f=channel:is:facebook' }));
    await choose('Excluir');
    await screen.findByText('A visão “Facebook” foi excluída.');
    await user.click(screen.getByRole('button', { name: 'Desfazer' }));
    await waitFor(() =>
      expect(api.asked(createView).at(-1)?.body).toMatchObject({ name: 'Facebook', search: 'f=channel:is:facebook' }),
    );
    await choose('Renomear');
    const dialog = within(await screen.findByRole('dialog', { name: 'Mudar visão' }));
    const name = dialog.getByRole('textbox', { name: 'Nome' });
    await user.clear(name);
    await user.type(name, 'Meta');
    await user.click(dialog.getByRole('button', { name: 'Salvar' }));
    await screen.findByText('A visão “Facebook” foi mudada.');
    expect(api.asked(changeView).at(-1)?.body).toMatchObject({ name: 'Meta' });
  });

  test('of the tenant are changed by editors alone; viewers keep their own', async () => {
    api.answer(listViews, [view({ shared: true }), view({ id: 'vw_2', name: 'Minha' })]);
    const { user } = openApp('/click-logs?f=country:is:BR', { as: 'viewer' });
    const shown = await chips();
    shown.getByRole('button', { name: /^Facebook ?, da empresa$/ });
    expect(screen.queryByRole('button', { name: 'Opções da visão Facebook' })).toBeNull();
    await user.click(shown.getByRole('button', { name: 'Opções da visão Minha' }));
    await screen.findByRole('menuitem', { name: 'Renomear' });
    expect(screen.queryByRole('menuitem', { name: 'Para toda a empresa' })).toBeNull();
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Salvar visão' }));
    await screen.findByRole('dialog', { name: 'Salvar visão' });
    expect(screen.queryByRole('checkbox', { name: /Para toda a empresa/ })).toBeNull();
  });

  test('that did not load say so', async () => {
    api.answer(listViews, refusal(500));
    const { user } = openApp('/click-logs');
    const again = await screen.findByRole('button', { name: 'As visões não carregaram. Tentar de novo' });
    api.answer(listViews, [view({})]);
    await user.click(again);
    await chips();
  });
});
