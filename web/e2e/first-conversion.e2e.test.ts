/** From the first page to the first tracked sale, counted in clicks on what is seen: at most ten, also for ads with the parameters of UTMify. */
import { examples as kiwifyExamples } from '@tracker/schemas/checkouts/kiwify/examples';
import { openBrowser, openScreen, type Screen } from '@tracker/test/kit/browser';
import { freshRegistration, VISITOR } from '@tracker/test/kit/registered-tenant';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';

const url = inject('productUrl');
const CLICKS_MAX = 10;
const UTMIFY = {
  utm_source: 'FB',
  utm_campaign: 'Natal|120210000000009',
  utm_medium: 'Frio|120210000000008',
  utm_content: 'VSL 01|120210000000007',
  utm_term: 'Instagram_Stories',
};

let browser: Browser;
let screen: Screen;
let page: Page;
let clicks: number;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());
beforeEach(async () => {
  screen = await openScreen(browser, { baseUrl: url });
  page = screen.page;
  page.setDefaultTimeout(60_000);
  clicks = 0;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  return () => screen.close();
});

async function press(what: Locator): Promise<void> {
  clicks += 1;
  await what.click();
}
const button = (name: string | RegExp) => page.getByRole('button', { name });
const copied = () => page.evaluate(() => navigator.clipboard.readText());

/** Two clicks to the first steps, three to the address of Kiwify, two to the tag of the script. */
async function beginAsNewcomer(): Promise<{ webhook: string; tag: string }> {
  const registration = freshRegistration();
  await page.goto('/login');
  await press(page.getByRole('link', { name: 'Registrar empresa' }));
  await page.getByLabel('Nome da empresa').fill(registration.companyName);
  await page.getByLabel('URL da empresa').fill(registration.companySlug);
  await page.getByLabel('Nome', { exact: true }).fill(registration.firstName);
  await page.getByLabel('Sobrenome').fill(registration.lastName);
  await page.getByLabel('Email').fill(registration.email);
  for (const password of ['Senha', 'Confirmar senha'])
    await page.getByLabel(password, { exact: true }).fill(registration.password);
  await press(button('Criar Conta Empresarial'));
  await page.getByRole('region', { name: 'Primeiros passos' }).waitFor();
  const checkout = page.getByLabel('O checkout em que as vendas acontecem');
  await press(checkout);
  await checkout.fill('Kiwify');
  await press(page.getByRole('option', { name: /^Kiwify/ }));
  await press(button('Copiar URL do webhook de Kiwify'));
  const webhook = await copied();
  await press(button(/Instale o script/));
  await press(button('Copiar código do script'));
  return { webhook, tag: await copied() };
}

/** The click of a phone on an ad, as the script of the page counts it, and the sale that Kiwify reports. */
async function sellOn({ webhook, tag }: { webhook: string; tag: string }, link: string): Promise<void> {
  const campaign = /cmpid=([\w-]+)|defaultcampaignid=([\w-]+)/i;
  const [, given, byTag] = campaign.exec(link) ?? campaign.exec(tag) ?? [];
  const tags = new URLSearchParams(link.replace(/^[^?]*\?/, ''));
  tags.delete('cmpid');
  const asked = `${url}/track/${given ?? byTag}?${new URLSearchParams({ format: 'json', ...Object.fromEntries(tags) })}`;
  const answer = await fetch(asked, { headers: { 'user-agent': VISITOR } });
  const { clickid } = (await answer.json()) as { clickid: string };
  const body = structuredClone(kiwifyExamples[0]?.body) as Record<string, unknown>;
  // As Kiwify writes it: without a zone, and that of São Paulo.
  const sold = new Date().toLocaleString('sv', { timeZone: 'America/Sao_Paulo' }).slice(0, 16);
  Object.assign(body, { created_at: sold, updated_at: sold, approved_date: sold, order_id: `order ${clickid}` });
  Object.assign(body.TrackingParameters as object, { sck: clickid });
  const delivery = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  expect((await fetch(webhook, delivery)).status).toBe(200);
}

const isSold = () => button(/Primeira venda rastreada.*Pronto desde/).waitFor();

test('leads a newcomer to the first tracked sale within ten clicks', async () => {
  const copies = await beginAsNewcomer();
  await press(button(/Link do anúncio/));
  await press(button(/^Copiar parâmetros/));
  await sellOn(copies, `?${(await copied()).replaceAll(/\{\{[^}]*\}\}/g, '1201')}`);
  await isSold();
  expect(clicks).toBeLessThanOrEqual(CLICKS_MAX);
  expect(screen.problems).toEqual([]);
});

test('reads the ads of who comes from UTMify as they are, within ten clicks', async () => {
  const copies = await beginAsNewcomer();
  await press(button(/Link do anúncio/));
  await press(page.getByText('Vim da UTMify, Nemu, xTracky ou RedTrack'));
  const template = String(new URLSearchParams(UTMIFY));
  await page.getByLabel('Link de um anúncio').fill(template);
  await page.getByLabel('Link de um anúncio').press('Enter');
  await page.getByText('Nada precisa mudar').waitFor();
  await sellOn(copies, `?${template}`);
  await isSold();
  const answer = await page.request.get('/api/conversions');
  expect((await answer.json())[0]).toMatchObject({ adName: 'VSL 01', channel: 'facebook' });
  expect(clicks).toBeLessThanOrEqual(CLICKS_MAX);
  expect(screen.problems).toEqual([]);
});
