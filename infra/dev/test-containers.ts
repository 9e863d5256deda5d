/**
 * `npx -y pnpm@12 test:containers`: the suites of the four stores on containers of Postgres, ClickHouse, Kafka and Redis instead of the embedded ones.
 * Without a container engine it says so and runs nothing. Arguments are files, as for `npx -y pnpm@12 test`.
 */
import { spawn } from 'node:child_process';
import { getContainerRuntimeClient } from 'testcontainers';

const SUITES = [
  'infra/src/postgres/tenant-wall',
  'infra/src/postgres/migrate',
  'infra/src/postgres/connect',
  'infra/src/clickhouse',
  'infra/src/event-log',
  'infra/src/jobs',
  'infra/src/caches',
  'processor/src/processor',
  'api/src/queries',
  'api/src/dashboard',
];

const engine = await getContainerRuntimeClient().catch(() => undefined);
if (engine === undefined) {
  process.stderr.write(
    '\n*** CONTAINER TESTS ARE SKIPPED: no container engine answers. They need docker.io, with `dockerd` running. ***\n',
  );
} else {
  const files = process.argv.slice(2);
  const child = spawn(
    'env',
    [
      'TEST_STORES=containers',
      // Its image would need the engine's socket; `containers.ts` ends what a killed run leaves.
      'TESTCONTAINERS_RYUK_DISABLED=true',
      process.execPath,
      'infra/dev/test.ts',
      '--project',
      'integration',
      ...(files.length > 0 ? files : SUITES),
    ],
    { stdio: 'inherit' },
  );
  child.once('exit', (code) => {
    process.exitCode = code ?? 1;
  });
}
