import { createServer } from '@tracker/infra/http/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { registerApi } from '../../app.ts';
import { createKey, type TestKey } from '../../testing/api-keys.ts';
import { PASSWORD, type StaffedTenant, useApi } from '../../testing/use-api.ts';

const api = useApi();
const login = { email: 'demo@example.com', password: 'made-at-the-start' };
let withDemo: ReturnType<typeof createServer>;
let demo: StaffedTenant;
let key: TestKey;

beforeAll(async () => {
  demo = await api.tenant();
  key = await createKey(api, demo, ['read']);
  await api.stack.postgres.withTenant(demo.tenantId, (trx) =>
    trx.updateTable('tenants').set({ is_demo: true }).where('id', '=', demo.tenantId).execute(),
  );
  withDemo = createServer({ logger: api.stack.logger, trustProxy: false });
  await registerApi(withDemo, { ...api.deps, demoLogin: login });
  await withDemo.ready();
});
afterAll(() => withDemo?.close());

const signIn = () => ({
  method: 'POST' as const,
  url: '/api/auth/login',
  payload: { email: demo.admin.email, password: PASSWORD },
});

test('closes the demo company without DEMO_DATA: password, old sessions and API keys', async () => {
  expect((await api.ask(signIn())).statusCode).toBe(401);
  expect((await demo.admin.ask('/api/auth/user')).statusCode).toBe(401);
  expect((await key.ask('/api/campaigns')).statusCode).toBe(401);
  expect((await api.ask('/api/auth/hint')).json()).toEqual({ demo: null, canRegister: true });
});

test('opens the demo company with DEMO_DATA, and hints at its account', async () => {
  expect((await withDemo.inject(signIn())).statusCode).toBe(200);
  const { cookie } = demo.admin;
  expect((await withDemo.inject({ url: '/api/auth/user', headers: { cookie } })).statusCode).toBe(200);
  expect((await withDemo.inject('/api/auth/hint')).json()).toEqual({ demo: login, canRegister: true });
});
