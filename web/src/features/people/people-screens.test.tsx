import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { currentUser, logout } from '@tracker/schemas/contracts/auth.contract';
import {
  acceptInvite,
  changeUserRole,
  Invite,
  InviteView,
  invite,
  listInvites,
  listUsers,
  Member,
  removeUser,
  SentInvite,
  validateInvite,
  withdrawInvite,
} from '@tracker/schemas/contracts/people.contract';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { choose, chooseByKeyboard, expectAccessible, inToast, openApp, pressOn } from '../../../test/app.tsx';
import { api, noAnswer, refusal } from '../../../test/fake-api.ts';
import { NOW, sample, session } from '../../../test/samples.ts';

const ana = sample(Member, session('admin').user);
const beto = sample(Member, {
  ...{ id: 'us_00000002', firstName: 'Beto', lastName: 'Reis', email: 'beto@loja.example.com', role: 'editor' },
});
const LINK = `https://t.example.com/accept-invite?token=${'a'.repeat(43)}`;
const invited = { id: 'iv_00000001', email: 'carla@loja.example.com', role: 'editor', expiresAt: NOW } as const;

beforeEach(() => {
  api.answer(listUsers, [ana, beto]);
  api.answerEmpty();
});

describe('Gestão de Usuários', { tags: ['§2.17'] }, () => {
  const open = async () => {
    const app = openApp('/settings/users');
    await screen.findByRole('row', { name: /Beto Reis/ });
    return app;
  };
  const row = (name: RegExp) => screen.getByRole('row', { name });

  test('offers no change of the own account', async () => {
    await open();
    const own = within(row(/Ana Souza/));
    own.getByText('Você');
    expect(own.queryByRole('button')).toBeNull();
    expect(own.queryByRole('combobox')).toBeNull();
    screen.getByText(/Nenhum convite pendente/);
    await expectAccessible();
  });

  test('invites as editor by default, selects the link, and returns the focus when the dialog closes', {
    tags: ['§8.5', '§9.7'],
  }, async () => {
    api.answer(invite, sample(SentInvite, { ...invited, inviteUrl: LINK, mail: 'off' }));
    const { user } = await open();
    const button = screen.getByRole('button', { name: 'Convidar usuário' });
    await pressOn(user, button);
    const dialog = within(await screen.findByRole('dialog', { name: 'Convidar usuário' }));
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Enviar convite' }).disabled).toBe(true);
    expect(dialog.getByRole('combobox', { name: 'Permissão' }).textContent).toContain('Editor');
    await expectAccessible();
    await user.type(dialog.getByLabelText('Email'), `${invited.email}{Enter}`);
    await inToast('Convite enviado!');
    const link = await screen.findByRole<HTMLInputElement>('textbox', { name: /^Link do convite/ });
    expect(link.value.slice(link.selectionStart ?? 0, link.selectionEnd ?? 0)).toBe(LINK);
    await expectAccessible();
    expect(api.asked(invite)[0]?.body).toEqual({ email: invited.email, role: 'editor' });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(button));
  });

  test('shows the server’s message for the e-mail of a member', { tags: ['§8.5'] }, async () => {
    api.answer(invite, refusal(409, 'Esta pessoa já faz parte da empresa.'));
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Convidar usuário' }));
    await user.type(within(await screen.findByRole('dialog')).getByLabelText('Email'), `${beto.email}{Enter}`);
    await inToast('Erro ao enviar convite', 'Esta pessoa já faz parte da empresa.');
  });

  test('withdraws an invitation', async () => {
    api.answer(listInvites, [sample(Invite, { ...invited, inviterName: 'Ana Souza' })]);
    api.answer(withdrawInvite, null);
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: `Cancelar convite de ${invited.email}` }));
    await inToast('Convite cancelado');
    expect(api.asked(withdrawInvite)[0]?.params).toEqual({ id: invited.id });
  });

  test('changes a role, and shows the list of now when the person was already removed', {
    tags: ['§8.6', '§9.5'],
  }, async () => {
    api.answer(changeUserRole, { ...beto, role: 'viewer' });
    const { user } = await open();
    await chooseByKeyboard(user, screen.getByRole('combobox', { name: 'Permissão de Beto Reis' }), 'Viewer');
    await inToast('Role atualizada');
    expect(api.asked(changeUserRole)[0]).toMatchObject({ params: { id: beto.id }, body: { role: 'viewer' } });
    api.answer(changeUserRole, refusal(404, 'Este usuário não existe mais.'));
    api.answer(listUsers, [ana]);
    await choose(user, 'Permissão de Beto Reis', 'Admin');
    await inToast('Erro ao atualizar role', 'Este usuário não existe mais.');
    await waitFor(() => expect(screen.queryByRole('row', { name: /Beto Reis/ })).toBeNull());
  });

  test('removes a person after a question, and shows the list of now when that fails', {
    tags: ['§8.7', '§9.5'],
  }, async () => {
    const ask = vi.fn(() => false);
    vi.stubGlobal('confirm', ask);
    const { user } = await open();
    const remove = () => pressOn(user, within(row(/Beto Reis/)).getByRole('button', { name: 'Remover' }));
    await remove();
    expect(ask).toHaveBeenCalledWith('Tem certeza que deseja remover este usuário?');
    expect(api.asked(removeUser)).toEqual([]);
    ask.mockReturnValue(true);
    api.answer(removeUser, refusal(404, 'Este usuário não existe mais.'));
    await remove();
    await inToast('Erro ao remover usuário');
    api.answer(removeUser, null);
    api.answer(listUsers, [ana]);
    await remove();
    await inToast('Usuário removido');
    await waitFor(() => expect(screen.queryByRole('row', { name: /Beto Reis/ })).toBeNull());
  });
});

describe('an invitation link', { tags: ['§2.5'] }, () => {
  const view = sample(InviteView, {
    ...{ email: invited.email, role: 'editor', tenantName: 'Loja da Ana', inviterName: 'Ana Souza' },
    expiresAt: '2026-11-27T15:00:00.000Z',
    hasAccount: false,
  });
  const openLink = () => openApp('/accept-invite?token=abc', { as: 'visitor' });

  test('names the first broken rule, and leads to the login screen when it is accepted', {
    tags: ['§5', '§8.21', '§9.7'],
  }, async () => {
    api.answer(validateInvite, view);
    api.answer(acceptInvite, { success: true });
    const { user, address } = openLink();
    const send = async () => user.click(await screen.findByRole('button', { name: 'Aceitar Convite' }));
    await send();
    await inToast('Nome obrigatório');
    for (const fact of ['Loja da Ana', 'Ana Souza', 'Editor', invited.email]) screen.getByText(fact);
    await expectAccessible();
    await user.type(screen.getByLabelText('Nome', { exact: true }), 'Carla');
    await user.type(screen.getByLabelText('Sobrenome'), 'Dias');
    await user.type(screen.getByLabelText('Senha', { exact: true }), '12345');
    await send();
    await inToast('Senha muito curta');
    await user.type(screen.getByLabelText('Senha', { exact: true }), '6');
    await send();
    await inToast('Senhas não conferem');
    await user.type(screen.getByLabelText('Confirmar senha'), '123456');
    expect(api.asked(acceptInvite)).toEqual([]);
    await send();
    await inToast('Convite aceito!');
    await screen.findByRole('button', { name: 'Entrar' });
    expect(address()).toBe('/login');
    expect(api.asked(acceptInvite)[0]?.body).toMatchObject({ token: 'abc', firstName: 'Carla', password: '123456' });
  });

  test('asks a person who has an account for its password alone', async () => {
    api.answer(validateInvite, { ...view, hasAccount: true });
    api.answer(acceptInvite, refusal(400, 'A senha atual não confere.', { password: 'A senha atual não confere.' }));
    const { user, address } = openLink();
    const password = await screen.findByLabelText('Senha da sua conta');
    expect(screen.queryByLabelText('Nome', { exact: true })).toBeNull();
    await expectAccessible();
    await user.type(password, '123456{Enter}');
    await inToast('Erro ao aceitar convite');
    api.answer(acceptInvite, { success: true });
    await user.click(screen.getByRole('button', { name: 'Aceitar Convite' }));
    await inToast('Convite aceito!', "Entre na sua conta: Loja da Ana está em 'Trocar de empresa'.");
    await waitFor(() => expect(address()).toBe('/login'));
    expect(api.asked(acceptInvite)[0]?.body).toMatchObject({ token: 'abc', password: '123456' });
  });

  test('is offered on the dashboard to the person who is signed in to that account, without a password', {
    tags: ['§2.1'],
  }, async () => {
    api.answer(validateInvite, { ...view, email: session('viewer').user.email, hasAccount: true });
    api.answer(acceptInvite, refusal(404, 'Este convite é inválido ou já expirou.'));
    const { user, address } = openApp('/accept-invite?token=abc', { as: 'viewer' });
    const offer = await screen.findByRole('dialog', { name: 'Aceitar Convite' });
    expect(address()).toBe('/');
    expect(offer.textContent).toContain('Ana Souza convidou');
    expect(screen.queryByLabelText('Senha da sua conta')).toBeNull();
    await expectAccessible();
    await user.click(screen.getByRole('button', { name: 'Aceitar Convite' }));
    await inToast('Erro ao aceitar convite');
    expect(api.asked(acceptInvite)[0]?.body).toMatchObject({ token: 'abc', password: '' });
    await user.click(screen.getByRole('button', { name: 'Agora não' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('leads who is signed in to the dashboard when it is unknown or expired', { tags: ['§2.1'] }, async () => {
    for (const answer of [refusal(404), { ...view, expiresAt: '2026-11-19T15:00:00.000Z' }]) {
      api.answer(validateInvite, answer);
      const { address } = openApp('/accept-invite?token=abc', { as: 'viewer' });
      await waitFor(() => expect(address()).toBe('/'));
      await waitFor(() => expect(api.asked(validateInvite).length).toBeGreaterThan(0));
      expect(screen.queryByRole('dialog')).toBeNull();
      cleanup();
    }
  });

  test('says who is signed in when it is of another person, and goes on after a sign-out', {
    tags: ['§2.1'],
  }, async () => {
    api.answer(validateInvite, { ...view, hasAccount: true });
    api.answer(logout, null);
    const { user, address } = openApp('/accept-invite?token=abc', { as: 'viewer' });
    await screen.findByText(/Você está como Ana Souza \(ana@loja\.example\.com\)/);
    expect(address()).toBe('/');
    expect(screen.queryByRole('button', { name: 'Aceitar Convite' })).toBeNull();
    await expectAccessible();
    api.answer(currentUser, refusal(401));
    await user.click(screen.getByRole('button', { name: `Sair e aceitar como ${invited.email}` }));
    await screen.findByLabelText('Senha da sua conta');
    expect(address()).toBe('/accept-invite?token=abc');
    expect(api.asked(acceptInvite)).toEqual([]);
  });

  test('is invalid when the server does not know it, and when it was used meanwhile', { tags: ['§8.21'] }, async () => {
    api.answer(validateInvite, view);
    api.answer(acceptInvite, refusal(404, 'Este convite é inválido ou já expirou.'));
    const { user } = openLink();
    for (const [label, text] of Object.entries({ Nome: 'Carla', Sobrenome: 'Dias', Senha: '123456' }))
      await user.type(await screen.findByLabelText(label, { exact: true }), text);
    api.answer(validateInvite, refusal(404, 'Este convite é inválido ou já expirou.'));
    await user.type(screen.getByLabelText('Confirmar senha'), '123456{Enter}');
    await inToast('Erro ao aceitar convite', 'Este convite é inválido ou já expirou.');
    await screen.findByRole('heading', { name: 'Convite Inválido' });
    expect(screen.getByRole('link', { name: 'Ir para o login' }).getAttribute('href')).toBe('/login');
    await expectAccessible();
  });

  test('shows its day of expiry, and who can send a new one', { tags: ['§4', '§8.21'] }, async () => {
    api.answer(validateInvite, { ...view, expiresAt: '2026-11-19T15:00:00.000Z' });
    openLink();
    await screen.findByRole('heading', { name: 'Convite Expirado' });
    screen.getByText('Este convite expirou em 19/11/2026.');
    screen.getByText(/^Peça um novo convite ao administrador da empresa/);
  });

  test('shows a spinner while it is validated, and offers a retry when the server does not answer', async () => {
    const give = api.hold(validateInvite);
    const { user } = openLink();
    await screen.findByText('Validando convite...');
    give(refusal(503));
    await screen.findByRole('heading', { name: 'Convite Inválido' });
    api.answer(validateInvite, noAnswer);
    await user.click(screen.getByRole('button', { name: 'Tentar de novo' }));
    await screen.findByRole('button', { name: 'Tentar de novo' });
    api.answer(validateInvite, view);
    await user.click(screen.getByRole('button', { name: 'Tentar de novo' }));
    await screen.findByRole('button', { name: 'Aceitar Convite' });
  });
});
