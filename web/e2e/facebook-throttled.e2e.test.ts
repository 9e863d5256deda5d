/** The platform throttles without naming a wait: the product waits for a minute and continues by itself. */
import { systemClock } from '@tracker/infra/lifecycle/clock';
import { addDays, dayOf } from '@tracker/schemas/primitives/tenant-day';
import { DEFAULT_TIME_ZONE } from '@tracker/schemas/primitives/time';
import { startGraphStub } from '@tracker/standalone/facebook-stub/graph-stub';
import { refusals } from '@tracker/standalone/facebook-stub/refusal';
import { openBrowser, openScreen } from '@tracker/test/kit/browser';
import { eventually } from '@tracker/test/kit/eventually';
import {
  ACCOUNT_BR,
  campaignOf,
  connectFacebook,
  linkCampaign,
  moneyOf,
  shownCents,
} from '@tracker/test/kit/facebook-tenant';
import { startProduct } from '@tracker/test/kit/product';
import { registerTenant, signIn } from '@tracker/test/kit/registered-tenant';
import { expect, onTestFinished, test } from 'vitest';
import { opened } from './screens/screen-case.ts';

const FACEBOOK_ID = campaignOf(ACCOUNT_BR, 'Perpétuo Curso X').id;

test('shows when a throttled sync continues, and finishes it without a retry by hand', {
  tags: ['§2.11'],
  timeout: 240_000,
}, async () => {
  const graph = await startGraphStub({ clock: systemClock });
  onTestFinished(() => graph.close());
  graph.runs.areInstant = true;
  const product = await startProduct({ demoData: false, graph });
  onTestFinished(async () => void (await product.stop()));
  const tenant = await registerTenant(product.url);
  await connectFacebook(tenant);
  await linkCampaign(tenant, FACEBOOK_ID);

  const browser = await openBrowser();
  onTestFinished(() => browser.close());
  const { page, problems } = await openScreen(browser, { baseUrl: product.url });
  await signIn(page, tenant);
  await page.goto('/facebook');
  await opened(page, 'Facebook Ads');
  graph.faults.next({ kind: 'refuse', refusal: refusals.insightsThrottled }, { match: /GET .*insights/ });
  const clickedMs = Date.now();
  await page.getByRole('button', { name: /^Sync de / }).click();
  const waiting = { isRunning: true, progress: { done: 0, total: 1, waitingUntil: expect.any(String) } };
  await eventually(
    async () => expect(await (await page.request.get('/api/facebook/sync-status')).json()).toMatchObject(waiting),
    { timeoutMs: 30_000, everyMs: 250 },
  );
  const note = page.getByText(/^O Facebook limitou as chamadas\. Continua às \d\d:\d\d\.$/);
  await note.waitFor();
  const clock = new Intl.DateTimeFormat('pt-BR', { timeStyle: 'short', timeZone: DEFAULT_TIME_ZONE });
  const told = /\d\d:\d\d/.exec((await note.textContent()) ?? '')?.[0];
  expect([clock.format(clickedMs + 60_000), clock.format(Date.now() + 60_000)]).toContain(told);
  await page.getByText('Sincronizando...', { exact: true }).waitFor();
  expect(await page.getByRole('button', { name: 'Sincronizar tudo' }).isDisabled()).toBe(true);

  await page.getByText('Sync concluído', { exact: true }).first().waitFor({ timeout: 120_000 });
  expect(Date.now() - clickedMs).toBeGreaterThan(60_000);
  await page.getByText('Parado', { exact: true }).waitFor();
  await note.waitFor({ state: 'detached' });
  const today = dayOf(Date.now(), DEFAULT_TIME_ZONE);
  const total = moneyOf(shownCents(graph, FACEBOOK_ID, addDays(today, -89), today));
  const run = page.getByRole('list', { name: 'Últimas sincronizações' }).getByRole('listitem').first();
  expect(await run.textContent()).toContain(total);
  expect(problems).toEqual([]);
});
