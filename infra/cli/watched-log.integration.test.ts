import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createKafkaEventLog } from '@tracker/infra/event-log/kafka-event-log';
import type { Topic } from '@tracker/schemas/events/topics';
import { within } from '@tracker/test/kit/machine';
import { type OpsKit, openOpsKit } from '@tracker/test/kit/ops-kit';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { EXIT } from './command.ts';
import { COMMANDS } from './commands.ts';
import { runCommand } from './run-command.ts';

let kit: OpsKit;

beforeAll(async () => {
  kit = await openOpsKit({ backups: undefined });
});

afterAll(() => kit?.close());

/** A Kafka that takes connections and never answers, as a broker whose disk hangs. */
async function silentKafka() {
  const peers: Socket[] = [];
  const server = createServer((peer) => void peers.push(peer)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const log = createKafkaEventLog<Topic>({
    brokers: [`127.0.0.1:${(server.address() as AddressInfo).port}`],
    ...{ partitions: 3, replication: 1, sessionMs: 10_000, logger: kit.deps.logger },
  });
  onTestFinished(async () => {
    for (const peer of peers) peer.destroy();
    server.close();
    await log.close();
  });
  return log;
}

const READERS: readonly (readonly [command: string, options: Record<string, string | boolean>])[] = [
  ['lag', {}],
  ['log tail', {}],
  ['log tail', { follow: true }],
  ['log seek', { to: 'start', yes: true }],
  ['topics check', {}],
  ['topics create', {}],
  ['topics mend', {}],
  ['reconcile', { day: '2026-11-20' }],
  ['replay plan', {}],
  ['replay run', {}],
];

test.concurrent.each(READERS)(
  'ends %s %s by itself when the log is silent, and prints its place meanwhile',
  async (command, options) => {
    const lines: string[] = [];
    const report = { say: (line: string) => void lines.push(line), bar: () => undefined, item: () => undefined };
    const deps = { ...kit.deps, log: await silentKafka(), logWaits: { noticeMs: 100, endMs: 1_000 } };
    const since = performance.now();
    const outcome = await runCommand(
      deps,
      { command, options, actor: 'a' },
      { report, signal: new AbortController().signal },
    );
    expect(outcome.exitCode).toBe(EXIT.unreachable);
    expect(outcome.lines.join()).toContain('the log gave no answer for 1 s');
    expect(lines[0]).toMatch(/^The log has not answered for 0 s \(.+\); waiting up to 1 s\.$/);
    expect(performance.now() - since).toBeLessThan(within(20_000));
  },
);

test('tries each command that is named after the log', () => {
  const named = COMMANDS.map(({ name }) => name).filter((name) => /^(log|lag|topics|reconcile)/.test(name));
  expect(named.filter((name) => !READERS.some(([tried]) => tried === name))).toEqual([]);
});
