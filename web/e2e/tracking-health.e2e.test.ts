import {
  type HealthLine,
  type HealthLineId,
  readTrackingHealth,
} from '@tracker/schemas/contracts/tracking-health.contract';
import { openBrowser, openScreen } from '@tracker/test/kit/browser';
import { type RegisteredTenant, registerTenant, signIn } from '@tracker/test/kit/registered-tenant';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openSite, openVisitor, type Site, tag, type Visitor } from '../../ingest/e2e/tagged-site.ts';
import { opened } from './screens/screen-case.ts';

const url = inject('productUrl');
let browser: Browser;
let site: Site;
let tenant: RegisteredTenant;
let visitor: Visitor;

beforeAll(async () => {
  [browser, site, tenant] = await Promise.all([openBrowser(), openSite(), registerTenant(url)]);
  visitor = await openVisitor(browser, site, url);
});
afterAll(async () => {
  await visitor.close();
  await Promise.all([browser.close(), site.close()]);
});

/** What the pages of a tenant, its links and its checkouts report, and how the card says it. */
const FINDINGS: readonly { id: HealthLineId; title: string; value: string; where: () => string; mend: string }[] = [
  {
    ...{ id: 'button-without-link', title: 'Botões sem link', value: '1 toque sem o click' },
    ...{ where: () => '/oferta: 1, a última em', mend: 'Ver as duas linhas' },
  },
  {
    ...{ id: 'script-copied', title: 'Cópia do script', value: '1 página' },
    ...{ where: () => '/copia, a última em', mend: 'Como instalar' },
  },
  {
    ...{ id: 'broken-links', title: 'Links de anúncio quebrados', value: '2 visitas perdidas' },
    ...{ where: () => `(/view/${tenant.campaignId}/comprar): 1, a última em`, mend: 'Copiar os links' },
  },
  {
    ...{ id: 'unreadable-bodies', title: 'Avisos que não puderam ser lidos', value: '1 aviso não lido' },
    ...{ where: () => 'Kiwify: 1, a última em', mend: 'Ver na caixa de entrada' },
  },
];

test('names a button without a link, a copied script, a broken link and an unreadable body, each with the way to mend it', async () => {
  const { page } = visitor;
  const parameters = { defaultcampaignid: tenant.campaignId };
  const script = await (await page.request.get(`${url}/mc.js?${new URLSearchParams(parameters)}`)).text();
  const pages: Record<string, string> = {
    '/oferta': `${tag(url, parameters)}<button onclick="location.href='https://pay.kiwify.com.br/abc'">comprar</button>`,
    '/copia': '<script src="/cache/all.js"></script>',
  };
  site.show(({ pathname }) => ({ body: pages[pathname] ?? '' }));
  await page.route('**/cache/all.js', (route) => route.fulfill({ contentType: 'text/javascript', body: script }));
  await page.addInitScript(() => Reflect.deleteProperty(window, 'navigation'));
  await page.route('https://pay.kiwify.com.br/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: 'checkout' }),
  );
  await page.goto('/copia?tsource=facebook');
  await expect.poll(() => visitor.sentTo('/n').length).toBe(1);
  await page.goto('/oferta');
  await expect.poll(() => visitor.sentTo('/v').length).toBe(2);
  await page.getByText('comprar').click();
  await page.getByText('checkout').waitFor();
  await expect.poll(() => visitor.sentTo('/n').length).toBe(2);
  for (const path of ['comprar', '']) {
    await page.goto(`${url}/view/${tenant.campaignId}/${path}?utm_source=facebook`);
    await page.getByText('Este link de anúncio está incompleto').waitFor();
  }
  const delivered = await page.request.post(`${url}/webhooks/kiwify/${tenant.webhookKeys.kiwify}`, {
    headers: { 'content-type': 'application/json' },
    data: '{"order_id": "A-1", "amount": 97,9, broken',
  });
  expect(delivered.status()).toBe(200);

  const screen = await openScreen(browser, { baseUrl: url });
  await signIn(screen.page, tenant);
  await screen.page.request.post('/api/integration/sites', { data: { host: new URL(site.origin).hostname } });
  const lines = async (): Promise<HealthLine[]> =>
    readTrackingHealth.response.parse(await (await screen.page.request.get('/api/tracking-health')).json()).lines;
  await expect
    .poll(async () => (await lines()).flatMap(({ id, level }) => (level === 'warn' ? [id] : [])))
    .toEqual(expect.arrayContaining(FINDINGS.map(({ id }) => id)));

  for (const width of [1440, 390]) {
    await screen.page.setViewportSize({ width, height: 900 });
    await screen.page.goto('/integration');
    await opened(screen.page, 'Gerador do script');
    for (const { title, value, where, mend } of FINDINGS) {
      const line = screen.page.getByRole('listitem').filter({ has: screen.page.getByRole('heading', { name: title }) });
      await line.getByText(value).waitFor();
      await line.getByText(where()).waitFor();
      await line.getByRole('link', { name: mend }).waitFor();
    }
    const overflow = await screen.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  }
  expect(screen.problems).toEqual([]);
  await screen.close();
});
