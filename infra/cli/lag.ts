// `lag`: how far the tables are behind the log.
import { PROCESSOR_GROUP } from '@tracker/infra/event-log/event-log';
import { TOPICS } from '@tracker/schemas/events/topics';
import { z } from 'zod';
import { defineCommand } from './command.ts';
import { count, table } from './format.ts';

export const lag = defineCommand({
  name: 'lag',
  onlyLooks: true,
  summary: 'how many records of the log the processor has not turned into tables yet',
  options: z.object({}),
  async run({ log }) {
    const topics = await Promise.all(
      TOPICS.map(async (topic) => {
        const [ends, offsets] = await Promise.all([log.ends(topic), log.offsets(topic, PROCESSOR_GROUP)]);
        const partitions = [...ends]
          .sort(([a], [b]) => a - b)
          .map(([partition, end]) => {
            const offset = offsets.get(partition) ?? 0n;
            return {
              partition,
              offset: String(offset),
              end: String(end),
              lag: Number(end > offset ? end - offset : 0n),
            };
          });
        return { topic, group: PROCESSOR_GROUP, lag: partitions.reduce((sum, one) => sum + one.lag, 0), partitions };
      }),
    );
    const rows = topics.flatMap(({ topic, partitions }) =>
      partitions.map((one) => [topic, String(one.partition), one.offset, one.end, count(one.lag)]),
    );
    return { data: { topics }, lines: table(['topic', 'partition', 'offset', 'end', 'lag'], rows) };
  },
});
