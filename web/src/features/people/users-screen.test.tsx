import { screen, waitFor, within } from '@testing-library/react';
import { currentUser } from '@tracker/schemas/contracts/auth.contract';
import {
  changeOwner,
  changeUserRole,
  listMadeByUser,
  listUsers,
  type MadeByPerson,
  Member,
  removeUser,
} from '@tracker/schemas/contracts/people.contract';
import { confirmPassword } from '@tracker/schemas/contracts/profile.contract';
import { beforeEach, expect, test, vi } from 'vitest';
import { choose, inToast, openApp, settle } from '../../../test/app.tsx';
import { api, refusalOf } from '../../../test/fake-api.ts';
import { sample, session } from '../../../test/samples.ts';

const beto = sample(Member, {
  id: 'us_00000002',
  firstName: 'Beto',
  lastName: 'Reis',
  email: 'beto@loja.example.com',
  role: 'viewer',
});
const key = (id: string, name: string): MadeByPerson => ({
  id,
  kind: 'api-key',
  name,
  hint: 'tt_abcd…',
  letsOut: true,
});
const postback: MadeByPerson = { id: 'ds_1', kind: 'postback', name: 'Rede', hint: 'rede.example', letsOut: true };
const secret: MadeByPerson = { id: 'secret-kiwify', kind: 'webhook-secret', name: 'kiwify', hint: '', letsOut: false };

beforeEach(() => {
  api.answer(listUsers, [sample(Member, { ...session('admin').user, hasSecondFactor: true }), beto]);
  api.answer(removeUser, null);
  api.answerEmpty();
  vi.spyOn(window, 'confirm').mockReturnValue(true);
});

test('removes a person without keys after one question', { tags: ['§2.17'] }, async () => {
  const { user } = openApp('/settings/users');
  await user.click(await screen.findByRole('button', { name: 'Remover' }));
  await inToast('Usuário removido');
  expect(window.confirm).toHaveBeenCalledWith('Tem certeza que deseja remover este usuário?');
  expect(api.asked(removeUser)).toMatchObject([{ params: { id: beto.id }, query: {} }]);
});

test('lets the owner hand the company over to another administrator, and offers others nothing against the owner', async () => {
  const self = sample(Member, { ...session('admin').user, isOwner: true });
  const clara = sample(Member, { ...beto, id: 'us_00000003', firstName: 'Clara', role: 'admin' });
  api.answer(listUsers, [self, beto, clara]);
  api.answer(changeOwner, { ...clara, isOwner: true });
  const { user } = openApp('/settings/users');
  await user.click(await screen.findByRole('button', { name: 'Tornar dono' }));
  api.answer(listUsers, [{ ...self, isOwner: false }, beto, { ...clara, isOwner: true }]);
  await user.click(screen.getByRole('button', { name: 'Passar a empresa' }));
  await inToast('Empresa passada');
  expect(api.asked(changeOwner)).toMatchObject([{ body: { userId: clara.id } }]);
  const row = within(await screen.findByRole('row', { name: /Clara Reis.*Dono/ }));
  expect(row.queryByRole('button', { name: 'Remover' })).toBeNull();
});

test('shows who has a second factor', async () => {
  openApp('/settings/users');
  const row = async (name: RegExp) => within(await screen.findByRole('row', { name }));
  (await row(/Ana Souza/)).getByText('Duas etapas');
  expect((await row(/Beto Reis/)).queryByText('Duas etapas')).toBeNull();
});

test('ends what a removed person set up, ticked where it lets something out', async () => {
  api.answer(listMadeByUser, [key('ak_1', 'Planilha'), key('ak_2', 'Servidor'), postback, secret]);
  const { user } = openApp('/settings/users');
  await user.click(await screen.findByRole('button', { name: 'Remover' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'O que Beto Reis configurou' }));
  const ticked = dialog.getAllByRole<HTMLInputElement>('checkbox').map(({ checked }) => checked);
  expect(ticked).toEqual([true, true, true, false]);
  dialog.getByText('Postback · rede.example');
  expect(api.asked(removeUser)).toEqual([]);
  await user.click(dialog.getByRole('checkbox', { name: /Servidor/ }));
  await user.click(dialog.getByRole('checkbox', { name: /Kiwify/ }));
  await user.click(dialog.getByRole('button', { name: 'Remover usuário' }));
  await inToast('Usuário removido');
  expect(api.asked(removeUser)).toMatchObject([{ query: { keep: 'ak_2', end: 'secret-kiwify' } }]);
});

const clara = sample(Member, {
  ...{ id: 'us_00000003', firstName: 'Clara', lastName: 'Dias', email: 'clara@loja.example.com', role: 'admin' },
});

test('asks what of an administrator ends when she is demoted, and proposes new webhook keys', async () => {
  api.answer(listUsers, [sample(Member, session('admin').user), clara]);
  api.answer(listMadeByUser, [key('ak_1', 'Planilha'), key('ak_2', 'Servidor')]);
  api.answer(changeUserRole, { ...clara, role: 'viewer' });
  const { user } = openApp('/settings/users');
  await choose(user, 'Permissão de Clara Dias', 'Viewer');
  const dialog = within(await screen.findByRole('dialog', { name: 'O que Clara Dias configurou' }));
  expect(api.asked(changeUserRole)).toEqual([]);
  await user.click(dialog.getByRole('checkbox', { name: /Servidor/ }));
  await user.click(dialog.getByRole('button', { name: 'Mudar permissão' }));
  await inToast('Role atualizada');
  expect(api.asked(changeUserRole)).toMatchObject([{ query: { keep: 'ak_2' }, body: { role: 'viewer' } }]);
  const notice = within(await screen.findByRole('status', { name: 'Chaves dos webhooks' }));
  notice.getByText(/Clara Dias conhecia as chaves dos webhooks, que continuam valendo/);
  expect(notice.getByRole('link', { name: 'Trocar as chaves' }).getAttribute('href')).toBe('/webhook');
  await user.click(notice.getByRole('button', { name: 'Dispensar' }));
  expect(screen.queryByRole('status', { name: 'Chaves dos webhooks' })).toBeNull();
});

test('proposes new webhook keys after the removal of an administrator alone', async () => {
  api.answer(listUsers, [sample(Member, session('admin').user), clara, beto]);
  api.answer(listMadeByUser, []);
  const { user } = openApp('/settings/users');
  const removeOf = async (name: RegExp) =>
    user.click(within(await screen.findByRole('row', { name })).getByRole('button', { name: 'Remover' }));
  await removeOf(/Beto Reis/);
  await inToast('Usuário removido');
  expect(screen.queryByRole('status', { name: 'Chaves dos webhooks' })).toBeNull();
  await removeOf(/Clara Dias/);
  await screen.findByRole('status', { name: 'Chaves dos webhooks' });
});

test('asks for the password where it was given too long ago, and then does what was asked', async () => {
  let isConfirmed = false;
  api.answer(changeUserRole, () =>
    isConfirmed ? { ...beto, role: 'editor' as const } : refusalOf('password-not-confirmed', 403),
  );
  api.answer(confirmPassword, () => {
    isConfirmed = true;
    return null;
  });
  const { user } = openApp('/settings/users');
  await choose(user, 'Permissão de Beto Reis', 'Editor');
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirme a sua senha' }));
  await user.type(dialog.getByLabelText('Senha', { exact: true }), 'segredo-1{Enter}');
  await inToast('Role atualizada');
  expect(api.asked(confirmPassword)).toMatchObject([{ body: { password: 'segredo-1' } }]);
  expect(api.asked(changeUserRole)).toHaveLength(2);
});

test('gives up what was asked when the password is not given, and says nothing: nothing failed', async () => {
  api.answer(changeUserRole, refusalOf('password-not-confirmed', 403));
  const { user } = openApp('/settings/users');
  await choose(user, 'Permissão de Beto Reis', 'Editor');
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancelar' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await settle();
  expect(screen.queryByText('Erro ao atualizar role')).toBeNull();
  expect(api.asked(changeUserRole)).toHaveLength(1);
});

test('follows a changed role in an open tab at once', async () => {
  openApp('/settings/users');
  await screen.findByText('beto@loja.example.com');
  api.answer(currentUser, session('viewer'));
  api.announceAccess();
  await inToast('Permissão Insuficiente');
});
