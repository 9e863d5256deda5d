/** Toasts, tooltips and menus, each to the millisecond: the page's clock goes on by the test's hand. */
import { fireEvent, screen } from '@testing-library/react';
import { createCampaign, listCampaigns } from '@tracker/schemas/contracts/campaigns.contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { atStandstill, inToast, later, type OpenedApp, openApp, settle, stopClock } from '../../test/app.tsx';
import { api } from '../../test/fake-api.ts';
import { campaign } from '../../test/samples.ts';

beforeEach(() => api.answerEmpty());

const toasts = () => [...document.querySelectorAll<HTMLElement>('li[data-look]')];

describe('a toast', () => {
  beforeEach(() => api.answer(listCampaigns, [campaign()]));

  /** The integration screen, where a button makes a toast at once. */
  async function openIntegration(): Promise<OpenedApp> {
    const app = openApp('/integration');
    await screen.findByRole('button', { name: 'Copiar código do script' });
    return app;
  }
  const copy = async ({ user }: OpenedApp) => {
    await user.click(screen.getByRole('button', { name: 'Copiar código do script' }));
    return inToast('Copied!');
  };

  test('stays for 5000 ms', { tags: ['§9.10'] }, async () => {
    const app = await openIntegration();
    stopClock();
    await app.user.click(screen.getByRole('button', { name: 'Copiar código do script' }));
    await atStandstill(() => screen.getByText('Copied!'));
    await later(4_999);
    expect(toasts()).toHaveLength(1);
    await later(1);
    expect(toasts()).toHaveLength(0);
  });

  test('gives way to the next one', { tags: ['§4', '§9.9'] }, async () => {
    const app = await openIntegration();
    await copy(app);
    api.answer(createCampaign, campaign({ campaignId: 'outra', name: 'Outra' }));
    await app.user.click(screen.getByRole('link', { name: 'Campaigns' }));
    await app.user.click((await screen.findAllByRole('button', { name: 'Nova campanha' }))[0] as HTMLElement);
    await app.user.type(await screen.findByLabelText('Nome'), 'Outra{Enter}');
    await inToast('Campanha criada');
    expect(toasts()).toHaveLength(1);
  });

  test('gets the focus by F8 and closes by Escape', { tags: ['§9.12'] }, async () => {
    const app = await openIntegration();
    const toast = await copy(app);
    await app.user.keyboard('[F8]');
    expect(screen.getByRole('region', { name: 'Avisos (F8)' }).contains(document.activeElement)).toBe(true);
    if (document.activeElement === toast.closest('ol')) await app.user.tab();
    expect(toast.contains(document.activeElement)).toBe(true);
    await app.user.keyboard('{Escape}');
    expect(toasts()).toHaveLength(0);
  });

  test('closes by its button', async () => {
    const app = await openIntegration();
    await copy(app);
    await app.user.click(screen.getByRole('button', { name: 'Fechar aviso' }));
    expect(toasts()).toHaveLength(0);
  });

  test('closes by a swipe of more than 50 px', { tags: ['§9.11'] }, async () => {
    const toast = await copy(await openIntegration());
    const swipe = (px: number) => {
      fireEvent.pointerDown(toast, { button: 0, pointerType: 'touch', clientX: 0, clientY: 0 });
      for (const x of [px / 2, px]) fireEvent.pointerMove(toast, { pointerType: 'touch', clientX: x, clientY: 0 });
      fireEvent.pointerUp(toast, { pointerType: 'touch', clientX: px, clientY: 0 });
    };
    swipe(49);
    await settle();
    expect(toasts()).toHaveLength(1);
    swipe(51);
    await settle();
    expect(toasts()).toHaveLength(0);
  });
});

test('shows a tooltip after 700 ms, at once within 300 ms of the last one', {
  tags: ['§9.14'],
}, async () => {
  const { user } = openApp('/');
  await screen.findByRole('button', { name: /A cada 30 s/ });
  await settle();
  const trigger = screen.getByRole('button', { name: /A cada 30 s/ });
  stopClock();
  const isShown = () => screen.queryByRole('tooltip') !== null;
  const come = () => user.hover(trigger);
  const go = async () => {
    await user.unhover(trigger);
    // Out of the corridor between the trigger and its tooltip, in which it stays.
    fireEvent.pointerMove(document.body, { clientX: 700, clientY: 700 });
    await later(0);
  };

  await come();
  await later(699);
  expect(isShown()).toBe(false);
  await later(1);
  expect(isShown()).toBe(true);
  await go();
  expect(isShown()).toBe(false);
  await later(290);
  await come();
  expect(isShown()).toBe(true);
  await go();
  await later(300);
  await come();
  await later(699);
  expect(isShown()).toBe(false);
});

describe('the user menu', () => {
  async function openMenu(): Promise<OpenedApp> {
    const app = openApp('/leads');
    await settle();
    await app.user.click(await screen.findByRole('button', { name: /^Menu de/ }));
    await screen.findByRole('menuitem', { name: 'Sair' });
    stopClock();
    return app;
  }

  test('opens its submenu after 100 ms of hovering', { tags: ['§9.15'] }, async () => {
    const { user } = await openMenu();
    await user.hover(screen.getByRole('menuitem', { name: 'Tema' }));
    await later(99);
    expect(screen.queryByRole('menuitemradio', { name: 'Escuro' })).toBeNull();
    await later(1);
    screen.getByRole('menuitemradio', { name: 'Escuro' });
  });

  test('finds entries by what is typed, and starts again after 1000 ms', { tags: ['§9.15'] }, async () => {
    const { user } = await openMenu();
    const focused = () => document.activeElement?.textContent.trim();
    await user.keyboard('m');
    await later(0);
    expect(focused()).toBe('Meu perfil');
    await later(990);
    await user.keyboard('s');
    await later(0);
    expect(focused()).toBe('Meu perfil');
    await later(1_000);
    await user.keyboard('s');
    await later(0);
    expect(focused()).toBe('Sair');
  });
});
