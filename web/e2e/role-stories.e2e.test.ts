/** Every screen of the roles below an administrator's loads completely. What each role sees in the menu: `shell.test.tsx`. */
import { openBrowser, openScreens, type Screens } from '@tracker/test/kit/browser';
import {
  click,
  conversion,
  createColleague,
  type RegisteredTenant,
  registerTenant,
  resumeSession,
  view,
} from '@tracker/test/kit/registered-tenant';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { loaded } from './screens/screen-case.ts';

const url = inject('productUrl');
let browser: Browser;
let screens: Screens;
let tenant: RegisteredTenant;

beforeAll(async () => {
  browser = await openBrowser();
  screens = await openScreens(browser, { baseUrl: url });
  tenant = await registerTenant(url);
  const clickId = await click(tenant, { utm_source: 'facebook', utm_medium: 'cpc', sub1: '120210', sub4: 'Vídeo 1' });
  await view(tenant, clickId);
  await conversion(tenant, { transaction_id: 'R-1', amount: '197.00', click_id: clickId });
  await fetch(`${url}/leads`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Carla Dias', email: 'carla@example.com', click_id: clickId }),
  });
});
afterAll(() => browser.close());

/** Of the menu of specification §2.2: the screens that the role sees, and no lower one, each with its title. */
const SCREENS = {
  editor: [
    ['Campaigns', 'Campaigns'],
    ['Integration', 'Integration'],
  ],
  viewer: [
    ['Dashboard', 'Dashboard'],
    ['Analytics', 'Analytics'],
    ['Geografia', 'Geografia'],
    ['Leads', 'Gestão de Leads'],
    ['Logs Conversão', 'Logs Conversão'],
    ['Logs de Clicks', 'Logs de Clicks'],
  ],
} as const;

const ready = async (page: Page, title: string) => {
  await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
  await loaded(page);
};

test.each(['editor', 'viewer'] as const)(
  'loads every screen of the role %s from its menu',
  { tags: ['§2.1', '§2.2', '§6'] },
  async (role) => {
    const { page, problems, close } = await screens.open();
    await resumeSession(page, await createColleague(tenant, role));
    await page.goto('/');
    await ready(page, 'Dashboard');
    const menu = page.getByRole('navigation', { name: 'Principal' });
    for (const [label, title] of SCREENS[role]) {
      const link = menu.getByRole('link', { name: label, exact: true });
      await link.click();
      await ready(page, title);
      expect(await link.getAttribute('aria-current')).toBe('page');
      expect(await page.getByText('Tentar de novo').count()).toBe(0);
    }
    expect(problems).toEqual([]);
    await close();
  },
);
