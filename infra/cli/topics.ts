// Commands for the topics of the log, where it has some to make: Kafka.
import { readInstallation } from '@tracker/infra/installation/installation';
import { TOPICS } from '@tracker/schemas/events/topics';
import { z } from 'zod';
import { defineCommand, EXIT, type OpsDeps, OpsError, type Outcome } from './command.ts';
import { table } from './format.ts';

export const topicsCheck = defineCommand({
  name: 'topics check',
  onlyLooks: true,
  summary: 'compares copies, partitions and settings of the topics with what the settings want',
  options: z.object({}),
  run: (deps) => compare(topicsOf(deps)),
});

export const topicsCreate = defineCommand({
  name: 'topics create',
  summary: 'makes the topics that are missing, never with fewer copies than wanted; those that exist stay as they are',
  options: z.object({}),
  async run(deps) {
    const topics = topicsOf(deps);
    for (const topic of TOPICS) await topics.create(topic);
    await keepInstallation(deps);
    return compare(topics);
  },
});

export const topicsMend = defineCommand({
  name: 'topics mend',
  summary:
    'sets retention, cleanup, packing and the other settings of the topics as wanted; copies and partitions stay',
  options: z.object({}),
  async run(deps) {
    const topics = topicsOf(deps);
    for (const topic of TOPICS) if (await topics.check(topic)) await topics.mend(topic);
    return compare(topics);
  },
});

/** While programs run, the topic with the id may have gone away with the others. */
async function keepInstallation({ log, postgres }: OpsDeps): Promise<void> {
  const installation = await readInstallation(postgres.sql);
  if (!installation || !log.installation || (await log.installation.read()).id !== undefined) return;
  await log.installation.give(installation.id);
}

function topicsOf({ log }: OpsDeps): NonNullable<OpsDeps['log']['topics']> {
  if (log.topics) return log.topics;
  throw new OpsError(EXIT.usage, 'The log is a table of Postgres and has no topics to make: KAFKA_BROKERS is not set.');
}

async function compare({ check }: NonNullable<OpsDeps['log']['topics']>): Promise<Outcome> {
  const topics = await Promise.all(
    TOPICS.map(async (topic) => {
      const differences = await check(topic);
      return { topic, exists: differences !== undefined, differences: differences ?? [] };
    }),
  );
  const isFine = topics.every(({ exists, differences }) => exists && differences.length === 0);
  const rows = topics.flatMap(({ topic, exists, differences }) =>
    exists ? differences.map(({ name, is, wanted }) => [topic, name, is, wanted]) : [[topic, 'topic', 'missing', '']],
  );
  return {
    exitCode: isFine ? EXIT.ok : EXIT.failed,
    data: { topics },
    lines: isFine ? ['The topics are as wanted.'] : table(['topic', 'setting', 'is', 'wanted'], rows),
  };
}
