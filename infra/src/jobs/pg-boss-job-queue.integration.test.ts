import { useStack } from '@tracker/test/kit/stack';
import { expect, test } from 'vitest';
import { describeJobQueue } from './job-queue.suite.ts';
import { createPgBossJobQueue } from './pg-boss-job-queue.ts';

const stack = useStack();

describeJobQueue('jobs on Postgres', () => ({
  url: stack.postgresUrl,
  open: (url) => createPgBossJobQueue({ url, logger: stack.logger, lookEverySeconds: 1 }),
  openCode: {
    imports: `import { createPgBossJobQueue } from '${new URL('./pg-boss-job-queue.ts', import.meta.url)}';`,
    expression: 'createPgBossJobQueue({ url, logger })',
  },
  shortLease: { leaseSeconds: 10, noticedWithinMs: 2_000 },
}));

test('protects its tables from the programs’ role, and rejects a URL that keeps the owner’s rights', async () => {
  const jobs = await createPgBossJobQueue({ url: stack.postgresUrl, logger: stack.logger });
  await jobs.close();
  await expect(stack.postgres.sql`DROP TABLE pgboss.job_common`).rejects.toThrow('must be owner');
  await expect(stack.postgres.sql`CREATE TABLE pgboss.mine ()`).rejects.toThrow('permission denied');
  const url = new URL(stack.postgresUrl);
  url.searchParams.set('options', '-c role=none');
  await expect(createPgBossJobQueue({ url: url.href, logger: stack.logger })).rejects.toThrow('not as tracker');
});
