import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { openClickHouse } from '@tracker/infra/clickhouse/client';
import { insertDeadLetters } from '@tracker/infra/clickhouse/tables/dead-letters';
import { loadConfig } from '@tracker/infra/config/config';
import type { Finding } from '@tracker/infra/doctor/rules';
import { watchFindings } from '@tracker/infra/doctor/watch-findings';
import { asOwner } from '@tracker/infra/postgres/as-owner';
import { createTenant as newTenant, newTenantId } from '@tracker/infra/postgres/tables/create-tenant';
import { recordLimitReached } from '@tracker/infra/postgres/tables/limits-reached';
import { checkoutSecretAad } from '@tracker/infra/secrets/checkout-secret';
import { renderMetrics } from '@tracker/infra/telemetry/metrics';
import type { CheckoutId } from '@tracker/schemas/checkouts/registry';
import { eventually } from '@tracker/test/kit/eventually';
import { type OpsKit, openOpsKit } from '@tracker/test/kit/ops-kit';
import { createTenant, type TestTenant } from '@tracker/test/kit/tenant-fixture';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { EXIT, type OpsDeps, type Outcome } from './command.ts';

let kit: OpsKit;
let tenant: TestTenant;

beforeAll(async () => {
  kit = await openOpsKit();
  tenant = await createTenant(kit);
});
afterAll(() => kit?.close());

const findingsOf = ({ data }: Outcome) => (data as { findings: Finding[] }).findings;
const linesOf = (outcome: Outcome) => findingsOf(outcome).map(({ level, check, says }) => `${level} ${check}: ${says}`);
const onTheInternet = (): OpsDeps => ({
  ...kit.deps,
  config: { ...kit.deps.config, publicUrl: 'https://rastreio.example.com', publicUrlGiven: true },
});
const owner = <T>(work: Parameters<typeof asOwner<T>>[1]) => asOwner(kit.deps, work);

/** A port where nothing listens. */
async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await once(server.close(), 'close');
  return port;
}

test('finds nothing to mend in a trial on one machine but that it has no backups', async () => {
  const outcome = await kit.run('doctor');
  expect(outcome.exitCode).toBe(EXIT.ok);
  expect(linesOf(outcome)).toEqual([
    'note backups: There are no backups: what the database and the log have is lost with this disk.',
  ]);
  expect(outcome.lines.at(-1)).toBe('0 red, 0 warning, 1 note');
});

test('judges the same installation harder when strangers reach it, and fails then', async () => {
  const outcome = await kit.runWith(onTheInternet(), 'doctor');
  expect(outcome.exitCode).toBe(EXIT.failed);
  expect(findingsOf(outcome).map(({ level, check }) => `${level} ${check}`)).toEqual([
    'red backups',
    'warning trust-proxy',
    'warning registration',
    'warning mail',
  ]);
});

test('prints its findings as JSON, and exits with 1 for a red one', async () => {
  const { code, printed } = await kit.spawnOps('doctor', '--json').ended;
  expect(code).toBe(EXIT.failed);
  // The key of the tests is one byte again and again.
  expect(JSON.parse(printed)).toMatchObject({
    red: 1,
    findings: [
      { check: 'app-keys', level: 'red' },
      { check: 'backups', level: 'note' },
    ],
  });
});

describe('what the stores say', () => {
  test('counts short secrets that sellers typed, by checkout, without reading them', async () => {
    const set = async (checkout: CheckoutId, secret: string) => {
      const { tenantId } = await createTenant(kit);
      const row = {
        tenant_id: tenantId,
        provider: checkout,
        secret_encrypted: Buffer.from(kit.deps.keyring.encrypt(secret, checkoutSecretAad(tenantId, checkout))),
      };
      await kit.postgres.withTenant(tenantId, (trx) => trx.insertInto('webhook_secrets').values(row).execute());
    };
    await set('generic', 'loja123');
    await set('generic', 'exactly-15-long');
    await set('orders', 'sixteen-letters!');
    await set('kiwify', 'signs'); // The checkout makes it.
    expect(linesOf(await kit.run('doctor'))).toContainEqual(
      'warning checkout-secrets: 2 secrets of generic have fewer than 16 characters: together with the key a guessed one makes verified revenue.',
    );
    expect(linesOf(await kit.run('doctor')).filter((line) => line.includes('checkout-secrets'))).toHaveLength(1);
  });

  test('counts dead letters and keys that are set aside, without those that were settled', async () => {
    const deadLetter = (id: string, stream: string, isSettled = false) => ({
      id,
      tenant_id: tenant.tenantId,
      stream,
      reason: 'broken',
      stack: '',
      topic: 'tracker.events.v1',
      position: 0n,
      key: 'k',
      bytes: '',
      failed_at: '2026-11-20T12:00:00.000Z',
      first_failed_at: '2026-11-20T12:00:00.000Z',
      version: '0.1.0.1',
      is_settled: isSettled,
      ver: 1n,
    });
    const deadLetters = [
      deadLetter('a', 'recompute'),
      deadLetter('b', 'recompute', true),
      deadLetter('c', 'click'),
      deadLetter('d', 'lead'),
    ];
    await insertDeadLetters.run(kit.clickhouse, deadLetters as never);
    onTestFinished(() => kit.clickhouse.command('TRUNCATE TABLE dead_letters'));
    const outcome = await kit.run('doctor');
    expect(outcome.exitCode).toBe(EXIT.failed);
    expect(linesOf(outcome).filter((line) => line.includes('dead-letters'))).toEqual([
      'red dead-letters: 1 key could not be recomputed and was set aside: figures of these companies are wrong.',
      'warning dead-letters: 2 records could not be processed, and are in no figure.',
    ]);
    const stop = watchFindings(kit.deps);
    onTestFinished(stop);
    await eventually(async () => {
      const metrics = await renderMetrics();
      expect(metrics).toContain('tracker_doctor_findings{check="dead-letters",level="red"} 1');
      expect(metrics).toContain('tracker_doctor_findings{check="app-keys",level="red"} 0');
    });
  });

  test('names migrations that are missing or newer, and changes none', async () => {
    const rows = () => owner((sql) => sql`SELECT name, checksum FROM schema_migrations ORDER BY name`);
    const before = await rows();
    await owner((sql) => sql`INSERT INTO schema_migrations (name, checksum) VALUES ('9999-next', 'x')`);
    await owner((sql) => sql`UPDATE schema_migrations SET name = '0000-moved' WHERE name = '0032-operator'`);
    onTestFinished(async () => {
      await owner((sql) => sql`DELETE FROM schema_migrations WHERE name = '9999-next'`);
      await owner((sql) => sql`UPDATE schema_migrations SET name = '0032-operator' WHERE name = '0000-moved'`);
      expect(await rows()).toEqual(before);
    });
    expect(linesOf(await kit.run('doctor')).filter((line) => line.includes('schemas'))).toEqual([
      'red schemas: Postgres lacks 1 migration, from 0032-operator on.',
      'warning schemas: Postgres was migrated by a newer version, which has 0000-moved.',
    ]);
    // As a command of its own, which leaves the schema as it is although MIGRATE is on.
    const { code, printed } = await kit.spawnOps('doctor', '--json').ended;
    expect(code).toBe(EXIT.failed);
    expect(printed).toContain('lacks 1 migration');
  });

  test('names the versions of the programs that are connected', async () => {
    const older = postgres(kit.deps.databaseUrl, { max: 1, connection: { application_name: 'tracker app 0.0.9' } });
    onTestFinished(() => older.end());
    await older`SELECT 1`;
    expect(linesOf(await kit.run('doctor'))).toContainEqual(
      expect.stringMatching(/^warning versions: .*0\.0\.9, 0\.1\.0/),
    );
  });

  test('adds up how often a limit was reached today, and names companies at their daily one', async () => {
    await recordLimitReached(kit.postgres.sql, 'click-network', 40);
    await recordLimitReached(kit.postgres.sql, 'click-network', 2);
    const other = await createTenant(kit);
    await owner(
      (sql) => sql`INSERT INTO unverified_state (tenant_id, limited_at)
        VALUES (${tenant.tenantId}, now()), (${other.tenantId}, now() - interval '2 days')`,
    );
    onTestFinished(() =>
      owner(async (sql) => {
        await sql`DELETE FROM unverified_state`;
        await sql`DELETE FROM limits_reached`;
      }),
    );
    expect(linesOf(await kit.run('doctor')).filter((line) => line.includes('limits'))).toEqual([
      'warning limits: The limit click-network refused 42 requests today.',
      'warning limits: 1 company reached the number of sales without a key that count on one day.',
    ]);
  });

  test('finds the demo company until it is closed', async () => {
    const demoId = newTenantId();
    await kit.postgres.withTenant(demoId, (trx) =>
      newTenant(trx, { tenantId: demoId, name: 'Demo', slug: 'demo', isDemo: true, isConfirmed: true }),
    );
    const demo = async (deps: OpsDeps) =>
      findingsOf(await kit.runWith(deps, 'doctor')).filter(({ check }) => check === 'demo');
    expect(await demo(kit.deps)).toEqual([]);
    expect(await demo(onTheInternet())).toMatchObject([{ level: 'red' }]);
    const closed = onTheInternet();
    expect(await demo({ ...closed, config: { ...closed.config, demoData: false } })).toMatchObject([{ level: 'note' }]);
    await kit.run('company close', { company: demoId, yes: true });
    expect(await demo(onTheInternet())).toEqual([]);
  });

  test('finds a log whose clock is behind that of ingest', async () => {
    const receivedAt = new Date(Date.now() + 60_000).toISOString();
    await kit.append([{ id: 'e-1', type: 'nothing', receivedAt }]);
    expect(linesOf(await kit.run('doctor'))).toContainEqual(
      expect.stringMatching(/^red clocks: The clock of the event log is (59|60)\.\d s behind this one\./),
    );
    await kit.append([{ id: 'e-2', type: 'nothing', receivedAt: new Date().toISOString() }]);
  });
});

describe('while a store is away', () => {
  test('says which one, and judges by what the others know', async () => {
    const { logger } = kit.deps;
    const away = await openClickHouse({ url: `http://u:p@127.0.0.1:${await closedPort()}/d`, logger });
    onTestFinished(() => away.close());
    const outcome = await kit.runWith({ ...onTheInternet(), clickhouse: away }, 'doctor');
    expect(outcome.exitCode).toBe(EXIT.failed);
    expect(linesOf(outcome)[0]).toMatch(/^red stores: ClickHouse did not answer: /);
    expect(findingsOf(outcome).map(({ check }) => check)).toContain('backups');
  });

  test('answers by the settings alone when Postgres cannot be opened', async () => {
    const config = loadConfig({
      DATABASE_URL: `postgres://u:p@127.0.0.1:${await closedPort()}/d`,
      PUBLIC_URL: 'https://x.example.com',
    });
    expect(config.databaseUrl).toBeDefined();
    const { code, printed, errors } = await kit.spawnOpsWith(
      [`DATABASE_URL=${config.databaseUrl}`, `PUBLIC_URL=${config.publicUrl}`],
      'doctor',
    ).ended;
    expect(code).toBe(EXIT.failed);
    expect(printed + errors).toMatch(
      /RED {6}stores: A store did not answer: The database of DATABASE_URL does not answer/,
    );
    expect(printed + errors).toContain('registration: Anyone may register');
  });
});
