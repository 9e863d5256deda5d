// Runs the real program with a Postgres that hangs: what it acknowledged from its spool is there after a stop and after kill -9.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPostgresEventLog } from '@tracker/infra/event-log/postgres-event-log';
import { createPostgres } from '@tracker/infra/postgres/client';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@tracker/infra/postgres/embedded';
import { migratePostgres } from '@tracker/infra/postgres/migrate';
import { createLogger } from '@tracker/infra/telemetry/logger';
import { TrackAnswer } from '@tracker/schemas/capture/answers';
import { EVENTS_TOPIC } from '@tracker/schemas/events/topics';
import { eventually } from '@tracker/test/kit/eventually';
import { canUnshare } from '@tracker/test/kit/own-pids';
import { type StartedProgram, startProgram } from '@tracker/test/kit/start-program';
import { createTenant } from '@tracker/test/kit/tenant-fixture';
import { afterAll, beforeAll, expect, test } from 'vitest';

const logger = createLogger({ level: 'silent', name: 'test' });
const main = new URL('./main.ts', import.meta.url);
const dataDir = mkdtempSync(join(tmpdir(), `tracker-test-${process.pid}-`));
let server: EmbeddedPostgres;
let campaignId = '';
const stored = new Set<string>();
const closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  server = await startEmbeddedPostgres({ dataDir, logger, survivesPowerCut: false });
  await migratePostgres({ url: server.url, logger });
  const postgres = createPostgres({ url: server.url, logger });
  ({ campaignId } = await createTenant({ postgres }));
  const log = createPostgresEventLog({ url: server.url, logger });
  closing.push(
    () => log.close(),
    () => postgres.close(),
    server.stop,
  );
  await log.consume({
    topic: EVENTS_TOPIC,
    group: 'test',
    maxRecords: 10_000,
    onBatch: async (records) => {
      for (const { key } of records) stored.add(key);
    },
  });
});
afterAll(async () => {
  for (const close of closing) await close();
  rmSync(dataDir, { recursive: true, force: true });
});

function serverProcesses(): number[] {
  const postmaster = server.pid()!;
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8');
  return [postmaster, ...children.trim().split(' ').map(Number)];
}

/** The real program with a spool of its own, and the ids of the clicks that it acknowledged. */
async function startIngest(name: string) {
  const settings = { DATABASE_URL: server.url, DATA_DIR: join(dataDir, name) };
  const program = startProgram(main, settings);
  const url = `${await program.ready}/t/${campaignId}?format=json`;
  const clickIds: string[] = [];
  const click = async () => void clickIds.push(TrackAnswer.parse(await (await fetch(url)).json()).clickid);
  await click();
  return {
    ...{ program, clickIds },

    async fillSpool() {
      // The first ones wait until the log is given up, the others do not.
      await Promise.all(Array.from({ length: 20 }, click));
      const began = performance.now();
      for (let index = 0; index < 20; index += 1) await click();
      expect(performance.now() - began).toBeLessThan(2_000);
      // Acknowledging is what it can do, so it is ready.
      expect((await fetch(new URL('/readyz', url))).status).toBe(200);
    },

    async expectDelivered() {
      const next = startProgram(main, settings);
      await next.ready;
      await eventually(() => expect(clickIds.filter((id) => !stored.has(id))).toEqual([]), { timeoutMs: 10_000 });
      expect(await next.stop()).toBe(0);
    },
  };
}

test('delivers the spooled clicks after ingest was stopped or killed while the log hung', async () => {
  const [stopped, killed] = await Promise.all([startIngest('stopped'), startIngest('killed')]);
  const hung = serverProcesses();
  for (const pid of hung) process.kill(pid, 'SIGSTOP');
  try {
    await Promise.all([stopped.fillSpool(), killed.fillSpool()]);
    const [exitCode] = await Promise.all([stopped.program.stop(), killed.program.kill()]);
    expect(exitCode).toBe(0);
  } finally {
    for (const pid of hung) process.kill(pid, 'SIGCONT');
  }
  for (const { clickIds } of [stopped, killed]) {
    expect(clickIds.filter((id) => stored.has(id)).length).toBeLessThan(clickIds.length);
  }
  await Promise.all([stopped.expectDelivered(), killed.expectDelivered()]);
}, 60_000);

test.runIf(canUnshare())(
  'loses no click of two containers on one volume, one restarting while Kafka is away',
  async () => {
    const volume = join(dataDir, 'shared');
    const shared = { DATABASE_URL: server.url, DATA_DIR: volume };
    const start = (settings: Record<string, string>) =>
      startProgram(main, { ...shared, ...settings }, { ownPids: true });
    const withoutKafka = () => start({ KAFKA_BROKERS: '127.0.0.1:1' });
    const acknowledged: string[] = [];
    async function clicks(count: number, program: StartedProgram) {
      const url = `${await program.ready}/t/${campaignId}?format=json`;
      for (let index = 0; index < count; index += 1) {
        acknowledged.push(TrackAnswer.parse(await (await fetch(url)).json()).clickid);
      }
    }

    let [steady, restarting] = [withoutKafka(), withoutKafka()];
    await Promise.all([clicks(20, steady), clicks(20, restarting)]);
    for (let round = 0; round < 3; round += 1) {
      if (round % 2 === 0) await restarting.kill();
      else await restarting.stop();
      restarting = withoutKafka();
      await Promise.all([clicks(20, steady), clicks(20, restarting)]);
      // The next one to restart is the other one.
      [steady, restarting] = [restarting, steady];
    }
    await Promise.all([steady.stop(), restarting.kill()]);
    expect(acknowledged.filter((id) => stored.has(id))).toEqual([]);

    // One program instead of two: it brings what both had left into the log.
    const last = start({});
    await last.ready;
    await eventually(() => expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]), { timeoutMs: 40_000 });
    expect(acknowledged).toHaveLength(160);
    expect(await last.stop()).toBe(0);
  },
  120_000,
);
