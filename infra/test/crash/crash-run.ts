import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startAttackers, withStrangersAddress } from '../kit/attackers.ts';
import { eventually } from '../kit/eventually.ts';
import { postgresPid, startProduct } from '../kit/product.ts';
import { cookieOf, type RegisteredTenant, registerTenant } from '../kit/registered-tenant.ts';
import { freePorts } from '../kit/server-processes.ts';
import { createShiftedClock } from '../kit/shifted-clock.ts';
import type { KafkaBroker } from '../kit/store-servers.ts';
import type { Account } from './account.ts';
import { type Comparison, compare } from './compare.ts';
import { type End, type EndResult, endBy } from './ends.ts';
import { type FaultCounts, faultsOf, freezePostgres } from './faults.ts';
import type { Figures } from './figures.ts';
import { startHostileLog } from './hostile-log.ts';
import { expectIdle } from './idle.ts';
import { openDevice, type ShownNotices } from './notices.ts';
import { readFromTheBeginning } from './read-from-the-beginning.ts';
import { settledFigures } from './settle.ts';
import { startStrangers } from './strangers.ts';
import { startTraffic, type Traffic } from './traffic.ts';

/**
 * Crash test: clients send events with retries while the product, its Postgres and, with --kafka, its broker are killed with -9
 * repeatedly, and the event log is unavailable for a while. Afterwards the product's figures are compared with the clients'
 * account, and again after a full replay into empty tables.
 */
export interface CrashOptions extends FaultCounts {
  readonly eventsPerSecond: number;
  /** Pause between a start and the next fault. */
  readonly calmMs: number;
  /** Hostile posts without a key, and as many hostile events of another tenant in the log, a second; 0 for none. */
  readonly strangersPerSecond: number;
  /** After the faults: ends that the program cannot report itself, below its parent. */
  readonly ends?: readonly End[];
  /** A folder for the data; by default a temporary one. `disk` of the ends needs a disk of its own there. */
  readonly dataDir?: string | undefined;
  /** Strangers who hold connections all the while (`kit/attackers.ts`). */
  readonly hasAttackers?: boolean;
  /** Also a device with notices, by a push service of the test kit. */
  readonly hasDevice?: boolean;
  /** Uses a real Kafka broker; without it the embedded log. */
  readonly broker?: KafkaBroker;
  /** As in `ProductOptions`. */
  readonly migratedDir?: string | undefined;
  readonly say: (line: string) => void;
}

export interface CrashResult extends Comparison {
  readonly account: Account;
  readonly figures: Figures;
  readonly sameAfterReplay: boolean;
  /** With a device; after the replay. */
  readonly notices?: ShownNotices;
  readonly slowestRestartMs: number;
  readonly ends: readonly EndResult[];
  /** That strangers opened, and held. */
  readonly connectionsOfStrangers: number;
  /** Of strangers, without a key, that were taken in. */
  readonly hostilePosts: number;
  /** In the log, of another tenant. */
  readonly hostileEvents: number;
  /** Conversions of the honest tenant that could not be computed. */
  readonly setAside: number;
  /** During the outage of the log: acknowledged events, and the 99th percentile of the latency after its first 10 s. */
  readonly outage: { readonly acknowledged: number; readonly p99Ms: number };
}

/** Enough for the load, and used up in seconds. */
const HEAP_MB = '512';
/** Of an idle machine; a broker that was killed may take a minute. */
const ACKNOWLEDGED_WITHIN_MS = 120_000;
/** Within what the clocks of several machines may differ by: a conversion that comes after the clock was set back names a click of the future. */
const JUMP_MS = 45_000;
/** Requests in flight at the start of an outage may take 8 s each, and a Kafka client needs a moment to notice. */
const OUTAGE_BEGINS_MS = 10_000;

export function crashRun(options: CrashOptions): Promise<CrashResult> {
  return options.hasAttackers
    ? withStrangersAddress(options.say, (address) => runWith(options, address))
    : runWith(options, undefined);
}

async function runWith(options: CrashOptions, localAddress: string | undefined): Promise<CrashResult> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'tracker-crash-'));
  const kafkaBrokers = options.broker?.address;
  // The product restarts on the same port for its clients, below its parent by itself.
  const [adminPort = 0, inspectPort = 0, port = 0] = await freePorts(3);
  const { migratedDir, ends: wantedEnds = [] } = options;
  const device = options.hasDevice ? await openDevice() : undefined;
  const withNotices = device && { entry: 'infra/test/kit/notices-product.ts', args: [String(device.service.port)] };
  const belowParent = { entry: 'infra/test/kit/supervised-product.ts', args: [String(inspectPort), HEAP_MB] };
  const program = wantedEnds.length > 0 ? belowParent : withNotices;
  const clockDir = mkdtempSync(join(tmpdir(), 'tracker-crash-clock-'));
  const clock = createShiftedClock(clockDir);
  const settings = options.clockJumps ? clock.settings : {};
  const given = { demoData: false, dataDir, port, kafkaBrokers, adminPort, settings, ...program };
  let product = await startProduct({ ...given, migratedDir });
  const start = () => startProduct(given);
  try {
    const tenant = await registerTenant(product.url);
    // Before the load, which may keep a slow machine busy.
    const victim = options.strangersPerSecond > 0 ? await registerTenant(product.url) : undefined;
    await device?.subscribe(tenant);
    const traffic = startTraffic(tenant, (format) => tenant.webhookKeys[format] ?? '', options.eventsPerSecond);
    const { account } = traffic;
    const { strangersPerSecond: postsPerSecond } = options;
    const strangers =
      postsPerSecond > 0
        ? startStrangers({ tenant, account, postsPerSecond, recentPost: traffic.recentPost })
        : undefined;
    const hostileLog = victim && startHostileLog({ dataDir, kafkaBrokers, eventsPerSecond: postsPerSecond, victim });
    const attackers = options.hasAttackers ? startAttackers({ url: product.url, localAddress }) : undefined;
    let slowestRestartMs = 0;
    let jumps = 0;
    let outage = { acknowledged: 0, p99Ms: 0 };
    for (const fault of faultsOf(options)) {
      await calm(options.calmMs, account);
      options.say(`${SENTENCES[fault]} (${account.acknowledged} events acknowledged)`);
      if (fault === 'postgres') process.kill(postgresPid(dataDir), 'SIGKILL');
      if (fault === 'broker') await options.broker?.kill().then(() => options.broker?.start());
      if (fault === 'clock') {
        jumps += 1;
        // Back again with the next jump, and for good before the figures are asked for.
        await clock.shift([JUMP_MS, 0, -JUMP_MS, 0][(jumps - 1) % 4] ?? 0);
      }
      if (fault === 'outage') outage = await withoutLog(options, dataDir, traffic);
      if (fault === 'product') {
        await product.kill();
        const began = performance.now();
        product = await start();
        slowestRestartMs = Math.max(slowestRestartMs, Math.round(performance.now() - began));
      }
    }
    const ends: EndResult[] = [];
    for (const end of wantedEnds) {
      await calm(options.calmMs, account);
      options.say(`${END_SENTENCES[end]} (${account.acknowledged} events acknowledged)`);
      const result = await endBy(end, { parentPid: product.pid, inspectPort, dataDir, account });
      options.say(`longest time without an acknowledged event: ${result.silentMs} ms`);
      ends.push(result);
    }
    await clock.shift(0);
    await calm(options.calmMs, account);
    await attackers?.stop();
    await strangers?.stop();
    await hostileLog?.stop();
    await traffic.finish();
    options.say(`waiting for the figures of ${account.acknowledged} events`);
    const figures = await settledFigures(tenant, account, () => expectIdle(adminPort));
    await device?.settled(account, adminPort);
    options.say('reading the whole log again, into empty tables');
    await product.stop();
    await readFromTheBeginning(dataDir, kafkaBrokers);
    product = await start();
    const replayed = await settledFigures(tenant, account, () => expectIdle(adminPort));
    const notices = await device?.settled(account, adminPort);
    return {
      ...(notices && { notices }),
      account,
      figures,
      ...compare(account, figures),
      sameAfterReplay: figures.fingerprint === replayed.fingerprint,
      slowestRestartMs,
      ends,
      outage,
      connectionsOfStrangers: attackers?.opened() ?? 0,
      hostilePosts: strangers?.taken() ?? 0,
      hostileEvents: hostileLog?.appended() ?? 0,
      setAside: await setAsideOf(tenant),
    };
  } finally {
    await product.stop();
    await device?.service.close();
    for (const dir of [dataDir, clockDir]) rmSync(dir, { recursive: true, force: true });
  }
}

/** A fault of a product that has taken nothing in since the last one proves nothing: on a slow machine the calm lasts longer. */
async function calm(atLeastMs: number, account: Account): Promise<void> {
  const before = account.acknowledged;
  await delay(atLeastMs);
  const isUnderLoad = () => {
    if (account.acknowledged === before) throw new Error('no event is acknowledged');
  };
  await eventually(isUnderLoad, { timeoutMs: ACKNOWLEDGED_WITHIN_MS, everyMs: 50 });
}

async function setAsideOf(tenant: RegisteredTenant): Promise<number> {
  const answer = await fetch(`${tenant.url}/api/conversions/set-aside`, {
    headers: { cookie: await cookieOf(tenant) },
  });
  if (!answer.ok) throw new Error(`conversions set aside: ${answer.status}`);
  return ((await answer.json()) as unknown[]).length;
}

const SENTENCES = {
  product: 'kill -9 the product',
  postgres: 'kill -9 Postgres',
  broker: 'kill -9 the broker',
  clock: 'the clock of the programs jumps',
  outage: 'the log goes away',
};

const END_SENTENCES: Readonly<Record<End, string>> = {
  heap: 'the heap is used up',
  abort: 'the program aborts; the engine inside catches the signal',
  loop: 'the event loop is blocked for a minute',
  files: 'the open files are used up',
  disk: 'the disk is full for 20 s',
};

async function withoutLog(
  { outageMs, broker, say }: CrashOptions,
  dataDir: string,
  { account, client }: Traffic,
): Promise<CrashResult['outage']> {
  const thaw = broker ? undefined : freezePostgres(dataDir);
  await broker?.kill();
  try {
    const before = account.acknowledged;
    await delay(Math.min(OUTAGE_BEGINS_MS, outageMs));
    client.takeLatencies();
    await delay(Math.max(0, outageMs - OUTAGE_BEGINS_MS));
    const outage = { acknowledged: account.acknowledged - before, p99Ms: client.takeLatencies().p99 };
    say(`the log comes back; meanwhile ${outage.acknowledged} events were acknowledged, p99 ${outage.p99Ms} ms`);
    return outage;
  } finally {
    thaw?.();
    await broker?.start();
  }
}
