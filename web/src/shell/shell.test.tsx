import { screen, within } from '@testing-library/react';
import { currentUser } from '@tracker/schemas/contracts/auth.contract';
import { readLeadAnalytics } from '@tracker/schemas/contracts/leads.contract';
import { leaveOwnTenant, listOwnTenants, openOwnTenant } from '@tracker/schemas/contracts/own-tenants.contract';
import { CONTRACTS } from '@tracker/schemas/contracts/registry';
import { SCREEN_ROLES } from '@tracker/schemas/roles';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { atStandstill, expectAccessible, inToast, later, openApp, stopClock, toastOf } from '../../test/app.tsx';
import { api, noAnswer, refusal, refusalOf } from '../../test/fake-api.ts';
import { session } from '../../test/samples.ts';
import { readServerClock } from '../data/server-clock.ts';

beforeEach(() => api.answerEmpty());

const title = (name: string) => screen.findByRole('heading', { level: 1, name });

/** At half a second since the clock stopped, and not before. */
async function expectRedirect(address: () => string, from: string, to: string): Promise<void> {
  expect(address()).toBe(from);
  await later(490);
  expect(address()).toBe(from);
  await later(10);
  expect(address()).toBe(to);
}

test('opens for a plan, a status and a role that only a newer server knows', { tags: ['§3', '§4'] }, async () => {
  const { user, tenant } = session('admin');
  api.answer(currentUser, {
    user: { ...user, role: 'owner' as never },
    tenant: { ...tenant, subscriptionPlan: 'enterprise', subscriptionStatus: 'paused' },
  });
  openApp('/', { as: 'unknown' });
  await title('Dashboard');
  expect(screen.queryByText('O servidor não respondeu.')).toBeNull();
});

describe('a person in the wrong place', () => {
  test.each(['/', '/leads?status=new', '/settings/users'])(
    'sees why at %s when signed out, and is at /login after half a second',
    { tags: ['§2.1', '§8.9', '§9.5'] },
    async (path) => {
      stopClock();
      const { address } = openApp(path, { as: 'visitor' });
      await atStandstill(() => toastOf('Acesso Negado', 'Você precisa estar logado para acessar esta página.'));
      await expectRedirect(address, path, '/login');
      await atStandstill(() => screen.getByRole('button', { name: 'Entrar' }));
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
    'sees why as %s at %s, and is at / after half a second',
    { tags: ['§2.1', '§6', '§8.10', '§9.5'] },
    async (as, path) => {
      stopClock();
      const { address } = openApp(path, { as });
      const text = 'Você não tem permissão para acessar esta página.';
      await atStandstill(() => toastOf('Permissão Insuficiente', text));
      await expectRedirect(address, path, '/');
      await atStandstill(() => screen.getByRole('heading', { level: 1, name: 'Dashboard' }));
    },
  );

  test.each(['/login', '/register'])(
    'comes to the dashboard from %s when signed in, and never sees the form',
    { tags: ['§2.1'] },
    async (path) => {
      const { address } = openApp(path, { as: 'viewer' });
      await title('Dashboard');
      expect(address()).toBe('/');
      expect(screen.queryByRole('textbox')).toBeNull();
    },
  );

  test('sees at an unknown address a page in English, inside the shell', { tags: ['§2.1'] }, async () => {
    openApp('/no/where', { as: 'viewer' });
    await title('404 Page Not Found');
    screen.getByRole('navigation', { name: 'Principal' });
    expect(screen.getByRole('link', { name: 'Ir para o Dashboard' }).getAttribute('href')).toBe('/');
  });

  test('sees at an unknown address the login screen without a toast when signed out', { tags: ['§2.1'] }, async () => {
    const { address } = openApp('/no/where', { as: 'visitor' });
    await screen.findByRole('button', { name: 'Entrar' });
    await later(600);
    expect(address()).toBe('/no/where');
    expect(screen.queryByText('Acesso Negado')).toBeNull();
  });
});

describe('the question who is signed in', () => {
  test('shows only a spinner until it is answered', { tags: ['§2.1', '§9.1'] }, async () => {
    const give = api.hold(currentUser);
    openApp('/', { as: 'unknown' });
    await screen.findByText('Carregando');
    expect(screen.queryByRole('navigation')).toBeNull();
    expect(screen.getAllByRole('status')).toHaveLength(1);
    give(session('viewer'));
    await title('Dashboard');
  });

  test('is not asked again for five minutes, nor when the window gets the focus', { tags: ['§9.1'] }, async () => {
    const { user } = openApp('/', { as: 'viewer' });
    await title('Dashboard');
    await later(4 * 60_000);
    window.dispatchEvent(new Event('focus'));
    document.dispatchEvent(new Event('visibilitychange'));
    await user.click(screen.getByRole('link', { name: 'Leads' }));
    await title('Gestão de Leads');
    expect(api.asked(currentUser)).toHaveLength(1);
  });

  test('shows a sentence and a button when the server does not answer, and no login screen', async () => {
    api.answer(currentUser, noAnswer);
    const { user } = openApp('/', { as: 'unknown' });
    await screen.findByText('O servidor não respondeu.');
    api.answer(currentUser, session('viewer'));
    await user.click(screen.getByRole('button', { name: 'Tentar de novo' }));
    await title('Dashboard');
  });

  test('is asked again after a 401, and then leads to the login screen', { tags: ['§8.9'] }, async () => {
    const { address } = openApp('/leads');
    await title('Gestão de Leads');
    for (const contract of [currentUser, readLeadAnalytics])
      api.answer(contract, refusal(401, 'Entre para continuar.'));
    api.announceFigures();
    await screen.findByRole('button', { name: 'Entrar' });
    await later(500);
    expect(address()).toBe('/login');
  });
});

const QUESTIONS = CONTRACTS.filter(({ method, name }) => method === 'GET' && name !== currentUser.name);

test.each(Object.keys(SCREEN_ROLES))('says that %s is loading until the answers come', async (path) => {
  for (const question of QUESTIONS) api.hold(question);
  openApp(path.replace('$platform', 'facebook'));
  await screen.findAllByText('Carregando', { selector: '[aria-busy=true] *' });
  expect(screen.queryByRole('button', { name: 'Tentar de novo' })).toBeNull();
});

const SCREENS = ['Dashboard', 'Campaigns', 'Analytics', 'Geografia', 'Leads', 'Integration', 'Webhook'].concat(
  'Logs Conversão',
  'Logs de Clicks',
  'Facebook Ads',
);
const SETTINGS = ['Configurações da Empresa', 'Gestão de Usuários'];
const without = (...hidden: readonly string[]) => SCREENS.filter((label) => !hidden.includes(label));

describe.each([
  { role: 'admin', menu: [...SCREENS, ...SETTINGS], badge: 'Admin', look: 'red' },
  { role: 'editor', menu: without('Webhook', 'Facebook Ads'), badge: 'Editor', look: 'blue' },
  {
    role: 'viewer',
    menu: without('Webhook', 'Facebook Ads', 'Campaigns', 'Integration'),
    badge: 'Viewer',
    look: 'gray',
  },
] as const)('the shell of $role', ({ role, menu, badge, look }) => {
  test('lists its screens in order, marks the current one, and has a heading above settings alone', {
    tags: ['§1', '§2.2', '§6'],
  }, async () => {
    openApp('/click-logs', { as: role });
    const navigation = within(await screen.findByRole('navigation', { name: 'Principal' }));
    const links = navigation.getAllByRole('link');
    expect(links.map(({ textContent }) => textContent.trim())).toEqual(menu);
    expect(navigation.queryAllByRole('heading', { name: 'Configurações' })).toHaveLength(role === 'admin' ? 1 : 0);
    const current = links.filter((link) => link.getAttribute('aria-current') === 'page');
    expect(current.map(({ textContent }) => textContent.trim())).toEqual(['Logs de Clicks']);
    within(screen.getByRole('complementary')).getAllByText('Loja da Ana');
  });

  test('has a user menu with initials, name, e-mail, company, role, and settings for admins alone', {
    tags: ['§2.2'],
  }, async () => {
    const { user } = openApp('/leads', { as: role });
    const button = await screen.findByRole('button', { name: /^Menu de/ });
    for (const text of ['AS', 'Ana Souza', 'ana@loja.example.com', 'Loja da Ana']) within(button).getByText(text);
    await user.click(button);
    const open = within(await screen.findByRole('menu'));
    expect(open.getByText(badge).dataset.look).toBe(look);
    const entries = open.getAllByRole('menuitem').map(({ textContent }) => textContent.trim());
    expect(entries.filter((label) => SETTINGS.includes(label))).toEqual(role === 'admin' ? SETTINGS : []);
    expect(entries.at(-1)).toBe('Sair');
  });
});

test('offers the other companies in the user menu to a person of several, and names that of the tab in each call', async () => {
  const { id } = session('viewer').tenant;
  const own = { id, name: 'Loja da Ana', slug: 'loja', role: 'viewer', current: true } as const;
  api.answer(listOwnTenants, [own, { ...own, id: 'tn_00000002', name: 'Outra Loja', current: false }]);
  const { user } = openApp('/leads', { as: 'viewer' });
  await user.click(await screen.findByRole('button', { name: /^Menu de/ }));
  await user.hover(await screen.findByRole('menuitem', { name: 'Trocar de empresa' }));
  const offered = await screen.findAllByRole('menuitemradio', { name: /Loja/ });
  expect(offered.map(({ textContent, ariaChecked }) => [textContent, ariaChecked])).toEqual([
    ['Loja da Ana', 'true'],
    ['Outra Loja', 'false'],
  ]);
  expect(sessionStorage.getItem('company')).toBe(id);
  screen.getByRole('menuitem', { name: 'Sair da empresa' }).focus();
  await user.keyboard('{Enter}');
  const dialog = within(await screen.findByRole('dialog', { name: 'Sair de Loja da Ana?' }));
  api.answer(leaveOwnTenant, refusal(409, 'Antes de sair, passe a empresa para outro administrador.'));
  await user.click(dialog.getByRole('button', { name: 'Sair da empresa' }));
  await inToast('Erro ao sair da empresa', 'Antes de sair, passe a empresa para outro administrador.');
  expect(api.asked(leaveOwnTenant)).toMatchObject([{ params: { tenantId: id } }]);
});

test('opens a further company from the user menu, where new companies can register', async () => {
  api.answer(openOwnTenant, refusalOf('slug-taken', 409));
  api.answer(currentUser, { ...session('viewer'), canOpenTenant: true });
  const { user } = openApp('/leads', { as: 'unknown' });
  await user.click(await screen.findByRole('button', { name: /^Menu de/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Nova empresa' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Nova empresa' }));
  await user.click(dialog.getByRole('button', { name: 'Criar empresa' }));
  dialog.getByText('Informe o nome da empresa.');
  await expectAccessible();
  await user.type(dialog.getByLabelText('Nome da empresa'), 'Loja Ação');
  await user.click(dialog.getByRole('button', { name: 'Criar empresa' }));
  await inToast('Erro ao criar empresa');
  expect(dialog.getByLabelText('URL da empresa').getAttribute('aria-invalid')).toBe('true');
  expect(api.asked(openOwnTenant)).toMatchObject([{ body: { name: 'Loja Ação', slug: 'loja-acao' } }]);
});

test('shows administrators what is wrong with the way to the product', async () => {
  api.answer(currentUser, { ...session('admin'), warnings: ['proxy-not-trusted'] });
  openApp('/profile', { as: 'unknown' });
  await title('Meu perfil');
  await screen.findByText(/proxy na frente do produto que TRUST_PROXY não informa/);
});

test('reports to administrators that a limit kept sales without a key out, and leads to the address with the key', async () => {
  api.answer(currentUser, { ...session('admin'), unverifiedLimitReached: true });
  api.answerEmpty();
  const { user, address } = openApp('/profile', { as: 'unknown' });
  await screen.findByText(/Vendas sem chave passaram do limite do dia/);
  await user.click(screen.getByRole('link', { name: 'endereço do webhook' }));
  expect(address()).toBe('/webhook');
});

test('a computer whose clock is wrong shows the server’s days, and reads by how much', async () => {
  const at = (ms: number) => readServerClock(new Date(ms).toUTCString(), Date.now());
  at(Date.now() - 8 * 3_600_000);
  onTestFinished(() => at(Date.now()));
  openApp('/');
  await screen.findByText(/O relógio deste computador está 8 h adiantado\./);
});
