import { setTimeout as delay } from 'node:timers/promises';
import { PROCESSOR_GROUP } from '@tracker/infra/event-log/event-log';
import { EVENTS_TOPIC } from '@tracker/schemas/events/topics';
import { type Answer, askEverything } from './ask.ts';
import { createCaller } from './calls.ts';
import { setTime, stopTime } from './clock.ts';
import { type Difference, differencesOf } from './differences.ts';
import { appendPortable } from './portable-log.ts';
import type { Recording } from './recording.ts';
import { withProduct } from './run-product.ts';
import { createTenants } from './tenants.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;
/** The product begins to finalize days a minute after its start. */
const ROLLUPS_AFTER_MS = 2 * MINUTE_MS;
/** People work for less than this from the end of the story on; then everything is asked at one moment. */
const ASKED_AFTER_MS = 20 * MINUTE_MS;

export interface ReplayOptions {
  readonly write: (answer: Answer) => void;
  readonly say: (line: string) => void;
}

/**
 * Makes the recording's settings in an empty product of this version, reads its log, does the work of its people, and asks everything: a
 * part of it at once, and all of it from the rollups. Gives where these two differ.
 */
export async function replay(recording: Recording, { write, say }: ReplayOptions): Promise<Difference[]> {
  const { endMs, tenants, calls, logFile } = recording;
  setTime(endMs - 40 * DAY_MS);
  return withProduct(async (product) => {
    const startedAt = performance.now();
    const minutes = () => `${((performance.now() - startedAt) / MINUTE_MS).toFixed(1)} min`;
    await createTenants(product.postgres, tenants, endMs - 60 * DAY_MS);
    const settled = async () => {
      while ((await product.log.lag(EVENTS_TOPIC, PROCESSOR_GROUP)) > 0n) await delay(20);
    };
    const make = createCaller({ product, tenants, settled });
    const [settings, work] = [calls.filter(({ atMs }) => atMs < endMs), calls.filter(({ atMs }) => atMs === endMs)];
    for (const call of settings) write(await make(call));
    setTime(endMs);
    say(`${await appendPortable(product, logFile)} records of the recorded log`);
    await settled();
    say(`all of it is processed: ${minutes()}`);
    for (const call of work) write(await make(call));
    say(`people have done their work: ${minutes()}`);

    const askedMs = endMs + ASKED_AFTER_MS;
    const asked = { product, tenants, nowMs: askedMs };
    stopTime(askedMs);
    const early = new Map<string, Answer>();
    for await (const answer of askEverything(asked, ['/api/performance', '/api/campaigns'])) {
      early.set(answer.question, answer);
    }
    setTime(askedMs);
    await delay(Math.max(0, ROLLUPS_AFTER_MS - (performance.now() - startedAt)));
    stopTime(askedMs);
    const differences: Difference[] = [];
    let count = 0;
    for await (const answer of askEverything(asked)) {
      const before = early.get(answer.question);
      if (before) differences.push(...differencesOf(before, answer));
      write(answer);
      count += 1;
    }
    setTime(askedMs);
    say(`${count} answers: ${minutes()}`);
    return differences;
  });
}
