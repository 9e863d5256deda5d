// SIGTERM during traffic: an answered request is durable, all others got no answer or 503.
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { createPostgresEventLog } from '@tracker/infra/event-log/postgres-event-log';
import { TrackAnswer } from '@tracker/schemas/capture/answers';
import { EVENTS_TOPIC } from '@tracker/schemas/events/topics';
import { useStack } from '@tracker/test/kit/stack';
import { startProgram } from '@tracker/test/kit/start-program';
import { STORIES } from '@tracker/test/kit/stories';
import { createTenant } from '@tracker/test/kit/tenant-fixture';
import { expect, onTestFinished, test } from 'vitest';

const stack = useStack();
const main = new URL('./main.ts', import.meta.url);
const CLIENTS = 48;

interface Outcomes {
  readonly clickIds: string[];
  readonly refused: number[];
  /** Connections that ended without a byte of an answer. */
  unanswered: number;
  /** Answers that began and did not end. */
  torn: number;
}

/** One request; a keep-alive connection that is closed under it is a refusal as clean as a closed port. */
function ask(url: URL, agent: Agent, outcomes: Outcomes): Promise<void> {
  return new Promise((resolve) => {
    const asked = request(url, { agent }, async (answer) => {
      try {
        const body = await text(answer);
        if (answer.statusCode === 200) outcomes.clickIds.push(TrackAnswer.parse(JSON.parse(body)).clickid);
        else outcomes.refused.push(answer.statusCode ?? 0);
      } catch {
        outcomes.torn += 1;
      }
      resolve();
    });
    asked.once('error', () => {
      outcomes.unanswered += 1;
      resolve();
    });
    asked.end();
  });
}

const RUNS = Array.from({ length: STORIES }, (_, index) => index + 1);

test.each(RUNS)('exits cleanly on SIGTERM under load without a lost or torn answer (run %i)', async () => {
  const { campaignId } = await createTenant(stack);
  const program = startProgram(main, { DATABASE_URL: stack.postgresUrl });
  const url = new URL(`/t/${campaignId}?format=json`, await program.ready);
  const log = createPostgresEventLog({ url: stack.postgresUrl, logger: stack.logger });
  onTestFinished(() => log.close());
  const from = await log.ends(EVENTS_TOPIC);

  const outcomes: Outcomes = { clickIds: [], refused: [], unanswered: 0, torn: 0 };
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  onTestFinished(() => agent.destroy());
  let isOver = false;
  const clients = Array.from({ length: CLIENTS }, async () => {
    while (!isOver) await ask(url, agent, outcomes);
  });
  await expect.poll(() => outcomes.clickIds.length).toBeGreaterThan(1_000);
  expect(outcomes).toMatchObject({ refused: [], unanswered: 0, torn: 0 });
  const began = performance.now();
  expect(await program.stop()).toBe(0);
  expect(performance.now() - began).toBeLessThan(5_000);
  isOver = true;
  await Promise.all(clients);

  expect(outcomes.torn).toBe(0);
  expect(new Set(outcomes.refused).difference(new Set([503]))).toEqual(new Set());
  const stored = new Set<string>();
  const to = await log.ends(EVENTS_TOPIC);
  for await (const records of log.read({ topic: EVENTS_TOPIC, from, to, maxRecords: 10_000 })) {
    for (const { key } of records) stored.add(key);
  }
  expect(outcomes.clickIds.filter((id) => !stored.has(id))).toEqual([]);
});
