import { createServer, type Server } from '@tracker/infra/http/server';
import { connect } from '@tracker/infra/postgres/connect';
import { CHANNELS } from '@tracker/infra/postgres/wire';
import { eventually } from '@tracker/test/kit/eventually';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { registerApi } from '../../app.ts';
import { type TestPerson, useApi } from '../../testing/use-api.ts';
import type { Listen } from './listen-figures.ts';

const api = useApi();

/** A real server: streams need a real connection. */
let app: Server;
let address: string;
beforeEach(async () => {
  app = createServer({ logger: api.stack.logger, trustProxy: false });
  const channels = new Set<string>();
  const listen: Listen = async (channel, ...relay) => {
    const subscription = await api.stack.postgres.sql.listen(channel, ...relay);
    channels.add(channel);
    return subscription;
  };
  await registerApi(app, { ...api.deps, listen });
  address = await app.listen({ host: '127.0.0.1', port: 0 });
  // What is announced before is heard by no one.
  await eventually(() => expect(channels).toEqual(new Set([CHANNELS.figuresChanged, CHANNELS.accessChanged])));
});
afterEach(() => app.close());

interface Screen {
  readonly response: Response;
  /** All that was read so far. */
  text(): string;
  readonly ended: Promise<void>;
  leave(): void;
}

async function open(person: TestPerson): Promise<Screen> {
  const leaving = new AbortController();
  const response = await fetch(`${address}/api/live`, { headers: { cookie: person.cookie }, signal: leaving.signal });
  let text = '';
  const ended = (async () => {
    const decoder = new TextDecoder();
    for await (const bytes of response.body ?? []) text += decoder.decode(bytes);
  })().catch(() => undefined);
  return { response, text: () => text, ended, leave: () => leaving.abort() };
}

const announce = (...tenantIds: string[]) =>
  api.stack.postgres.sql`SELECT pg_notify('figures_changed', ${tenantIds.join(',')})`;

const eventsOf = (screen: Screen) => screen.text().match(/event: figures\ndata: \{"at":"[^"]+"\}\n\n/g)?.length ?? 0;

describe('GET /api/live', () => {
  test('sends an event to the screens of the tenant, and to no others, within a second', async () => {
    const [tenant, other] = await Promise.all([api.tenant(), api.tenant()]);
    const [screen, second, foreign] = await Promise.all([open(tenant.viewer), open(tenant.admin), open(other.admin)]);
    expect(screen.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(screen.response.headers.get('x-content-type-options')).toBe('nosniff');
    await announce(tenant.tenantId);
    await eventually(() => expect(eventsOf(screen)).toBeGreaterThan(0));
    const before = eventsOf(second);
    const began = performance.now();
    await announce('tn_somebody0', tenant.tenantId);
    await eventually(() => expect(eventsOf(second)).toBeGreaterThan(before), { timeoutMs: 1_000 });
    expect(performance.now() - began).toBeLessThan(1_000);
    const foreignEvents = eventsOf(foreign);
    await announce(tenant.tenantId);
    await eventually(() => expect(eventsOf(screen)).toBeGreaterThan(before + 1));
    expect(eventsOf(foreign)).toBe(foreignEvents);
  });

  test('combines a burst of announcements into a few events', async () => {
    const tenant = await api.tenant();
    const screen = await open(tenant.viewer);
    await announce(tenant.tenantId);
    await eventually(() => expect(eventsOf(screen)).toBeGreaterThan(0));
    const before = eventsOf(screen);
    for (let time = 0; time < 50; time += 1) await announce(tenant.tenantId);
    await eventually(() => expect(eventsOf(screen)).toBeGreaterThan(before));
    expect(eventsOf(screen) - before).toBeLessThanOrEqual(2);
  });

  test('sends an event to the tabs of a person whose role changes, and ends them with a session that another process ends', async () => {
    const { admin, editor, viewer } = await api.tenant();
    const [changed, other] = await Promise.all([open(editor), open(viewer)]);
    const wasShown = (screen: Screen) => screen.text().includes('event: access\n');
    const url = `/api/users/${editor.userId}/role`;
    expect((await admin.ask({ method: 'PATCH', url, payload: { role: 'viewer' } })).statusCode).toBeLessThan(300);
    await eventually(() => expect(wasShown(changed)).toBe(true));
    expect(wasShown(other)).toBe(false);
    await api.stack.postgres.withPerson(editor, (trx) => trx.deleteFrom('sessions').execute());
    await changed.ended;
    other.leave();
  });

  test('sends an event to the tabs of all people of a tenant that requires a second factor from now on', async () => {
    const { tenantId, viewer } = await api.tenant();
    const screen = await open(viewer);
    await api.stack.postgres.withTenant(tenantId, (trx) =>
      trx.updateTable('tenants').set({ requires_second_factor: true }).execute(),
    );
    await eventually(() => expect(screen.text()).toContain('event: access\n'));
    screen.leave();
  });

  test('ends at once when the session ends or the server stops', async () => {
    const tenant = await api.tenant();
    const [leaving, staying] = await Promise.all([open(tenant.viewer), open(tenant.admin)]);
    await fetch(`${address}/api/auth/logout`, { method: 'POST', headers: { cookie: tenant.viewer.cookie } });
    await leaving.ended;
    expect(staying.text()).toContain('retry: 2000');

    const began = performance.now();
    await app.close();
    await staying.ended;
    expect(performance.now() - began).toBeLessThan(2_000);
  });

  test('continues after the connection to Postgres was lost', async () => {
    const tenant = await api.tenant();
    const screen = await open(tenant.viewer);
    await announce(tenant.tenantId);
    await eventually(() => expect(eventsOf(screen)).toBeGreaterThan(0));
    const owner = connect({ url: api.stack.postgresUrl, logger: api.stack.logger, name: 'test', role: null, max: 1 });
    await owner`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query ILIKE 'listen %_changed%'`;
    await owner.end();
    const before = eventsOf(screen);
    await eventually(() => expect(eventsOf(screen)).toBeGreaterThan(before));
    const again = eventsOf(screen);
    await announce(tenant.tenantId);
    await eventually(() => expect(eventsOf(screen)).toBeGreaterThan(again));
  });

  test('answers HEAD with 405', async () => {
    const tenant = await api.tenant();
    const headers = { cookie: tenant.viewer.cookie };
    expect((await fetch(`${address}/api/live`, { method: 'HEAD', headers })).status).toBe(405);
  });

  test('answers 401 when signed out', async () => {
    expect((await fetch(`${address}/api/live`)).status).toBe(401);
  });

  test('refuses the 26th stream of a person, and the 101st of a tenant, until another one closes', async () => {
    const tenant = await api.tenant();
    const people = [
      tenant.viewer,
      tenant.editor,
      await api.person(tenant, 'viewer'),
      await api.person(tenant, 'viewer'),
    ];
    const screens: Screen[] = [];
    for (const person of people) {
      screens.push(...(await Promise.all(Array.from({ length: 25 }, () => open(person)))));
      expect((await open(person)).response.status).toBe(429);
    }
    expect(screens.map(({ response }) => response.status)).toEqual(screens.map(() => 200));
    const refused = await open(tenant.admin);
    expect(refused.response.status).toBe(429);
    screens[0]?.leave();
    await eventually(async () => {
      const screen = await open(tenant.admin);
      screens.push(screen);
      expect(screen.response.status).toBe(200);
    });
    for (const screen of screens) screen.leave();
  });
});
