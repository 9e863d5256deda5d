// `migrate`: a job of an installation, before the programs of a new version are started.
import { TOPICS } from '@tracker/schemas/events/topics';
import { z } from 'zod';
import { defineCommand } from './command.ts';

export const migrate = defineCommand({
  name: 'migrate',
  summary: 'brings the schemas of Postgres and ClickHouse up to date, and makes the topics that are missing',
  details:
    'Run it before the programs of a new version start: a failure shows before a program is replaced. Unless MIGRATE is off, each program does so at its start, too.',
  schemas: 'migrate',
  options: z.object({}),
  async run({ log }) {
    // Opening the stores has migrated them.
    for (const topic of TOPICS) await log.topics?.create(topic);
    return { data: { current: true }, lines: ['The schemas and topics are up to date.'] };
  },
});
