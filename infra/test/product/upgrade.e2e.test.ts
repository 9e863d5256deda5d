import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { openClickHouse } from '@tracker/infra/clickhouse/client';
import { connect } from '@tracker/infra/postgres/connect';
import { startEmbeddedPostgres } from '@tracker/infra/postgres/embedded';
import { createLogger } from '@tracker/infra/telemetry/logger';
import { expect, onTestFinished, test } from 'vitest';
import { startNameServer } from '../apart/name-server.ts';
import { readFigures } from '../crash/figures.ts';
import { startHttpBridge } from '../kit/clickhouse/http-bridge.ts';
import { eventually } from '../kit/eventually.ts';
import { gatewayIsAvailable, startGateway } from '../kit/gateway.ts';
import { within } from '../kit/machine.ts';
import { click, type RegisteredTenant, registerTenant } from '../kit/registered-tenant.ts';
import { freePorts } from '../kit/server-processes.ts';
import { startProgram } from '../kit/start-program.ts';
import { TEST_APP_KEYS } from '../kit/test-keyring.ts';

const run = promisify(execFile);
const cli = fileURLToPath(new URL('../../cli/main.ts', import.meta.url));
const logger = createLogger({ level: 'silent', name: 'test' });
const HOSTS = ['127.0.5.1', '127.0.5.2'];
const LOGIN = { name: 'programs', password: 'programs-password' };

/** Two empty stores of this test's own, since it changes what their migrations say. */
async function emptyStores() {
  const dataDir = mkdtempSync(join(tmpdir(), 'tracker-e2e-upgrade-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const server = await startEmbeddedPostgres({ dataDir, logger, survivesPowerCut: false });
  onTestFinished(() => server.stop());
  const bridge = await startHttpBridge({ dataDir: join(dataDir, 'clickhouse'), logger });
  onTestFinished(() => bridge.close());
  const owner = connect({ url: server.url, logger, name: 'test', max: 1, role: null });
  onTestFinished(() => owner.end());
  const clickhouse = await openClickHouse({ url: bridge.url, logger });
  onTestFinished(() => clickhouse.close());
  await owner.unsafe(`CREATE ROLE ${LOGIN.name} LOGIN PASSWORD '${LOGIN.password}'`);
  const url = Object.assign(new URL(server.url), { username: LOGIN.name, password: LOGIN.password }).href;
  const settings = { DATABASE_URL: url, CLICKHOUSE_URL: bridge.url, MIGRATE: 'off' };
  return {
    owner,
    clickhouse,
    program: (name: string, more: Record<string, string> = {}) =>
      startProgram(new URL(`../../../${name}/src/main.ts`, import.meta.url), { ...settings, ...more }),
    migrate: () =>
      run(process.execPath, [cli, 'migrate'], {
        cwd: dataDir,
        env: { ...settings, MIGRATION_URL: server.url, APP_KEYS: TEST_APP_KEYS, UV_THREADPOOL_SIZE: '16' },
      }),
    /** As `npx -y pnpm@12 migrate` of a newer version leaves it. */
    async addNewer(name: string, oldestProgram: string) {
      await owner`INSERT INTO schema_migrations (name, checksum, oldest_program) VALUES (${name}, '', ${oldestProgram})`;
      await clickhouse.insert({
        table: 'schema_migrations',
        columns: ['version', 'name', 'checksum', 'applied_at', 'oldest_program'],
        rows: [[Number.parseInt(name, 10), `${name}.sql`, '', '2026-11-23T00:00:00.000Z', oldestProgram]],
      });
    },
  };
}

/** It finds the instances of ingest by their name. */
async function startGatewayBefore(port: number, apiUrl: string) {
  const names = await startNameServer({ ingest: HOSTS });
  onTestFinished(() => names.close());
  const gateway = await startGateway({ ingestUrl: `http://ingest:${port}`, apiUrl, resolver: names.address });
  onTestFinished(() => gateway.stop());
  return gateway;
}

/** Some 40 clicks a second; one that is refused ends them. */
function startClicking(tenant: RegisteredTenant) {
  const clickIds = new Set<string>();
  let isStopped = false;
  const done = (async () => {
    for (; !isStopped; await delay(20)) {
      const clickId = await click(tenant);
      expect(clickId).toMatch(/^mc_/);
      clickIds.add(clickId);
    }
  })();
  done.catch(() => undefined); // `stop` and `more` say it.
  return {
    more: (count: number) => {
      const wanted = clickIds.size + count;
      return Promise.race([done, eventually(() => expect(clickIds.size).toBeGreaterThanOrEqual(wanted))]);
    },
    async stop() {
      isStopped = true;
      await done;
      return clickIds;
    },
  };
}

test.skipIf(!gatewayIsAvailable())(
  'runs programs with a login that cannot change the schema, loses no click while each ingest is restarted under one that grew, and refuses one that shrank',
  async () => {
    const stores = await emptyStores();
    const early = stores.program('ingest');
    expect([await early.exitCode, early.errors().trim()]).toEqual([
      1,
      'The database lacks migration 0001-roles, and MIGRATE is off; run `npx -y pnpm@12 migrate` of this version first.',
    ]);

    await stores.migrate();
    await stores.owner`ALTER TABLE tenants ADD COLUMN of_the_next_version text`;
    await stores.clickhouse.command("ALTER TABLE clicks ADD COLUMN of_the_next_version String DEFAULT 'next'");
    await stores.addNewer('9998-expand', '');
    const [port = 0] = await freePorts(1);
    const startIngest = (host: string) => stores.program('ingest', { HOST: host, PORT: String(port) });
    const ingests = HOSTS.map(startIngest);
    const programs = [...ingests, stores.program('processor'), stores.program('api')];
    const addresses = await Promise.all(programs.map((program) => program.ready));
    const tenant = await registerTenant(addresses.at(-1) ?? '');
    const gateway = await startGatewayBefore(port, tenant.url);
    const clicks = startClicking({ ...tenant, url: gateway.url });
    for (const [index, host] of HOSTS.entries()) {
      await clicks.more(10);
      expect(await ingests[index]?.stop()).toBe(0);
      await clicks.more(10);
      const again = startIngest(host);
      await again.ready;
      programs.push(again);
    }
    await clicks.more(10);
    const clickIds = await clicks.stop();
    await eventually(
      async () => {
        const figures = await readFigures(tenant);
        expect(figures.clickIds).toEqual(clickIds);
        expect(figures.clicks).toBe(clickIds.size);
      },
      { timeoutMs: 60_000, everyMs: 250 },
    );
    for (const program of programs) expect(program.printed()).toContain('"event":"lifecycle.schema.newer"');
    const logins = await stores.owner`
      SELECT DISTINCT usename AS name FROM pg_stat_activity WHERE application_name LIKE 'tracker %' AND pid <> pg_backend_pid()`;
    expect(logins).toEqual([{ name: LOGIN.name }]);

    await stores.addNewer('9999-contract', '99.0.0');
    // The processor asks the analytics store first.
    const refused = ['ingest', 'processor'].map((name) => stores.program(name));
    for (const program of refused) {
      expect(await program.exitCode).toBe(1);
      expect(program.errors()).toMatch(
        /^The (database|analytics store) was migrated by a newer version of the product: 9999-contract/,
      );
      expect(program.errors().trim()).not.toContain('\n');
    }
  },
  within(300_000),
);
