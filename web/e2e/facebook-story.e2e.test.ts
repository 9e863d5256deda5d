/** The ad platform in a browser, against the stub: from the first consent to the ROAS of an ad, and back from a token that ended. */
import { systemClock } from '@tracker/infra/lifecycle/clock';
import { TENANT_PARAMETER } from '@tracker/schemas/contracts/wanted-tenant';
import { addDays, dayOf, type TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { DEFAULT_TIME_ZONE } from '@tracker/schemas/primitives/time';
import { type GraphStub, startGraphStub } from '@tracker/standalone/facebook-stub/graph-stub';
import { refusals } from '@tracker/standalone/facebook-stub/refusal';
import { openBrowser, openScreen, type Screen, takesFocus } from '@tracker/test/kit/browser';
import { eventually } from '@tracker/test/kit/eventually';
import {
  ACCOUNT_BR,
  campaignOf,
  connectFacebook,
  linkCampaign,
  moneyOf,
  shownCents,
} from '@tracker/test/kit/facebook-tenant';
import { type Product, startProduct } from '@tracker/test/kit/product';
import { click, conversion, type RegisteredTenant, registerTenant, signIn } from '@tracker/test/kit/registered-tenant';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';

let graph: GraphStub;
let product: Product;
let browser: Browser;
let tenant: RegisteredTenant;
let screen: Screen;
let page: Page;

beforeAll(async () => {
  graph = await startGraphStub({ clock: systemClock });
  graph.runs.areInstant = true;
  [product, browser] = await Promise.all([
    startProduct({ demoData: false, graph, migratedDir: inject('migratedDir') }),
    openBrowser(),
  ]);
});
afterAll(async () => {
  await browser.close();
  await product.stop();
  await graph.close();
});

beforeEach(async () => {
  tenant = await registerTenant(product.url);
  screen = await openScreen(browser, { baseUrl: product.url });
  page = screen.page;
  await signIn(page, tenant);
  return async () => {
    expect(screen.problems).toEqual([]);
    await screen.close();
  };
});

const LIVE = { timeoutMs: 20_000, everyMs: 100 };
const says = (text: string | RegExp) => page.getByText(text, { exact: true }).first().waitFor();
const button = (name: string) => page.getByRole('button', { name, exact: true });
const failure = (text: string) => page.locator('[data-look=destructive]').getByText(text, { exact: true }).waitFor();
const today = () => dayOf(Date.now(), DEFAULT_TIME_ZONE);
const shown = (id: string, since: TenantDay, until = since) => shownCents(graph, id, since, until);
/** A text of the page without Intl's special spaces. */
const plain = (text: string | null) => text?.replaceAll('\u00a0', ' ');
const money = (cents: number) => plain(moneyOf(cents));

async function open(): Promise<void> {
  await page.goto('/facebook');
  await page.getByRole('heading', { name: 'Facebook Ads' }).waitFor();
}
async function consent(link = 'Conectar com Facebook'): Promise<void> {
  await page.getByRole('link', { name: link }).click();
  await page.getByRole('heading', { name: 'Continuar como Ana Lima?' }).waitFor();
  await button('Continuar').click();
  await page.getByRole('heading', { name: 'Facebook Ads' }).waitFor();
}
/** The tax on spend that a new company has, in cents, rounded half up. */
const taxOn = (cents: number) => Math.floor((cents * 1_383 + 5_000) / 10_000);
/** The URL no longer contains the result of the redirect. */
const cleaned = () =>
  eventually(async () => expect([...new URL(page.url()).searchParams.keys()]).toEqual([TENANT_PARAMETER]), LIVE);
const card = async (name: string) => {
  const names = page.locator('dt').filter({ hasText: new RegExp(`^${name}$`) });
  return plain(await names.locator('xpath=following-sibling::dd[1]').first().textContent());
};

test('connects, links and syncs Facebook, and shows spend, ROAS and the ROAS of an ad to the cent', {
  tags: ['§2.11', '§7.4', '§2.6'],
}, async () => {
  const yesterday = addDays(today(), -1);
  const facebook = ACCOUNT_BR.campaigns.find(({ id, status }) => status === 'ACTIVE' && shown(id, yesterday) > 0);
  if (!facebook) throw new Error('no campaign of the stand-in spent anything yesterday');

  await open();
  await says('Desconectado');
  await consent();
  await says('Facebook conectado');
  await says('Conectado');
  await page.getByText(/^Ana Lima, autorizada até \d\d\/\d\d\/\d{4}$/).waitFor();
  await cleaned();
  const accounts = page.getByRole('list', { name: 'Contas de anúncios' }).getByRole('listitem');
  await accounts.first().waitFor();
  expect(await accounts.allTextContents()).toEqual([
    expect.stringMatching(/Conta BR.*act_111 · BRL · America\/Sao_Paulo.*Ativa/),
    expect.stringMatching(/US account.*act_222 · USD · America\/New_York.*Ativa/),
    expect.stringMatching(/Conta de cliente.*Desativada/),
  ]);

  // The list of the account takes many at once (`account-campaigns.test.tsx`); one that is not there goes by its id.
  await page.getByText('Conectar pelo ID').click();
  const linked = page.getByRole('combobox', { name: 'Campanha', exact: true });
  await linked.click();
  await page.getByRole('option').first().click();
  await takesFocus(linked);
  await page.getByLabel('ID da campanha no Facebook').fill(facebook.id);
  const sent = page.waitForRequest('**/api/ad-platforms/facebook/links/*');
  await button('Conectar campanha').click();
  expect((await sent).postDataJSON()).toEqual({
    platformCampaignId: facebook.id,
    platformCampaignName: '',
  });
  await says('Campanha conectada ao Facebook com sucesso!');

  const totals = () => shown(facebook.id, addDays(today(), -89), today());
  const before = totals();
  await page.getByText(/ · ao conectar · /).waitFor();
  await page.getByRole('button', { name: /^Sync de / }).click();
  await page.getByText('Sync concluído', { exact: true }).first().waitFor();
  const reported = plain(
    await page
      .getByText(/valores diários\. Gasto total/)
      .first()
      .textContent(),
  );
  // The shown figures of today grow by the hour.
  expect([before, totals()].map((total) => expect.stringContaining(`Gasto total: ${money(total)}`))).toContainEqual(
    reported,
  );

  const ad = facebook.adsets[0]?.ads[0];
  const clickId = await click(tenant, { utm_source: 'facebook', sub1: ad?.id ?? '', sub4: ad?.name ?? '' });
  // In the first hour of yesterday: tracking begins with its hour.
  const at = new Date(`${yesterday}T00:10:00-03:00`).toISOString();
  await conversion(tenant, { transaction_id: 'FB-1', amount: '500.00', click_id: clickId, approved_at: at });
  await page.goto('/');
  const spent = shown(facebook.id, yesterday);
  const ratio = (of: number) =>
    `${new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(of)}x`;
  await eventually(async () => {
    expect(await card('Gasto Ontem')).toBe(money(spent));
    expect(await card('ROAS Ontem')).toBe(ratio(50_000 / spent));
  }, LIVE);

  // Tracking began with the conversion: what was spent before is in no ratio or profit, and the row shows the spend of its ratio.
  const tracked = shown(ad?.id ?? '', yesterday, today());
  const row = page.locator('tr', { has: page.getByTitle(`${ad?.name} (${ad?.id})`, { exact: true }) });
  await eventually(async () => {
    const cells = (await row.getByRole('cell').allTextContents()).map(plain);
    expect(cells[3]).toBe(
      `${money(50_000)}Gasto ${money(tracked)} · ROAS ${ratio(50_000 / tracked)}Lucro líquido ${money(50_000 - tracked - taxOn(tracked))}`,
    );
  }, LIVE);

  // The sum of the profit, opened and closed by keyboard, adds up as it is written.
  const opener = page.getByRole('button', { name: /^Ver a conta do lucro líquido da empresa/ });
  await opener.press('Enter');
  const sum = page.getByRole('dialog', { name: /^Conta do lucro líquido da empresa/ });
  const lines = (await sum.locator('td').allTextContents()).map((text) => Number(text.replaceAll(/[^\d-]/g, '')));
  const [revenue, ofSpend = 0, ofTax] = lines;
  expect([revenue, ofTax]).toEqual([50_000, -taxOn(-ofSpend)]);
  expect(lines.slice(0, -1).reduce((total, line) => total + line)).toBe(lines.at(-1));
  await page.keyboard.press('Escape');
  await takesFocus(opener);
});

test('shows an expired token as disconnected, and works again after a reconnect', { tags: ['§4'] }, async () => {
  await connectFacebook(tenant);
  await linkCampaign(tenant, campaignOf(ACCOUNT_BR, 'Perpétuo Curso X').id);
  graph.tokens.endAll(refusals.expiredToken);
  await open();
  await says('Desconectado');
  await page.getByText(/^A autorização de Ana Lima não vale mais/).waitFor();
  await page.getByRole('button', { name: /^Sync de / }).click();
  await failure('Erro no Sync');
  await says('Reconecte o Facebook');
  await consent('Reconectar');
  await says('Conectado');
  await page.goto('/');
  await button('Atualizar gastos').click();
  await says('Gastos Atualizados');
});
