/** From the dashboard to a paused ad and back, against the stand-in of the platform: few clicks, and one change at the platform for each wish. */
import { systemClock } from '@tracker/infra/lifecycle/clock';
import { allAds } from '@tracker/standalone/facebook-stub/accounts';
import { type GraphStub, startGraphStub } from '@tracker/standalone/facebook-stub/graph-stub';
import { openBrowser, openScreen } from '@tracker/test/kit/browser';
import { eventually } from '@tracker/test/kit/eventually';
import { ACCOUNT_BR, campaignOf, connectFacebook, linkCampaign } from '@tracker/test/kit/facebook-tenant';
import { within } from '@tracker/test/kit/machine';
import { type Product, startProduct } from '@tracker/test/kit/product';
import {
  click,
  conversion,
  cookieOf,
  type RegisteredTenant,
  registerTenant,
  signIn,
} from '@tracker/test/kit/registered-tenant';
import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';

const CLICKS_MAX = 4;
const LIVE = { timeoutMs: 60_000, everyMs: 100 };
const SOON = { timeout: within(60_000) };

let graph: GraphStub;
let product: Product;
let browser: Browser;

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

/** With a connection that may act, and a sale of this ad. */
async function tenantThatSold(ad: { readonly id: string; readonly name: string }): Promise<RegisteredTenant> {
  const tenant = await registerTenant(product.url);
  await connectFacebook(tenant, 'actions');
  await linkCampaign(tenant, campaignOf(ACCOUNT_BR, 'Lançamento Curso X').id);
  const clickId = await click(tenant, { utm_source: 'facebook', sub1: ad.id, sub4: ad.name });
  await conversion(tenant, { transaction_id: `AA-${ad.id}`, amount: '97.00', click_id: clickId });
  const headers = { cookie: await cookieOf(tenant) };
  const ask = async (path: string): Promise<unknown> => (await fetch(tenant.url + path, { headers })).json();
  await eventually(async () => {
    expect(await ask(`/api/ad-objects?level=ad&ids=${ad.id}`)).toMatchObject([{ switch: 'on', canChange: true }]);
    const sold = expect.objectContaining({ adId: ad.id, conversions: 1 });
    expect(await ask('/api/performance/best-ads')).toContainEqual(sold);
  }, LIVE);
  return tenant;
}

test.each([
  { width: 1440, place: 0, opens: [] },
  { width: 390, place: 1, opens: ['Detalhes de'] },
])(
  'reaches a paused ad from the dashboard in at most four clicks at $width px, and undoes it',
  async ({ width, place, opens }) => {
    const placed = allAds(graph.accounts).filter(({ campaign }) => campaign.name === 'Lançamento Curso X')[place];
    const ad = placed?.ad ?? expect.fail();
    const changes = () => graph.requests.filter(({ method, path }) => method === 'POST' && path === `/${ad.id}`).length;
    const before = changes();
    const tenant = await tenantThatSold(ad);
    const { page, problems, close } = await openScreen(browser, { baseUrl: product.url, width, height: 844 });
    onTestFinished(close);
    await signIn(page, tenant);
    await page.goto('/');
    const toAds = page.getByRole('link', { name: 'Ver todos os anúncios e agir' });
    await toAds.waitFor(SOON);

    let clicks = 0;
    const press = async (control: Locator) => {
      await control.click();
      clicks += 1;
    };
    const button = (name: string) => page.getByRole('button', { name });
    await press(toAds);
    for (const name of opens)
      await press(page.getByRole('treegrid').getByRole('button', { name: `${name} ${ad.name}` }));
    await press(button(`Pausar ${ad.name}`));
    const asks = page.getByRole('dialog', { name: /^Pausar: / });
    await asks.getByText(/^Conversões verificadas desde \d/).waitFor();
    await press(asks.getByRole('button', { name: 'Pausar', exact: true }));
    expect(clicks).toBeLessThanOrEqual(CLICKS_MAX);

    await page
      .getByText(/^pausado por você às \d\d:\d\d$/)
      .first()
      .waitFor(SOON);
    expect([ad.status, changes() - before]).toEqual(['PAUSED', 1]);
    await button(`Desfazer em ${ad.name}`).click();
    await page
      .getByText(/^retomado por você às \d\d:\d\d$/)
      .first()
      .waitFor(SOON);
    await button(`Pausar ${ad.name}`).waitFor();
    expect([ad.status, changes() - before]).toEqual(['ACTIVE', 2]);
    expect(problems).toEqual([]);
  },
);
