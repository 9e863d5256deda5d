import { screen, within } from '@testing-library/react';
import { sendConfirmation } from '@tracker/schemas/contracts/account-links.contract';
import { currentUser, loginHint, logout } from '@tracker/schemas/contracts/auth.contract';
import {
  beginSecondFactor,
  confirmSecondFactor,
  getSecondFactor,
  renewRecoveryCodes,
  type SecondFactorStatus,
  switchSecondFactorOff,
} from '@tracker/schemas/contracts/second-factor.contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { expectAccessible, inToast, openApp } from '../../../test/app.tsx';
import { api, refusal } from '../../../test/fake-api.ts';
import { NOW, session } from '../../../test/samples.ts';

const SECRET = 'JBSWY3DPEHPK3PXP';
const URI = `otpauth://totp/Traffic%20Tracker:ana%40loja.example.com?secret=${SECRET}&issuer=Traffic%20Tracker`;
const CODES = Array.from({ length: 10 }, (_, index) => `code${index}a-bcdefg-hijklm-nopqrs`);
const off = { since: null, recoveryCodesLeft: 0, isRequired: false };
const on = { since: NOW, recoveryCodesLeft: 10, isRequired: false } as SecondFactorStatus;

const button = (name: string) => screen.findByRole('button', { name });
const codesShown = async () =>
  within(await screen.findByRole('list', { name: 'Códigos de recuperação' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

beforeEach(() => {
  api.answer(getSecondFactor, off);
  api.answer(beginSecondFactor, { secret: SECRET, uri: URI });
  api.answerEmpty();
});

describe('the card of the profile', () => {
  const open = async () => {
    const app = openApp('/profile', { as: 'viewer' });
    await screen.findByRole('region', { name: 'Verificação em duas etapas' });
    return app;
  };

  test('switches the second factor on, by keyboard, and shows the recovery codes once', async () => {
    const { user } = await open();
    (await button('Ativar')).focus();
    await user.keyboard('{Enter}');
    const dialog = within(await screen.findByRole('dialog', { name: 'Ativar verificação em duas etapas' }));
    await dialog.findByRole('img', { name: 'Código QR para o aplicativo autenticador' });
    dialog.getByText('JBSW Y3DP EHPK 3PXP');
    await expectAccessible();
    const field = dialog.getByLabelText('Código do aplicativo', { exact: true });
    await user.type(field, '{Enter}');
    dialog.getByText('Informe o código.');
    api.answer(
      confirmSecondFactor,
      refusal(400, 'O código não confere ou já foi usado.', { code: 'Confira o código.' }),
    );
    await user.type(field, '000000{Enter}');
    await dialog.findByText('Confira o código.');
    expect(document.activeElement).toBe(field);
    api.answer(confirmSecondFactor, { recoveryCodes: CODES });
    await user.clear(field);
    await user.type(field, '123456{Enter}');
    expect(await codesShown()).toEqual(CODES);
    await expectAccessible();
    api.answer(getSecondFactor, on);
    await user.click(dialog.getByRole('button', { name: 'Guardei os códigos' }));
    await screen.findByText('Ativa');
    expect(document.body.textContent).not.toContain(CODES[0]);
    expect(api.asked(confirmSecondFactor).at(-1)).toMatchObject({ body: { code: '123456' } });
  });

  test('shows that it is on when the dialog is closed before the codes were kept', async () => {
    api.answer(confirmSecondFactor, { recoveryCodes: CODES });
    const { user } = await open();
    await user.click(await button('Ativar'));
    await user.type(await screen.findByLabelText('Código do aplicativo'), '123456{Enter}');
    await codesShown();
    api.answer(getSecondFactor, on);
    await user.keyboard('{Escape}');
    await screen.findByText('Ativa');
  });

  test('gives new recovery codes, and says when few are left', async () => {
    api.answer(getSecondFactor, { ...on, recoveryCodesLeft: 1 });
    api.answer(renewRecoveryCodes, { recoveryCodes: CODES });
    const { user } = await open();
    await screen.findByText(/^Resta 1 código/);
    api.answer(getSecondFactor, on);
    await user.click(await button('Gerar novos códigos'));
    expect(await codesShown()).toEqual(CODES);
    await user.click(await button('Guardei os códigos'));
    await screen.findByText(/^Restam 10 códigos/);
  });

  test('switches it off after a question', async () => {
    api.answer(getSecondFactor, on);
    api.answer(switchSecondFactorOff, null);
    const { user } = await open();
    await user.click(await button('Desativar'));
    const dialog = within(await screen.findByRole('dialog'));
    await expectAccessible();
    expect(api.asked(switchSecondFactorOff)).toEqual([]);
    api.answer(getSecondFactor, off);
    await user.click(dialog.getByRole('button', { name: 'Desativar' }));
    await inToast('Verificação desativada');
    await button('Ativar');
  });

  test('does not offer to switch it off where the company requires it', async () => {
    api.answer(getSecondFactor, { ...on, isRequired: true });
    await open();
    await screen.findByText('A sua empresa exige a verificação em duas etapas.');
    expect(screen.queryByRole('button', { name: 'Desativar' })).toBeNull();
  });

  test('waits for the confirmation of the e-mail', async () => {
    api.answer(currentUser, { ...session('viewer'), mustConfirmEmail: 'person' });
    openApp('/profile', { as: 'unknown' });
    await screen.findByText('Confirme antes o seu email, pelo link que enviamos.');
    expect(screen.queryByRole('button', { name: 'Ativar' })).toBeNull();
    await expectAccessible();
  });

  test('offers to try again when it does not come', async () => {
    api.answer(getSecondFactor, refusal(503));
    const { user } = await open();
    api.answer(getSecondFactor, off);
    await user.click(await button('Tentar de novo'));
    await button('Ativar');
  });
});

describe('a company that requires it', () => {
  test('shows the set-up in the place of every screen, until it is done', async () => {
    const required = { ...session('viewer'), mustSetUpSecondFactor: true } as const;
    api.answer(currentUser, required);
    api.answer(confirmSecondFactor, { recoveryCodes: CODES });
    const { user } = openApp('/leads', { as: 'unknown' });
    await screen.findByRole('heading', { name: 'Ative a verificação em duas etapas' });
    expect(screen.queryByRole('navigation')).toBeNull();
    await expectAccessible();
    await user.click(await button('Começar'));
    await user.type(await screen.findByLabelText('Código do aplicativo'), '123456{Enter}');
    expect(await codesShown()).toEqual(CODES);
    api.answer(currentUser, { ...session('viewer'), hasSecondFactor: true });
    await user.click(await button('Guardei os códigos'));
    await screen.findByRole('heading', { name: 'Leads' });
  });

  test('leads an open tab to the set-up at once', async () => {
    openApp('/leads', { as: 'viewer' });
    await screen.findByRole('heading', { name: 'Leads' });
    api.answer(currentUser, { ...session('viewer'), mustSetUpSecondFactor: true });
    api.announceAccess();
    await screen.findByRole('heading', { name: 'Ative a verificação em duas etapas' });
  });

  test('asks for the confirmation of the e-mail first', async () => {
    api.answer(currentUser, { ...session('viewer'), mustSetUpSecondFactor: true, mustConfirmEmail: 'person' });
    api.answer(sendConfirmation, null);
    const { user } = openApp('/', { as: 'unknown' });
    await screen.findByRole('heading', { name: 'Ative a verificação em duas etapas' });
    expect(screen.queryByRole('button', { name: 'Começar' })).toBeNull();
    await user.click(await button('Enviar de novo'));
    await inToast('Email a caminho');
    await expectAccessible();
  });

  test('lets the person sign out', async () => {
    api.answer(currentUser, { ...session('viewer'), mustSetUpSecondFactor: true });
    const { user, address } = openApp('/', { as: 'unknown' });
    api.answer(logout, null);
    api.answer(loginHint, { demo: null, canRegister: true });
    await user.click(await button('Sair'));
    await screen.findByRole('heading', { name: 'Entrar' });
    expect(address()).toBe('/login');
  });
});
