import { screen, within } from '@testing-library/react';
import { currentUser } from '@tracker/schemas/contracts/auth.contract';
import {
  changePassword,
  changeProfile,
  endOtherSessions,
  endSession,
  listSessions,
  OwnSession,
} from '@tracker/schemas/contracts/profile.contract';
import { beforeEach, expect, test } from 'vitest';
import { expectAccessible, inToast, openApp, pressOn } from '../../../test/app.tsx';
import { api, refusal } from '../../../test/fake-api.ts';
import { sample, session } from '../../../test/samples.ts';

beforeEach(() => {
  api.answer(listSessions, [
    sample(OwnSession, { id: 'se_1', browser: 'Chrome', operatingSystem: 'Linux', current: true }),
    sample(OwnSession, { id: 'se_2', browser: 'Safari', operatingSystem: 'iOS' }),
  ]);
  api.answerEmpty();
});

test('lets a viewer change the own name and end an own session', { tags: ['§2.2', '§6'] }, async () => {
  const renamed = { ...session('viewer').user, firstName: 'Bia', quiet: null };
  api.answer(changeProfile, renamed);
  api.answer(endSession, null);
  const { user } = openApp('/profile', { as: 'viewer' });
  await screen.findByText('Esta sessão');
  await expectAccessible();
  const name = screen.getByLabelText('Nome', { exact: true });
  await user.clear(name);
  api.answer(currentUser, { ...session('viewer'), user: renamed });
  await user.type(name, 'Bia{Enter}');
  await inToast('Perfil salvo');
  await screen.findByRole('button', { name: /^Menu de.*Bia/ });
  await user.click(screen.getByRole('button', { name: /^Encerrar sessão/ }));
  await inToast('Sessão encerrada');
  expect(api.asked(endSession)[0]?.params).toEqual({ id: 'se_2' });
});

test('sets the hours in which messages of the company wait', async () => {
  const profile = { ...session('viewer').user, quiet: null };
  api.answer(changeProfile, { ...profile, quiet: { from: 22, until: 7 } });
  const { user } = openApp('/profile', { as: 'viewer' });
  await user.click(await screen.findByRole('checkbox', { name: /^Esperar o fim de um horário/ }));
  await user.click(screen.getByRole('button', { name: 'Salvar horário' }));
  await inToast('Horas de silêncio salvas');
  expect(api.asked(changeProfile)).toMatchObject([{ body: { quiet: { from: 22, until: 7 } } }]);
});

test('names the first broken rule of a new password, then what the server says', { tags: ['§5', '§9.6'] }, async () => {
  api.answer(changePassword, refusal(400, 'A senha atual não confere.'));
  const { user } = openApp('/profile');
  const change = () => user.click(screen.getByRole('button', { name: 'Alterar senha' }));
  const field = (label: string) => screen.findByLabelText(label, { exact: true });
  await field('Senha atual');
  await change();
  await screen.findByText('Informe a senha atual.');
  await expectAccessible();
  await user.type(await field('Senha atual'), 'segredo-1');
  await user.type(await field('Nova senha'), '12345');
  await change();
  await inToast('Senha muito curta');
  await user.type(await field('Nova senha'), '6');
  await user.type(await field('Confirmar nova senha'), '1234567');
  await change();
  await inToast('Senhas não conferem');
  expect(api.asked(changePassword)).toEqual([]);
  await user.type(await field('Nova senha'), '7');
  await change();
  await inToast('Erro ao alterar senha', 'A senha atual não confere.');
  api.answer(changePassword, null);
  await pressOn(user, await field('Confirmar nova senha'));
  await inToast('Senha alterada');
  expect(api.asked(changePassword).at(-1)?.body).toEqual({ currentPassword: 'segredo-1', newPassword: '1234567' });
});

test('ends the other sessions with one button, which is there only when there are others', async () => {
  api.answer(endOtherSessions, () => {
    api.answer(listSessions, [sample(OwnSession, { id: 'se_1', browser: 'Chrome', current: true })]);
    return null;
  });
  const { user } = openApp('/profile', { as: 'viewer' });
  await user.click(await screen.findByRole('button', { name: 'Encerrar as outras' }));
  await inToast('Sessões encerradas', 'Só esta sessão continua aberta.');
  expect(screen.queryByRole('button', { name: 'Encerrar as outras' })).toBeNull();
});

test('folds a long list of sessions, and opens it on demand', async () => {
  const other = (_: unknown, index: number) => sample(OwnSession, { id: `se_${index}`, current: index === 0 });
  api.answer(listSessions, Array.from({ length: 12 }, other));
  const { user } = openApp('/profile', { as: 'viewer' });
  const list = within(await screen.findByRole('list', { name: 'Sessões ativas' }));
  expect(list.getAllByRole('listitem')).toHaveLength(5);
  await user.click(screen.getByRole('button', { name: 'Mostrar todas (12)' }));
  expect(list.getAllByRole('listitem')).toHaveLength(12);
  await expectAccessible();
  await user.click(screen.getByRole('button', { name: 'Mostrar menos' }));
  expect(list.getAllByRole('listitem')).toHaveLength(5);
});
