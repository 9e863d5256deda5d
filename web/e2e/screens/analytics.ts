import type { Page } from 'playwright-core';
import { heading, loaded, look, picture, type ScreenCase } from './screen-case.ts';

export const ANALYTICS: readonly ScreenCase[] = [
  look('analytics', 'busy', '/analytics?tab=explore&group=source&and=weekday', async (page) => {
    await heading('Analytics')(page);
    const groups = page.getByRole('region', { name: 'Números por Fonte e Dia da semana' });
    await groups
      .getByRole('button', { name: /^Abrir / })
      .first()
      .click();
    await groups
      .getByText(/-feira$|^sábado$|^domingo$/)
      .first()
      .waitFor();
    await loaded(page);
  }),
  {
    name: 'analytics-campaigns',
    as: 'busy',
    path: '/analytics',
    holdsStill: true,
    ready: analytics,
  },
  {
    name: 'analytics-filtered',
    as: 'busy',
    path: '/analytics?f=channel:is:facebook&f=country:none',
    holdsStill: true,
    async ready(page) {
      await heading('Analytics')(page);
      await page.getByRole('region', { name: 'Números por Campanha' }).getByRole('row').nth(1).waitFor();
      await loaded(page);
    },
  },
  {
    name: 'analytics-ads',
    as: 'busy',
    path: '/analytics?tab=ads&level=ad&f=channel:is:facebook',
    hasOwnRoles: true,
    holdsStill: true,
    ready: treeOfAds,
  },
  {
    name: 'analytics-ads-connected',
    as: 'connected',
    path: '/analytics?tab=ads',
    hasOwnRoles: true,
    async ready(page) {
      await treeOfAds(page);
      const tree = page.getByRole('treegrid');
      for (const level of ['2', '3']) {
        await tree
          .getByRole('button', { name: /^Abrir / })
          .first()
          .click();
        await tree.locator(`[aria-level="${level}"]:not([aria-busy=true])`).first().waitFor();
      }
      await loaded(page);
    },
  },
  ...(
    [
      ['pivot', 'form=pivot&group=channel&and=device', 'region', 'Receita: Canal × Dispositivo'],
      ['table', 'group=channel&and=device&third=browser', 'region', 'Números por Canal, Dispositivo, Navegador'],
      ['bars', 'form=bars&group=ad', 'table', 'Receita por Anúncio'],
      ['lines', 'form=lines&group=channel', 'table', 'Receita por dia'],
    ] as const
  ).map(([name, search, role, table]) => ({
    name: `analytics-explore-${name}`,
    as: 'busy' as const,
    path: `/analytics?tab=explore&${search}`,
    pictureOnly: true as const,
    async ready(page: Page) {
      await page.getByRole(role, { name: table }).getByRole('row').nth(1).waitFor({ state: 'attached' });
      await loaded(page);
    },
  })),
  look('analytics-explore-hours', 'busy', '/analytics?tab=explore&form=hours&metric=revenue', async (page) => {
    await page.getByRole('table', { name: 'Receita por hora e dia da semana' }).waitFor();
    await loaded(page);
  }),
  look('analytics-funnel', 'busy', '/analytics?tab=funnel&split=channel&before=true', async (page) => {
    await page.getByRole('region', { name: 'Funil por Canal' }).getByRole('row').nth(1).waitFor();
    await loaded(page);
  }),
  picture('analytics-empty', 'new', '/analytics', async (page) => {
    await analytics(page);
    await page.getByText('Nenhum click no período').waitFor();
  }),
  picture('analytics-failed', 'busy', '/analytics?tab=ads', async (page) => {
    const path = '**/api/figures?*';
    await page.route(path, (route) => route.fulfill({ status: 418, body: 'fora' }));
    await page.reload();
    await page.getByRole('alert').getByRole('button', { name: 'Tentar de novo' }).first().waitFor();
    await loaded(page);
    await page.unroute(path);
  }),
];

async function treeOfAds(page: Page): Promise<void> {
  await heading('Analytics')(page);
  await page
    .getByRole('treegrid')
    .getByRole('row', { name: /^Total/ })
    .waitFor();
  await loaded(page);
}

async function analytics(page: Page): Promise<void> {
  await heading('Analytics')(page);
  await page.getByRole('region', { name: 'Desempenho das campanhas' }).getByRole('row').nth(1).waitFor();
  await loaded(page);
}
