// Stores that do not belong together: a setting that is missing or wrong would begin an empty installation next to the old data.
import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { randomText } from '@tracker/infra/identity/random-id';
import { installationOfDataDir } from '@tracker/infra/installation/data-dir';
import { readInstallation } from '@tracker/infra/installation/installation';
import { connect } from '@tracker/infra/postgres/connect';
import { startEmbeddedPostgres } from '@tracker/infra/postgres/embedded';
import { createLogger } from '@tracker/infra/telemetry/logger';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { startHttpBridge } from '../kit/clickhouse/http-bridge.ts';
import { kafkaIsAvailable, START_WITHIN_MS } from '../kit/kafka-broker.ts';
import { within } from '../kit/machine.ts';
import { copyDataDir, startProduct } from '../kit/product.ts';
import { registerTenant } from '../kit/registered-tenant.ts';
import { sharedBroker } from '../kit/shared-broker.ts';
import { startProgram } from '../kit/start-program.ts';
import { TEST_APP_KEYS } from '../kit/test-keyring.ts';
import { askOps } from './run-ops.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const logger = createLogger({ level: 'silent', name: 'test' });

function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), `tracker-test-${process.pid}-installation-`));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Another database, with the id of its own. */
async function anotherDatabase() {
  const dataDir = freshFolder();
  await copyDataDir(inject('migratedDir'), dataDir);
  const server = await startEmbeddedPostgres({ dataDir, logger, survivesPowerCut: false });
  onTestFinished(() => server.stop());
  const owner = connect({ url: server.url, logger, name: 'test', max: 1, role: null });
  await owner`UPDATE installation SET id = gen_random_uuid(), has_analytics = false`;
  const id = (await readInstallation(owner))?.id ?? '';
  await owner.end();
  return { url: server.url, id, keys: join(dataDir, 'app-keys') };
}

/** `npx -y pnpm@12 ops`, as of a product whose stores are elsewhere. */
function ops(settings: Record<string, string>, ...args: string[]): Promise<{ code: number; printed: string }> {
  const env = ['KAFKA_BROKERS=', `APP_KEYS=${TEST_APP_KEYS}`, 'UV_THREADPOOL_SIZE=16'];
  const given = [...env, ...Object.entries(settings).map(([name, value]) => `${name}=${value}`)];
  return new Promise((resolve) =>
    execFile('env', [...given, process.execPath, 'infra/cli/main.ts', ...args], { cwd: root }, (error, out, errors) =>
      resolve({ code: Number(error?.code ?? 0), printed: out + errors }),
    ),
  );
}

test(
  'refuses to start or to run a command without the DATABASE_URL that the data directory had, and makes no database',
  async () => {
    const dataDir = freshFolder();
    const { url, keys } = await anotherDatabase();
    copyFileSync(keys, join(dataDir, 'app-keys'));
    const first = await startProduct({ demoData: false, dataDir, databaseUrl: url });
    await first.stop();
    const id = installationOfDataDir(dataDir);
    const sentence = `DATABASE_URL is not set, and the data directory ${dataDir} is of the installation ${id}, whose database is not in it`;
    await expect(startProduct({ demoData: false, dataDir })).rejects.toThrow(sentence);
    const listed = await askOps(dataDir, 'company', 'list');
    expect([listed.code, listed.printed + listed.errors]).toEqual([3, expect.stringContaining(sentence)]);
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false);

    // As a version before the id left it.
    rmSync(join(dataDir, 'installation'));
    const older = `DATABASE_URL is not set, and the data directory ${dataDir} has a store of figures but no database`;
    await expect(startProduct({ demoData: false, dataDir })).rejects.toThrow(older);
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false);

    const again = await startProduct({ demoData: false, dataDir, databaseUrl: url });
    expect(await again.stop()).toBe(0);
  },
  within(180_000),
);

test(
  'refuses a database, a data directory and a store of figures of two installations, names both, and takes what is accepted',
  async () => {
    const dataDir = freshFolder();
    await copyDataDir(inject('migratedDir'), dataDir);
    const id = installationOfDataDir(dataDir) ?? '';
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    const other = await anotherDatabase();
    const start = () => startProduct({ demoData: false, dataDir, databaseUrl: other.url });
    await expect(start()).rejects.toThrow(
      `The data directory ${dataDir} is of the installation ${id}, and the database is of the installation ${other.id}: DATABASE_URL or DATA_DIR names the wrong one.`,
    );
    const settings = { DATA_DIR: dataDir, DATABASE_URL: other.url, CLICKHOUSE_URL: '' };
    const planned = await ops(settings, 'installation', 'accept', 'data-dir');
    expect([planned.code, planned.printed]).toEqual([0, expect.stringContaining('Do it with --yes')]);
    await expect(start()).rejects.toThrow('names the wrong one');
    expect((await ops(settings, 'installation', 'accept', 'data-dir', '--yes')).code).toBe(0);
    await expect(start()).rejects.toThrow(
      `is of the installation ${id}, and the database (DATABASE_URL) of the installation ${other.id}`,
    );
    const shown = await ops(settings, 'installation', 'show');
    expect([shown.code, shown.printed]).toEqual([1, expect.stringMatching(new RegExp(`analytics.+${id}`))]);
    expect((await ops(settings, 'installation', 'accept', 'analytics', '--yes')).code).toBe(0);
    expect((await ops(settings, 'installation', 'show')).printed).toContain('They belong together.');
    const product = await start();
    expect(await product.stop()).toBe(0);
  },
  within(180_000),
);

test(
  'refuses an empty store of figures next to an old database, until it is accepted and filled by a replay',
  async () => {
    const dataDir = freshFolder();
    const first = await startProduct({ demoData: false, dataDir, migratedDir: inject('migratedDir') });
    await registerTenant(first.url);
    await first.stop();
    rmSync(join(dataDir, 'clickhouse'), { recursive: true });
    const sentence = `is new, and the database is of the installation ${installationOfDataDir(dataDir)}, which has another one`;
    await expect(startProduct({ demoData: false, dataDir })).rejects.toThrow(sentence);
    expect((await askOps(dataDir, 'doctor')).errors).toContain(sentence);
    expect((await askOps(dataDir, 'installation', 'accept', 'analytics', '--yes')).code).toBe(0);
    expect((await askOps(dataDir, 'replay', 'run')).code).toBe(0);
    expect((await askOps(dataDir, 'replay', 'verify')).code).toBe(0);
    const again = await startProduct({ demoData: false, dataDir });
    expect(await again.stop()).toBe(0);
  },
  within(180_000),
);

test(
  'agrees on one id when programs start at the same moment on empty stores',
  async () => {
    const dataDir = freshFolder();
    const server = await startEmbeddedPostgres({ dataDir, logger, survivesPowerCut: false });
    onTestFinished(() => server.stop());
    const bridge = await startHttpBridge({ dataDir: join(dataDir, 'clickhouse'), logger });
    onTestFinished(() => bridge.close());
    const settings = { DATABASE_URL: server.url, CLICKHOUSE_URL: bridge.url };
    const spools = freshFolder();
    const programs = ['processor', 'api', 'ingest', 'ingest'].map((name) =>
      startProgram(new URL(`../../../${name}/src/main.ts`, import.meta.url), { ...settings, DATA_DIR: spools }),
    );
    await Promise.all(programs.map(({ ready }) => ready));
    const shown = await ops({ ...settings, DATA_DIR: spools }, 'installation', 'show', '--json');
    expect(JSON.parse(shown.printed)).toMatchObject({
      same: true,
      stores: Array.from({ length: 4 }, () => ({ installation: installationOfDataDir(spools) })),
    });
  },
  within(180_000),
);

describe.skipIf(!kafkaIsAvailable())('with the log in Kafka', { timeout: START_WITHIN_MS }, () => {
  test('refuses the log of another installation, a new one, and none; takes what is accepted', async () => {
    const { address: kafkaBrokers } = await sharedBroker(inject('sharedBrokerUrl'));
    const kafkaTopicPrefix = `${randomText(8)}.`;
    const dataDir = freshFolder();
    const start = (more: object = { kafkaBrokers, kafkaTopicPrefix }) =>
      startProduct({ demoData: false, dataDir, migratedDir: inject('migratedDir'), ...more });
    const first = await start();
    await registerTenant(first.url);
    await first.stop();
    const id = installationOfDataDir(dataDir);

    await expect(start({})).rejects.toThrow(
      `KAFKA_BROKERS is not set, and the log of the database, of the installation ${id}, is in Kafka: set it.`,
    );
    const fresh = { kafkaBrokers, kafkaTopicPrefix: `${randomText(8)}.` };
    await expect(start(fresh)).rejects.toThrow(
      `The log in Kafka is new, and the database is of the installation ${id}, which has another one`,
    );
    const other = await anotherDatabase();
    const foreign = { kafkaBrokers, kafkaTopicPrefix, dataDir: freshFolder(), databaseUrl: other.url };
    await expect(startProduct({ demoData: false, ...foreign })).rejects.toThrow(
      `The log in Kafka is of the installation ${id} (topic ${kafkaTopicPrefix}tracker.installation.v1), and the database (DATABASE_URL) of the installation ${other.id}: another installation's log is not used.`,
    );

    const settings = { DATA_DIR: dataDir, DATABASE_URL: '', CLICKHOUSE_URL: '', APP_KEYS: '' };
    const kafka = { KAFKA_BROKERS: kafkaBrokers, KAFKA_TOPIC_PREFIX: fresh.kafkaTopicPrefix };
    const accepted = await ops({ ...settings, ...kafka }, 'installation', 'accept', 'log', '--yes');
    expect([accepted.code, accepted.printed]).toEqual([0, expect.stringContaining(`is of the installation ${id} now`)]);
    const again = await start(fresh);
    expect(await again.stop()).toBe(0);
    expect((await ops(settings, 'installation', 'accept', 'log', '--yes')).code).toBe(0);
    const back = await start({});
    expect(await back.stop()).toBe(0);
  });
});
