import { type CurrentUser, currentUser } from '@tracker/schemas/contracts/auth.contract';
import { listWebhookKeys, type WebhookKey } from '@tracker/schemas/contracts/webhook.contract';
import type { Page } from 'playwright-core';
import { changeAnswer, heading, loaded, type ScreenCase } from './screen-case.ts';

export const WEBHOOK: readonly ScreenCase[] = [
  { name: 'webhook', as: 'busy', path: '/webhook', pictureOnly: true, ready: webhook },
  { name: 'webhook-empty', as: 'new', path: '/webhook?checkout=perfect-pay', pictureOnly: true, ready: webhook },
  {
    name: 'webhook-search',
    as: 'new',
    path: '/webhook?checkout=shopify',
    pictureOnly: true,
    async ready(page) {
      await webhook(page);
      await page.getByRole('combobox', { name: 'Plataforma', exact: true }).fill('pa');
      await page.getByRole('option', { name: 'CartPanda' }).waitFor();
    },
  },
  {
    name: 'webhook-delivery',
    as: 'busy',
    path: '/webhook',
    async ready(page) {
      await webhook(page);
      await page
        .getByRole('button', { name: /^Detalhes da entrega/ })
        .first()
        .click();
      await page.getByRole('region', { name: 'Código: corpo da entrega' }).waitFor();
    },
  },
  {
    name: 'webhook-secret',
    as: 'busy',
    path: '/webhook',
    pictureOnly: true,
    async ready(page) {
      await webhook(page);
      await page.getByRole('button', { name: 'Definir segredo' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click();
      await page.getByText('Informe o segredo.').waitFor();
    },
  },
  {
    name: 'webhook-made-secret',
    as: 'busy',
    path: '/webhook?checkout=generic',
    pictureOnly: true,
    async ready(page) {
      await webhook(page);
      await page.getByRole('button', { name: 'Definir segredo' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Gerar segredo' }).click();
      await page.getByRole('button', { name: 'Copiar segredo gerado' }).waitFor();
    },
  },
  {
    name: 'webhook-weak-secret',
    as: 'busy',
    path: '/webhook?checkout=generic',
    pictureOnly: true,
    async ready(page) {
      // No secret can be as short any more.
      await changeAnswer<WebhookKey[]>(page, listWebhookKeys.path, (keys) =>
        keys.map((key) => ({ ...key, ...(WEAK.has(key.provider) && { secretSet: true, secretWeak: true }) })),
      );
      await webhook(page);
      await page.getByRole('status', { name: 'Segredo fraco' }).waitFor();
    },
  },
  {
    name: 'webhook-limit-reached',
    as: 'busy',
    path: '/webhook',
    pictureOnly: true,
    async ready(page) {
      await changeAnswer<CurrentUser>(page, currentUser.path, (user) => ({ ...user, unverifiedLimitReached: true }));
      await webhook(page);
      await page.getByText('Vendas sem chave passaram do limite do dia').waitFor();
    },
  },
  {
    name: 'webhook-rotate',
    as: 'busy',
    path: '/webhook',
    pictureOnly: true,
    async ready(page) {
      await webhook(page);
      await page.getByRole('button', { name: 'Gerar nova chave' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'webhook-postback',
    as: 'new',
    path: '/webhook',
    async ready(page) {
      await webhook(page);
      await page.getByRole('button', { name: 'Novo postback' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('Macros', { exact: true }).click();
      await dialog.getByRole('button', { name: 'Salvar' }).click();
      await dialog.getByText('Informe um nome.').waitFor();
    },
  },
  {
    name: 'webhook-test',
    as: 'busy',
    path: '/webhook/test?checkout=cakto',
    async ready(page) {
      await page.getByRole('button', { name: 'Enviar teste' }).click();
      await page.getByRole('log', { name: 'Respostas' }).getByRole('listitem').waitFor();
    },
  },
];

const WEAK = new Set(['generic', 'greenn']);

async function webhook(page: Page): Promise<void> {
  await heading('Webhook')(page);
  await page.getByRole('tabpanel').waitFor();
  await loaded(page);
}
