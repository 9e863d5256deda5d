/** A power cut during a spend sync: it resumes after the restart and counts nothing twice. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spendSync } from '@tracker/infra/jobs/queues';
import { systemClock } from '@tracker/infra/lifecycle/clock';
import { connect } from '@tracker/infra/postgres/connect';
import { startEmbeddedPostgres } from '@tracker/infra/postgres/embedded';
import { createLogger } from '@tracker/infra/telemetry/logger';
import { addDays, dayOf } from '@tracker/schemas/primitives/tenant-day';
import { DEFAULT_TIME_ZONE } from '@tracker/schemas/primitives/time';
import { createAccount } from '@tracker/standalone/facebook-stub/accounts';
import { startGraphStub } from '@tracker/standalone/facebook-stub/graph-stub';
import { expect, inject, onTestFinished, test } from 'vitest';
import { openBrowser, openScreen } from '../kit/browser.ts';
import { eventually } from '../kit/eventually.ts';
import { connectFacebook, linkCampaign, moneyOf, shownCents } from '../kit/facebook-tenant.ts';
import { within } from '../kit/machine.ts';
import { type Product, startProduct } from '../kit/product.ts';
import { registerTenant, signIn } from '../kit/registered-tenant.ts';

/** Two accounts: at the power cut the spend of the first is stored, that of the second is not. */
const accounts = ['111', '444'].map((id) =>
  createAccount({ id, name: `Conta ${id}`, currency: 'BRL', timeZone: DEFAULT_TIME_ZONE, status: 1 }, [
    [`Campanha ${id}`, 'ACTIVE'],
  ]),
);
const linked = accounts.flatMap(({ campaigns }) => campaigns.map(({ id }) => id));

test('resumes a spend sync after kill -9, and counts each day once', {
  tags: ['§2.11'],
  timeout: within(300_000),
}, async () => {
  const graph = await startGraphStub({ clock: systemClock, accounts });
  onTestFinished(() => graph.close());
  graph.runs.areInstant = true;
  const dataDir = mkdtempSync(join(tmpdir(), 'tracker-e2e-sync-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  let product: Product = await startProduct({ demoData: false, graph, dataDir, migratedDir: inject('migratedDir') });
  onTestFinished(async () => void (await product.stop()));
  const tenant = await registerTenant(product.url);
  await connectFacebook(tenant);
  for (const id of linked) await linkCampaign(tenant, id);

  const browser = await openBrowser();
  onTestFinished(() => browser.close());
  const before = await openScreen(browser, { baseUrl: product.url });
  await signIn(before.page, tenant);
  await before.page.goto('/facebook');
  graph.faults.next({ kind: 'hang' }, { match: new RegExp(`${linked[1]}/insights`) });
  await before.page.getByRole('button', { name: 'Sincronizar tudo' }).click();
  await before.page.getByText('1 de 2 campanhas', { exact: true }).waitFor();
  await product.kill();
  await before.close();
  await endLeases(dataDir);

  product = await startProduct({ demoData: false, graph, dataDir });
  const { page, problems, close } = await openScreen(browser, { baseUrl: product.url });
  await signIn(page, tenant);
  await page.goto('/facebook');
  const run = page.getByRole('list', { name: 'Últimas sincronizações' }).getByRole('listitem').first();
  await run.waitFor({ timeout: within(150_000) });
  await page.getByText('Parado', { exact: true }).waitFor();
  const today = dayOf(Date.now(), DEFAULT_TIME_ZONE);
  const total = moneyOf(linked.reduce((sum, id) => sum + shownCents(graph, id, addDays(today, -89), today), 0));
  expect(await run.textContent()).toContain(total);
  await page.goto('/analytics?period=90d');
  const spent = page.locator('dt', { hasText: 'Gasto com anúncios' }).locator('xpath=following-sibling::dd[1]').first();
  await eventually(async () => expect(await spent.textContent()).toBe(total), { timeoutMs: 30_000 });
  expect(problems).toEqual([]);
  await close();
});

/** As after a minute without power: the killed worker's lease on its job has ended. */
async function endLeases(dataDir: string): Promise<void> {
  const logger = createLogger({ level: 'silent', name: 'e2e' });
  const postgres = await startEmbeddedPostgres({ dataDir, logger });
  const sql = connect({ url: postgres.url, logger, name: 'test', max: 1, role: null });
  try {
    const jobs = await sql`
      UPDATE pgboss.job SET heartbeat_on = heartbeat_on - interval '1 minute'
      WHERE name = ${spendSync.queue.name} AND state = 'active' RETURNING id`;
    expect(jobs).toHaveLength(1);
  } finally {
    await sql.end();
    await postgres.stop();
  }
}
