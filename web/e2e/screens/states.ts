import type { Page } from 'playwright-core';
import { heading, loaded, type ScreenCase } from './screen-case.ts';

/** Screens without data and with calls that fail, where no other case shows it: for pictures. */
const EMPTY = [
  ['analytics-ads', '/analytics?tab=ads', 'Analytics'],
  ['analytics-explore', '/analytics?tab=explore', 'Analytics'],
  ['analytics-funnel', '/analytics?tab=funnel', 'Analytics'],
  ['users', '/settings/users', 'Gestão de Usuários'],
  ['company-figures', '/settings/tenant?tab=figures', 'Configurações da Empresa'],
  ['costs', '/settings/costs', 'Custos'],
  ['products', '/settings/products', 'Produtos'],
] as const;

const FAILED = [
  ['dashboard', '/', 'Dashboard'],
  ['campaigns', '/campaigns', 'Campaigns'],
  ['analytics-campaigns', '/analytics', 'Analytics'],
  ['analytics-explore', '/analytics?tab=explore', 'Analytics'],
  ['analytics-funnel', '/analytics?tab=funnel', 'Analytics'],
  ['webhook', '/webhook', 'Webhook'],
  ['facebook', '/facebook', 'Facebook Ads'],
  ['users', '/settings/users', 'Gestão de Usuários'],
  ['company-figures', '/settings/tenant?tab=figures', 'Configurações da Empresa'],
  ['costs', '/settings/costs', 'Custos'],
  ['products', '/settings/products', 'Produtos'],
  ['profile', '/profile', 'Meu perfil'],
] as const;

const shown = (title: string) => async (page: Page) => {
  await heading(title)(page);
  await loaded(page);
};

export const STATES: readonly ScreenCase[] = [
  ...EMPTY.map(([name, path, title]) => ({
    ...{ name: `${name}-empty`, as: 'new' as const, path, pictureOnly: true as const },
    ready: shown(title),
  })),
  ...FAILED.map(([name, path, title]) => ({
    ...{ name: `${name}-failed`, as: 'busy' as const, path, pictureOnly: true as const },
    async ready(page: Page) {
      await page.route(/\/api\/(?!auth|live|ad-platforms$)/, (route) => route.fulfill({ status: 418, body: 'fora' }));
      await page.reload();
      await page.getByRole('button', { name: 'Tentar de novo' }).first().waitFor();
      await shown(title)(page);
    },
  })),
];
