import type { AuditEntry } from '@tracker/schemas/contracts/audit.contract';
import { eventually } from '@tracker/test/kit/eventually';
import { expect, test } from 'vitest';
import { newAddress, PASSWORD, type TestPerson } from '../../testing/use-api.ts';
import { useMailingApi } from '../../testing/use-mailing-api.ts';

const { api, mailServer } = useMailingApi();

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

const login = (email: string, password = PASSWORD, cookie = '') =>
  api.ask({
    method: 'POST',
    url: '/api/auth/login',
    payload: { email, password },
    headers: { 'user-agent': CHROME, cookie },
    remoteAddress: '203.0.113.77',
  });
const logOf = async ({ ask }: TestPerson) => (await ask('/api/audit-log')).json<AuditEntry[]>();

test('records sign-ins, sign-outs and the first failure of a burst, with network and browser', async () => {
  const { admin, editor } = await api.tenant();
  for (let guess = 0; guess < 4; guess += 1) await login(editor.email, 'errada');
  const cookie = (await login(editor.email)).cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  await api.ask({ method: 'POST', url: '/api/auth/logout', headers: { cookie, 'user-agent': CHROME } });
  api.clock.advance(16 * 60_000);
  await login(editor.email, 'errada');

  const from = { network: '203.0.113.0', browser: 'Chrome · Windows' };
  const stranger = { actorKind: 'unknown', actor: null, subject: 'Ana Lima', action: 'session.fail', ...from };
  expect(await logOf(admin)).toMatchObject([
    stranger,
    { actorKind: 'person', actor: 'Ana Lima', action: 'session.stop', browser: 'Chrome · Windows' },
    { actorKind: 'person', actor: 'Ana Lima', action: 'session.start', details: {}, ...from },
    stranger,
  ]);
});

test('records a registration, and gives a change the network and the browser of its request', async () => {
  const slug = `loja-${Math.random().toString(36).slice(2)}`;
  const email = `ana@${slug}.example.com`;
  const registered = await api.ask({
    method: 'POST',
    url: '/api/auth/register',
    payload: { companyName: 'Loja', companySlug: slug, firstName: 'Ana', lastName: 'Lima', email, password: PASSWORD },
    headers: { 'user-agent': CHROME },
    remoteAddress: newAddress(),
  });
  const cookie = registered.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const headers = { cookie, 'user-agent': CHROME };
  const { id } = registered.json().tenant;
  await api.ask({
    method: 'PATCH',
    url: `/api/tenants/${id}`,
    payload: { name: 'Loja da Ana' },
    headers,
    remoteAddress: '2001:db8:1:2::9',
  });
  expect((await api.ask({ url: '/api/audit-log', headers })).json()).toMatchObject([
    { action: 'tenant.change', network: '2001:db8:1::', browser: 'Chrome · Windows' },
    { action: 'session.start' },
    { action: 'tenant.register', actor: 'Ana Lima' },
  ]);
});

test('mails the person after a sign-in in a new browser, but not after the first or in a known one', async () => {
  const { viewer } = await api.tenant();
  const first = await login(viewer.email);
  const device = first.cookies.find(({ name }) => name.includes('tracker_browser'));
  await login(viewer.email, PASSWORD, `${device?.name}=${device?.value}`);
  await login(viewer.email);
  const own = () => mailServer().mails.filter(({ to }) => to[0] === viewer.email);
  await eventually(() => expect(own()).toHaveLength(1));
  const [mail] = own();
  expect(mail).toMatchObject({ to: [viewer.email], subject: 'Novo acesso à sua conta do Traffic Tracker' });
  expect(mail?.text).toContain('Navegador: Chrome · Windows. Rede: 203.0.113.0.');
  expect(mail?.text).toContain('20 de novembro de 2036');
});
