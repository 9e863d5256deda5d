import { screen, waitFor, within } from '@testing-library/react';
import { listCampaigns } from '@tracker/schemas/contracts/campaigns.contract';
import { beforeEach, expect, test, vi } from 'vitest';
import { expectAccessible, openApp } from '../../test/app.tsx';
import { api } from '../../test/fake-api.ts';
import { CAMPAIGN_ID, campaign } from '../../test/samples.ts';

beforeEach(() => {
  api.answerEmpty();
  api.answer(listCampaigns, [campaign()]);
  vi.spyOn(document, 'addEventListener');
  return () => void vi.restoreAllMocks();
});

const names = () => screen.getAllByRole('option').map(({ textContent }) => textContent);

/** The code that listens comes after the screen. Dialogs and menus listen to the document's keys as well, so it is known by its name. */
const shortcutsListen = () =>
  vi
    .mocked(document.addEventListener)
    .mock.calls.some(([type, listener]) => type === 'keydown' && 'name' in listener && listener.name === 'listen');

async function press(user: ReturnType<typeof openApp>['user'], keys: string, dialog: string): Promise<HTMLElement> {
  await waitFor(() => expect(shortcutsListen()).toBe(true));
  await screen.findByRole('heading', { level: 1 });
  await user.keyboard(keys);
  return screen.findByRole('dialog', { name: dialog });
}

test('Ctrl+K finds screens, campaigns and actions by their words, without accents, and Enter runs one', async () => {
  const { user, address } = openApp('/leads');
  await press(user, '{Control>}k{/Control}', 'Ir para…');
  await expectAccessible();
  await user.keyboard('usuarios gest');
  expect(names()).toEqual(['Gestão de Usuários']);
  await user.clear(screen.getByRole('combobox', { name: 'Comandos' }));
  await user.keyboard(CAMPAIGN_ID);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(address()).toBe(`/conversion-logs?campaign=${CAMPAIGN_ID}`));
  await screen.findByRole('heading', { level: 1, name: 'Logs Conversão' });
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('offers a viewer only the screens of viewers', async () => {
  const { user } = openApp('/leads', { as: 'viewer' });
  await press(user, '{Control>}k{/Control}', 'Ir para…');
  expect(names()).toContain('Analytics');
  expect(names()).not.toContain('Webhook');
});

test('? lists the shortcuts, two keys go to a screen, and a switch turns them off', async () => {
  const { user, address } = openApp('/leads');
  const dialog = await press(user, '?', 'Atalhos do teclado');
  expect(
    within(dialog)
      .getAllByRole('definition')
      .map(({ textContent }) => textContent),
  ).toContain('Geografia');
  await expectAccessible();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.keyboard('gg');
  await waitFor(() => expect(address()).toBe('/geography'));
  // A screen on its way when the test ends would come after its window.
  await screen.findByRole('heading', { level: 1, name: 'Geografia' });

  await press(user, '?', 'Atalhos do teclado');
  await user.click(screen.getByRole('checkbox', { name: /^Atalhos de uma tecla/ }));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.keyboard('gl');
  expect(address()).toBe('/geography');
});
