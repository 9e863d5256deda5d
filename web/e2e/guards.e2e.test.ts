/** Route guards with their redirect times, and the shell of each role. The times are the specification's. */
import type { Role } from '@tracker/schemas/roles';
import { openBrowser, openScreens, type Screen, type Screens } from '@tracker/test/kit/browser';
import { type Company, createColleague, invite, registerCompany, signIn } from '@tracker/test/kit/company';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';

const url = inject('productUrl');
let browser: Browser;
let screens: Screens;
let people: Record<Role, Company>;
let screen: Screen;

beforeAll(async () => {
  [browser, people] = await Promise.all([openBrowser(), registerPeople()]);
  screens = await openScreens(browser, { baseUrl: url });
});
afterAll(() => browser.close());

async function registerPeople(): Promise<Record<Role, Company>> {
  const admin = await registerCompany(url);
  return { admin, editor: await createColleague(admin, 'editor'), viewer: await createColleague(admin, 'viewer') };
}

beforeEach(async () => {
  screen = await screens.open();
});
afterEach(async () => {
  expect(screen.problems).toEqual([]);
  await screen.close();
});

const toast = (title: string, description: string) =>
  screen.page.locator('li[data-look=destructive]').filter({ hasText: title }).getByText(description).waitFor();
const heading = (name: string) => screen.page.getByRole('heading', { level: 1, name, exact: true });
const pathNow = () => new URL(screen.page.url()).pathname;

/** Records when the page started a timer of 500 ms and when it left its first URL. */
const watchRedirect = () => {
  const seen = { from: location.pathname, waitedFrom: 0, leftAt: 0 };
  Object.assign(window, { seen });
  const { setTimeout: later } = window;
  window.setTimeout = ((work: TimerHandler, ms?: number, ...rest: unknown[]) => {
    if (ms === 500) seen.waitedFrom ||= performance.now();
    return later(work, ms, ...rest);
  }) as typeof setTimeout;
  const replace = history.replaceState.bind(history);
  history.replaceState = (...change) => {
    replace(...change);
    if (location.pathname !== seen.from) seen.leftAt ||= performance.now();
  };
};
type Seen = { waitedFrom: number; leftAt: number };
const waitedMs = async (page: Page) => {
  const { waitedFrom, leftAt } = await page.evaluate(() => (window as unknown as { seen: Seen }).seen);
  expect(waitedFrom).toBeGreaterThan(0);
  return leftAt - waitedFrom;
};

/** A busy machine is late, never early. */
const expectHalfSecond = async (page: Page) => {
  const ms = await waitedMs(page);
  expect(ms).toBeGreaterThanOrEqual(495);
  expect(ms).toBeLessThan(3_000);
};

describe('route guard', () => {
  test.each(['/', '/leads?status=new', '/settings/users'])(
    'redirects a signed-out visitor from %s to /login after 500 ms, with a toast',
    { tags: ['§2.1', '§8.9', '§9.5'] },
    async (path) => {
      const { page } = screen;
      await page.addInitScript(watchRedirect);
      await page.goto(path);
      await toast('Acesso Negado', 'Você precisa estar logado para acessar esta página.');
      await page.waitForURL('**/login');
      await page.getByRole('button', { name: 'Entrar' }).waitFor();
      await expectHalfSecond(page);
    },
  );

  test.each([
    ['viewer', '/campaigns'],
    ['viewer', '/integration'],
    ['editor', '/webhook'],
    ['editor', '/facebook'],
    ['viewer', '/settings/tenant'],
    ['editor', '/settings/users'],
  ] as const)(
    'redirects the role %s from %s to / after 500 ms, with a toast',
    { tags: ['§2.1', '§6', '§8.10', '§9.5'] },
    async (role, path) => {
      const { page } = screen;
      await signIn(page, people[role]);
      await page.addInitScript(watchRedirect);
      await page.goto(path);
      await toast('Permissão Insuficiente', 'Você não tem permissão para acessar esta página.');
      await page.waitForURL(`${url}/`);
      await heading('Dashboard').waitFor();
      await expectHalfSecond(page);
    },
  );

  test('redirects a signed-in user from an invitation to the dashboard', { tags: ['§2.1'] }, async () => {
    const { page } = screen;
    const token = await invite(people.admin, 'convidada@example.com', 'viewer');
    await signIn(page, people.viewer);
    await page.goto(`/accept-invite?token=${token}`);
    await heading('Dashboard').waitFor();
    expect(pathNow()).toBe('/');
    expect(await page.getByText('Aceitar Convite').count()).toBe(0);
  });

  test.each(['/login', '/register'])('redirects a signed-in user from %s to the dashboard', async (path) => {
    const { page } = screen;
    await signIn(page, people.viewer);
    await page.goto(path);
    await heading('Dashboard').waitFor();
    expect(pathNow()).toBe('/');
  });

  test('shows 404 Page Not Found inside the shell, and the login screen when signed out', {
    tags: ['§2.1'],
  }, async () => {
    const { page } = screen;
    await page.goto('/no/where');
    await page.getByRole('button', { name: 'Entrar' }).waitFor();
    expect([pathNow(), await page.getByText('Acesso Negado').count()]).toEqual(['/no/where', 0]);
    await signIn(page, people.viewer);
    await page.goto('/no/where');
    await heading('404 Page Not Found').waitFor();
    await page.getByRole('navigation', { name: 'Principal' }).waitFor();
    expect(await page.getByRole('link', { name: 'Ir para o Dashboard' }).getAttribute('href')).toBe('/');
  });
});

test('shows only a centered spinner until the session is known, and asks for it once', {
  tags: ['§2.1', '§9.1'],
}, async () => {
  const { page } = screen;
  await signIn(page, people.viewer);
  let asked = 0;
  let answer: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/auth/user', async (route) => {
    asked += 1;
    await held;
    return route.fallback();
  });
  await page.goto('/', { waitUntil: 'commit' });
  const spinner = page.getByRole('status').filter({ hasText: 'Carregando' });
  await spinner.waitFor();
  const box = await spinner.boundingBox();
  const middle = { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 };
  expect(Math.abs(middle.x - 720)).toBeLessThan(10);
  expect(Math.abs(middle.y - 450)).toBeLessThan(10);
  expect(await page.getByRole('navigation').count()).toBe(0);
  answer();
  await heading('Dashboard').waitFor();
  // Fresh for five minutes, and not fetched again on window focus.
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await page.getByRole('link', { name: 'Leads' }).click();
  await heading('Gestão de Leads').waitFor();
  expect(asked).toBe(1);
});

const SCREENS = ['Dashboard', 'Campaigns', 'Analytics', 'Geografia', 'Leads', 'Integration', 'Webhook'].concat(
  'Logs Conversão',
  'Logs de Clicks',
  'Facebook Ads',
);
const SETTINGS = ['Configurações da Empresa', 'Gestão de Usuários'];
const FOR_ADMINS = ['Webhook', 'Facebook Ads'];
const FOR_EDITORS = ['Campaigns', 'Integration'];
const without = (hidden: readonly string[]) => SCREENS.filter((label) => !hidden.includes(label));

describe.each([
  { role: 'admin', menu: [...SCREENS, ...SETTINGS], badge: 'Admin', look: 'red', name: 'Ana Souza', initials: 'AS' },
  { role: 'editor', menu: without(FOR_ADMINS), badge: 'Editor', look: 'blue', name: 'Beto Souza', initials: 'BS' },
  {
    role: 'viewer',
    menu: without([...FOR_ADMINS, ...FOR_EDITORS]),
    badge: 'Viewer',
    look: 'gray',
    name: 'Beto Souza',
    initials: 'BS',
  },
] as const)('shell of the role $role', ({ role, menu, badge, look, name, initials }) => {
  test('lists its screens in order, marks the current one, and shows the Settings heading to admins only', {
    tags: ['§1', '§2.2', '§6'],
  }, async () => {
    const { page } = screen;
    await signIn(page, people[role]);
    await page.goto('/click-logs');
    const navigation = page.getByRole('navigation', { name: 'Principal' });
    await navigation.getByRole('link', { name: 'Dashboard' }).waitFor();
    expect(await navigation.getByRole('link').allInnerTexts()).toEqual(menu);
    expect(await navigation.getByRole('heading', { name: 'Configurações' }).count()).toBe(role === 'admin' ? 1 : 0);
    expect(await navigation.locator('[aria-current=page]').allInnerTexts()).toEqual(['Logs de Clicks']);
    await page.getByRole('complementary').getByText('Loja da Ana').first().waitFor();
  });

  test('shows initials, name, e-mail, tenant and role in the user menu, and settings to admins only', {
    tags: ['§2.2'],
  }, async () => {
    const { page } = screen;
    await signIn(page, people[role]);
    await page.goto('/leads');
    const button = page.getByRole('button', { name: /^Menu de / });
    await button.waitFor();
    for (const text of [initials, name, people[role].email, 'Loja da Ana']) await button.getByText(text).waitFor();
    await button.click();
    const open = page.getByRole('menu');
    expect(await open.getByText(badge, { exact: true }).getAttribute('data-look')).toBe(look);
    const entries = await open.getByRole('menuitem').allInnerTexts();
    expect(entries.filter((label) => SETTINGS.includes(label))).toEqual(role === 'admin' ? SETTINGS : []);
    expect(entries.at(-1)).toBe('Sair');
    if (role !== 'admin') return;
    await open.getByRole('menuitem', { name: 'Gestão de Usuários' }).click();
    await heading('Gestão de Usuários').waitFor();
  });
});
