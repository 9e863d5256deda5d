import { screen, within } from '@testing-library/react';
import { currentUser, enterCode, login, loginHint } from '@tracker/schemas/contracts/auth.contract';
import { changeUserRole, listUsers, Member } from '@tracker/schemas/contracts/people.contract';
import { confirmPassword } from '@tracker/schemas/contracts/profile.contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { choose, expectAccessible, inToast, openApp } from '../../../test/app.tsx';
import { api, refusal, refusalOf } from '../../../test/fake-api.ts';
import { sample, session } from '../../../test/samples.ts';

const field = (name: string) => screen.findByLabelText<HTMLInputElement>(name, { exact: true });

beforeEach(() => {
  api.answer(loginHint, { demo: null, canRegister: true });
  api.answer(login, { challenge: 'ch' });
  api.answerEmpty();
});

describe('the code of a sign-in', () => {
  const openStep = async () => {
    const app = openApp('/login', { as: 'visitor' });
    await app.user.type(await field('Email'), 'ana@loja.example.com');
    await app.user.type(await field('Senha'), 'segredo-1{Enter}');
    await screen.findByRole('heading', { name: 'Verificação em duas etapas' });
    return app;
  };

  test('is asked for after the password, and signs in', async () => {
    const { user } = await openStep();
    expect(document.activeElement).toBe(await field('Código do aplicativo'));
    await expectAccessible();
    await user.keyboard('{Enter}');
    await screen.findByText('Informe o código.');
    expect(api.asked(enterCode)).toEqual([]);
    api.answer(enterCode, refusal(400, 'O código não confere ou já foi usado.', { code: 'O código não confere.' }));
    await user.keyboard('000000{Enter}');
    await screen.findByText('O código não confere.');
    const signedIn = { ...session('admin'), hasSecondFactor: true } as const;
    api.answer(enterCode, signedIn);
    api.answer(currentUser, signedIn);
    await user.clear(await field('Código do aplicativo'));
    await user.type(await field('Código do aplicativo'), '123456{Enter}');
    await screen.findByRole('heading', { name: 'Dashboard' });
    expect(api.asked(enterCode).at(-1)).toMatchObject({ body: { challenge: 'ch', code: '123456' } });
  });

  test('may be a recovery code', async () => {
    const { user } = await openStep();
    api.answer(enterCode, refusal(400, 'O código não confere ou já foi usado.'));
    await user.click(screen.getByRole('button', { name: 'Usar um código de recuperação' }));
    await user.type(await field('Código de recuperação'), 'abcdef-abcdef-abcdef-abcdef{Enter}');
    await inToast('Erro no login', 'O código não confere ou já foi usado.');
    expect(api.asked(enterCode)).toMatchObject([{ body: { code: 'abcdef-abcdef-abcdef-abcdef' } }]);
    await user.click(screen.getByRole('button', { name: 'Usar o código do aplicativo' }));
    await field('Código do aplicativo');
  });

  test('leads back to the password, by hand and when the time is over', async () => {
    const { user } = await openStep();
    await user.click(screen.getByRole('button', { name: 'Voltar' }));
    expect((await field('Email')).value).toBe('ana@loja.example.com');
    await user.type(await field('Senha'), 'segredo-1{Enter}');
    api.answer(enterCode, refusal(410, 'O tempo para informar o código acabou. Entre de novo.'));
    await user.type(await field('Código do aplicativo'), '123456{Enter}');
    await screen.findByRole('heading', { name: 'Entrar' });
    await inToast('Erro no login', 'O tempo para informar o código acabou. Entre de novo.');
  });
});

test('the code is asked for with the password where a call needs both again', async () => {
  api.answer(currentUser, { ...session('admin'), hasSecondFactor: true });
  const beto = sample(Member, {
    id: 'us_00000002',
    firstName: 'Beto',
    lastName: 'Reis',
    email: 'b@x.example',
    role: 'viewer',
  });
  api.answer(listUsers, [beto]);
  let isConfirmed = false;
  api.answer(changeUserRole, () =>
    isConfirmed ? { ...beto, role: 'editor' as const } : refusalOf('password-not-confirmed', 403),
  );
  api.answer(confirmPassword, () => {
    isConfirmed = true;
    return null;
  });
  const { user } = openApp('/settings/users', { as: 'unknown' });
  await choose(user, 'Permissão de Beto Reis', 'Editor');
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirme a sua senha' }));
  await expectAccessible();
  await user.type(dialog.getByLabelText('Senha', { exact: true }), 'segredo-1{Enter}');
  dialog.getByText('Informe o código.');
  expect(api.asked(confirmPassword)).toEqual([]);
  await user.type(dialog.getByLabelText('Código do aplicativo', { exact: true }), '123456{Enter}');
  await inToast('Role atualizada');
  expect(api.asked(confirmPassword)).toMatchObject([{ body: { password: 'segredo-1', code: '123456' } }]);
});
