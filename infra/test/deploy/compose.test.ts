// What must be true of the Compose files. `npx -y pnpm@12 test:apart` runs them where Docker is.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { settingTexts } from '@tracker/infra/config/settings';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';

interface Service {
  readonly image: string;
  readonly build?: { readonly target: string; readonly secrets?: readonly string[] };
  readonly pull_policy?: string;
  readonly user?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
  readonly tmpfs?: readonly string[];
  readonly ports?: readonly string[];
  readonly profiles?: readonly string[];
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly cap_add?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly mem_limit?: string;
  readonly pids_limit?: number;
  readonly restart?: string;
  readonly command?: readonly string[];
  readonly healthcheck?: {
    readonly disable?: boolean;
    readonly test?: readonly string[];
    readonly timeout?: string;
    readonly retries?: number;
  };
}

const root = fileURLToPath(new URL('../../../', import.meta.url));
const read = (path: string) => readFileSync(`${root}${path}`, 'utf8');
const text = read('docker-compose.yml');
const { services, secrets } = parse(text, { merge: true, maxAliasCount: -1 }) as {
  services: Record<string, Service>;
  secrets: Record<string, { file: string }>;
};
const entries = Object.entries(services);
const service = (name: string): Service => services[name] ?? expect.fail(`there is no service ${name}`);
const OURS = ['keys', 'release', 'migrate', 'ingest', 'processor', 'worker', 'api', 'gateway', 'ops', 'backup'];
const STORES = ['postgres', 'clickhouse', 'kafka', 'redis'];

/** Set by the file or the image, or for installations of another kind: infra/docs/compose.md says which. */
const NOT_PASSED = new Set([
  'HOST',
  'PORT',
  'DATA_DIR',
  'DEMO_DATA',
  'MIGRATION_URL',
  'CLICKHOUSE_SSL_CA',
  'CLICKHOUSE_CLUSTER',
  'KAFKA_REPLICATION',
  'KAFKA_TOPIC_PREFIX',
  'KAFKA_SSL',
  'KAFKA_SSL_CA',
  'KAFKA_SASL_MECHANISM',
  'KAFKA_SASL_USERNAME',
  'KAFKA_SASL_PASSWORD',
  'REDIS_SSL_CA',
  'SMTP_SSL_CA',
  'REDIS_SENTINELS',
  'REDIS_SENTINEL_PASSWORD',
  'APP_KEYS',
  'ADMIN_PORT',
  'ADMIN_HOST',
  'RUN_AS_ROOT',
  'CHROMIUM_PATH',
]);

describe('docker-compose.yml', () => {
  test('ends a slow start of Java for a health check before Docker leaves it behind and begins the next', () => {
    const checks = entries.map(([name, { healthcheck }]) => ({ name, healthcheck }));
    const ofJava = checks.filter(({ healthcheck }) =>
      healthcheck?.test?.some((word) => word.includes('/opt/kafka/bin/')),
    );
    expect(ofJava.map(({ name }) => name)).toEqual(['kafka']);
    for (const { name, healthcheck } of ofJava) {
      const [, seconds = 'none'] = /\btimeout (\d+) \/opt\/kafka\/bin\//.exec(healthcheck?.test?.join(' ') ?? '') ?? [];
      expect(Number(seconds), name).toBeLessThan(Number(healthcheck?.timeout?.replace(/s$/, '')));
      // A machine with much else to do takes half a minute for it.
      expect(Number(seconds), name).toBeGreaterThanOrEqual(30);
    }
  });

  test('passes each setting on that an operator may want to set', () => {
    for (const name of ['ingest', 'processor', 'worker', 'api', 'migrate']) {
      const passed = Object.keys(service(name).environment ?? {});
      const ofBackups = ['BACKUP_URL', 'BACKUP_KEEP_DAYS'];
      const wanted = Object.keys(settingTexts).filter((one) => !NOT_PASSED.has(one) && !ofBackups.includes(one));
      expect(
        wanted.filter((one) => !passed.includes(one)),
        name,
      ).toEqual([]);
      for (const one of ofBackups) expect(service('ops').environment, one).toHaveProperty(one);
      for (const one of ofBackups) expect(service('backup').environment, one).toHaveProperty(one);
    }
  });

  test.each(OURS)('gives %s no capability, no root and nothing to write but its own', (name) => {
    const { user, cap_drop, cap_add, security_opt, read_only, pids_limit } = service(name);
    expect({ user, cap_drop, cap_add, security_opt, read_only }).toEqual({
      user: undefined,
      cap_drop: ['ALL'],
      cap_add: undefined,
      security_opt: ['no-new-privileges:true'],
      read_only: true,
    });
    if (name !== 'release') expect(pids_limit).toBeGreaterThan(0);
  });

  test.each(STORES)('gives %s no capability and no new privileges', (name) => {
    const { user, cap_drop, cap_add, security_opt } = service(name);
    expect({ cap_drop, cap_add, security_opt }).toEqual({
      cap_drop: ['ALL'],
      cap_add: undefined,
      security_opt: ['no-new-privileges:true'],
    });
    // Without capabilities an entry point of root could not become the store's user. Kafka's image begins as one.
    if (name !== 'kafka') expect(user).toBe(name);
  });

  test('bounds the memory and the processes of all that go on', () => {
    for (const [name, { restart, mem_limit, pids_limit }] of entries) {
      if (restart !== 'unless-stopped') continue;
      expect(mem_limit, name).toMatch(/^(\d+[mg]|\$\{CLICKHOUSE_MEMORY:-4g\})$/);
      expect(pids_limit, name).toBeGreaterThan(0);
    }
  });

  test('opens ports on the loopback interface only', () => {
    const ports = entries.flatMap(([, one]) => one.ports ?? []);
    expect(ports.length).toBeGreaterThan(5);
    for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/);
  });

  test('builds each image once, with the certificates of CA_FILE, and looks for none in a registry', () => {
    expect(entries.flatMap(([name, { build }]) => (build ? [[name, build.target, build.secrets]] : []))).toEqual([
      ['keys', 'app', ['ca']],
      ['release', 'gateway', ['ca']],
    ]);
    expect(secrets.ca?.file).toMatch(/^\$\{CA_FILE:-\/dev\/null\}$/);
    for (const name of OURS.filter((one) => one !== 'keys' && one !== 'release'))
      expect(service(name).pull_policy, name).toBe('never');
  });

  test('shows the spools of ingest to the commands of the operator', () => {
    const spool = service('ingest').volumes?.find((volume) => volume.endsWith(':/data'));
    expect(spool).toBe('spool:/data');
    for (const name of ['ops', 'backup']) {
      expect(
        service(name).volumes?.some((volume) => volume.startsWith('spool:/data')),
        name,
      ).toBe(true);
      expect(
        service(name).tmpfs?.some((mount) => mount.startsWith('/data')),
        name,
      ).toBe(false);
    }
  });

  test('has a health check for all that `up --wait` waits for', () => {
    for (const [name, { restart, image, healthcheck }] of entries) {
      if (restart !== 'unless-stopped') continue;
      const isOfImage = image.startsWith('traffic-tracker') && healthcheck === undefined;
      expect(isOfImage || (healthcheck?.test ?? []).length > 0, name).toBe(true);
    }
  });

  test.each(['ingest', 'processor', 'worker', 'api'])('gives %s a parent that starts it again', (name) => {
    const [parent = '', main = ''] = service(name).command ?? [];
    expect([parent, existsSync(`${root}${parent}`), existsSync(`${root}${main}`)]).toEqual([
      'infra/src/program/parent.ts',
      true,
      true,
    ]);
  });

  test('takes more than one late health check for a failure', () => {
    for (const [name, { healthcheck }] of entries)
      if (healthcheck?.test) expect(healthcheck.retries, name).toBeGreaterThanOrEqual(2);
  });

  test('names the lowest version of Compose, the ordered upgrade, and a `down` that ends all profiles', () => {
    expect(text).toMatch(/^# .*Needs Docker Compose \d+\.\d+ or newer/m);
    expect(text).toContain('infra/deploy/upgrade.sh');
    expect(text).toContain("docker compose --profile '*' down");
    const page = read('infra/docs/compose.md');
    for (const name of ['GATEWAY_TRUST_PROXY', 'CA_FILE', 'STORE_PASSWORD', 'CLICKHOUSE_MEMORY', 'TRACKER_TAG'])
      expect(page, name).toContain(name);
  });
});
