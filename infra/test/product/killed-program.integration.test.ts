// The programs share stores and nothing else: while one of them is dead, the others do their work, and what it did is there whole or not at all.
import { saveConnection } from '@tracker/infra/ad-platforms/connection-store';
import { createPostgresEventLog } from '@tracker/infra/event-log/postgres-event-log';
import { adActions } from '@tracker/infra/jobs/queues';
import { systemClock } from '@tracker/infra/lifecycle/clock';
import { lockTenant } from '@tracker/infra/postgres/wire';
import { checkoutTokenAad } from '@tracker/infra/secrets/checkout-token';
import { createWantedLookUps } from '@tracker/processor/batch/wanted-look-ups';
import { click } from '@tracker/processor/testing/events';
import type { ListedAction } from '@tracker/schemas/contracts/ad-actions.contract';
import type { AuditEntry } from '@tracker/schemas/contracts/audit.contract';
import { EVENTS_TOPIC, type Topic } from '@tracker/schemas/events/topics';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import { dayOf } from '@tracker/schemas/primitives/tenant-day';
import { DEFAULT_TIME_ZONE, instantFromMs } from '@tracker/schemas/primitives/time';
import { allAds } from '@tracker/standalone/facebook-stub/accounts';
import { startGraphStub } from '@tracker/standalone/facebook-stub/graph-stub';
import { PAYMENT, payment, TOKEN } from '@tracker/worker/testing/look-up-kit';
import { expect, onTestFinished, test } from 'vitest';
import { startCheckoutApis } from '../kit/checkout-apis.ts';
import { eventually } from '../kit/eventually.ts';
import { linkCampaign } from '../kit/facebook-tenant.ts';
import { cookieOf, registerTenant } from '../kit/registered-tenant.ts';
import { useStack } from '../kit/stack.ts';
import { type StartedProgram, startProgram } from '../kit/start-program.ts';
import { createTenant, type TestTenant } from '../kit/tenant-fixture.ts';

// The programs read all of its log and take all of its jobs.
const stack = useStack({ ownPostgres: true });
const SOON = { timeoutMs: 60_000, everyMs: 250 };

const start = (folder: string, settings: Record<string, string> = {}): StartedProgram =>
  startProgram(new URL(`../../../${folder}/src/main.ts`, import.meta.url), {
    DATABASE_URL: stack.postgresUrl,
    CLICKHOUSE_URL: stack.clickhouseUrl,
    ...settings,
  });

const count = async ({ tenantId }: TestTenant, table: 'clicks' | 'conversions') => {
  const sql = `SELECT count() AS rows FROM ${table} FINAL WHERE tenant_id = {tenantId:String}`;
  const [row] = await stack.clickhouse.query({ name: 'rows-of-tenant', sql, params: { tenantId } });
  return Number((row as { rows: string }).rows);
};

test('stores events while the worker is dead', async () => {
  const tenant = await createTenant(stack);
  const log = createPostgresEventLog<Topic>({ url: stack.postgresUrl, logger: stack.logger });
  onTestFinished(() => log.close());
  const [processor, worker] = [start('processor'), start('processor/worker')];
  await Promise.all([processor.ready, worker.ready]);
  await worker.kill();

  const atMs = Date.now();
  const event = click(tenant, { atMs });
  await log.append(EVENTS_TOPIC, [{ key: 'k', value: JSON.stringify(event) }]);
  await eventually(async () => expect(await count(tenant, 'clicks')).toBe(1), SOON);
  expect((await fetch(`${await processor.ready}/readyz`)).status).toBe(200);
});

test('does jobs while the processor is dead, and stores their answers once it is back', async () => {
  const tenant = await createTenant(stack);
  const apis = await startCheckoutApis();
  onTestFinished(() => apis.close());
  apis.put(TOKEN, PAYMENT, payment());
  const [processor, worker] = [start('processor'), start('processor/worker', { MERCADO_PAGO_API_URL: apis.baseUrl })];
  await Promise.all([processor.ready, worker.ready]);
  await processor.kill();

  const { tenantId } = tenant;
  const token_encrypted = stack.keyring.encrypt(TOKEN, checkoutTokenAad(tenantId, 'mercado-pago'));
  await stack.postgres.withTenant(tenantId, (trx) =>
    trx
      .insertInto('checkout_tokens')
      .values({ tenant_id: tenantId, provider: 'mercado-pago', token_encrypted, account: '', set_at: new Date() })
      .execute(),
  );
  await createWantedLookUps({ sql: stack.postgres.sql, clock: { now: Date.now } }).add([
    { tenantId, provider: 'mercado-pago', resource: PAYMENT, receivedAt: instantFromMs(Date.now()) },
  ]);
  const lookUps = () =>
    stack.postgres.withTenant(tenantId, (trx) => trx.selectFrom('look_ups').select(['resource', 'state']).execute());
  await eventually(async () => expect(await lookUps()).toEqual([{ resource: PAYMENT, state: 'answered' }]), SOON);
  expect(apis.calls).toEqual([{ path: PAYMENT, token: TOKEN }]);
  expect((await fetch(`${await worker.ready}/readyz`)).status).toBe(200);
  expect(await count(tenant, 'conversions')).toBe(0);

  start('processor');
  await eventually(async () => expect(await count(tenant, 'conversions')).toBe(1), SOON);
});

test('stores the spend that a person enters with its event or not at all when the API is killed, and the worker appends the event', async () => {
  const log = createPostgresEventLog<Topic>({ url: stack.postgresUrl, logger: stack.logger });
  onTestFinished(() => log.close());
  const [first, second] = [start('api'), start('api')];
  const tenant = await registerTenant(await first.ready);
  const tenantId = tenant.tenantId as TenantId;
  const cookie = await cookieOf(tenant);
  const enter = async (url: string) =>
    fetch(`${url}/api/campaigns/${tenant.campaignId}/spend`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify({
        day: dayOf(Date.now(), DEFAULT_TIME_ZONE),
        source: 'panfletos',
        amount: 12.5,
        currency: 'BRL',
        note: '',
      }),
    }).catch(() => undefined);
  const stored = () =>
    stack.postgres.withTenant(tenantId, async (trx) => ({
      entries: (await trx.selectFrom('spend_entries').select('amount').execute()).length,
      waiting: (await trx.selectFrom('log_outbox').select('key').execute()).length,
    }));

  // Killed before the commit: another transaction has the lock that it needs.
  await stack.postgres.withTenant(tenantId, async (trx) => {
    await lockTenant(trx, 'spend', tenantId);
    const answer = enter(await first.ready);
    await eventually(async () => {
      const [row] = await stack.postgres.sql`SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`;
      expect(row).toBeDefined();
    }, SOON);
    await first.kill();
    await answer;
  });
  expect(await stored()).toEqual({ entries: 0, waiting: 0 });

  // Killed after it: nothing can be appended to the log.
  await second.ready;
  await stack.postgres.sql.begin(async (transaction) => {
    await transaction`LOCK TABLE log_head IN EXCLUSIVE MODE`;
    const answer = enter(await second.ready);
    await eventually(async () => expect(await stored()).toEqual({ entries: 1, waiting: 1 }), SOON);
    await second.kill();
    await answer;
  });
  expect(await stored()).toEqual({ entries: 1, waiting: 1 });

  await start('processor/worker').ready;
  await eventually(async () => expect(await stored()).toEqual({ entries: 1, waiting: 0 }), SOON);
  const events: string[] = [];
  for await (const records of log.read({ topic: EVENTS_TOPIC, to: await log.ends(EVENTS_TOPIC), maxRecords: 100 })) {
    events.push(...records.map(({ value }) => Buffer.from(value).toString()));
  }
  // Each event whole, also those of the programs that were killed.
  expect(events).toEqual(events.map(() => expect.stringMatching(/^\{.*\}$/s)));
  const own = events.filter((event) => event.includes(tenantId));
  expect(own.map((event) => (JSON.parse(event) as { payload: object }).payload)).toMatchObject([
    { source: 'panfletos', spend: '12.50', kind: 'entered' },
  ]);
});

test('pauses an ad once at the platform when the worker is killed before the call, and again before its answer', async () => {
  const graph = await startGraphStub({ clock: systemClock });
  onTestFinished(() => graph.close());
  graph.runs.areInstant = true;
  const meta = {
    ...{ META_APP_ID: graph.app.appId, META_APP_SECRET: graph.app.appSecret },
    ...{ META_GRAPH_URL: graph.url, META_DIALOG_URL: graph.url },
  };
  const [api, first] = [start('api', meta), start('processor/worker', meta)];
  const tenant = await registerTenant(await api.ready);
  const tenantId = tenant.tenantId as TenantId;
  await stack.postgres.withTenant(tenantId, (trx) =>
    saveConnection(
      trx,
      { keyring: stack.keyring, clock: systemClock },
      { tenantId, platform: 'facebook' },
      {
        ...{ token: graph.tokens.issue({ canManage: true }), userId: '1', accountName: 'Ana' },
        ...{ expiresAtMs: null, canAct: true },
      },
    ),
  );
  const [place] = allAds(graph.accounts);
  const { campaign, ad } = place ?? expect.fail();
  await linkCampaign(tenant, campaign.id);
  const headers = { cookie: await cookieOf(tenant), 'content-type': 'application/json' };
  const ask = async (path: string) => (await fetch(tenant.url + path, { headers })).json();
  await eventually(async () => {
    expect(await ask(`/api/ad-objects?level=ad&ids=${ad.id}`)).toMatchObject([{ switch: 'on', canChange: true }]);
  }, SOON);
  const calls = () => graph.requests.filter(({ path }) => path === `/${ad.id}`).map(({ method }) => method);

  // The API reads, then the worker, which gets no answer.
  graph.faults.next({ kind: 'hang' }, { after: 1, match: new RegExp(`^GET /${ad.id}$`) });
  const body = JSON.stringify({ action: 'pause', expected: { status: 'ACTIVE' }, key: 'one-click' });
  const asked = await fetch(`${tenant.url}/api/ad-objects/facebook/ad/${ad.id}/actions`, {
    ...{ method: 'POST', headers, body },
  });
  expect(asked.status).toBe(202);
  await eventually(() => expect(calls()).toEqual(['GET', 'GET']), SOON);
  await first.kill();

  // The change arrives, and its answer does not.
  graph.faults.next({ kind: 'hang' }, { match: new RegExp(`^POST /${ad.id}$`) });
  await endLeases(tenantId);
  const second = start('processor/worker', meta);
  await eventually(() => expect(calls()).toEqual(['GET', 'GET', 'GET', 'POST']), SOON);
  await second.kill();
  expect(ad.status).toBe('PAUSED');
  const listed = async (): Promise<ListedAction[]> => ask('/api/actions');
  expect(await listed()).toMatchObject([{ result: 'queued', after: null }]);

  await endLeases(tenantId);
  start('processor/worker', meta);
  await eventually(
    async () => expect(await listed()).toMatchObject([{ result: 'done', after: { switch: 'off' } }]),
    SOON,
  );
  expect(calls()).toEqual(['GET', 'GET', 'GET', 'POST', 'GET']);
  const audited: AuditEntry[] = await ask('/api/audit-log');
  expect(audited.filter(({ action }) => action === 'ad-object.pause')).toHaveLength(1);
});

/** As a minute after the kill. */
async function endLeases(tenantId: TenantId): Promise<void> {
  await stack.postgres.withTenant(tenantId, (trx) =>
    trx.updateTable('ad_actions').set({ next_at: new Date() }).where('settled_at', 'is', null).execute(),
  );
  const jobs = await stack.postgres.sql`
    UPDATE pgboss.job SET heartbeat_on = heartbeat_on - interval '1 minute'
    WHERE name = ${adActions.queue.name} AND state = 'active' RETURNING id`;
  expect(jobs).toHaveLength(1);
}
