// Commands for dead letters: list, show, send again after the cause is repaired, delete.
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import type { NewRecord } from '@tracker/infra/event-log/event-log';
import { EVENTS_TOPIC, TOPICS, type Topic } from '@tracker/schemas/events/topics';
import { z } from 'zod';
import { defineCommand, EXIT, flag, moment, type OpsDeps, OpsError, text, whole, yes } from './command.ts';
import { count, table } from './format.ts';

/** Sent together: memory for the bytes of so many, and one statement that removes them. */
const BATCH_MAX = 500;
const ID = /^[\w.:-]{1,300}$/;

interface DeadLetterSummary {
  readonly id: string;
  readonly tenant_id: string;
  readonly streams: readonly string[];
  readonly reasons: readonly string[];
  readonly key: string;
  readonly failed_at: string;
}
type ListedDeadLetter = DeadLetterSummary & {
  readonly stack: string;
  readonly topic: string;
  readonly position: string;
  readonly bytes: string;
};

const which = {
  stream: text('<name>', 'only those of this stream, such as conversion').optional(),
  tenant: text('<id>', 'only those of this company').optional(),
  reason: text('<text>', 'only those whose reason holds this text').optional(),
  before: moment('only those that failed before then').optional(),
};
const Which = z.object(which);
type Choice = z.output<typeof Which> & { readonly ids?: readonly string[] };

const ids = z
  .array(z.string().regex(ID, 'is no id of a dead letter'))
  .max(1_000)
  .optional()
  .meta({ description: 'as `dead-letters list` shows them' });

const SETTINGS = "SETTINGS max_execution_time = 60, session_timezone = 'UTC'";

function condition(choice: Choice): { where: string; params: Record<string, unknown> } {
  const parts = ['1'];
  const params: Record<string, unknown> = {};
  const add = (part: string, name: string, value: unknown) => {
    parts.push(part);
    params[name] = value;
  };
  if (choice.ids) add('id IN {ids:Array(String)}', 'ids', choice.ids);
  if (choice.stream !== undefined) add('stream = {stream:String}', 'stream', choice.stream);
  if (choice.tenant !== undefined) add('tenant_id = {tenant:String}', 'tenant', choice.tenant);
  if (choice.reason !== undefined) add('position(reason, {reason:String}) > 0', 'reason', choice.reason);
  if (choice.before) add("failed_at < {before:DateTime64(3, 'UTC')}", 'before', choice.before.toISOString());
  return { where: parts.join(' AND '), params };
}

async function countDeadLetters(clickhouse: ClickHouse, choice: Choice): Promise<number> {
  const { where, params } = condition(choice);
  const sql = `SELECT toString(uniqExact(id)) AS n FROM dead_letters FINAL WHERE ${where} ${SETTINGS}`;
  const [row] = await clickhouse.query<{ n: string }>({ name: 'ops-dead-letters-count', sql, params });
  return Number(row?.n ?? 0);
}

/** A record that failed on several ways (its conversion and its place in the inbox) is one dead letter here. */
function readDeadLetters(clickhouse: ClickHouse, choice: Choice, limit: number): Promise<ListedDeadLetter[]> {
  const { where, params } = condition(choice);
  return clickhouse.query<ListedDeadLetter>({
    name: 'ops-dead-letters',
    sql: `
      SELECT id, any(d.tenant_id) AS tenant_id, groupUniqArray(d.stream) AS streams, groupUniqArray(d.reason) AS reasons, any(d.key) AS key,
        formatDateTime(max(d.failed_at), '%Y-%m-%dT%H:%i:%SZ', 'UTC') AS failed_at, any(d.stack) AS stack, any(d.topic) AS topic,
        toString(any(d.position)) AS position, any(d.bytes) AS bytes
      FROM (SELECT * FROM dead_letters FINAL WHERE ${where}) AS d
      GROUP BY id ORDER BY max(d.failed_at) DESC, id
      LIMIT {limit:UInt32} ${SETTINGS}`,
    params: { ...params, limit },
  });
}

const shortOf = ({ id, tenant_id, streams, reasons, key, failed_at }: DeadLetterSummary) => ({
  id,
  tenant_id,
  streams,
  reasons,
  key,
  failed_at,
});

export const deadLettersList = defineCommand({
  name: 'dead-letters list',
  onlyLooks: true,
  summary: 'the newest dead letters, with their reasons',
  options: z.object({ ...which, count: whole('<n>', 'how many', 10_000).default(50) }),
  async run({ clickhouse }, options) {
    const total = await countDeadLetters(clickhouse, options);
    const shown = (await readDeadLetters(clickhouse, options, options.count)).map(shortOf);
    const rows = shown.map((one) => [
      one.failed_at,
      one.id,
      one.streams.join(','),
      one.tenant_id,
      one.reasons.join('; ').slice(0, 120),
    ]);
    return {
      data: { total, deadLetters: shown },
      lines: [
        `${count(total)} dead letters.`,
        ...(rows.length > 0 ? table(['failed', 'id', 'stream', 'company', 'reason'], rows) : []),
      ],
    };
  },
});

export const deadLettersShow = defineCommand({
  name: 'dead-letters show',
  onlyLooks: true,
  summary: 'one dead letter with its bytes and its stack',
  positional: ['id'],
  options: z.object({
    id: z.string().regex(ID, 'is no id of a dead letter').meta({ description: 'as `dead-letters list` shows it' }),
  }),
  async run({ clickhouse }, { id }) {
    const [deadLetter] = await readDeadLetters(clickhouse, { ids: [id] }, 1);
    if (!deadLetter) throw new OpsError(EXIT.usage, `There is no dead letter ${id}.`);
    const bytes = Buffer.from(deadLetter.bytes, 'base64');
    const lines = [
      `Failed     ${deadLetter.failed_at} in ${deadLetter.streams.join(', ')}`,
      `Company    ${deadLetter.tenant_id || 'unknown'}`,
      ...deadLetter.reasons.map((reason) => `Reason     ${reason}`),
      `Record     ${deadLetter.topic}, position ${deadLetter.position}, key ${deadLetter.key}`,
      ...(deadLetter.stack === '' ? [] : ['', deadLetter.stack]),
      '',
      bytes.toString(),
    ];
    return {
      data: {
        ...shortOf(deadLetter),
        topic: deadLetter.topic,
        position: deadLetter.position,
        stack: deadLetter.stack,
        bytes: deadLetter.bytes,
      },
      lines,
    };
  },
});

export const deadLettersRetry = defineCommand({
  name: 'dead-letters retry',
  summary: 'puts the records into the log again, as they were, and takes the dead letters away',
  details:
    'Name dead letters by their ids, or choose them by stream, company, reason and time, or take --all. An event that was processed after all ' +
    'counts once: its identity stands in its bytes. What fails again is a new deadLetter.',
  positional: ['ids'],
  options: z.object({ ids, ...which, all: flag('every dead letter'), yes: yes('sends them') }),
  async run(deps, options, { report, signal }) {
    // What fails again meanwhile is a dead letter of later: it is not sent round and round.
    const now = new Date(deps.clock.now());
    const choice = { ...chosen(options), before: options.before && options.before < now ? options.before : now };
    const total = await countDeadLetters(deps.clickhouse, choice);
    if (!options.yes) {
      return { data: { total, sent: 0 }, lines: [`Would send ${count(total)} records again. Do it with --yes.`] };
    }
    let sent = 0;
    while (!signal.aborted) {
      const some = await readDeadLetters(deps.clickhouse, choice, BATCH_MAX);
      if (some.length === 0) break;
      // First into the log: dying in between sends them twice, which counts once.
      await sendAgain(deps, some);
      await remove(deps, some);
      sent += some.length;
      report.bar('Sending again', Math.min(sent, total), total);
    }
    return { data: { total, sent }, lines: [`${count(sent)} records are in the log again.`] };
  },
});

export const deadLettersPurge = defineCommand({
  name: 'dead-letters purge',
  summary: 'forgets dead letters for good',
  positional: ['ids'],
  options: z.object({ ids, ...which, all: flag('every dead letter'), yes: yes('forgets them') }),
  async run(deps, options, { signal }) {
    const choice = chosen(options);
    const total = await countDeadLetters(deps.clickhouse, choice);
    if (!options.yes) {
      return { data: { total, purged: 0 }, lines: [`Would forget ${count(total)} dead letters. Do it with --yes.`] };
    }
    let purged = 0;
    while (!signal.aborted) {
      const some = await readDeadLetters(deps.clickhouse, choice, BATCH_MAX);
      if (some.length === 0) break;
      await remove(deps, some);
      purged += some.length;
    }
    return { data: { total, purged }, lines: [`${count(purged)} dead letters are forgotten.`] };
  },
});

function chosen(options: Choice & { readonly all: boolean }): Choice {
  const { all, ids: named, stream, tenant, reason, before } = options;
  const choice = { ids: named, stream, tenant, reason, before };
  const isNarrow = Object.values(choice).some((value) => value !== undefined);
  if (isNarrow === all) throw new OpsError(EXIT.usage, 'Name dead letters, choose them by an option, or take --all.');
  return choice;
}

/** Into the topic they came from: a dead letter that could not be read itself is no event. */
async function sendAgain({ log }: OpsDeps, some: readonly ListedDeadLetter[]): Promise<void> {
  const topics = new Map<Topic, NewRecord[]>();
  for (const deadLetter of some) {
    const topic = TOPICS.find((known) => known === deadLetter.topic) ?? EVENTS_TOPIC;
    const record = { key: deadLetter.key, value: Buffer.from(deadLetter.bytes, 'base64') };
    topics.set(topic, [...(topics.get(topic) ?? []), record]);
  }
  for (const [topic, records] of topics) await log.append(topic, records);
}

/** Waits until they are gone: the next reading must not find them again. */
async function remove({ clickhouse }: OpsDeps, some: readonly DeadLetterSummary[]): Promise<void> {
  // A command takes no parameters; these ids are our own, and looked at once more.
  const quoted = some.map(({ id }) => {
    if (!ID.test(id)) throw new OpsError(EXIT.failed, 'A dead letter has an id that is none.');
    return `'${id}'`;
  });
  await clickhouse.command(
    `ALTER TABLE dead_letters DELETE WHERE id IN (${quoted.join(', ')}) SETTINGS mutations_sync = 2`,
  );
}
