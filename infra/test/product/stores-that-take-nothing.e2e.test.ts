// The table of infra/docs/stores.md, row by row: what each call is answered while a store takes nothing, what is kept, and what readiness says.
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EXIT } from '@tracker/cli/command';
import { runThroughSocket } from '@tracker/cli/socket-client';
import { socketPath } from '@tracker/cli/wire';
import { systemClock } from '@tracker/infra/lifecycle/clock';
import { connect, type Sql } from '@tracker/infra/postgres/connect';
import { connectRedis } from '@tracker/infra/redis/connect-redis';
import { createLogger } from '@tracker/infra/telemetry/logger';
import { startGraphStub } from '@tracker/standalone/facebook-stub/graph-stub';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type PostgresServer, startPostgresServer } from '../apart/postgres-server.ts';
import { createServerProcess, makeServerDir, type Server } from '../apart/server.ts';
import { type FORMATS, postOf } from '../crash/checkouts.ts';
import { readFigures } from '../crash/figures.ts';
import { type Refusal, startRefusingServer } from '../kit/clickhouse/refusing-server.ts';
import { type CuttableLink, cuttableLink } from '../kit/cuttable-link.ts';
import { eventually } from '../kit/eventually.ts';
import { ACCOUNT_BR, campaignOf, connectFacebook, linkCampaign } from '../kit/facebook-tenant.ts';
import { kafkaIsAvailable, START_WITHIN_MS, startKafkaBroker } from '../kit/kafka-broker.ts';
import { within } from '../kit/machine.ts';
import { copyDataDir, type Product, startProduct } from '../kit/product.ts';
import { redisIsAvailable, startRedisProcess } from '../kit/redis-server.ts';
import { click, cookieOf, type RegisteredTenant, registerTenant, VISITOR } from '../kit/registered-tenant.ts';
import { freePorts } from '../kit/server-processes.ts';

const PAGE = new URL('../../docs/stores.md', import.meta.url);
const COLUMNS = 11;

interface Row {
  readonly store: string;
  readonly way: string;
  readonly cells: string;
}

/** Rows of the page; one that names several ways is one for each of them. */
const rows: readonly Row[] = readFileSync(PAGE, 'utf8')
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .filter((cells) => cells.length === COLUMNS + 2 && cells[1] !== 'store' && !/^-+$/.test(cells[1] ?? ''))
  .flatMap(([, store = '', ways = '', ...cells]) =>
    ways.split(', ').map((way) => ({ store, way, cells: cells.slice(0, -1).join(' | ') })),
  );

interface Way {
  /** It is not refused at once. */
  readonly isSlow?: boolean;
  begin(): unknown;
  end(): unknown;
}
type Ways = Readonly<Record<string, Way>>;

/** Longer than any call may wait for a store. */
const ANSWER_MS = 20_000;
const NO_ANSWER = { exitCode: EXIT.interrupted, lines: ['no answer'] };
const logger = createLogger({ level: 'silent', name: 'test' });

/** An installation under calls that never stop to come, and what it took. */
async function underCalls(product: Product, dataDir: string) {
  const tenant = await registerTenant(product.url);
  await connectFacebook(tenant);
  await linkCampaign(tenant, campaignOf(ACCOUNT_BR, 'Lista de espera').id);
  const cookie = await cookieOf(tenant);
  const clickId = await click(tenant);
  /** Of one person, the twenty-first sign-in in ten minutes is refused. */
  const persons = new Map<string, RegisteredTenant>();
  const personOf = async (store: string) => {
    const person = persons.get(store) ?? (await registerTenant(product.url));
    persons.set(store, person);
    return person;
  };
  const taken = { clicks: 1, views: 0, conversions: 0, leads: new Set<string>(), cents: 0 };
  let number = 0;

  /** Or that no answer came. */
  const send = (...call: Parameters<typeof ask>) => ask(...call).catch((error: Error) => error.name);

  async function ask(path: string, body?: object | string, headers: Record<string, string> = {}) {
    const request =
      body === undefined ? {} : { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) };
    const answer = await fetch(product.url + path, {
      ...request,
      signal: AbortSignal.timeout(within(ANSWER_MS)),
      headers: { 'user-agent': VISITOR, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    });
    await answer.arrayBuffer();
    const again = answer.status === 503 && answer.headers.get('retry-after') === null ? ' without Retry-After' : '';
    return `${answer.status}${again}`;
  }

  async function ops(command: string, options = {}): Promise<string> {
    let waits = false;
    const ending = new AbortController();
    function say(line: string) {
      waits ||= line.includes('has not answered');
      if (waits) ending.abort();
    }
    const report = { say, bar: () => undefined, item: () => undefined };
    const signal = AbortSignal.any([ending.signal, AbortSignal.timeout(within(ANSWER_MS))]);
    const context = { report, signal };
    const request = { command, options, actor: 'test' };
    const { exitCode, lines } = await runThroughSocket(socketPath(dataDir), request, context).catch(() => NO_ANSWER);
    if (exitCode === EXIT.ok) return 'done';
    if (waits) return 'says why not';
    return exitCode === EXIT.unreachable ? 'says why not' : `exit code ${exitCode}: ${lines.join(' ')}`;
  }

  /** Of two calls that are answered alike. */
  const both = (one: string, other: string) => (one === other ? one : `${one} and ${other}`);

  async function round({ email: account, password }: RegisteredTenant, sync?: string): Promise<string> {
    number += 1;
    const id = `${number}`;
    const cents = 1_000 + number;
    const email = `pessoa-${id}@clientes.example.com`;
    const posted = (format: (typeof FORMATS)[number], more: number) => {
      const sold = { transaction: `T-${format}-${id}`, cents: cents + more, clickId, email: `${format}-${email}` };
      const post = postOf(format, 'approved', sold, tenant, (one) => tenant.webhookKeys[one] ?? '', Date.now());
      return send(post.path, post.body, { 'content-type': post.contentType });
    };
    const [clicked, viewed, keyed, webhook, lead, login, synced, looks, changes] = await Promise.all([
      send(`/track/${tenant.campaignId}?format=json&tsource=facebook`),
      send(`/view?clickid=${clickId}&url=https%3A%2F%2Floja.example.com%2F${id}`),
      posted('generic', 0),
      posted('hotmart', 1),
      send('/leads', { name: 'Ana', email, campaign_id: tenant.campaignId }),
      send('/api/auth/login', { email: account, password }),
      sync === undefined ? send('/api/ad-platforms/facebook/sync', {}, { cookie }) : sync,
      ops('company list'),
      ops('dead-letters retry', { all: true }),
    ]);
    if (clicked === '200') taken.clicks += 1;
    if (viewed === '200') taken.views += 1;
    for (const [answer, more] of [
      [keyed, 0],
      [webhook, 1],
    ] as const) {
      if (answer !== '200') continue;
      taken.conversions += 1;
      taken.cents += cents + more;
    }
    if (lead === '201') taken.leads.add(email);
    return [both(clicked, viewed), both(keyed, webhook), lead, login, synced, looks, changes].join(' | ');
  }

  const spooled = () =>
    readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).some(
      (name) => name.endsWith('.segment') && statSync(join(dataDir, name), { throwIfNoEntry: false })?.size !== 0,
    );

  async function readiness(): Promise<string> {
    const answer = await fetch(`${product.url}/readyz`);
    const { missing, warnings } = (await answer.json()) as { missing?: string[]; warnings?: string[] };
    // Batches that do not go through name the processor, too, where there are any.
    const named = [
      ...(missing ?? []).filter((one) => one !== 'processor'),
      ...(warnings ?? []).filter((one) => one.endsWith('-away')),
    ].map((one) => `\`${one}\``);
    return [`${answer.status}`, ...named].join(' ');
  }

  async function isReadiness(wanted: string | undefined): Promise<void> {
    const ready = await readiness();
    if (ready !== wanted) throw new Error(`readiness is ${ready}, not ${wanted}`);
  }

  return {
    /** Gives the columns of a row of the page: of the calls that meet the store first, and of those that come when it is known. */
    async during(row: Row, { begin, end, isSlow = false }: Way): Promise<string> {
      const person = await personOf(row.store);
      const wanted = row.cells.split(' | ').at(-1);
      const seen: string[] = [];
      let kept = '';
      try {
        await begin();
        seen.push(await round(person));
        await eventually(() => isReadiness(wanted));
        // Those of a store that hangs are as late as the first; a run of the first goes on.
        if (!isSlow) seen.push(await round(person, seen[0]?.split(' | ')[4]));
        kept = spooled() ? 'spool' : 'log';
      } finally {
        await end();
        await eventually(
          async () => {
            await isReadiness('200');
            if (spooled()) throw new Error('events wait in the spool');
            const answer = await fetch(`${product.url}/api/facebook/sync-status`, { headers: { cookie } });
            if (((await answer.json()) as { isRunning?: boolean }).isRunning !== false) throw new Error('a sync runs');
          },
          { timeoutMs: 60_000, everyMs: 100 },
        );
      }
      const answers = new Set(seen).size === 1 ? seen[0] : `first ${seen[0]}, later ${seen[1]}`;
      return `${answers} | ${kept} | ${wanted}`;
    },

    /** Everything that was taken is counted once. */
    async counted() {
      await eventually(
        async () => {
          const { clicks, views, conversions, leads, revenueCents } = await readFigures(tenant);
          expect({ clicks, views, conversions, revenueCents, leads: leads.toSorted() }).toEqual({
            clicks: taken.clicks,
            views: taken.views,
            conversions: taken.conversions,
            revenueCents: taken.cents,
            leads: [...taken.leads].sort(),
          });
        },
        { timeoutMs: 60_000, everyMs: 500 },
      );
    },
  };
}

const REFUSALS: Readonly<Record<string, Refusal>> = {
  'read-only': [164, 'READONLY'],
  full: [243, 'NOT_ENOUGH_SPACE'],
  'a quota': [201, 'QUOTA_EXCEEDED'],
  'a right is missing': [497, 'ACCESS_DENIED'],
  'a replica': [242, 'TABLE_IS_READ_ONLY'],
};

const linkWays = (link: CuttableLink): Ways => ({
  hangs: { begin: link.freeze, end: link.thaw, isSlow: true },
  'is cut off half-way': { begin: link.loseAnswers, end: link.mend, isSlow: true },
});

/** Each statement of programs is asked by this login's role. */
const ROLE = 'tracker_app';

async function postgresWays(server: PostgresServer, link: CuttableLink, admin: Sql): Promise<Ways> {
  const set = async (line: string) => {
    await admin.unsafe(`ALTER SYSTEM ${line}`);
    await admin`SELECT pg_reload_conf()`;
  };
  /** As the server says it when its disk, or what it was allowed of it, is used up. */
  const refuses = (code: string): Way => ({
    async begin() {
      await admin.unsafe(`CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '${code}'; END $$`);
      await eachTable((table) => `CREATE TRIGGER refuse BEFORE INSERT OR UPDATE ON ${table} EXECUTE FUNCTION refuse()`);
    },
    end: () => eachTable((table) => `DROP TRIGGER refuse ON ${table}`),
  });
  async function eachTable(statement: (table: string) => string) {
    const tables = await admin<{ name: string }[]>`
      SELECT oid::regclass::text AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`;
    await admin.unsafe(tables.map(({ name }) => `${statement(name)};`).join('\n'));
  }
  /** Rights of whole tables and of columns. */
  const rights = await admin<{ right: string }[]>`
    SELECT format('%s ON %s', privilege_type, oid::regclass) AS right
    FROM pg_class, aclexplode(relacl) AS of
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND of.grantee = ${ROLE}::regrole
      AND privilege_type IN ('INSERT', 'UPDATE')
    UNION ALL
    SELECT format('%s (%I) ON %s', privilege_type, attname, attrelid::regclass)
    FROM pg_attribute, aclexplode(attacl) AS of WHERE of.grantee = ${ROLE}::regrole`;
  const each = (statement: (right: string) => string) =>
    admin.unsafe(rights.map(({ right }) => `${statement(right)};`).join('\n'));
  return {
    'read-only': {
      begin: () => set('SET default_transaction_read_only = on'),
      async end() {
        await admin`SET default_transaction_read_only = off`;
        await set('RESET default_transaction_read_only');
      },
    },
    'a replica': {
      async begin() {
        await server.end('SIGINT');
        writeFileSync(join(server.clusterDir, 'standby.signal'), '');
        await server.start();
      },
      end: () => admin`SELECT pg_promote()`,
    },
    full: refuses('53100'),
    'a quota': refuses('53400'),
    'a right is missing': {
      begin: () => each((right) => `REVOKE ${right} FROM ${ROLE}`),
      end: () => each((right) => `GRANT ${right} TO ${ROLE}`),
    },
    ...linkWays(link),
    restarted: {
      async begin() {
        await server.end('SIGINT');
        await server.start();
      },
      end: () => undefined,
    },
  };
}

interface Started {
  readonly product: Product;
  readonly dataDir: string;
  /** By store. */
  readonly ways: ReadonlyMap<string, Ways>;
}

/** Each row of these stores, by what `start` starts; it adds what ends it. */
function cellsOf(
  own: readonly Row[],
  { withinMs, start }: { withinMs: number; start: (atEnd: (() => unknown)[]) => Promise<Started> },
): void {
  const atEnd: (() => unknown)[] = [];
  let ways: Started['ways'];
  let calls: Awaited<ReturnType<typeof underCalls>>;

  beforeAll(async () => {
    const started = await start(atEnd);
    ways = started.ways;
    calls = await underCalls(started.product, started.dataDir);
  }, withinMs);

  afterAll(async () => {
    for (const end of atEnd.reverse()) await end();
  });

  test.each(own)('$store: $way', async (row) => {
    const way = ways.get(row.store)?.[row.way];
    expect(way, 'a way of the page that this test does not know').toBeDefined();
    if (way) expect(await calls.during(row, way)).toBe(row.cells);
  });

  test('the page has a row for each way, and everything that was taken is counted once', async () => {
    const known = [...ways].flatMap(([store, of]) => Object.keys(of).map((way) => `${store}: ${way}`));
    expect(own.map(({ store, way }) => `${store}: ${way}`).toSorted()).toEqual(known.toSorted());
    await calls.counted();
  });
}

const isOfKafka = ({ store }: Row) => store === 'Kafka';

describe.runIf(redisIsAvailable())('stores that are servers', () => {
  const own = rows.filter((row) => !isOfKafka(row));
  cellsOf(own, { withinMs: within(120_000), start: startServers });
});

async function startServers(atEnd: (() => unknown)[]): Promise<Started> {
  const ways = new Map<string, Ways>();
  const folder = mkdtempSync(join(tmpdir(), `tracker-test-${process.pid}-refusing-`));
  atEnd.push(() => rmSync(folder, { recursive: true, force: true }));
  copyFileSync(join(inject('migratedDir'), 'app-keys'), join(folder, 'app-keys'));
  const [port = 0, clickhousePort = 0] = await freePorts(2);
  const changes = { wal_level: 'replica', fsync: 'off' };
  const postgres = await startPostgresServer(logger, port, { from: inject('migratedDir'), changes });
  atEnd.push(postgres.remove);
  const admin = connect({ url: postgres.adminUrl, logger, name: 'test', max: 1, role: null });
  atEnd.push(() => admin.end({ timeout: 0 }));
  const clickhouse = await engineOf(inject('migratedDir'), clickhousePort);
  atEnd.push(clickhouse.remove);
  const door = await startRefusingServer(`http://default:${PASSWORD}@127.0.0.1:${clickhousePort}`);
  atEnd.push(door.close);
  const redis = await startRedisProcess();
  atEnd.push(redis.stop);
  const graph = await startGraphStub({ clock: systemClock });
  atEnd.push(graph.close);
  graph.runs.areInstant = true;
  const addTo = (end: () => unknown) => void atEnd.push(end);
  const [toPostgres, toClickHouse, toRedis] = (await Promise.all(
    [postgres.ownerUrl, door.url, redis.url].map((url) => cuttableLink(url, addTo)),
  )) as [CuttableLink, CuttableLink, CuttableLink];
  const product = await startProduct({
    demoData: false,
    dataDir: folder,
    databaseUrl: toPostgres.url,
    graph,
    settings: { CLICKHOUSE_URL: toClickHouse.url, REDIS_URL: toRedis.url },
  });
  atEnd.push(product.stop);
  const asAdmin = connectRedis({ url: redis.url });
  asAdmin.on('error', () => undefined); // It is killed meanwhile.
  atEnd.push(() => asAdmin.disconnect());
  const configured = (name: string, value: string, before: string): Way => ({
    begin: () => asAdmin.config('SET', name, value),
    end: () => asAdmin.config('SET', name, before),
  });
  ways.set('Postgres', await postgresWays(postgres, toPostgres, admin));
  ways.set('ClickHouse', {
    ...Object.fromEntries(
      Object.entries(REFUSALS).map(([way, refusal]): [string, Way] => [
        way,
        { begin: () => door.refuse(refusal), end: () => door.refuse(undefined) },
      ]),
    ),
    ...linkWays(toClickHouse),
    restarted: {
      async begin() {
        await clickhouse.end('SIGKILL');
        await clickhouse.start();
      },
      end: () => undefined,
    },
  });
  ways.set('Redis', {
    'read-only': configured('min-replicas-to-write', '1', '0'),
    'a replica': {
      begin: () => asAdmin.replicaof('127.0.0.1', '1'),
      end: () => asAdmin.replicaof('NO', 'ONE'),
    },
    full: configured('maxmemory', '1', '0'),
    'a right is missing': {
      begin: () => asAdmin.acl('SETUSER', 'default', '-@write'),
      end: () => asAdmin.acl('SETUSER', 'default', '+@all'),
    },
    ...linkWays(toRedis),
    restarted: {
      async begin() {
        await redis.kill();
        await redis.start();
      },
      end: () => undefined,
    },
  });
  return { product, dataDir: folder, ways };
}

describe.runIf(kafkaIsAvailable())('brokers of Kafka', () => {
  cellsOf(rows.filter(isOfKafka), { withinMs: START_WITHIN_MS, start: startWithBroker });
});

async function startWithBroker(atEnd: (() => unknown)[]): Promise<Started> {
  const broker = await startKafkaBroker();
  atEnd.push(broker.stop);
  const dataDir = mkdtempSync(join(tmpdir(), `tracker-test-${process.pid}-brokers-`));
  atEnd.push(() => rmSync(dataDir, { recursive: true, force: true }));
  const graph = await startGraphStub({ clock: systemClock });
  atEnd.push(graph.close);
  graph.runs.areInstant = true;
  const migratedDir = inject('migratedDir');
  const product = await startProduct({ demoData: false, dataDir, migratedDir, kafkaBrokers: broker.address, graph });
  atEnd.push(product.stop);
  const ways: Ways = {
    'is away': { begin: broker.kill, end: broker.start, isSlow: true },
    restarted: { begin: () => broker.kill().then(broker.start), end: () => undefined },
  };
  return { product, dataDir, ways: new Map([['Kafka', ways]]) };
}

const PASSWORD = 'engine';
const BRIDGE = new URL('../kit/clickhouse/bridge-server.ts', import.meta.url);

async function engineOf(dataDir: string, port: number): Promise<Server> {
  const dir = makeServerDir('clickhouse');
  await copyDataDir(join(dataDir, 'clickhouse'), join(dir, 'data'));
  const server = createServerProcess({
    name: 'clickhouse',
    dir,
    command: () => ({
      file: process.execPath,
      args: [fileURLToPath(BRIDGE), join(dir, 'data'), String(port), PASSWORD],
      env: { PATH: '/usr/bin:/bin', UV_THREADPOOL_SIZE: '16' },
      cwd: dir,
    }),
    answers: async () => (await fetch(`http://127.0.0.1:${port}/ping`)).text(),
  });
  await server.start();
  return server;
}
