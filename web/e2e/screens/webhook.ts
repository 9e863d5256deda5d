import { type CurrentUser, currentUser } from '@tracker/schemas/contracts/auth.contract';
import { listWebhookKeys, type WebhookKey } from '@tracker/schemas/contracts/webhook.contract';
import type { Page } from 'playwright-core';
import { changeAnswer, heading, loaded, look, picture, type ScreenCase } from './screen-case.ts';

export const WEBHOOK: readonly ScreenCase[] = [
  picture('webhook', 'busy', '/webhook', webhook),
  picture('webhook-empty', 'new', '/webhook?checkout=perfect-pay', webhook),
  picture('webhook-search', 'new', '/webhook?checkout=shopify', async (page) => {
    await webhook(page);
    await page.getByRole('combobox', { name: 'Plataforma', exact: true }).fill('pa');
    await page.getByRole('option', { name: 'CartPanda' }).waitFor();
  }),
  look('webhook-delivery', 'busy', '/webhook', async (page) => {
    await webhook(page);
    await page
      .getByRole('button', { name: /^Detalhes da entrega/ })
      .first()
      .click();
    await page.getByRole('region', { name: 'Código: corpo da entrega' }).waitFor();
  }),
  picture('webhook-secret', 'busy', '/webhook', async (page) => {
    await webhook(page);
    await page.getByRole('button', { name: 'Definir segredo' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click();
    await page.getByText('Informe o segredo.').waitFor();
  }),
  picture('webhook-made-secret', 'busy', '/webhook?checkout=generic', async (page) => {
    await webhook(page);
    await page.getByRole('button', { name: 'Definir segredo' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Gerar segredo' }).click();
    await page.getByRole('button', { name: 'Copiar segredo gerado' }).waitFor();
  }),
  picture('webhook-weak-secret', 'busy', '/webhook?checkout=generic', async (page) => {
    // No secret can be as short any more.
    await changeAnswer<WebhookKey[]>(page, listWebhookKeys.path, (keys) =>
      keys.map((key) => ({ ...key, ...(WEAK.has(key.provider) && { secretSet: true, secretWeak: true }) })),
    );
    await webhook(page);
    await page.getByRole('status', { name: 'Segredo fraco' }).waitFor();
  }),
  picture('webhook-limit-reached', 'busy', '/webhook', async (page) => {
    await changeAnswer<CurrentUser>(page, currentUser.path, (user) => ({ ...user, unverifiedLimitReached: true }));
    await webhook(page);
    await page.getByText('Vendas sem chave passaram do limite do dia').waitFor();
  }),
  picture('webhook-rotate', 'busy', '/webhook', async (page) => {
    await webhook(page);
    await page.getByRole('button', { name: 'Gerar nova chave' }).click();
    await page.getByRole('dialog').waitFor();
  }),
  look('webhook-postback', 'new', '/webhook', async (page) => {
    await webhook(page);
    await page.getByRole('button', { name: 'Novo postback' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Macros', { exact: true }).click();
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await dialog.getByText('Informe um nome.').waitFor();
  }),
  look('webhook-test', 'busy', '/webhook/test?checkout=cakto', async (page) => {
    await page.getByRole('button', { name: 'Enviar teste' }).click();
    await page.getByRole('log', { name: 'Respostas' }).getByRole('listitem').waitFor();
  }),
];

const WEAK = new Set(['generic', 'greenn']);

async function webhook(page: Page): Promise<void> {
  await heading('Webhook')(page);
  await page.getByRole('tabpanel').waitFor();
  await loaded(page);
}
