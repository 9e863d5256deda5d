import type { Click } from '@tracker/schemas/contracts/click-logs.contract';
import { openBrowser, openScreen, type Screen, shownByPoll } from '@tracker/test/kit/browser';
import { type RegisteredTenant, registerTenant, signIn } from '@tracker/test/kit/registered-tenant';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { openSite, openVisitor, type Site, type Visitor } from '../../ingest/e2e/tagged-site.ts';
import { opened } from './screens/screen-case.ts';

/** The Integration screen, and its generated code on a page of another origin. */
const url = inject('productUrl');
let browser: Browser;
let site: Site;
let tenant: RegisteredTenant;
let screen: Screen;
let visitor: Visitor;

beforeAll(async () => {
  [browser, site] = await Promise.all([openBrowser(), openSite()]);
});
afterAll(() => Promise.all([browser.close(), site.close()]));

beforeEach(async () => {
  tenant = await registerTenant(url);
  screen = await openScreen(browser, { baseUrl: url });
  await screen.page.clock.install();
  visitor = await openVisitor(browser, site, url);
  await signIn(screen.page, tenant);
});
afterEach(async () => {
  expect(screen.problems).toEqual([]);
  expect(visitor.exceptions).toEqual([]);
  await Promise.all([screen.close(), visitor.close()]);
});

async function openIntegration(address = '/integration'): Promise<Page> {
  await screen.page.goto(address);
  await opened(screen.page, 'Gerador do script');
  return screen.page;
}
const codeOf = async (what: string) =>
  (await screen.page.getByRole('region', { name: `Código: ${what}`, exact: true }).textContent()) ?? '';
const scriptCode = () => codeOf('código do script');

describe('generated script tag', { tags: ['§2.9'] }, () => {
  test('works on a page of another origin, and the installation check detects its first page view', async () => {
    const page = await openIntegration('/integration?days=30');
    await page.getByText('Aguardando a primeira visualização...').waitFor();
    const code = await scriptCode();
    site.show(() => ({ body: code }));
    await visitor.page.goto('/oferta?tsource=facebook&sub1=7');
    const mine = page.getByRole('button', { name: `Sim, ${new URL(site.origin).hostname} é meu site` });
    await shownByPoll(mine);
    await mine.click();
    await page.getByText('Script detectado').waitFor();
    await page.getByText(`${new URL(site.origin).host}/oferta`, { exact: true }).waitFor();

    const stored = (await visitor.context.cookies()).find(({ name }) => name === 'mcclickid-store');
    expect(stored?.value).toMatch(new RegExp(`^mc_${tenant.campaignId}_\\d{19}$`));
    expect(((stored?.expires ?? 0) * 1000 - Date.now()) / 86_400_000).toBeCloseTo(30, 0);

    await page.getByRole('button', { name: 'Testar de novo' }).click();
    await page.getByText('Aguardando uma nova visualização...').waitFor();
    await visitor.page.goto('/obrigado');
    await shownByPoll(page.getByText(`${new URL(site.origin).host}/obrigado`, { exact: true }));
  });

  test('fills the click with all parameters of an ad link template', { tags: ['§7.6'] }, async () => {
    const page = await openIntegration();
    const tag = await scriptCode();
    site.show(() => ({ body: tag }));
    await page.getByLabel('Sua página').fill(`${site.origin}/oferta?cor=azul#topo`);
    const template = await codeOf('página de destino para Facebook e Instagram');
    const filled = template.replace(/\{\{(.+?)\}\}/g, (_, macro: string) => encodeURIComponent(`é ${macro}`));
    expect(filled).toMatch(/^http:\/\/localhost:\d+\/oferta\?cor=azul&cmpid=.+#topo$/);
    await visitor.page.goto(filled);
    const clicks = async () => (await (await page.request.get('/api/clicks')).json()) as Click[];
    await expect.poll(async () => (await clicks()).length).toBe(1);
    expect((await clicks())[0]).toMatchObject({
      campaignId: tenant.campaignId,
      source: 'facebook',
      sub1: 'é ad.id',
      sub2: 'é adset.id',
      sub3: 'é campaign.id',
      sub4: 'é ad.name',
      sub5: 'é adset.name',
      sub6: 'é campaign.name',
      sub7: 'é placement',
      sub8: 'é site_source_name',
      utmSource: 'facebook',
      utmMedium: 'paid',
    });
  });
});

test('runs every example of the endpoints with the documented status', { tags: ['§2.9', '§7.6'] }, async () => {
  const page = await openIntegration();
  await page.getByRole('tab', { name: 'Referência' }).click();
  await page.getByRole('heading', { name: 'Endpoints da API' }).waitFor();
  const answers: Record<string, number> = {};
  for (const name of [
    'GET /track/{campaignID}',
    'GET /view',
    'POST /conversion',
    'POST /identify',
    'POST /checkout',
    'POST /leads',
  ]) {
    const [, address = ''] = /'(http[^']+)'/.exec(await codeOf(`exemplo de ${name}`)) ?? [];
    const [, body] = /-d '([^']+)'/.exec(await codeOf(`exemplo de ${name}`)) ?? [];
    const init = body ? { method: 'POST', headers: { 'content-type': 'application/json' }, body } : {};
    answers[name] = (await fetch(address, init)).status;
  }
  expect(answers).toEqual({
    'GET /track/{campaignID}': 200,
    'GET /view': 200,
    'POST /conversion': 200,
    'POST /identify': 204,
    'POST /checkout': 204,
    'POST /leads': 201,
  });
  const table = page.getByRole('table');
  for (const name of ['cmpid', 'mcid', 'tsource', '_fbp', '_fbc', 'sub1', 'sub8', 'utm_source', 'utm_id']) {
    expect(await table.getByRole('cell', { name, exact: true }).count(), name).toBe(1);
  }
});
