// However a person's rights end, nothing that they set up lets anything out afterwards, of any kind.

import { createGuardedCall } from '@tracker/infra/postbacks/guarded-call';
import type { MadeByPerson } from '@tracker/schemas/contracts/people.contract';
import type { MADE_BY } from '@tracker/schemas/effects';
import { type PushService, startPushService } from '@tracker/test/kit/push-service';
import { type GraphTest, startGraphTest } from '@tracker/test/kit/use-graph';
import { withoutAdPlatforms } from '@tracker/test/kit/without-ad-platforms';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { createKey } from '../../testing/api-keys.ts';
import { PUBLIC_URL, type StaffedTenant, type TestPerson, useApi } from '../../testing/use-api.ts';

let graph: GraphTest;
let pushes: PushService;
const guarded = createGuardedCall({ resolve: async () => ['127.0.0.1'], isAllowed: (ip) => ip === '127.0.0.1' });
const api = useApi({
  adPlatforms: (clock, logger) => ({ ...withoutAdPlatforms(clock, logger), adPlatforms: [graph.platform] }),
  before: async (clock) => {
    [graph, pushes] = await Promise.all([startGraphTest({ clock }), startPushService()]);
  },
  guardedCall: (...asked) => pushes.through(guarded)(...asked),
});
afterAll(async () => {
  await Promise.all([graph?.stub.close(), pushes?.close()]);
});

async function connect(person: TestPerson): Promise<void> {
  const consent = new URL(String((await person.ask('/auth/facebook')).headers.location));
  consent.searchParams.set('__allow', '1');
  const back = String((await fetch(consent, { redirect: 'manual' })).headers.get('location'));
  expect((await person.ask(back.replace(PUBLIC_URL, ''))).headers.location).toBe('/facebook?connected=1');
}

const ok = async (answer: ReturnType<TestPerson['ask']>) => expect((await answer).statusCode).toBeLessThan(300);

/** One of each kind, by this administrator. */
const MAKE: Record<keyof typeof MADE_BY, (tenant: StaffedTenant, by: TestPerson) => Promise<unknown>> = {
  'api-key': (tenant, admin) => createKey(api, { ...tenant, admin }, ['read']),
  postback: (_, by) =>
    ok(
      by.ask({ method: 'POST', url: '/api/postbacks', payload: { name: 'Rede', url: 'https://r.example/{clickid}' } }),
    ),
  pixel: (_, by) =>
    ok(
      by.ask({
        method: 'PUT',
        url: '/api/facebook/pixel',
        payload: { pixelId: '12345', token: 'segredo', enabled: true },
      }),
    ),
  connection: (_, by) => connect(by),
  'webhook-secret': (_, by) =>
    ok(by.ask({ method: 'PUT', url: '/api/webhook-keys/kiwify/secret', payload: { secret: 'segredo-bem-longo' } })),
  'webhook-token': (_, by) =>
    ok(by.ask({ method: 'PUT', url: '/api/webhook-keys/mercado-pago/token', payload: { token: 'APP_USR-segredo' } })),
  'push-device': async (_, by) => {
    const { publicKey } = (await by.ask('/api/push-devices')).json();
    const { endpoint, keys } = pushes.subscribe(publicKey);
    await ok(by.ask({ method: 'POST', url: '/api/push-devices', payload: { endpoint, ...keys } }));
  },
};
const KINDS = Object.keys(MAKE) as (keyof typeof MADE_BY)[];

const ENDS = {
  removed: (tenant: StaffedTenant, { userId }: TestPerson, decided: string) =>
    tenant.admin.ask({ method: 'DELETE', url: `/api/users/${userId}${decided}` }),
  demoted: (tenant: StaffedTenant, { userId }: TestPerson, decided: string) =>
    tenant.admin.ask({ method: 'PATCH', url: `/api/users/${userId}/role${decided}`, payload: { role: 'editor' } }),
  leaves: (tenant: StaffedTenant, person: TestPerson, _: string) =>
    person.ask({ method: 'POST', url: `/api/companies/${tenant.tenantId}/leave` }),
} as const;

/** What would still let something out of the tenant by that person: rows that send, and conversions that would go to them. */
async function stillOut({ tenantId }: StaffedTenant, { userId }: TestPerson): Promise<string[]> {
  return api.stack.postgres.withTenant(tenantId, async (trx) => {
    const sold = JSON.stringify([
      { tenant_id: tenantId, conversion_id: 'cv_1', ...{ approved_at: LATER, at: LATER, next_at: LATER } },
    ]);
    await sql`SELECT enqueue_conversions(${sold}::text::jsonb)`.execute(trx);
    const { rows } = await sql<{ what: string }>`
      SELECT 'api-key' AS what FROM api_keys WHERE created_by = ${userId}
      UNION ALL SELECT d.kind FROM destinations d JOIN outbox o ON o.destination_id = d.id AND o.state = 'waiting'
        WHERE ${userId} IN (d.created_by, d.changed_by)
      UNION ALL SELECT 'web-push' FROM push_devices p JOIN outbox o ON o.destination_id = p.destination_id AND o.state = 'waiting'
        WHERE p.user_id = ${userId}
      UNION ALL SELECT 'connection' FROM ad_platform_connections WHERE connected_by = ${userId}
      ORDER BY 1`.execute(trx);
    return rows.map(({ what }) => what);
  });
}
const LATER = '2036-12-01T00:00:00Z';

const madeOf = async (tenant: StaffedTenant, { userId }: TestPerson) =>
  (await tenant.admin.ask(`/api/users/${userId}/made`)).json<MadeByPerson[]>();

describe('what a person set up', () => {
  test('lets nothing out when their rights end, by any way and of any kind', async () => {
    const lives = fc.record({
      kinds: fc.subarray(KINDS, { minLength: 1 }),
      end: fc.constantFrom(...(Object.keys(ENDS) as (keyof typeof ENDS)[])),
    });
    await fc.assert(
      fc.asyncProperty(lives, async ({ kinds, end }) => {
        const tenant = await api.tenant();
        const leaving = await api.person(tenant, 'admin');
        for (const kind of kinds) await MAKE[kind](tenant, leaving);
        const own = await createKey(api, tenant, ['read']);
        const before = await stillOut(tenant, leaving);
        expect(before.length > 0).toBe(kinds.some((kind) => !kind.startsWith('webhook-')));
        await ok(ENDS[end](tenant, leaving, ''));
        expect(await stillOut(tenant, leaving)).toEqual([]);
        expect((await own.ask('/api/campaigns')).statusCode).toBe(200);
        // What lets something in goes on by default.
        const keys = (await tenant.admin.ask('/api/webhook-keys')).json<{ provider: string; secretSet: boolean }[]>();
        expect(keys.find(({ provider }) => provider === 'kiwify')?.secretSet).toBe(kinds.includes('webhook-secret'));
      }),
      { numRuns: 12, examples: Object.keys(ENDS).map((end) => [{ kinds: KINDS, end: end as keyof typeof ENDS }]) },
    );
  });

  test('goes on where it is kept, and ends where that was asked, each as it was decided', async () => {
    const lives = fc.record({ kept: fc.subarray(KINDS), ended: fc.subarray(KINDS) });
    await fc.assert(
      fc.asyncProperty(lives, async ({ kept, ended }) => {
        const tenant = await api.tenant();
        const leaving = await api.person(tenant, 'admin');
        for (const kind of KINDS) await MAKE[kind](tenant, leaving);
        const made = await madeOf(tenant, leaving);
        expect(made.map(({ kind }) => kind)).toEqual(KINDS.filter((kind) => kind !== 'push-device'));
        const ids = (kinds: readonly string[]) => made.filter(({ kind }) => kinds.includes(kind)).map(({ id }) => id);
        const decided = Object.entries({ keep: ids(kept), end: ids(ended) }).filter(([, given]) => given.length > 0);
        const query = new URLSearchParams(decided.map(([name, given]) => [name, given.join(',')]));
        await ok(ENDS.demoted(tenant, leaving, `?${query}`));
        const left = made.filter(({ kind, letsOut }) => (letsOut ? kept.includes(kind) : !ended.includes(kind)));
        expect(await madeOf(tenant, leaving)).toEqual(left);
        const log = (await tenant.admin.ask('/api/audit-log')).json<{ action: string }[]>();
        expect(log.filter(({ action }) => action === 'ad-platform.disconnect')).toHaveLength(
          kept.includes('connection') ? 0 : 1,
        );
      }),
      { numRuns: 8 },
    );
  });

  test('gives a permission back at the platform when no other company uses it, and only then', async () => {
    const [tenant, other] = await Promise.all([api.tenant(), api.tenant()]);
    const [leaving, elsewhere] = [await api.person(tenant, 'admin'), await api.person(other, 'admin')];
    await connect(leaving);
    await connect(elsewhere);
    for (const { tenantId } of [tenant, other]) {
      await api.stack.postgres.withTenant(tenantId, (trx) =>
        trx.updateTable('ad_platform_connections').set({ platform_user_id: '9001' }).execute(),
      );
    }
    const before = graph.stub.requests.length;
    const returned = () => graph.stub.requests.slice(before).filter(({ method }) => method === 'DELETE').length;
    await ok(ENDS.removed(tenant, leaving, ''));
    expect(returned()).toBe(0);
    expect((await other.admin.ask('/api/facebook/status')).json()).toMatchObject({
      connected: true,
      madeBy: { id: elsewhere.userId, name: 'Ana Lima' },
    });
    await ok(ENDS.removed(other, elsewhere, ''));
    expect(returned()).toBe(1);
  });

  test('ends also when another administrator changed it since', async () => {
    const tenant = await api.tenant();
    const leaving = await api.person(tenant, 'admin');
    await MAKE.postback(tenant, leaving);
    const [{ id }] = (await tenant.admin.ask('/api/postbacks')).json();
    for (const enabled of [false, true]) {
      await ok(tenant.admin.ask({ method: 'PATCH', url: `/api/postbacks/${id}`, payload: { enabled } }));
    }
    expect((await madeOf(tenant, leaving)).map((made) => made.id)).toEqual([id]);
    await ok(ENDS.removed(tenant, leaving, ''));
    expect((await tenant.admin.ask('/api/postbacks')).json()).toMatchObject([
      { enabled: false, madeBy: { id: leaving.userId, name: null } },
    ]);
  });

  test('ends also when it was being set up at that moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const tenant = await api.tenant();
      const leaving = await api.person(tenant, 'admin');
      const outs = KINDS.filter((kind) => ['api-key', 'postback', 'pixel'].includes(kind));
      await Promise.all([
        ...outs.map((kind) => Promise.resolve(MAKE[kind](tenant, leaving)).catch(() => undefined)),
        ENDS.removed(tenant, leaving, ''),
      ]);
      expect(await stillOut(tenant, leaving)).toEqual([]);
    }
  });

  test('has its place in the list, wherever a table says who set something up', async () => {
    const { rows } = await sql<{ place: string }>`
      SELECT table_name || '.' || column_name AS place FROM information_schema.columns
      WHERE table_schema = 'public' AND column_name ~ '^(created|changed|connected|set|made|added)_by$'
        AND table_name NOT IN (SELECT table_name FROM information_schema.views) ORDER BY 1`.execute(
      api.stack.postgres.db,
    );
    const ends = [
      ...['ad_platform_connections.connected_by', 'api_keys.created_by', 'checkout_tokens.set_by'],
      ...['destinations.changed_by', 'destinations.created_by', 'webhook_secrets.set_by'],
    ];
    // Figures and settings of the tenant: they let nothing out or in.
    const settings = [
      'costs',
      'exchange_rates',
      'lead_status_history',
      'product_aliases',
      'products',
      'spend_entries',
      'unverified_rules',
    ];
    const places = rows.map(({ place }) => place);
    expect(places.filter((place) => !settings.includes(place.split('.')[0] ?? ''))).toEqual(ends);
  });
});
