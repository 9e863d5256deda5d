import type { Page } from 'playwright-core';
import { heading, loaded, type ScreenCase } from './screen-case.ts';

export const LEADS: readonly ScreenCase[] = [
  { name: 'leads', as: 'busy', path: '/leads', ready: leads },
  { name: 'leads-empty', as: 'new', path: '/leads', ready: noLeads },
  { name: 'leads-nothing-found', as: 'busy', path: '/leads?status=lost&q=ninguém', pictureOnly: true, ready: noLeads },
  {
    name: 'leads-failed',
    as: 'busy',
    path: '/leads',
    pictureOnly: true,
    async ready(page) {
      await page.route('**/api/leads?*', (route) => route.fulfill({ status: 418, body: '' }));
      await page.reload();
      await page.getByText('Não foi possível carregar os dados.').waitFor();
    },
  },
  {
    name: 'lead-edit',
    as: 'busy',
    path: '/leads',
    async ready(page) {
      await leads(page);
      await page
        .getByRole('button', { name: /^Editar Status/ })
        .first()
        .click();
      await page.getByRole('dialog', { name: 'Atualizar Lead' }).getByText('Lead recebido').waitFor();
    },
  },
  {
    name: 'lead-history',
    as: 'busy',
    path: '/leads?q=ana',
    async ready(page) {
      await leads(page);
      await page
        .getByRole('button', { name: /^Histórico/ })
        .first()
        .click();
      await page.getByText('Lead recebido').waitFor();
    },
  },
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
