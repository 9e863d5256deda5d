/** Every screen loads completely and without a jump, for an administrator and for the roles below. What each role sees in the menu: `shell.test.tsx`. */
import type { Role } from '@tracker/schemas/roles';
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

/** The menu of specification §2.2, with title and path of each screen, and the lowest role that sees it. */
const MENU: readonly { label: string; title?: string; path: string; role: Role }[] = [
  { label: 'Dashboard', path: '/', role: 'viewer' },
  { label: 'Campaigns', path: '/campaigns', role: 'editor' },
  { label: 'Analytics', path: '/analytics', role: 'viewer' },
  { label: 'Geografia', path: '/geography', role: 'viewer' },
  { label: 'Leads', title: 'Gestão de Leads', path: '/leads', role: 'viewer' },
  { label: 'Integration', path: '/integration', role: 'editor' },
  { label: 'Webhook', path: '/webhook', role: 'admin' },
  { label: 'Logs Conversão', path: '/conversion-logs', role: 'viewer' },
  { label: 'Logs de Clicks', path: '/click-logs', role: 'viewer' },
  { label: 'Facebook Ads', path: '/facebook', role: 'admin' },
  { label: 'Configurações da Empresa', path: '/settings/tenant', role: 'admin' },
  { label: 'Gestão de Usuários', path: '/settings/users', role: 'admin' },
];

/** The browser's Cumulative Layout Shift (0.1 or less is good), and the elements that moved. */
const countShifts = () => {
  const shifts = { sum: 0, moved: [] as string[] };
  Object.assign(window, { shifts });
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries() as LayoutShift[]) {
      if (hadRecentInput) continue;
      shifts.sum += value;
      for (const { node, previousRect: from, currentRect: to } of sources)
        shifts.moved.push(
          `${value.toFixed(4)} ${node?.textContent?.slice(0, 60)}: ${[from.x, from.y, from.width, from.height].join()} -> ${[to.x, to.y, to.width, to.height].join()}`,
        );
    }
  }).observe({ type: 'layout-shift', buffered: true });
};
interface LayoutShift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
}
const shiftsOf = (page: Page) =>
  page.evaluate(() => (window as unknown as { shifts: { sum: number; moved: string[] } }).shifts);

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
    for (const { label, title = label, role: needed } of MENU) {
      // What viewers may see loads for editors too.
      if (needed !== role) continue;
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

/** Holds the responses until the screen shows, also to a screen reader, that it is loading. */
async function answerWhenWaiting(page: Page): Promise<void> {
  const waiting = page.locator('[aria-busy=true]').getByText('Carregando', { exact: true }).first();
  const isWaiting = waiting.waitFor({ state: 'attached' });
  await page.route(/\/api\/(?!auth)/, async (route) => {
    await isWaiting;
    await route.continue();
  });
}

test.each(MENU)(
  'announces loading on $label, loads it and shifts no layout',
  async ({ label, title = label, path }) => {
    const { page, problems, close } = await screens.open();
    await page.addInitScript(countShifts);
    await resumeSession(page, tenant);
    await answerWhenWaiting(page);
    await page.goto(path);
    await ready(page, title);
    await page.waitForLoadState('networkidle');
    const { sum, moved } = await shiftsOf(page);
    expect(sum, moved.join('\n')).toBeLessThan(0.05);
    expect(await page.getByText('Tentar de novo').count()).toBe(0);
    expect(problems).toEqual([]);
    await close();
  },
);

test('shows administrators a notice without a shift of the screen below it', async () => {
  const { page, problems, close } = await screens.open();
  await page.addInitScript(countShifts);
  await resumeSession(page, tenant);
  await page.route('**/api/auth/user', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), warnings: ['proxy-not-trusted'] } });
  });
  await answerWhenWaiting(page);
  await page.goto('/settings/tenant');
  await ready(page, 'Configurações da Empresa');
  await page.getByText('TRUST_PROXY').waitFor();
  await page.waitForLoadState('networkidle');
  const { sum, moved } = await shiftsOf(page);
  expect(sum, moved.join('\n')).toBeLessThan(0.05);
  expect(problems).toEqual([]);
  await close();
});
