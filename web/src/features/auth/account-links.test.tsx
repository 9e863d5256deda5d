import { screen, waitFor } from '@testing-library/react';
import {
  confirmEmail,
  forgotPassword,
  readResetLink,
  resetPassword,
  sendConfirmation,
} from '@tracker/schemas/contracts/account-links.contract';
import { currentUser, loginHint } from '@tracker/schemas/contracts/auth.contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { inToast, openApp } from '../../../test/app.tsx';
import { api, refusal } from '../../../test/fake-api.ts';
import { session } from '../../../test/samples.ts';

const TOKEN = 'x'.repeat(43);
beforeEach(() => {
  api.answer(loginHint, { demo: null, canRegister: true });
  api.answer(readResetLink, { registrations: [] });
  api.answerEmpty();
});
const field = (name: string) => screen.findByLabelText(name, { exact: true });
const button = (name: string) => screen.findByRole('button', { name });

describe('the login screen', () => {
  test('leads to the forgotten password, and says the same for every address', async () => {
    api.answer(forgotPassword, null);
    const { user, address } = openApp('/login', { as: 'visitor' });
    await user.click(await screen.findByRole('link', { name: 'Esqueci minha senha' }));
    await user.type(await field('Email'), 'ana@');
    await user.click(await button('Enviar link'));
    await screen.findByText('Confira o endereço de email.');
    await user.clear(await field('Email'));
    await user.type(await field('Email'), 'ana@loja.example.com{Enter}');
    await screen.findByRole('heading', { name: 'Confira o seu email' });
    await screen.findByText('Enviado para ana@loja.example.com, se houver uma conta.');
    expect(address()).toBe('/forgot-password');
    expect(api.asked(forgotPassword)).toMatchObject([{ body: { email: 'ana@loja.example.com' } }]);
  });

  test('offers no registration where it is closed', async () => {
    api.answer(loginHint, { demo: null, canRegister: false });
    openApp('/login', { as: 'visitor' });
    await screen.findByRole('link', { name: 'Esqueci minha senha' });
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Registrar empresa' })).toBeNull());
  });
});

describe('a link for a new password', () => {
  const choose = async (user: ReturnType<typeof openApp>['user'], password: string, again = password) => {
    await user.clear(await field('Nova senha'));
    await user.type(await field('Nova senha'), password);
    await user.clear(await field('Confirmar nova senha'));
    await user.type(await field('Confirmar nova senha'), `${again}{Enter}`);
  };

  test('sets it by the rules of the registration, and leads to the login', async () => {
    api.answer(resetPassword, null);
    const { user, address } = openApp(`/reset-password?token=${TOKEN}`, { as: 'visitor' });
    await choose(user, '12345');
    await inToast('Senha muito curta');
    await choose(user, 'segredo-3', 'segredo-4');
    await inToast('Senhas não conferem');
    await choose(user, 'segredo-3');
    await inToast('Senha alterada');
    await button('Entrar');
    expect(address()).toBe('/login');
    expect(api.asked(resetPassword)).toMatchObject([{ body: { token: TOKEN, password: 'segredo-3' } }]);
  });

  test('is for the registration that the person chooses, where the address has several', async () => {
    const one = (id: string, companyName: string) => ({
      id,
      companyName,
      createdAt: '2026-11-20T15:00:00.000Z' as const,
    });
    api.answer(readResetLink, {
      registrations: [one('us_00000001', 'Minha Loja'), one('us_00000002', 'Outra Loja')] as never,
    });
    api.answer(resetPassword, null);
    const { user } = openApp(`/reset-password?token=${TOKEN}`, { as: 'visitor' });
    await screen.findByText(/mais de um cadastro/);
    await choose(user, 'segredo-3');
    await inToast('Escolha o seu cadastro');
    expect(api.asked(resetPassword)).toEqual([]);
    await user.click(screen.getByRole('radio', { name: 'Minha Loja' }));
    await user.click(await button('Alterar senha'));
    await inToast('Senha alterada');
    expect(api.asked(resetPassword)).toMatchObject([{ body: { account: 'us_00000001', password: 'segredo-3' } }]);
  });

  test('shows a refused password at its field', async () => {
    api.answer(resetPassword, refusal(400, 'Senha muito comum', { password: 'Escolha outra.' }));
    const { user } = openApp(`/reset-password?token=${TOKEN}`, { as: 'visitor' });
    await choose(user, '12345678');
    await inToast('Erro ao alterar senha', 'Senha muito comum');
    await screen.findByText('Escolha outra.');
  });

  test.each([404, 410])('that is gone (%i) leads to a new one', async (status) => {
    api.answer(resetPassword, refusal(status, 'Este link já foi usado ou expirou. Peça um novo.'));
    const { user } = openApp(`/reset-password?token=${TOKEN}`, { as: 'visitor' });
    await choose(user, 'segredo-3');
    await screen.findByRole('heading', { name: 'Link inválido' });
    await user.click(screen.getByRole('link', { name: 'Pedir um novo link' }));
    await screen.findByRole('heading', { name: 'Esqueci minha senha' });
  });
});

describe('the confirmation of the e-mail', () => {
  test.each(['visitor', 'admin'] as const)('works as %s', async (as) => {
    api.answer(confirmEmail, null);
    openApp(`/confirm-email?token=${TOKEN}`, { as });
    await screen.findByRole('heading', { name: 'Email confirmado' });
    expect(api.asked(confirmEmail)).toMatchObject([{ body: { token: TOKEN } }]);
  });

  test('says why when the link is gone', async () => {
    api.answer(confirmEmail, refusal(410, 'Este link já foi usado ou expirou. Peça um novo.'));
    openApp(`/confirm-email?token=${TOKEN}`, { as: 'visitor' });
    await screen.findByText('Este link já foi usado ou expirou. Peça um novo.');
  });

  test.each([
    ['tenant', /links das campanhas não redirecionam/],
    ['person', /Até lá, a verificação em duas etapas não pode ser ativada/],
  ] as const)(
    'is asked for on every screen, says what waits for it (%s), and can be sent again',
    async (mustConfirmEmail, waiting) => {
      api.answer(currentUser, { ...session('admin'), mustConfirmEmail });
      api.answer(sendConfirmation, null);
      const { user } = openApp('/profile', { as: 'unknown' });
      await screen.findByText(waiting);
      await user.click(await button('Enviar de novo'));
      await inToast('Email a caminho');
    },
  );

  test.each([
    ['waits', /O email ainda não saiu/],
    ['failed', /O email não saiu/],
  ] as const)('says that the mail did not go out: %s', async (confirmationMail, sentence) => {
    api.answer(currentUser, { ...session('admin'), mustConfirmEmail: 'tenant', confirmationMail });
    openApp('/profile', { as: 'unknown' });
    await screen.findByText(sentence);
    await button('Enviar de novo');
  });
});
