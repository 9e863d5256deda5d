import type { Clock } from '@tracker/infra/lifecycle/clock';
import type { Keyring } from '@tracker/infra/secrets/keyring';
import { createBatchKit } from '@tracker/processor/testing/batch-kit';
import { record } from '@tracker/processor/testing/events';
import { EVENTS_TOPIC } from '@tracker/schemas/events/topics';
import { addDays, dayOf, startOfDay } from '@tracker/schemas/primitives/tenant-day';
import { DEFAULT_TIME_ZONE } from '@tracker/schemas/primitives/time';
import type { Stack } from '../kit/stack.ts';
import { answerOf, createBenchApi, signIn } from './bench-api.ts';
import { calls } from './calls.ts';
import { createAdvertiser, finalizeHistory, writeHistory } from './history.ts';
import { eventsOfHistory } from './history-events.ts';

/** Records of one batch of the processor. */
const RECORDS_AT_ONCE = 10_000;
/** What an ingest appends together at some thousand events a second. */
const APPENDED_AT_ONCE = 100;
/** Rows with ids and instants of their own, and no figures. */
const isList = (url: string) => /^\/api\/(clicks|conversions|page-views)\?/.test(url);

interface Deps extends Pick<Stack, 'caches' | 'clickhouse' | 'log' | 'logger' | 'postgres'> {
  readonly url: string;
  readonly keyring: Keyring;
  readonly clock: Clock;
}

export interface SameFigures {
  readonly events: number;
  /** The calls whose answers differ, each with the first line that does. */
  readonly different: readonly string[];
  readonly asked: number;
}

/**
 * Writes the history of a tenant as the benchmarks do, appends the same events of another tenant to the log, gives them to the processor, finalizes the days of
 * both, and compares all figures that the API gives of them.
 * @param size events of the first tenant; the history has as many of a third
 */
export async function compareWithProcessor(deps: Deps, size: { events: number; days: number }): Promise<SameFigures> {
  const { clickhouse, postgres, log, clock, logger, url, keyring } = deps;
  const timeZone = DEFAULT_TIME_ZONE;
  const nowMs = clock.now();
  const today = dayOf(nowMs, timeZone);
  const fromMs = startOfDay(addDays(today, -size.days), timeZone);
  const [written, sent, third] = [
    await createAdvertiser(postgres),
    await createAdvertiser(postgres),
    await createAdvertiser(postgres),
  ];
  // The first tenant of a history has a fifth of it.
  await writeHistory(clickhouse, { events: size.events * 5, tenants: [written, third], fromMs, toMs: nowMs });

  const { process } = createBatchKit(deps, clock);
  let events = 0;
  let batch: { readonly id: string }[] = [];
  const flush = async () => {
    for (let start = 0; start < batch.length; start += APPENDED_AT_ONCE) {
      const part = batch.slice(start, start + APPENDED_AT_ONCE);
      await log.append(
        EVENTS_TOPIC,
        part.map((event) => ({ key: event.id, value: JSON.stringify(event) })),
      );
    }
    if (batch.length > 0) await process(batch.map(record));
    events += batch.length;
    batch = [];
  };
  for await (const event of eventsOfHistory(clickhouse, { from: written, to: sent, fromMs, toMs: nowMs })) {
    batch.push(event);
    if (batch.length === RECORDS_AT_ONCE) await flush();
  }
  await flush();
  await finalizeHistory(clickhouse, [written, sent], nowMs);

  const bench = await createBenchApi({ url, postgres, keyring, clock, logger });
  const app = await bench.open(clickhouse);
  try {
    const cookies = { written: await signIn(postgres, clock, written), sent: await signIn(postgres, clock, sent) };
    const asked = calls({ today, campaignId: written.campaignId }).filter((call) => !isList(call.url));
    const different: string[] = [];
    for (const call of asked) {
      const expected = inOneOrder(JSON.parse(await answerOf(app, call.url, cookies.written)));
      const body = await answerOf(app, call.url.replace(written.campaignId, sent.campaignId), cookies.sent);
      const actual = inOneOrder(JSON.parse(body.replaceAll(sent.campaignId, written.campaignId)));
      const difference = firstDifference(linesOf(expected), linesOf(actual));
      if (difference) different.push(`${call.name}: ${difference}`);
    }
    return { events, different, asked: asked.length };
  } finally {
    await app.close();
    await bench.close();
  }
}

const linesOf = (value: unknown): string[] => JSON.stringify(value, null, 1).split('\n');

function firstDifference(expected: readonly string[], actual: readonly string[]): string | undefined {
  const index = expected.findIndex((line, at) => line !== actual[at]);
  if (index === -1 && actual.length === expected.length) return undefined;
  return `line ${index}: ${expected[index]?.trim()} and ${actual[index]?.trim()}, of ${expected.length} and ${actual.length}`;
}

/** Of a campaign. */
const isItsOwn = (name: string, value: unknown) =>
  name === 'createdAt' || (typeof value === 'string' && value.startsWith('cp_'));

/** Rows with equal figures come in the order of ids that differ. */
function inOneOrder(value: unknown): unknown {
  if (Array.isArray(value))
    return value.map(inOneOrder).sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([name, one]) => !isItsOwn(name, one));
  return Object.fromEntries(entries.map(([name, one]) => [name, inOneOrder(one)]));
}
