import { screen, within } from '@testing-library/react';
import type { CheckoutId } from '@tracker/schemas/checkouts/registry';
import { listWebhookKeys, setWebhookSecret, WebhookKey } from '@tracker/schemas/contracts/webhook.contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { expectAccessible, openApp } from '../../../test/app.tsx';
import { api } from '../../../test/fake-api.ts';
import { sample } from '../../../test/samples.ts';

const key = (provider: CheckoutId, given: Partial<WebhookKey> = {}) =>
  sample(WebhookKey, {
    provider,
    key: `wk_${provider}`,
    url: `https://t.example.com/webhooks/${provider}/wk`,
    ...given,
  });
const answerKeys = (...keys: ReturnType<typeof key>[]) => api.answer(listWebhookKeys, keys);

beforeEach(() => {
  answerKeys(key('hotmart'), key('generic'));
  api.answerEmpty();
});

const openDialog = async (checkout: CheckoutId) => {
  const { user } = openApp(`/webhook?checkout=${checkout}`);
  await user.click(await screen.findByRole('button', { name: 'Definir segredo' }));
  return { user, dialog: within(await screen.findByRole('dialog')) };
};

describe('weak webhook secrets', () => {
  test('are listed by checkout, and each one leads to its address', async () => {
    answerKeys(
      key('hotmart', { secretSet: true }),
      key('generic', { secretSet: true, secretWeak: true }),
      key('greenn', { secretSet: true, secretWeak: true }),
    );
    const { user, address } = openApp('/webhook');
    const notice = within(await screen.findByRole('status', { name: 'Segredo fraco' }));
    notice.getByText('Segredo fraco: troque por um de 16 caracteres ou mais.');
    expect(notice.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Genérico', 'Greenn']);
    expect(screen.queryByText('Fraco')).toBeNull();
    await user.click(notice.getByRole('button', { name: 'Greenn' }));
    expect(address()).toBe('/webhook?checkout=greenn');
    await screen.findByText('Fraco');
    await expectAccessible();
  });

  test('are in no notice while there is none', async () => {
    openApp('/webhook');
    await screen.findByText('Não definido');
    expect(screen.queryByRole('status', { name: 'Segredo fraco' })).toBeNull();
  });
});

describe('dialog of a secret', () => {
  test('refuses a short secret that the seller types, before it is sent', async () => {
    const { user, dialog } = await openDialog('generic');
    await user.type(dialog.getByLabelText('Segredo'), 'quinze-letras-1');
    await user.click(dialog.getByRole('button', { name: 'Salvar' }));
    dialog.getByText('Use um segredo de 16 caracteres ou mais.');
    expect(api.asked(setWebhookSecret)).toEqual([]);
  });

  test('makes a secret to copy, and saves it', async () => {
    api.answer(setWebhookSecret, null);
    const { user, dialog } = await openDialog('generic');
    await user.click(dialog.getByRole('button', { name: 'Gerar segredo' }));
    const made = dialog.getByLabelText<HTMLInputElement>('Segredo').value;
    expect(made).toMatch(/^[\w-]{24}$/);
    dialog.getByText(made);
    dialog.getByRole('button', { name: 'Copiar segredo gerado' });
    await expectAccessible();
    await user.click(dialog.getByRole('button', { name: 'Gerar segredo' }));
    const second = dialog.getByLabelText<HTMLInputElement>('Segredo').value;
    expect(second).not.toBe(made);
    await user.click(dialog.getByRole('button', { name: 'Salvar' }));
    await screen.findByText('Segredo salvo');
    expect(api.asked(setWebhookSecret).map(({ body }) => body)).toEqual([{ secret: second }]);
  });

  test('no longer shows a made secret that was changed by hand', async () => {
    const { user, dialog } = await openDialog('generic');
    await user.click(dialog.getByRole('button', { name: 'Gerar segredo' }));
    await user.type(dialog.getByLabelText('Segredo'), 'x');
    expect(dialog.queryByRole('button', { name: 'Copiar segredo gerado' })).toBeNull();
  });

  test('takes a secret of any length that the checkout made, and offers no other', async () => {
    api.answer(setWebhookSecret, null);
    const { user, dialog } = await openDialog('hotmart');
    expect(dialog.queryByRole('button', { name: 'Gerar segredo' })).toBeNull();
    await user.type(dialog.getByLabelText('Segredo'), 'hottok');
    await user.click(dialog.getByRole('button', { name: 'Salvar' }));
    await screen.findByText('Segredo salvo');
  });
});
