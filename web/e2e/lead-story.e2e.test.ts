/** The life of a lead: from the form of a landing page, through its status changes, to the export; the rest: `leads-screen.test.tsx`. */
import { openBrowser, openScreen, type Screen } from '@tracker/test/kit/browser';
import { createColleague, type RegisteredTenant, registerTenant, signIn } from '@tracker/test/kit/registered-tenant';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openSite, openVisitor, type Site, tag } from '../../ingest/e2e/tagged-site.ts';

let browser: Browser;
let site: Site;
let tenant: RegisteredTenant;
let editor: RegisteredTenant;
let viewer: RegisteredTenant;
const url = inject('productUrl');

beforeAll(async () => {
  [browser, site, tenant] = await Promise.all([openBrowser(), openSite(), registerTenant(url)]);
  [editor, viewer] = [await createColleague(tenant, 'editor'), await createColleague(tenant, 'viewer')];
});
afterAll(() => Promise.all([browser.close(), site.close()]));

async function leadsAs(person: RegisteredTenant): Promise<Screen> {
  const screen = await openScreen(browser, { baseUrl: url });
  await signIn(screen.page, person);
  await screen.page.goto('/leads');
  await screen.page.getByRole('heading', { name: 'Gestão de Leads' }).waitFor();
  return screen;
}

async function finish(...screens: Screen[]): Promise<void> {
  for (const { problems, close } of screens) {
    expect(problems).toEqual([]);
    await close();
  }
}

/** The number of a card, by its name. */
const total = ({ page }: Screen, name: string) =>
  page.locator('dl > div').filter({ hasText: name }).locator('dd').first().textContent();

test('captures a lead with the copied form, lets an editor edit it and a viewer read it, and exports it', {
  tags: ['§2.15', '§4', '§5', '§6', '§7.5', '§9.26'],
}, async () => {
  const admin = await leadsAs(tenant);
  const { page } = admin;
  await page.getByText('Nenhum lead encontrado').waitFor();
  const form = (await page.getByRole('region', { name: 'Código: formulário HTML' }).textContent()) ?? '';
  await page.getByText(`${url}/leads?key=${tenant.trackingKey}`).waitFor();

  // The landing page: mc.js, and the copied form.
  site.show(() => ({ body: tag(url, { defaultcampaignid: tenant.campaignId }) + form }));
  const visitor = await openVisitor(browser, site, url);
  await visitor.page.goto('/oferta?utm_source=facebook&utm_medium=cpc');
  await expect.poll(() => visitor.sentTo('/v').length).toBe(1);
  await visitor.page.getByLabel('Nome').fill('Maria José');
  await visitor.page.getByLabel('E-mail').fill('maria@example.com');
  await visitor.page.getByLabel('Telefone').fill('(11) 98888-7777');
  await visitor.page.getByRole('button', { name: 'Quero receber' }).click();
  await visitor.page.getByText('Recebemos seu contato. Obrigado!').waitFor();
  const clickId = (await visitor.page.evaluate(() => window.TrafficTracker?.getClickId())) ?? '';
  expect(visitor.exceptions).toEqual([]);
  await visitor.close();

  // It appears on the open screen without a reload.
  const lead = page.getByRole('article', { name: 'Maria José' });
  await lead.getByText('Novo').waitFor();
  await lead.getByText('facebook').waitFor();
  await lead.getByText(tenant.campaignId).waitFor();
  await lead.getByText(clickId.slice(-8), { exact: true }).waitFor();
  // The cards are a call of their own, answered after the list's or before it.
  const cards = async () => [await total(admin, 'Total de Leads'), await total(admin, 'Principal Fonte')];
  await expect.poll(cards).toEqual(['1', 'facebook']);

  const working = await leadsAs(editor);
  await working.page.getByRole('button', { name: /^Editar Status/ }).click();
  const dialog = working.page.getByRole('dialog', { name: 'Atualizar Lead' });
  await dialog.getByRole('combobox', { name: 'Status' }).click();
  await working.page.getByRole('option', { name: 'Convertido' }).click();
  await dialog.getByLabel('Observações').fill('Comprou por telefone');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await dialog.waitFor({ state: 'detached' });
  await working.page.getByRole('article').getByText('Convertido').waitFor();
  await expect.poll(() => total(working, 'Taxa de Conversão')).toBe('100%');

  // The colleague's screen shows it too, with its history; a viewer has no dialog.
  const looking = await leadsAs(viewer);
  await looking.page.getByRole('button', { name: /^Histórico/ }).click();
  const history = looking.page.getByRole('list', { name: 'Histórico' });
  await history.getByText('Comprou por telefone').waitFor();
  await history.getByText(/^Beto Souza · \d{2}\/\d{2}\/\d{4}/).waitFor();
  await history.getByText('Lead recebido').waitFor();
  expect(await looking.page.getByRole('button', { name: /^Editar Status/ }).count()).toBe(0);
  await looking.page.getByRole('heading', { name: 'Como enviar leads' }).click();
  await looking.page.getByText(`${url}/leads?key=CHAVE_DA_EMPRESA`).waitFor();
  expect(await looking.page.content()).not.toContain(tenant.trackingKey);

  const href = await looking.page.getByRole('link', { name: 'Exportar CSV' }).getAttribute('href');
  const file = await (await looking.page.request.get(href ?? '')).text();
  expect(file.split('\r\n')[1]).toContain(`,Maria José,maria@example.com,+5511988887777,converted,facebook,`);
  await finish(admin, working, looking);
});
