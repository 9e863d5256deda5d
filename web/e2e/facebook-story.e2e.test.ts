/** The ad platform in a browser, against the stub: from the first consent to the ROAS of an ad, and recovery after failures. */
import { systemClock } from '@tracker/infra/lifecycle/clock';
import { addDays, dayOf, type TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { DEFAULT_TIME_ZONE } from '@tracker/schemas/primitives/time';
import { createAccount, defaultAccounts } from '@tracker/standalone/facebook-stub/accounts';
import { type GraphStub, startGraphStub } from '@tracker/standalone/facebook-stub/graph-stub';
import { refusals } from '@tracker/standalone/facebook-stub/refusal';
import { openBrowser, openScreen, openTab, type Screen, takesFocus } from '@tracker/test/kit/browser';
import { eventually } from '@tracker/test/kit/eventually';
import {
  ACCOUNT_BR,
  ACCOUNT_US,
  campaignOf,
  connectFacebook,
  linkCampaign,
  moneyOf,
  shownCents,
} from '@tracker/test/kit/facebook-tenant';
import { type Product, startProduct } from '@tracker/test/kit/product';
import { click, conversion, type RegisteredTenant, registerTenant, signIn } from '@tracker/test/kit/registered-tenant';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';

let graph: GraphStub;
let product: Product;
let browser: Browser;
let tenant: RegisteredTenant;
let screen: Screen;
let page: Page;

/** Its waits for a throttled platform are short. */
const entry = 'infra/test/kit/throttled-product.ts';

/** Its campaigns come in pages. */
const LARGE = createAccount(
  { id: '444', name: 'Conta grande', currency: 'BRL', timeZone: DEFAULT_TIME_ZONE, status: 1 },
  Array.from({ length: 300 }, (_, index) => [`Oferta ${index}`, index % 3 === 0 ? 'PAUSED' : 'ACTIVE'] as const),
  { isSmall: true },
);

beforeAll(async () => {
  graph = await startGraphStub({ clock: systemClock, accounts: [...defaultAccounts, LARGE] });
  graph.runs.areInstant = true;
  [product, browser] = await Promise.all([
    startProduct({ demoData: false, graph, migratedDir: inject('migratedDir'), entry }),
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
async function consent(answer: 'Continuar' | 'Cancelar', link = 'Conectar com Facebook'): Promise<void> {
  await page.getByRole('link', { name: link }).click();
  await page.getByRole('heading', { name: 'Continuar como Ana Lima?' }).waitFor();
  await button(answer).click();
  await page.getByRole('heading', { name: 'Facebook Ads' }).waitFor();
}
/** The tax on spend that a new company has, in cents, rounded half up. */
const taxOn = (cents: number) => Math.floor((cents * 1_383 + 5_000) / 10_000);
/** The URL no longer contains the result of the redirect. */
const cleaned = () => eventually(async () => expect(new URL(page.url()).search).toBe(''), LIVE);
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
  await consent('Continuar');
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
    expect.stringMatching(/Conta grande.*Ativa/),
  ]);

  const linked = page.getByRole('combobox', { name: 'Campanha', exact: true });
  await linked.click();
  await page.getByRole('option').first().click();
  await takesFocus(linked);
  await page.getByRole('combobox', { name: 'Campanha no Facebook' }).fill(facebook.name.toUpperCase());
  await page.getByRole('option', { name: facebook.name }).click();
  expect(await page.getByLabel('ID da campanha no Facebook').inputValue()).toBe(facebook.id);
  const sent = page.waitForRequest('**/connect-facebook');
  await button('Conectar campanha').click();
  expect((await sent).postDataJSON()).toEqual({
    facebookCampaignId: facebook.id,
    facebookCampaignName: facebook.name,
    adAccountId: 'act_111',
  });
  await says('Campanha conectada ao Facebook com sucesso!');

  const totals = () => shown(facebook.id, addDays(today(), -89), today());
  const before = totals();
  const other = await openTab(screen);
  await other.goto('/facebook');
  await other.getByRole('button', { name: /^Sync de / }).waitFor();
  await page.getByText(/ · ao conectar · /).waitFor();
  graph.faults.next({ kind: 'slow', ms: 4_000 }, { match: /insights/ });
  await page.getByRole('button', { name: /^Sync de / }).click();
  await says('Sincronizando...');
  const progress = page.getByRole('progressbar', { name: 'Progresso da sincronização' });
  await eventually(async () => expect(await progress.getAttribute('aria-valuetext')).toBe('0 de 1 campanha'), LIVE);
  expect(await button('Sincronizar tudo').isDisabled()).toBe(true);
  await other.getByRole('button', { name: /^Sync de / }).click();
  const refused = other.locator('[data-look=destructive]');
  await refused.getByText('Erro no Sync', { exact: true }).waitFor();
  await refused.getByText('Já há uma sincronização em andamento').waitFor();
  await other.close();
  await page.getByText('Sync concluído', { exact: true }).first().waitFor();
  const told = plain(
    await page
      .getByText(/dias\. Gasto total/)
      .first()
      .textContent(),
  );
  // The shown figures of today grow by the hour.
  expect([before, totals()].map((total) => expect.stringContaining(`Gasto total: ${money(total)}`))).toContainEqual(
    told,
  );

  const ad = facebook.adsets[0]?.ads[0];
  const clickId = await click(tenant, { utm_source: 'facebook', sub1: ad?.id ?? '', sub4: ad?.name ?? '' });
  const at = new Date(Date.now() - 86_400_000).toISOString();
  await conversion(tenant, { transaction_id: 'FB-1', amount: '500.00', click_id: clickId, approved_at: at });
  await page.goto('/');
  const spent = shown(facebook.id, yesterday);
  const ratio = (of: number) =>
    `${new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(of)}x`;
  await eventually(async () => {
    expect(await card('Gasto Ontem')).toBe(money(spent));
    expect(await card('ROAS Ontem')).toBe(ratio(50_000 / spent));
  }, LIVE);

  const ofAd = shown(ad?.id ?? '', addDays(today(), -29), today());
  const row = page.locator('tr', { hasText: ad?.id ?? '' });
  await eventually(async () => {
    const cells = (await row.getByRole('cell').allTextContents()).map(plain);
    expect(cells[3]).toBe(
      `${money(50_000)}Gasto ${money(ofAd)} · ROAS ${ratio(50_000 / ofAd)}Lucro líquido ${money(50_000 - ofAd - taxOn(ofAd))}`,
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

test('shows when a throttled sync continues, and finishes it without a retry by hand', {
  tags: ['§2.11'],
}, async () => {
  const { id } = campaignOf(ACCOUNT_BR, 'Perpétuo Curso X');
  await connectFacebook(tenant);
  await linkCampaign(tenant, id);
  await open();
  graph.faults.next({ kind: 'refuse', refusal: refusals.insightsThrottled }, { match: /GET .*insights/ });
  await page.getByRole('button', { name: /^Sync de / }).click();
  const { progress } = await eventually(async () => {
    const status = await (await page.request.get('/api/facebook/sync-status')).json();
    expect(status).toMatchObject({ isRunning: true, progress: { done: 0, total: 1 } });
    expect(status.progress.waitingUntil).toEqual(expect.any(String));
    return status as { progress: { waitingUntil: string } };
  }, LIVE);
  const continuesAt = Date.parse(progress.waitingUntil);
  const clock = new Intl.DateTimeFormat('pt-BR', { timeStyle: 'short', timeZone: DEFAULT_TIME_ZONE });
  const note = page.getByText(`O Facebook limitou as chamadas. Continua às ${clock.format(continuesAt)}.`);
  await note.waitFor();
  await says('Sincronizando...');
  expect(await button('Sincronizar tudo').isDisabled()).toBe(true);

  await page.getByText('Sync concluído', { exact: true }).first().waitFor({ timeout: 60_000 });
  expect(Date.now()).toBeGreaterThan(continuesAt);
  await says('Parado');
  await note.waitFor({ state: 'detached' });
  const run = page.getByRole('list', { name: 'Últimas sincronizações' }).getByRole('listitem').first();
  expect(await run.textContent()).toContain(moneyOf(shown(id, addDays(today(), -89), today())));
});

describe('Facebook screen after a failure', () => {
  test('explains a declined consent until it is dismissed, and can connect again', { tags: ['§4'] }, async () => {
    await open();
    await consent('Cancelar');
    await failure('Conexão recusada');
    await cleaned();
    await page.getByText('A autorização foi cancelada no Facebook').waitFor();
    await says('Desconectado');
    await button('Dispensar').click();
    await page.getByText('A autorização foi cancelada no Facebook').waitFor({ state: 'detached' });
    await consent('Continuar');
    await says('Conectado');
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
    await consent('Continuar', 'Reconectar');
    await says('Conectado');
    await page.goto('/');
    await button('Atualizar gastos').click();
    await says('Gastos Atualizados');
  });

  test('shows a token that ends during a sync in the run and in the connection', async () => {
    await connectFacebook(tenant);
    await linkCampaign(tenant, campaignOf(ACCOUNT_BR, 'Perpétuo Curso X').id);
    const listed = page.waitForResponse(/facebook\/campaigns/);
    await open();
    await listed; // The screen's own calls must not be the ones that notice it.
    graph.tokens.endAll(refusals.changedPassword);
    await page.getByRole('button', { name: /^Sync de / }).click();
    await failure('Erro no Sync');
    await page.getByRole('link', { name: 'Reconectar' }).waitFor();
    const run = page.getByRole('list', { name: 'Últimas sincronizações' }).getByRole('listitem').first();
    await eventually(async () => expect(await run.textContent()).toContain('A senha do Facebook mudou'), LIVE);
    // The failed run is a 502, which the screen has shown.
    screen.problems.splice(0);
  });

  test('names on the dashboard the missing campaign link, and refreshes spend once it is linked', {
    tags: ['§7.3', '§8.15'],
  }, async () => {
    await connectFacebook(tenant);
    await page.goto('/');
    await button('Atualizar gastos').click();
    await failure('Erro ao Atualizar');
    await page.getByText('Esta campanha não está conectada ao Facebook: os gastos não').waitFor();
    await linkCampaign(tenant, campaignOf(ACCOUNT_BR, 'Lista de espera').id);
    await button('Atualizar gastos').click();
    await says('Gastos Atualizados');
    const told = plain(
      await page
        .getByText(/^Sync concluído\. Gasto de hoje: /)
        .first()
        .textContent(),
    );
    const spent = shown(campaignOf(ACCOUNT_BR, 'Lista de espera').id, today());
    expect(told).toBe(`Sync concluído. Gasto de hoje: ${money(spent)}`);
    await eventually(async () => expect(await card('Gasto Hoje')).toBe(money(spent)), LIVE);
    expect(await page.getByRole('link', { name: 'Conectar em Facebook Ads' }).count()).toBe(0);
  });

  test('disconnects after a confirmation, and keeps links and spend', async () => {
    await connectFacebook(tenant);
    await linkCampaign(tenant, campaignOf(ACCOUNT_BR, 'Perpétuo Curso X').id);
    await open();
    await button('Desconectar').click();
    await page.getByRole('dialog').getByText('As campanhas conectadas continuam conectadas').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancelar' }).click();
    await says('Conectado');
    await button('Desconectar').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Desconectar' }).click();
    await says('Facebook desconectado');
    await says('Desconectado');
    await page.getByRole('list', { name: 'Campanhas conectadas' }).getByText('Perpétuo Curso X').waitFor();
    expect(graph.requests.some(({ method, path }) => method === 'DELETE' && path === '/me/permissions')).toBe(true);
  });
});

describe('state of a consent', () => {
  /** The address to which the platform would redirect the browser, without following it. */
  async function callback(): Promise<string> {
    const asked = await page.request.get('/auth/facebook', { maxRedirects: 0 });
    const answered = await page.request.get(`${asked.headers().location}&__allow=1`, { maxRedirects: 0 });
    return answered.headers().location ?? '';
  }

  test('does not connect another tenant, and still connects the one that started it', async () => {
    const theirs = await callback();
    const stranger = await openScreen(browser, { baseUrl: product.url });
    await signIn(stranger.page, await registerTenant(product.url));
    await stranger.page.goto(theirs);
    await stranger.page.getByText('Autorização vencida', { exact: true }).first().waitFor();
    await stranger.page.getByText('Desconectado', { exact: true }).waitFor();
    expect(stranger.problems).toEqual([]);
    await stranger.close();
    await page.goto(theirs);
    await says('Facebook conectado');
  });

  test('does not connect twice', async () => {
    const ours = await callback();
    await page.goto(ours);
    await says('Conectado');
    await button('Desconectar').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Desconectar' }).click();
    await says('Desconectado');
    await page.goto(ours);
    await failure('Autorização vencida');
    await says('Desconectado');
  });

  test('does not connect when it is made up', async () => {
    await page.goto('/auth/facebook/callback?code=AQ1&state=x');
    await failure('Autorização vencida');
    await says('Desconectado');
  });
});

describe('several linked campaigns', () => {
  test('shows currency and time zone warnings for each link, changes its days, syncs all and unlinks one', {
    tags: ['§2.11'],
  }, async () => {
    const [local, foreign] = [campaignOf(ACCOUNT_BR, 'Lista de espera'), campaignOf(ACCOUNT_US, 'Course X launch')];
    await connectFacebook(tenant);
    await linkCampaign(tenant, local.id);
    await linkCampaign(tenant, foreign.id);
    await open();
    const group = page.getByRole('list', { name: /^Campanhas do Facebook em / }).getByRole('listitem');
    await group.nth(1).waitFor();
    expect(await page.getByRole('button', { name: /^Sync de / }).count()).toBe(1);
    const odd = group.filter({ hasText: foreign.name });
    await odd.getByText('A conta gasta em USD').waitFor();
    await odd.getByText('A conta está no fuso America/New_York').waitFor();
    await odd.getByRole('combobox').click();
    await page.getByRole('option', { name: 'Dias da empresa' }).click();
    await says('Dias alterados');
    await odd.getByText('repartido por hora nos dias da empresa').waitFor();

    await button('Sincronizar tudo').click();
    await says(/^2 de 2 campanhas\. Gasto total: /);
    const run = page.getByRole('list', { name: 'Últimas sincronizações' }).getByRole('listitem').first();
    await run.getByText(/Falta a cotação de USD/).waitFor();
    await run.getByText(/todas as campanhas · /).waitFor();
    const account = page.getByRole('list', { name: 'Contas de anúncios' }).getByRole('listitem').first();
    await account.getByText('Não alocado').waitFor();
    const since = addDays(today(), -27);
    const unallocated = shown('act_111', since, today()) - shown(local.id, since, today());
    const part = plain(await account.locator('dd').nth(2).textContent());
    expect(part).toBe(money(unallocated));

    await page.getByRole('button', { name: `Desconectar ${local.name}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Desconectar' }).click();
    await says('Campanha desconectada');
    await eventually(async () => expect(await group.count()).toBe(1), LIVE);
  });

  test('marks a campaign that is already linked, and rejects it and unknown ids by hand', async () => {
    const taken = campaignOf(ACCOUNT_BR, 'Lista de espera');
    await connectFacebook(tenant);
    await linkCampaign(tenant, taken.id);
    const other = { name: 'Outra', campaignId: `outra-${tenant.slug.slice(5)}` };
    expect((await page.request.post('/api/campaigns', { data: other })).status()).toBe(201);
    await open();
    await page.getByRole('combobox', { name: 'Campanha no Facebook' }).fill('espera');
    const option = page.getByRole('option', { name: taken.name });
    expect(await option.getAttribute('aria-disabled')).toBe('true');
    await option.getByText('já conectada').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('combobox', { name: 'Campanha', exact: true }).click();
    await page.getByRole('option', { name: 'Outra' }).click();
    await page.getByText('Informar o ID à mão').click();
    const id = page.getByLabel('ID da campanha no Facebook');
    await id.fill(taken.id);
    await button('Conectar campanha').click();
    await failure('Erro');
    await says('Esta campanha do Facebook já está conectada a outra campanha.');
    await id.fill('999');
    await button('Conectar campanha').click();
    await page
      .getByText(/^Campanha não encontrada no Facebook/)
      .first()
      .waitFor();
  });
});

// The last one: its 90 days are a long run.
test('links a whole account of 300 campaigns, finds the paused ones and takes them out again', {
  tags: ['§2.11'],
}, async () => {
  await connectFacebook(tenant);
  await open();
  const campaigns = page.getByRole('region', { name: 'Campanhas da conta' }).first();
  await page.getByRole('combobox', { name: 'Conta das campanhas' }).click();
  await page.getByRole('option', { name: 'Conta grande' }).click();
  await campaigns.getByText('300 campanhas · 300 sem conexão').waitFor();
  await button('Conectar todas desta conta').click();
  const dialog = page.getByRole('dialog', { name: 'Conectar todas desta conta' });
  await dialog.getByRole('combobox', { name: 'Campanha' }).click();
  await page.getByRole('option').first().click();
  await dialog.getByRole('button', { name: 'Conectar', exact: true }).click();
  await says('300 campanhas conectadas');
  await campaigns.getByText('300 campanhas · 0 sem conexão').waitFor();
  await campaigns.getByText(/^Campanhas novas desta conta entram em /).waitFor();

  await campaigns.getByRole('combobox', { name: 'Status na plataforma' }).click();
  await page.getByRole('option', { name: 'pausada' }).click();
  await campaigns.getByText('Mostrando 50 de 100').waitFor();
  expect(new URL(page.url()).search).toBe('?account=act_444&state=PAUSED');
  await campaigns.getByRole('checkbox', { name: 'Selecionar todas as 100' }).focus();
  await page.keyboard.press('Space');
  await campaigns.getByText('100 campanhas selecionadas').waitFor();
  await button('Desconectar selecionadas').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Desconectar', exact: true }).click();
  await says('100 campanhas desconectadas');
  await campaigns.getByText('300 campanhas · 100 sem conexão').waitFor();
  const asked = graph.requests.filter(({ path }) => path.includes('insights')).map(({ path }) => path);
  expect(LARGE.campaigns.some(({ id }) => asked.includes(`/${id}/insights`))).toBe(false);
});
