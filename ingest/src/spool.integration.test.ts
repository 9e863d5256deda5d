// Runs the real program with a log that hangs or is away: what it acknowledged from its spool is there after a stop and after kill -9.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPostgresEventLog } from '@tracker/infra/event-log/postgres-event-log';
import { TrackAnswer } from '@tracker/schemas/capture/answers';
import { EVENTS_TOPIC } from '@tracker/schemas/events/topics';
import { cuttableLink } from '@tracker/test/kit/cuttable-link';
import { eventually } from '@tracker/test/kit/eventually';
import { within } from '@tracker/test/kit/machine';
import { canUnshare } from '@tracker/test/kit/own-pids';
import { useStack } from '@tracker/test/kit/stack';
import { type StartedProgram, startProgram } from '@tracker/test/kit/start-program';
import { createTenant } from '@tracker/test/kit/tenant-fixture';
import { afterAll, beforeAll, describe, test } from 'vitest';

const stack = useStack();
const main = new URL('./main.ts', import.meta.url);
const dataDir = mkdtempSync(join(tmpdir(), `tracker-test-${process.pid}-`));
let campaignId = '';
/** What the programs' log gives out. */
const stored = new Set<string>();
let closeLog = async () => undefined as unknown;

beforeAll(async () => {
  ({ campaignId } = await createTenant(stack));
  const log = createPostgresEventLog({ url: stack.postgresUrl, logger: stack.logger });
  closeLog = () => log.close();
  await log.consume({
    topic: EVENTS_TOPIC,
    group: `spool of ${campaignId}`,
    maxRecords: 10_000,
    onBatch: async (records) => {
      for (const { key } of records) stored.add(key);
    },
  });
});
afterAll(async () => {
  await closeLog();
  rmSync(dataDir, { recursive: true, force: true });
});

// They wait for time limits of the product most of the time.
describe.concurrent('clicks in the spool', () => {
  test('are delivered after ingest was stopped or killed while the log hung', async ({ expect, onTestFinished }) => {
    const link = await cuttableLink(stack.postgresUrl, onTestFinished);

    /** The real program with a spool of its own, and the ids of the clicks that it acknowledged. */
    async function startIngest(name: string) {
      const settings = { DATABASE_URL: link.url, DATA_DIR: join(dataDir, name) };
      const start = () => startProgram(main, settings, { atEnd: onTestFinished });
      const program = start();
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
          const next = start();
          await next.ready;
          await eventually(() => expect(clickIds.filter((id) => !stored.has(id))).toEqual([]), { timeoutMs: 10_000 });
          expect(await next.stop()).toBe(0);
        },
      };
    }

    const [stopped, killed] = await Promise.all([startIngest('stopped'), startIngest('killed')]);
    link.freeze();
    await Promise.all([stopped.fillSpool(), killed.fillSpool()]);
    const [exitCode] = await Promise.all([stopped.program.stop(), killed.program.kill()]);
    expect(exitCode).toBe(0);
    link.thaw();
    for (const { clickIds } of [stopped, killed]) {
      expect(clickIds.filter((id) => stored.has(id)).length).toBeLessThan(clickIds.length);
    }
    await Promise.all([stopped.expectDelivered(), killed.expectDelivered()]);
  });

  test.runIf(canUnshare())(
    'are not lost by two containers on one volume, one restarting while Kafka is away',
    async ({ expect, onTestFinished }) => {
      const shared = { DATABASE_URL: stack.postgresUrl, DATA_DIR: join(dataDir, 'shared') };
      const start = (settings: Record<string, string>) =>
        startProgram(main, { ...shared, ...settings }, { ownPids: true, atEnd: onTestFinished });
      const withoutKafka = () => start({ KAFKA_BROKERS: '127.0.0.1:1' });
      const acknowledged: string[] = [];
      async function clicks(count: number, program: StartedProgram) {
        const url = `${await program.ready}/t/${campaignId}?format=json`;
        for (let index = 0; index < count; index += 1) {
          acknowledged.push(TrackAnswer.parse(await (await fetch(url)).json()).clickid);
        }
      }

      const [first, second] = [withoutKafka(), withoutKafka()];
      await Promise.all([clicks(20, first), clicks(20, second)]);
      await second.kill();
      const third = withoutKafka();
      await Promise.all([clicks(20, first), clicks(20, third)]);
      await first.stop();
      const fourth = withoutKafka();
      await Promise.all([clicks(20, third), clicks(20, fourth)]);
      await Promise.all([third.stop(), fourth.kill()]);
      expect(acknowledged.filter((id) => stored.has(id))).toEqual([]);

      // One program instead of two: it brings what both had left into the log.
      const last = start({});
      await last.ready;
      await eventually(() => expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]), { timeoutMs: 40_000 });
      expect(acknowledged).toHaveLength(120);
      expect(await last.stop()).toBe(0);
    },
    within(120_000),
  );
});
