// The programs share stores and nothing else: while one of them is dead, the others do their work, and what it did is there whole or not at all.
import { createPostgresEventLog } from '@tracker/infra/event-log/postgres-event-log';
import { lockTenant } from '@tracker/infra/postgres/wire';
import { checkoutTokenAad } from '@tracker/infra/secrets/checkout-token';
import { createWantedLookUps } from '@tracker/processor/batch/wanted-look-ups';
import { click } from '@tracker/processor/testing/events';
import { EVENTS_TOPIC, type Topic } from '@tracker/schemas/events/topics';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import { dayOf } from '@tracker/schemas/primitives/tenant-day';
import { DEFAULT_TIME_ZONE, instantFromMs } from '@tracker/schemas/primitives/time';
import { PAYMENT, payment, TOKEN } from '@tracker/worker/testing/look-up-kit';
import { expect, onTestFinished, test } from 'vitest';
import { startCheckoutApis } from '../kit/checkout-apis.ts';
import { eventually } from '../kit/eventually.ts';
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
  const events: unknown[] = [];
  for await (const records of log.read({ topic: EVENTS_TOPIC, to: await log.ends(EVENTS_TOPIC), maxRecords: 100 })) {
    events.push(...records.map(({ value }) => JSON.parse(Buffer.from(value).toString())));
  }
  const own = (events as { tenantId: string; payload: object }[]).filter((event) => event.tenantId === tenantId);
  expect(own.map(({ payload }) => payload)).toMatchObject([{ source: 'panfletos', spend: '12.50', kind: 'entered' }]);
});
