// `log`: reads the event log, and moves the processor's offset in it.
import { setTimeout as delay } from 'node:timers/promises';
import { type LogRecord, type Positions, PROCESSOR_GROUP } from '@tracker/infra/event-log/event-log';
import { countBetween, positionsFromText, positionsText, positionsToJson } from '@tracker/infra/event-log/positions';
import { EVENTS_TOPIC, TOPICS } from '@tracker/schemas/events/topics';
import { z } from 'zod';
import { defineCommand, EXIT, flag, moment, type OpsDeps, OpsError, text, whole, yes } from './command.ts';
import { count } from './format.ts';

const topic = z.enum(TOPICS).default(EVENTS_TOPIC).meta({ description: 'of the log', value: '<topic>' });

const FOLLOW_EVERY_MS = 300;

export const logTail = defineCommand({
  name: 'log tail',
  onlyLooks: true,
  summary: 'the last records of the log, or those since a moment',
  details: 'Shows of each event its envelope only. The payload holds visitors’ facts: ask for it with --payload.',
  options: z.object({
    topic,
    count: whole('<n>', 'how many of the last records', 1_000_000).default(20),
    since: moment('instead of the last ones, all that were appended since then').optional(),
    type: text('<type>', 'only events of this type, such as click or conversion').optional(),
    tenant: text('<id>', 'only events of this company').optional(),
    payload: flag('with the payload'),
    follow: flag('go on as records come, until Ctrl-C'),
  }),
  async run({ log }, options, { report, signal }) {
    let to = await log.ends(options.topic);
    let from = options.since ? await log.positionsAt(options.topic, options.since) : back(to, BigInt(options.count));
    let shown = 0;
    for (;;) {
      for await (const records of log.read({ topic: options.topic, from, to, maxRecords: 1_000, signal })) {
        for (const record of records) {
          const seen = look(record, options.payload);
          if (options.type !== undefined && seen.type !== options.type) continue;
          if (options.tenant !== undefined && seen.tenantId !== options.tenant) continue;
          report.item(seen, lineOf(seen));
          shown += 1;
        }
      }
      if (!options.follow || signal.aborted) break;
      await delay(FOLLOW_EVERY_MS, undefined, { signal }).catch(() => undefined);
      from = to;
      to = await log.ends(options.topic);
    }
    return { data: { records: shown }, lines: [] };
  },
});

const back = (ends: Positions, by: bigint): Positions =>
  new Map([...ends].map(([partition, end]) => [partition, end > by ? end - by : 0n]));

interface Seen {
  readonly partition: number;
  readonly position: string;
  readonly appendedAt: string;
  readonly key: string;
  readonly type: string;
  readonly tenantId: string;
  readonly event: unknown;
}

function look(record: LogRecord, payload: boolean): Seen {
  const bytes = Buffer.from(record.value);
  const place = {
    partition: record.partition,
    position: String(record.position),
    appendedAt: record.appendedAt.toISOString(),
    key: record.key,
  };
  try {
    const { payload: body, bytes: _bytes, ...envelope } = z.looseObject({}).parse(JSON.parse(bytes.toString()));
    const { type = '?', tenantId = '?' } = envelope;
    return {
      ...place,
      type: String(type),
      tenantId: String(tenantId),
      event: payload ? { ...envelope, payload: body } : envelope,
    };
  } catch {
    return { ...place, type: '?', tenantId: '?', event: { unreadableBytes: bytes.length } };
  }
}

const lineOf = (seen: Seen): string =>
  `${seen.partition}:${seen.position}  ${seen.appendedAt}  ${JSON.stringify(seen.event)}`;

export const logSeek = defineCommand({
  name: 'log seek',
  summary: 'moves the processor in the log: what lies after that place is processed (again)',
  details:
    'Going back is harmless, since a fact that is processed twice counts once. Going forward skips what lies between: those events are ' +
    'in no table until the processor is moved back. The processors must not be reading: in the product that runs in one process this ' +
    'command stops and starts it, elsewhere stop them first.',
  options: z.object({
    topic,
    to: text('<where>', 'start, end, an instant, 6h (that long ago), or positions: 1234 or 0:1234,1:88'),
    yes: yes('moves it'),
  }),
  async run(deps, options) {
    const { log } = deps;
    const [target, offsets, ends] = await Promise.all([
      placeOf(deps, options.topic, options.to),
      log.offsets(options.topic, PROCESSOR_GROUP),
      log.ends(options.topic),
    ]);
    for (const [partition, position] of target) {
      if (position > (ends.get(partition) ?? 0n)) {
        throw new OpsError(
          EXIT.usage,
          `Partition ${partition} ends at ${ends.get(partition) ?? 0n}, before ${position}.`,
        );
      }
    }
    const again = countBetween(target, offsets);
    const skipped = countBetween(offsets, target);
    const move = `from ${positionsText(offsets)} to ${positionsText(target)}: ${count(again)} records are processed again, ${count(skipped)} are skipped`;
    const data = { topic: options.topic, from: positionsToJson(offsets), to: positionsToJson(target), again, skipped };
    if (!options.yes) return { data: { ...data, moved: false }, lines: [`Would move ${move}. Do it with --yes.`] };
    const seek = () => log.seek(options.topic, PROCESSOR_GROUP, target);
    await (deps.withoutProcessor ? deps.withoutProcessor(seek) : seek());
    return { data: { ...data, moved: true }, lines: [`Moved ${move}.`] };
  },
});

async function placeOf({ log }: OpsDeps, name: (typeof TOPICS)[number], where: string): Promise<Positions> {
  const ends = await log.ends(name);
  if (where === 'end') return ends;
  if (where === 'start') return new Map([...ends.keys()].map((partition) => [partition, 0n]));
  const positions = positionsFromText(where);
  if (positions) return positions;
  const parsed = moment('').safeParse(where);
  if (!parsed.success) throw new OpsError(EXIT.usage, '--to: start, end, an instant, 6h, or positions such as 0:1234.');
  return log.positionsAt(name, parsed.data);
}
