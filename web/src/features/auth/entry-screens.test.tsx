import { screen, waitFor, within } from '@testing-library/react';
import { currentUser, login, logout, register } from '@tracker/schemas/contracts/auth.contract';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { expectAccessible, inToast, openApp } from '../../../test/app.tsx';
import { api, refusal } from '../../../test/fake-api.ts';
import { session } from '../../../test/samples.ts';
import { tabTenant, takeTenantOfAddress } from '../../data/tab-tenant.ts';

beforeEach(() => api.answerEmpty());

const field = (name: string) => screen.findByLabelText(name, { exact: true });

describe('the login screen', () => {
  test('shows a wrong password in one toast and stays', { tags: ['§2.3', '§8.1'] }, async () => {
    api.answer(login, refusal(401, 'Email ou senha incorretos'));
    const { user, address } = openApp('/login', { as: 'visitor' });
    await user.type(await field('Email'), 'ana@loja.example.com');
    await user.type(await field('Senha'), 'errada-1{Enter}');
    await inToast('Erro no login', 'Email ou senha incorretos');
    expect(address()).toBe('/login');
    expect(document.querySelectorAll('li[data-look]')).toHaveLength(1);
  });

  test('leads to the dashboard with the right one, by keyboard alone', { tags: ['§2.3', '§8.3'] }, async () => {
    api.answer(login, session('admin'));
    const { user, address } = openApp('/login', { as: 'visitor' });
    (await field('Email')).focus();
    await user.keyboard('ana@loja.example.com{Tab}segredo-1');
    api.answer(currentUser, session('admin'));
    await user.keyboard('{Enter}');
    await inToast('Login realizado com sucesso!');
    await screen.findByRole('heading', { name: 'Dashboard' });
    expect(address()).toBe('/');
    expect(api.asked(login)[0]?.body).toEqual({ email: 'ana@loja.example.com', password: 'segredo-1' });
  });

  const signIn = async (user: ReturnType<typeof openApp>['user']) => {
    await user.type(await field('Email'), 'ana@loja.example.com');
    await user.type(await field('Senha'), 'segredo-1');
    api.answer(currentUser, session('admin'));
    await user.keyboard('{Enter}');
  };

  test('leads back to the path that was asked for, when the guard sent the person here', async () => {
    api.answer(login, session('admin'));
    const { user, address } = openApp('/leads?status=new#postback', { as: 'visitor' });
    await waitFor(() => expect(address()).toBe('/login'));
    await signIn(user);
    await screen.findByRole('heading', { name: 'Gestão de Leads' });
    expect(address()).toBe('/leads?status=new#postback');
  });

  test('leads to the company that the link named, when it is not the one used last', async () => {
    window.history.replaceState({}, '', '/leads?company=tn_00000002');
    onTestFinished(() => window.history.replaceState({}, '', '/'));
    takeTenantOfAddress();
    api.answer(login, session('admin'));
    const { user } = openApp('/leads', { as: 'visitor' });
    await signIn(user);
    await waitFor(() => expect(tabTenant()).toBe('tn_00000002'));
  });

  test('leads to the dashboard after a sign-out, not to the path of before', async () => {
    api.answer(login, session('admin'));
    api.answer(logout, null);
    const { user, address } = openApp('/leads', { as: 'visitor' });
    await waitFor(() => expect(address()).toBe('/login'));
    await signIn(user);
    await screen.findByRole('heading', { name: 'Gestão de Leads' });
    await user.click(await screen.findByRole('button', { name: /^Menu de/ }));
    await user.click(within(await screen.findByRole('menu')).getByRole('menuitem', { name: 'Sair' }));
    await signIn(user);
    await screen.findByRole('heading', { name: 'Dashboard' });
    expect(address()).toBe('/');
  });
});

describe('the registration', () => {
  test('names the first broken rule in the order of the document, then a taken URL', {
    tags: ['§2.4', '§5', '§8.2'],
  }, async () => {
    api.answer(register, refusal(409, 'Esta URL já está em uso.'));
    const { user } = openApp('/register', { as: 'visitor' });
    const send = async () => user.click(await screen.findByRole('button', { name: 'Criar Conta Empresarial' }));
    const steps = [
      ['Nome da empresa obrigatório', { 'Nome da empresa': 'Loja da Ana' }],
      ['Nome completo obrigatório', { Nome: 'Ana', Sobrenome: 'Souza' }],
      ['Email obrigatório', { Email: 'ana@loja.example.com', Senha: '12345' }],
      ['Senha muito curta', { Senha: 'segredo-1' }],
      ['Senhas não conferem', { 'Confirmar senha': 'segredo-1' }],
    ] as const;
    for (const [problem, mend] of steps) {
      await send();
      await inToast(problem);
      for (const [name, text] of Object.entries(mend)) {
        await user.clear(await field(name));
        await user.type(await field(name), text);
      }
    }
    expect(api.asked(register)).toEqual([]);
    await send();
    await screen.findAllByText('Esta URL já está em uso.');
    await expectAccessible();
    expect(api.asked(register)[0]?.body).toMatchObject({ companyName: 'Loja da Ana', companySlug: 'loja-da-ana' });
  });
});

test('signs out from the user menu, also when the server does not answer', { tags: ['§4'] }, async () => {
  api.answer(logout, refusal(503));
  const { user, address } = openApp('/leads');
  await user.click(await screen.findByRole('button', { name: /^Menu de/ }));
  await user.click(within(await screen.findByRole('menu')).getByRole('menuitem', { name: 'Sair' }));
  await screen.findByRole('button', { name: 'Entrar' });
  expect(address()).toBe('/login');
  expect(screen.queryByText('Loja da Ana')).toBeNull();
});

test.each([
  ['editor', true],
  ['viewer', false],
] as const)('offers %s a new campaign: %s', { tags: ['§6'] }, async (as, isOffered) => {
  openApp(isOffered ? '/campaigns' : '/analytics', { as });
  const navigation = await screen.findByRole('navigation', { name: 'Principal' });
  expect(within(navigation).queryByRole('link', { name: 'Campaigns' }) !== null).toBe(isOffered);
  if (isOffered) expect((await screen.findAllByRole('button', { name: 'Nova campanha' })).length).toBeGreaterThan(0);
});
