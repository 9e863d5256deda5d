import type { Page } from 'playwright-core';
import { heading, loaded, look, picture, type ScreenCase } from './screen-case.ts';

export const LEADS: readonly ScreenCase[] = [
  look('leads', 'busy', '/leads', leads),
  look('leads-empty', 'new', '/leads', noLeads),
  picture('leads-nothing-found', 'busy', '/leads?status=lost&q=ninguém', noLeads),
  picture('leads-failed', 'busy', '/leads', async (page) => {
    await page.route('**/api/leads?*', (route) => route.fulfill({ status: 418, body: '' }));
    await page.reload();
    await page.getByText('Não foi possível carregar os dados.').waitFor();
  }),
  look('lead-edit', 'busy', '/leads', async (page) => {
    await leads(page);
    await page
      .getByRole('button', { name: /^Editar Status/ })
      .first()
      .click();
    await page.getByRole('dialog', { name: 'Atualizar Lead' }).getByText('Lead recebido').waitFor();
  }),
  look('lead-history', 'busy', '/leads?q=ana', async (page) => {
    await leads(page);
    await page
      .getByRole('button', { name: /^Histórico/ })
      .first()
      .click();
    await page.getByText('Lead recebido').waitFor();
  }),
];

/** Adds a lead when the tenant has none yet. */
async function leads(page: Page): Promise<void> {
  const listed = (await (await page.request.get('/api/leads?limit=1')).json()) as unknown[];
  if (listed.length === 0) {
    const [campaign] = (await (await page.request.get('/api/campaigns')).json()) as { campaignId: string }[];
    const form = { name: 'Ana Prado', email: 'ana.prado@example.com', phone: '(11) 90000-0001', source: 'feira' };
    await page.request.post('/leads', { form: { ...form, campaign_id: campaign?.campaignId ?? '' } });
  }
  await heading('Gestão de Leads')(page);
  await page.getByRole('article').first().waitFor();
  await loaded(page);
}

async function noLeads(page: Page): Promise<void> {
  await page.getByText('Nenhum lead encontrado').waitFor();
  await loaded(page);
}
