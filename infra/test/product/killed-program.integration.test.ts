// The processor and the worker share stores and nothing else: while one of them is dead, the other one does its work.
import { createPostgresEventLog } from '@tracker/infra/event-log/postgres-event-log';
import { checkoutTokenAad } from '@tracker/infra/secrets/checkout-token';
import { createWantedLookUps } from '@tracker/processor/batch/wanted-look-ups';
import { click } from '@tracker/processor/testing/events';
import { EVENTS_TOPIC, type Topic } from '@tracker/schemas/events/topics';
import { instantFromMs } from '@tracker/schemas/primitives/time';
import { PAYMENT, payment, TOKEN } from '@tracker/worker/testing/look-up-kit';
import { expect, onTestFinished, test } from 'vitest';
import { startCheckoutApis } from '../kit/checkout-apis.ts';
import { eventually } from '../kit/eventually.ts';
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
