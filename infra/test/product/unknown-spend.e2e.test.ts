/** Spend that is not there, as people see it: an account that refuses, a first load on its way, and days between two connections. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@tracker/infra/lifecycle/clock';
import { connect, type Sql } from '@tracker/infra/postgres/connect';
import { createLogger } from '@tracker/infra/telemetry/logger';
import type { SpendRow } from '@tracker/schemas/contracts/spend.contract';
import { addDays, dayOf, type TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { DEFAULT_TIME_ZONE, type TimeZone } from '@tracker/schemas/primitives/time';
import { createAccount, type StubAccount } from '@tracker/standalone/facebook-stub/accounts';
import { type GraphStub, startGraphStub } from '@tracker/standalone/facebook-stub/graph-stub';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { openBrowser, openScreen, type Screen } from '../kit/browser.ts';
import { eventually } from '../kit/eventually.ts';
import { connectFacebook, linkCampaign, moneyOf, shownCents } from '../kit/facebook-tenant.ts';
import { within } from '../kit/machine.ts';
import { embeddedPostgresUrl, type Product, startProduct } from '../kit/product.ts';
import {
  click,
  conversion,
  cookieOf,
  type RegisteredTenant,
  registerTenant,
  signIn,
} from '../kit/registered-tenant.ts';

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1440, height: 900 };
const account = (id: string, name: string) =>
  createAccount({ id, name, currency: 'BRL', timeZone: DEFAULT_TIME_ZONE as TimeZone, status: 1 }, [
    [`Campanha de ${name}`, 'ACTIVE'],
  ]);
/** Spends something on each day. */
const steady = (made: StubAccount): StubAccount => ({
  ...made,
  campaigns: made.campaigns.map((campaign) => ({ ...campaign, delivers: 1 })),
});
const campaignIn = (id: string) => `2385${id}0000`;

const dataDir = mkdtempSync(join(tmpdir(), 'tracker-test-unknown-spend-'));
let graph: GraphStub;
let product: Product;
let browser: Browser;
let sql: Sql;
let tenant: RegisteredTenant;
let screen: Screen;
let page: Page;

beforeAll(async () => {
  graph = await startGraphStub({
    clock: systemClock,
    accounts: ['101', '102', '103', '104', '105'].map((id) => steady(account(id, `Conta ${id}`))),
  });
  graph.runs.areInstant = true;
  [product, browser] = await Promise.all([
    startProduct({ demoData: false, graph, dataDir, migratedDir: inject('migratedDir') }),
    openBrowser(),
  ]);
  const logger = createLogger({ level: 'silent', name: 'e2e' });
  sql = connect({ url: embeddedPostgresUrl(dataDir), logger, name: 'test', max: 1, role: null });
});
afterAll(async () => {
  await browser.close();
  await sql.end();
  await product.stop();
  await graph.close();
  rmSync(dataDir, { recursive: true, force: true });
});

beforeEach(async () => {
  tenant = await registerTenant(product.url);
  screen = await openScreen(browser, { baseUrl: product.url });
  page = screen.page;
  // Runs of spend are waited for.
  page.setDefaultTimeout(30_000);
  await signIn(page, tenant);
  await connectFacebook(tenant);
  return async () => {
    expect(screen.problems).toEqual([]);
    await screen.close();
  };
});

const LIVE = { timeoutMs: 30_000, everyMs: 200 };
const today = () => dayOf(Date.now(), DEFAULT_TIME_ZONE);
const plain = (text: string | null) => text?.replaceAll('\u00a0', ' ');
const figure = async (name: string) => {
  const names = page.locator('dt').filter({ hasText: new RegExp(`^${name}$`) });
  return plain(await names.locator('xpath=following-sibling::dd[1]').last().textContent());
};
const shown = (id: string, since: TenantDay, until: TenantDay) => shownCents(graph, id, since, until);
/** As wide as a phone, nothing is cut off or to be moved aside. */
async function expectToFit(size: typeof PHONE): Promise<void> {
  await page.setViewportSize(size);
  const width = () => page.evaluate(() => document.documentElement.scrollWidth);
  await eventually(async () => expect(await width()).toBeLessThanOrEqual(size.width), LIVE);
}

async function send(method: string, path: string, body: object): Promise<Record<string, string>> {
  const headers = { cookie: await cookieOf(tenant), 'content-type': 'application/json' };
  const answer = await fetch(product.url + path, { method, headers, body: JSON.stringify(body) });
  expect(answer.ok, `${path} ${answer.status}`).toBe(true);
  const text = await answer.text();
  return text === '' ? {} : (JSON.parse(text) as Record<string, string>);
}

/** As if the last run that reached the account had been on the day before `since`. */
async function forgetFrom(platformCampaignId: string, since: TenantDay): Promise<void> {
  const at = new Date(`${addDays(since, -1)}T15:00:00Z`);
  const changed = await sql`
    UPDATE ad_platform_campaign_links SET read_at = ${at},
      days_read = days_read - datemultirange(daterange(${since}, null)), days_settled = days_settled - datemultirange(daterange(${since}, null))
    WHERE tenant_id = ${tenant.tenantId} AND platform_campaign_id = ${platformCampaignId}`;
  expect(changed.count).toBe(1);
}

/** As a link whose connection ended on a day. */
async function linkReadUntil(platformCampaignId: string, last: TenantDay): Promise<void> {
  const at = new Date(`${last}T15:00:00Z`);
  const read = `{[2000-01-01,${addDays(last, 1)})}`;
  await sql`
    INSERT INTO ad_platform_campaign_links (tenant_id, platform, platform_campaign_id, campaign_id, name, ad_account_id, account_name, currency,
      time_zone, linked_at, read_at, days_read, days_settled)
    VALUES (${tenant.tenantId}, 'facebook', ${platformCampaignId}, ${tenant.campaignId}, 'Campanha', ${`act_${platformCampaignId.slice(4, 7)}`},
      'Conta', 'BRL', ${DEFAULT_TIME_ZONE}, ${at}, ${at}, ${read}, ${read})`;
}

describe('spend that no run has read', () => {
  test('is unknown where one account refuses, which the dashboard names with its campaigns and since when', async () => {
    const [good, bad] = [campaignIn('101'), campaignIn('102')];
    const { campaignId: second = '' } = await send('POST', '/api/campaigns', { name: 'Segunda campanha' });
    await linkCampaign(tenant, good);
    await linkCampaign({ ...tenant, campaignId: second }, bad);
    for (const campaignId of [tenant.campaignId, second]) {
      const clickId = await click({ ...tenant, campaignId }, { utm_source: 'facebook' });
      await conversion(tenant, { transaction_id: `UN-${campaignId}`, amount: '500.00', click_id: clickId });
    }
    // Yesterday and before are known of the last run.
    Object.assign(graph.accounts[1] ?? {}, { isAccessible: false });
    await forgetFrom(bad, today());

    await page.goto('/');
    await page.getByRole('button', { name: 'Atualizar gastos', exact: true }).click();
    await page.getByText('Gastos Atualizados em Parte', { exact: true }).first().waitFor();
    await page.getByText(/^Gasto de hoje: .*Das contas que responderam: .*Sem o gasto de Conta 102: /).waitFor();
    const note = page.getByRole('list', { name: 'Gastos que não vieram' });
    await note.getByText(/^O gasto de “Conta 102” não vem desde .*: falta o de Segunda campanha\./).waitFor();
    await eventually(async () => {
      expect(await figure('ROAS Hoje')).toBe('–');
      expect(await figure('Lucro líquido')).toBe('–');
    }, LIVE);
    await page.getByText('gasto desconhecido em 1 dia').first().waitFor();
    await page.getByText(/^Gasto desconhecido em 1 dia deste período/).waitFor();
    // How old the oldest is, not the newest.
    const [year, month, day] = addDays(today(), -1).split('-');
    expect(year).toMatch(/^\d{4}$/);
    await page.getByText(`gasto de ${day}/${month} às 12:00`).first().waitFor();
    for (const size of [DESK, PHONE]) await expectToFit(size);

    await page.goto('/campaigns');
    await page.getByText(/^Gasto desconhecido em 1 dia deste período/).waitFor();
    const card = (name: string) => page.getByRole('article').filter({ has: page.getByRole('heading', { name }) });
    const textOf = async (name: string, label: string) =>
      plain(
        await card(name)
          .locator('dt', { hasText: label })
          .first()
          .locator('xpath=following-sibling::dd[1]')
          .textContent(),
      );
    expect(await textOf('Segunda campanha', 'Gasto')).toBe('–');
    expect(await textOf('Segunda campanha', 'ROAS')).toBe('–');
    expect(await textOf('Segunda campanha', 'Lucro líquido')).toBe('–');
    await eventually(async () => expect(await figure('Lucro das campanhas')).toBe('–'), LIVE);
    for (const size of [DESK, PHONE]) await expectToFit(size);

    await page.goto('/analytics');
    await page.getByText(/^Gasto desconhecido em 1 dia deste período/).waitFor();
    await eventually(async () => expect(await figure('Gasto com anúncios')).toBe('–'), LIVE);
    for (const size of [DESK, PHONE]) await expectToFit(size);
  });

  test('comes in steps at the first load, each of which is known as soon as it is read', async () => {
    const id = campaignIn('103');
    await send('PATCH', `/api/tenants/${tenant.tenantId}`, { spendHistoryDays: 270 });
    const held: { resolve(): void }[] = [];
    const hold = {
      kind: 'held' as const,
      get until() {
        const answer = Promise.withResolvers<void>();
        held.push(answer);
        return answer.promise;
      },
    };
    graph.faults.next(hold, {
      times: Number.POSITIVE_INFINITY,
      match: /^(GET|POST) \/(act_103|238510300\d+)\/insights$/,
    });
    const missing = async (): Promise<number> => {
      const headers = { cookie: await cookieOf(tenant) };
      const answer = await fetch(`${product.url}/api/ad-platforms/facebook/sync-status`, { headers });
      return ((await answer.json()) as { daysMissing: number }).daysMissing;
    };
    await send('POST', `/api/campaigns/${tenant.campaignId}/connect-facebook`, { facebookCampaignId: id });
    await page.goto('/facebook');
    const seen: number[] = [];
    for (let left = await missing(); left > 0; left = await missing()) {
      seen.push(left);
      await page
        .getByText(new RegExp(`^Faltam ler ${left} dias de gasto`))
        .first()
        .waitFor();
      if (seen.length === 2) {
        await page.getByText(`Gasto desconhecido em ${left} dias`).first().waitFor();
        for (const size of [PHONE, DESK]) await expectToFit(size);
      }
      // Today's is not read before the last window.
      await page
        .getByText(/^–\s+em 30 dias$/)
        .first()
        .waitFor();
      await eventually(async () => {
        // A window is read whole, or not at all.
        if ((await missing()) < left) return;
        held.shift()?.resolve();
        throw new Error(`${left} days are still missing`);
      }, LIVE);
    }
    expect(seen).toEqual([269, 179, 89]);
    await page
      .getByText(/^Faltam ler/)
      .first()
      .waitFor({ state: 'detached' });
    while (held.length > 0) held.shift()?.resolve();
    await page.goto('/analytics?period=90d');
    await eventually(async () => {
      expect(await figure('Gasto com anúncios')).toBe(plain(moneyOf(shown(id, addDays(today(), -89), today()))));
    }, LIVE);
  });

  test('is unknown between two connections, and read by the new one from the first missing day on', async () => {
    const id = campaignIn('104');
    const first = addDays(today(), -45);
    await send('POST', '/api/facebook/disconnect', {});
    await linkReadUntil(id, addDays(first, -1));
    await page.goto('/analytics?period=90d');
    await page.getByText(/^Gasto desconhecido em 46 dias deste período/).waitFor();
    for (const size of [DESK, PHONE]) await expectToFit(size);
    await page.setViewportSize(DESK);

    const answer = Promise.withResolvers<void>();
    graph.faults.next({ kind: 'held', until: answer.promise }, { match: /^(GET|POST) \/act_104\/insights$/ });
    await connectFacebook(tenant);
    await page.goto('/facebook');
    await page
      .getByText(/^Faltam ler 4[56] dias de gasto/)
      .first()
      .waitFor();
    answer.resolve();
    await page
      .getByText(/^Faltam ler/)
      .first()
      .waitFor({ state: 'detached', timeout: within(60_000) });
    await page.goto('/analytics?period=90d');
    await eventually(async () => {
      expect(await figure('Gasto com anúncios')).toBe(plain(moneyOf(shown(id, first, today()))));
    }, LIVE);
    expect(await page.getByText(/^Gasto desconhecido em/).count()).toBe(0);
  });
});

describe('the question about a placement', () => {
  test('is asked once for each source, and both answers are kept', async () => {
    await linkCampaign(tenant, campaignIn('105'));
    const yesterday = addDays(today(), -1);
    const question = page.getByRole('combobox', { name: 'Este gasto já está no relatório do Facebook?' });
    await page.goto('/campaigns');
    await page
      .getByRole('button', { name: /^Gastos de / })
      .first()
      .click();
    const dialog = page.getByRole('dialog', { name: 'Gastos' });
    const fill = async (source: string, day: TenantDay, amount: string) => {
      await dialog.getByRole('button', { name: 'Lançar gasto' }).click();
      await dialog.getByLabel('Dia').fill(day);
      await dialog.getByLabel('Fonte').fill(source);
      await dialog.getByLabel('Valor').fill(amount);
      await save();
    };
    const save = () => dialog.getByRole('button', { name: 'Salvar gasto' }).click();
    const choose = async (text: RegExp) => {
      await question.click();
      await page.getByRole('option', { name: text }).click();
      await save();
    };
    const entered = async () => {
      const query = `campaignId=${tenant.campaignId}&startDate=${addDays(today(), -3)}&endDate=${today()}`;
      const headers = { cookie: await cookieOf(tenant) };
      const rows = (await (await fetch(`${product.url}/api/spend?${query}`, { headers })).json()) as SpendRow[];
      return rows.filter(({ origin }) => origin !== 'platform').map(({ day, source, amount }) => [day, source, amount]);
    };

    await fill('Instagram', yesterday, '12,50');
    await question.waitFor();
    for (const size of [PHONE, DESK]) await expectToFit(size);
    await choose(/^Não, é pago por fora/);
    await eventually(async () => expect(await entered()).toEqual([[yesterday, 'instagram', '12.50']]), LIVE);
    // Under another of its names, too, it is not asked again.
    await fill('ig', today(), '3,00');
    await eventually(
      async () =>
        expect((await entered()).sort()).toEqual(
          [
            [yesterday, 'instagram', '12.50'],
            [today(), 'instagram', '3.00'],
          ].sort(),
        ),
      LIVE,
    );

    await fill('Audience Network', yesterday, '7,00');
    await question.waitFor();
    await choose(/^Sim, o Facebook já o informa/);
    const reported = page.getByText(/^Os gastos de .+ já vêm da plataforma conectada a esta campanha\.$/).first();
    await reported.waitFor();
    await dialog.getByRole('button', { name: 'Voltar' }).click();
    await fill('Audience Network', addDays(yesterday, -1), '7,00');
    await reported.waitFor();
    expect(await question.count()).toBe(0);
    expect((await entered()).length).toBe(2);
  });
});
