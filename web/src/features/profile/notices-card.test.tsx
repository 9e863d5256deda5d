import { act, screen, waitFor, within } from '@testing-library/react';
import { logout } from '@tracker/schemas/contracts/auth.contract';
import {
  addPushDevice,
  changePushDevice,
  listPushDevices,
  PushDevice,
  removePushDevice,
  testPushDevice,
} from '@tracker/schemas/contracts/push.contract';
import { pushTestTexts } from '@tracker/schemas/texts/push';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { choose, expectAccessible, inToast, openApp } from '../../../test/app.tsx';
import { api, noAnswer, refusalOf } from '../../../test/fake-api.ts';
import { installPush } from '../../../test/fake-push.ts';
import { sample } from '../../../test/samples.ts';
import { endpointKeyOf } from '../../push/subscription.ts';

const HERE = 'https://push.example/here';
const PUBLIC_KEY = 'A'.repeat(87);
const device = async (endpoint: string, given: Partial<PushDevice> = {}) =>
  PushDevice.parse(
    sample(PushDevice, {
      id: 'ds_1',
      browser: 'Chrome',
      operatingSystem: 'Android',
      endpointKey: await endpointKeyOf(endpoint),
      ...given,
    }),
  );
const answer = (...devices: PushDevice[]) => api.answer(listPushDevices, { publicKey: PUBLIC_KEY, devices });
const theSwitch = () => screen.findByRole('switch', { name: 'Avisar neste aparelho' });

beforeEach(() => {
  answer();
  api.answerEmpty();
});

describe('a browser that cannot get notices', () => {
  const useBrowser = (userAgent: string, isSecure = true) => {
    vi.stubGlobal('isSecureContext', isSecure);
    const spy = vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent);
    onTestFinished(() => spy.mockRestore());
  };

  test.each([
    ['cannot at all', 'Some/1.0', true, /^Este navegador não recebe avisos\./],
    ['is not opened by https', 'Some/1.0', false, /^Avisos só funcionam quando o Tracker é aberto por https\./],
    [
      'is an iPhone with the product in a tab',
      'Mozilla/5.0 (iPhone; Safari/604.1)',
      true,
      'Toque em Adicionar à Tela de Início.',
    ],
  ])('says what to do where it %s', async (_, userAgent, isSecure, text) => {
    useBrowser(userAgent, isSecure);
    openApp('/profile', { as: 'viewer' });
    await screen.findByText(text);
    expect(screen.queryByRole('switch')).toBeNull();
    await expectAccessible();
  });

  test.each([
    ['Android', 'Mozilla/5.0 (Linux; Android 14) Chrome/140', /^Toque em Permissões/],
    ['Firefox', 'Mozilla/5.0 (X11; Linux) Firefox/140', /apague o Bloqueado/],
    ['an iPhone', 'Mozilla/5.0 (iPhone; Safari/604.1)', /ligue Permitir Notificações/],
    ['Safari', 'Mozilla/5.0 (Macintosh) Version/18 Safari/605', /^No menu Safari/],
    ['any other', 'Mozilla/5.0 (Windows NT 10.0) Chrome/140 Safari/537', /^Clique no ícone à esquerda/],
  ])('says how to undo a refusal on %s', async (_, userAgent, text) => {
    installPush({ permission: 'denied' });
    useBrowser(userAgent);
    openApp('/profile', { as: 'viewer' });
    await screen.findByText(text);
    expect(screen.queryByRole('switch')).toBeNull();
  });
});

test('switches notices on after the permission is given, saves which, tests one, and switches them off', async () => {
  const push = installPush();
  const { user } = openApp('/profile', { as: 'viewer' });
  const control = await theSwitch();
  expect(control.getAttribute('aria-checked')).toBe('false');
  expect(api.asked(addPushDevice)).toEqual([]);
  const added = await device('https://push.example/new-1');
  api.answer(addPushDevice, () => {
    answer(added);
    return added;
  });
  control.focus();
  await user.keyboard(' ');
  await inToast('Avisos ativados');
  expect(api.asked(addPushDevice).map(({ body }) => body.endpoint)).toEqual(['https://push.example/new-1']);
  expect((await theSwitch()).getAttribute('aria-checked')).toBe('true');
  expect(document.activeElement).toBe(await theSwitch());
  await expectAccessible();

  const saved = { mode: 'hourly', minCents: 123_456, quiet: { from: 21, until: 7 } } as const;
  api.answer(changePushDevice, ({ body }) => ({ ...added, ...body }));
  await user.click(screen.getByRole('radio', { name: 'Resumo por hora' }));
  await user.type(screen.getByLabelText(/^Só vendas a partir de/), 'cem');
  await user.click(screen.getByRole('button', { name: 'Salvar avisos' }));
  await screen.findByText('Informe o valor, como 1.234,56.');
  await user.clear(screen.getByLabelText(/^Só vendas a partir de/));
  await user.type(screen.getByLabelText(/^Só vendas a partir de/), '1.234,56');
  await user.click(screen.getByRole('checkbox', { name: /^Horas de silêncio/ }));
  await choose(user, 'Das', '07:00');
  await user.click(screen.getByRole('button', { name: 'Salvar avisos' }));
  await screen.findByText('O início e o fim do silêncio devem ser diferentes.');
  expect(api.asked(changePushDevice)).toEqual([]);
  await choose(user, 'Das', '21:00');
  await user.click(screen.getByRole('button', { name: 'Salvar avisos' }));
  await inToast('Avisos salvos');
  expect(api.asked(changePushDevice).map(({ body }) => body)).toEqual([saved]);

  api.answer(testPushDevice, { success: true, message: pushTestTexts.sent });
  await user.click(screen.getByRole('button', { name: 'Enviar aviso de teste' }));
  await inToast('Aviso de teste enviado', pushTestTexts.sent);

  api.answer(removePushDevice, () => {
    answer();
    return null;
  });
  await user.click(await theSwitch());
  await inToast('Avisos desativados');
  expect((await theSwitch()).getAttribute('aria-checked')).toBe('false');
  expect(push.endpoint()).toBeUndefined();
});

test('says how to undo it when the person refuses, and what the server refuses', async () => {
  installPush({ answer: 'denied' });
  const { user } = openApp('/profile', { as: 'viewer' });
  await user.click(await theSwitch());
  await inToast('Avisos não ativados');
  await screen.findByText(/^As notificações estão bloqueadas neste navegador\./);

  installPush({ permission: 'granted' });
  api.answer(addPushDevice, refusalOf('too-many-devices', 409, 'No máximo 10 aparelhos.'));
  window.dispatchEvent(new Event('visibilitychange'));
  await user.click(await theSwitch());
  await inToast('Erro ao ativar', 'No máximo 10 aparelhos.');
});

test('lists the devices of the person, and removes another one', async () => {
  installPush({ permission: 'granted', endpoint: HERE });
  const here = await device(HERE);
  const quiet = { from: 22, until: 7 };
  answer(here, await device('x', { id: 'ds_2', browser: 'Safari', operatingSystem: 'iOS', minCents: 5_000, quiet }));
  api.answer(addPushDevice, here);
  const { user } = openApp('/profile', { as: 'viewer' });
  const list = within(await screen.findByRole('list', { name: 'Seus aparelhos com avisos' }));
  list.getByText('Este aparelho');
  list.getByText(/^Cada venda a partir de R\$\s50,00 · silêncio das 22:00 às 07:00/);
  await expectAccessible();
  api.answer(removePushDevice, () => {
    answer(here);
    return null;
  });
  await user.click(list.getByRole('button', { name: 'Remover avisos de Safari em iOS' }));
  await inToast('Aparelho removido');
  expect(api.asked(removePushDevice)[0]?.params).toEqual({ id: 'ds_2' });
});

describe('when the product opens', () => {
  test('sends the subscription of its person again, with the settings that the server has', async () => {
    const push = installPush({ permission: 'granted', endpoint: HERE, serverKey: PUBLIC_KEY });
    const here = await device(HERE);
    answer(here);
    api.answer(addPushDevice, here);
    openApp('/profile', { as: 'viewer' });
    await waitFor(() => expect(api.asked(addPushDevice)).toHaveLength(1));
    expect(api.asked(addPushDevice)[0]?.body).toMatchObject({ endpoint: HERE });
    expect(api.asked(addPushDevice)[0]?.body.settings).toBeUndefined();
    expect(push.endpoint()).toBe(HERE);
  });

  test('makes it again, with its settings, when the server has another key', async () => {
    const push = installPush({ permission: 'granted', endpoint: HERE, serverKey: 'Q'.repeat(87) });
    const here = await device(HERE, { mode: 'hourly' });
    answer(here);
    api.answer(addPushDevice, here);
    openApp('/profile', { as: 'viewer' });
    await waitFor(() => expect(api.asked(addPushDevice)).toHaveLength(1));
    const settings = { mode: 'hourly', minCents: 0, quiet: null };
    expect(api.asked(addPushDevice)[0]?.body).toMatchObject({ endpoint: 'https://push.example/new-1', settings });
    expect(push.endpoint()).toBe('https://push.example/new-1');
  });

  test('ends the subscription of another person, and never takes it over', async () => {
    const push = installPush({ permission: 'granted', endpoint: HERE });
    openApp('/profile', { as: 'viewer' });
    await waitFor(() => expect(push.endpoint()).toBeUndefined());
    expect(api.asked(addPushDevice)).toEqual([]);
    expect((await theSwitch()).getAttribute('aria-checked')).toBe('false');
  });
});

test('ends the subscription of this browser at sign-out, also when the server does not answer', async () => {
  const push = installPush({ permission: 'granted', endpoint: HERE });
  const here = await device(HERE);
  answer(here);
  api.answer(addPushDevice, here);
  const { user } = openApp('/leads', { as: 'viewer' });
  await waitFor(() => expect(api.asked(addPushDevice)).toHaveLength(1));
  await user.click(await screen.findByRole('button', { name: /^Menu de/ }));
  api.answer(logout, noAnswer);
  await user.click(await screen.findByRole('menuitem', { name: 'Sair' }));
  await screen.findByRole('button', { name: 'Entrar' });
  await waitFor(() => expect(push.endpoint()).toBeUndefined());
});

test('opens the screen of a notice in the window that is open', async () => {
  installPush();
  const listens = vi.spyOn(navigator.serviceWorker, 'addEventListener');
  const { address } = openApp('/profile', { as: 'viewer' });
  await theSwitch();
  // The code that listens comes after the screen.
  await waitFor(() => expect(listens).toHaveBeenCalledWith('message', expect.any(Function)));
  const data = { kind: 'open', path: '/conversion-logs' };
  act(() => void navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data })));
  await waitFor(() => expect(address()).toBe('/conversion-logs'));
  await screen.findByRole('heading', { level: 1, name: 'Logs Conversão' });
});
