import { createServer } from '@tracker/infra/http/server';
import { createLogger } from '@tracker/infra/telemetry/logger';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registerApi } from '../app.ts';
import { createKey } from '../testing/api-keys.ts';
import { PASSWORD, type StaffedTenant, useApi } from '../testing/use-api.ts';

const api = useApi();
let tenant: StaffedTenant;
beforeAll(async () => {
  tenant = await api.tenant();
});

describe('API answers', () => {
  test.each([
    ['data', '/api/campaigns', 200],
    ['nobody signed in', '/api/api-keys', 401],
    ['an unknown path', '/api/nothing', 404],
    ['a refused value', '/api/clicks?limit=0', 400],
  ])('carries strict security headers for %s', async (_, url, status) => {
    const answer = await (status === 401 ? api.ask(url) : tenant.viewer.ask(url));
    expect(answer.statusCode).toBe(status);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
  });

  test('allows private caching only, and none for changes', async () => {
    expect((await tenant.viewer.ask('/api/campaigns')).headers['cache-control']).toBe('private, no-cache');
    const change = await tenant.viewer.ask({ method: 'PATCH', url: '/api/profile', payload: {} });
    expect(change.headers['cache-control']).toBe('no-store');
  });
});

describe('session cookie', () => {
  const login = async (app: Pick<typeof api, 'ask'>) => {
    const payload = { email: tenant.editor.email, password: PASSWORD };
    const answer = await app.ask({ method: 'POST', url: '/api/auth/login', payload, remoteAddress: '198.51.100.7' });
    return String([answer.headers['set-cookie']].flat()[0]);
  };

  test('is hidden from scripts, other sites and sub-domains', async () => {
    const parts = (await login(api)).split('; ');
    expect(parts[0]).toMatch(/^__Host-tracker_session=[\w-]{43}$/);
    expect(parts.slice(1).sort()).toEqual(['HttpOnly', 'Max-Age=604800', 'Path=/', 'SameSite=Lax', 'Secure']);
  });

  test('lacks the attributes that need https on plain http', async () => {
    const logger = createLogger({ level: 'silent', name: 'test' });
    const plain = await openApi({ secureCookies: false, logger });
    const parts = (await login({ ask: (asked) => plain.inject(asked as InjectOptions) })).split('; ');
    expect(parts[0]).toMatch(/^tracker_session=/);
    expect(parts.slice(1).sort()).toEqual(['HttpOnly', 'Max-Age=604800', 'Path=/', 'SameSite=Lax']);
  });
});

const opened: { close(): Promise<unknown> }[] = [];
afterAll(() => Promise.all(opened.map((app) => app.close())));

/** A second API next to the one of this file. */
async function openApi(given: { secureCookies: boolean; logger: ReturnType<typeof createLogger> }) {
  const app = createServer({ logger: given.logger, trustProxy: false });
  opened.push(app);
  await registerApi(app, { ...api.deps, ...given, validateResponses: false });
  await app.ready();
  return app;
}

test('logs no password, cookie, key, secret or e-mail for any failure', async () => {
  const lines: string[] = [];
  const logger = createLogger({ level: 'trace', name: 'test', destination: { write: (line) => lines.push(line) } });
  const app = await openApi({ secureCookies: true, logger });
  const { key } = await createKey(api, tenant, ['read']);
  const { cookie, email } = tenant.admin;
  const newPassword = 'senha-que-ninguem-sabe';
  const webhookSecret = 'segredo-do-checkout';
  const ask = (options: InjectOptions) =>
    app.inject({ ...options, headers: { cookie, ...options.headers }, remoteAddress: '198.51.100.8' });

  await ask({ method: 'POST', url: '/api/auth/login', payload: { email, password: newPassword } });
  await ask({ method: 'PUT', url: '/api/profile/password', payload: { currentPassword: newPassword, newPassword } });
  await ask({ method: 'PUT', url: '/api/webhook-keys/hotmart/secret', payload: { secret: webhookSecret } });
  await ask({ url: '/api/campaigns', headers: { authorization: `Bearer ${key}` } });
  // A defect of ours, with everything secret in reach of its line.
  app.log.error({ err: new Error(`for ${email} with Bearer ${key}`), cookie, password: newPassword }, 'failed');
  logger.info({ event: 'metrics.listening' }, 'done');

  const written = lines.join('');
  expect(lines.length).toBeGreaterThan(1);
  for (const secret of [newPassword, webhookSecret, key, email, cookie.split('=')[1] ?? '', PASSWORD]) {
    expect(written).not.toContain(secret);
  }
});
