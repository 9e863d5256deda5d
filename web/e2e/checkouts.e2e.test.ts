/**
 * From the guide of a checkout to the dashboard: what a person sets up on `Webhook`, what the checkout then sends, and its money. Each
 * checkout's own bodies: `mapping.test.ts` in its folder.
 */
import { createHmac } from 'node:crypto';
import { EXAMPLE_CLICK_ID, type Example } from '@tracker/schemas/checkouts/example';
import { EXAMPLES } from '@tracker/schemas/checkouts/generated/examples';
import type { CheckoutId } from '@tracker/schemas/checkouts/registry';
import { openBrowser, openScreen, type Screen, shownByPoll } from '@tracker/test/kit/browser';
import { click, type RegisteredTenant, registerTenant, secretHolds, signIn } from '@tracker/test/kit/registered-tenant';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';

const url = inject('productUrl');
let browser: Browser;
let screen: Screen;
let page: Page;
let tenant: RegisteredTenant;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

beforeEach(async () => {
  tenant = await registerTenant(url);
  screen = await openScreen(browser, { baseUrl: url });
  page = screen.page;
  await page.clock.install();
  await signIn(page, tenant);
  return async () => {
    expect(screen.problems).toEqual([]);
    await screen.close();
  };
});

interface Proved {
  headers?: Record<string, string>;
  fields?: Record<string, string>;
}
/** How a checkout proves a body, by its documentation. */
type Prove = (secret: string, body: string) => Proved;
const inField =
  (name: string): Prove =>
  (secret) => ({ fields: { [name]: secret } });
const inHeader =
  (name: string): Prove =>
  (secret) => ({ headers: { [name]: secret } });
const hmac = (secret: string, text: string) => createHmac('sha256', secret).update(text);
const signed =
  (name: string): Prove =>
  (secret, body) => ({ headers: { [name]: hmac(secret, body).digest('base64') } });
const basic: Prove = (secret) => ({ headers: { authorization: `Basic ${Buffer.from(secret).toString('base64')}` } });
const timed: Prove = (secret, body) => {
  const at = Math.floor(Date.now() / 1000);
  return { headers: { 'stripe-signature': `t=${at},v1=${hmac(secret, `${at}.${body}`).digest('hex')}` } };
};

interface Story {
  checkout: CheckoutId;
  /** What a person types to find it. */
  typed: string;
  name: string;
  /** Of its documented example, without interest. */
  reais: number;
  prove?: Prove;
}

/** Those without a proof send none. */
const STORIES: readonly Story[] = [
  { checkout: 'guru', typed: 'guru', name: 'Digital Manager Guru', reais: 500, prove: inField('api_token') },
  { checkout: 'lastlink', typed: 'lastl', name: 'Lastlink', reais: 197, prove: inHeader('x-lastlink-token') },
  { checkout: 'payt', typed: 'payt', name: 'PayT', reais: 197, prove: inField('integration_key') },
  { checkout: 'pepper', typed: 'pepp', name: 'Pepper', reais: 100 },
  { checkout: 'pagtrust', typed: 'trust', name: 'PagTrust', reais: 397, prove: inField('hottok') },
  { checkout: 'evermart', typed: 'ever', name: 'Evermart', reais: 147, prove: inField('hottok') },
  { checkout: 'appmax', typed: 'appm', name: 'Appmax', reais: 267.48 },
  { checkout: 'yampi', typed: 'yam', name: 'Yampi', reais: 197, prove: signed('x-yampi-hmac-sha256') },
  { checkout: 'woocommerce', typed: 'woo', name: 'WooCommerce', reais: 197, prove: signed('x-wc-webhook-signature') },
  { checkout: 'cartpanda', typed: 'PANDA', name: 'CartPanda', reais: 197 },
  { checkout: 'asaas', typed: 'asa', name: 'Asaas', reais: 197, prove: inHeader('asaas-access-token') },
  { checkout: 'pagarme', typed: 'pagar', name: 'Pagar.me', reais: 197, prove: basic },
  { checkout: 'stripe', typed: 'stri', name: 'Stripe', reais: 197, prove: timed },
  { checkout: 'shopify', typed: 'shop', name: 'Shopify', reais: 197, prove: signed('x-shopify-hmac-sha256') },
];
const ALL_REAIS = 'R$ 3.184,48';

const reaisText = (reais: number) => `R$ ${reais.toFixed(2).replace('.', ',')}`;
const secretOf = ({ checkout }: Story) => `${checkout}:segredo-da-loja`;

const EXAMPLE_DAY = '2026-11-20';
/** In São Paulo, three hours behind: there the hours of all examples are over. */
const YESTERDAY = new Date(Date.now() - 27 * 3_600_000).toISOString().slice(0, 10);
const DAYS_BETWEEN_SECONDS = (Date.parse(YESTERDAY) - Date.parse(EXAMPLE_DAY)) / 1000;

/** The example as it would have been sent yesterday, with this click. */
const exampleWith = ({ body }: Example, clickId: string): string =>
  JSON.stringify(body)
    .replaceAll(EXAMPLE_CLICK_ID, clickId)
    .replaceAll(EXAMPLE_DAY, YESTERDAY)
    .replaceAll(/"created":(\d+)/g, (_, seconds) => `"created":${Number(seconds) + DAYS_BETWEEN_SECONDS}`);

async function post(address: string, text: string, story: Story, secret = secretOf(story)): Promise<Response> {
  const isForm = EXAMPLES[story.checkout][0]?.contentType === 'application/x-www-form-urlencoded';
  const { headers, fields } = story.prove?.(secret, text) ?? {};
  const sent = fields ? JSON.stringify({ ...JSON.parse(text), ...fields }) : text;
  return fetch(address, {
    method: 'POST',
    headers: { ...(!isForm && { 'content-type': 'application/json' }), ...headers },
    body: isForm ? new URLSearchParams(JSON.parse(sent)) : sent,
  });
}

/** On `Webhook`: finds the checkout by its name, and gives the address in its guide. */
async function openGuide({ typed, name }: Story): Promise<string> {
  const search = page.getByRole('combobox', { name: 'Plataforma', exact: true });
  await search.fill(typed);
  await page.getByRole('option', { name }).waitFor();
  await search.press('Enter');
  await page.getByRole('heading', { name: `Passo a passo: ${name}` }).waitFor();
  return (await page.getByRole('region', { name: `Código: URL do webhook de ${name}` }).textContent()) ?? '';
}

async function setSecret(secret: string): Promise<void> {
  await page.getByRole('button', { name: 'Definir segredo' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Segredo', { exact: true }).fill(secret);
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('Definido', { exact: true }).waitFor();
}

test('brings a sale of each checkout from its guide to the dashboard, and explains what was read', {
  tags: ['§2.6', '§2.8', '§2.10'],
}, async () => {
  await page.goto('/webhook');
  const addresses = new Map<Story, string>();
  for (const story of STORIES) {
    addresses.set(story, await openGuide(story));
    if (story.prove) await setSecret(secretOf(story));
  }
  const sendTo = async (story: Story) => {
    const [example] = EXAMPLES[story.checkout];
    if (!example) throw new Error(`${story.checkout} has no example`);
    return post(addresses.get(story) ?? '', exampleWith(example, await click(tenant)), story);
  };
  // Secrets come into force one after the other.
  const last = STORIES.at(-1) as Story;
  await secretHolds(addresses.get(last) ?? '');

  for (const story of STORIES) {
    const answer = await sendTo(story);
    expect([story.name, answer.status, await answer.json()]).toEqual([
      story.name,
      200,
      expect.objectContaining({ success: true, clickId: expect.stringContaining('mc_') }),
    ]);
  }
  const inbox = page.getByRole('region', { name: 'Entregas recebidas' }).first();
  await shownByPoll(inbox.getByText('Processada').nth(STORIES.length - 1));
  for (const { name, reais } of STORIES) {
    await inbox
      .getByRole('row')
      .filter({ hasText: name })
      .filter({ hasText: 'Processada' })
      .getByText(reaisText(reais))
      .first()
      .waitFor();
  }

  await page
    .getByRole('button', { name: /^Detalhes da entrega de Shopify/ })
    .first()
    .click();
  const read = page.getByRole('region', { name: 'O que foi lido' });
  await read.getByRole('row', { name: 'Valor R$ 197,00 total_price' }).waitFor();
  await read.getByRole('row', { name: 'Status Aprovada financial_status' }).waitFor();
  await read.getByRole('row', { name: /^Referência do click .*mc_.*note_attributes/ }).waitFor();
  const unread = await page.getByRole('region', { name: 'O que não foi usado' }).textContent();
  expect(unread).toContain('subtotal_price');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByText('Isto está errado?').waitFor();
  await page.getByRole('button', { name: 'Copiar a entrega como caso de teste' }).click();
  const testCase = await page.evaluate(() => navigator.clipboard.readText());
  expect(JSON.parse(testCase)).toMatchObject({ provider: 'shopify', body: { total_price: '197.00' } });
  expect(testCase).not.toMatch(/ana\.lima|Lima|11999998888|12345678909/i);

  await page.goto('/?period=7d');
  await shownByPoll(page.locator('div:has(> dt)', { hasText: /^Receita/ }).getByText(ALL_REAIS));
  await page.goto('/analytics?period=7d&tab=explore&group=checkout');
  for (const { name, reais } of STORIES) {
    await page.getByRole('row').filter({ hasText: name }).getByText(reaisText(reais)).first().waitFor();
  }
});

test('takes one item of an order of Shopify back when it is refunded, and shows it in the detail of the sale', {
  tags: ['§2.6', '§2.12'],
}, async () => {
  const address = `${url}/webhooks/shopify/${tenant.webhookKeys.shopify}`;
  const clickId = await click(tenant);
  /** The example of now, with these fields: Shopify sends whole orders, and each refund apart. */
  const send = async (name: string, fields: object) => {
    const example = EXAMPLES.shopify.find((one) => one.name === name);
    const text = JSON.stringify({ ...example?.body, ...fields })
      .replaceAll(EXAMPLE_CLICK_ID, clickId)
      .replaceAll(/\d{4}-\d\d-\d\dT[^"]+/g, new Date().toISOString());
    const answer = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: text,
    });
    expect(answer.status, await answer.text()).toBe(200);
  };
  const items = [
    { id: 1, product_id: 8, title: 'Curso X', quantity: 1, price: '180.00' },
    { id: 2, product_id: 9, title: 'Livro', quantity: 1, price: '120.00' },
  ];
  const order = { total_price: '300.00', line_items: items };
  const today = (reais: string) =>
    shownByPoll(page.locator('div:has(> dt)', { hasText: /^Receita Hoje/ }).getByText(reais, { exact: true }));

  await send('Pedido pago', order);
  await page.goto('/');
  await today('R$ 300,00');
  await send('Reembolso parcial', {
    refund_line_items: [{ id: 3, line_item_id: 2, quantity: 1, subtotal: '120.00', total_tax: '0.00' }],
    transactions: [{ id: 4, kind: 'refund', status: 'success', amount: '120.00', currency: 'BRL', test: false }],
  });
  await today('R$ 180,00');

  // The order comes once more, and takes nothing else back.
  await send('Pedido pago', { ...order, financial_status: 'partially_refunded', current_total_price: '180.00' });
  await page.goto('/conversion-logs');
  await page.getByRole('button', { name: /^Detalhes de / }).click();
  const history = page.getByRole('region', { name: 'Histórico do status' });
  const events = history.getByRole('listitem');
  await shownByPoll(events.nth(2));
  await events.filter({ hasText: 'devolvido R$ 120,00' }).waitFor();
  expect(await events.filter({ hasText: 'Aprovada' }).filter({ hasText: 'R$ 300,00' }).count()).toBe(2);
  await page.getByRole('row').filter({ hasText: 'R$ 180,00' }).first().waitFor();
});
