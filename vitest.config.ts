import { REQUIREMENTS } from '@tracker/dev/spec/requirements';
import { chosenTier, FIRST_FILES, NIGHTLY_FILES } from '@tracker/dev/tiers';
import { LongestFirst } from '@tracker/test/kit/longest-first';
import { measureSlowness, memoryFolder } from '@tracker/test/kit/machine';
import { defineConfig } from 'vitest/config';

const everywhere = ['{schemas,infra,ingest,processor,api,web}/**'];
const never = ['**/node_modules/**', '**/dist/**', '.stryker/**'];
const integration = '**/*.integration.test.ts';
const e2e = '**/*.e2e.test.ts';
const chart = '**/*.helm.test.ts';
const screens = 'web/src/**/*.test.tsx';

const tier = chosenTier();
/** Of files that all belong to `test`. */
const inFirst = (files: string[]) => (tier === 'rest' ? [] : files);
/** Of a kind whose files `infra/dev/tiers.ts` divides. */
const ofTier = (kind: string) => ({
  include: tier === 'test' ? FIRST_FILES.filter((file) => file.endsWith(kind.replace('**/*', ''))) : [kind],
  exclude: tier === 'rest' ? [...never, ...FIRST_FILES, ...NIGHTLY_FILES] : never,
});

/** Deadlines follow the machine, and no test runs twice: what fails once is a defect of the test or of the product. */
const slowness = measureSlowness();
const within = (ms: number) => Math.round(ms * slowness);

/** Stores and products of tests make and delete many small files. On a disk that is a twentieth of the work of a run. */
const folder = memoryFolder();
if (folder !== undefined) process.env.TMPDIR ??= folder;

/** Node runs the files as they are, as it runs the product; Vite would rewrite every import. */
const byNode = { viteModuleRunner: false, nodeLoader: false };

/**
 * unit         next to the file it tests, no outside system
 * web          a screen in a DOM, with a fake API at `fetch`
 * integration  against real Postgres and the real ClickHouse engine, an engine for each worker
 * e2e          the whole product in one process and a real Chromium; three files at a time share the product, each with its tenants
 * chart        the Helm chart, by `npx -y pnpm@12 test:chart` alone, which brings Helm
 *
 * The groups run one after the other: on two cores a browser and a compiling engine at the same time make both miss their deadlines.
 */
export default defineConfig({
  test: {
    // Two cores: more workers only make them wait for each other.
    maxWorkers: 2,
    restoreMocks: true,
    expect: { poll: { timeout: within(15_000), interval: 50 } },
    // No test asks the Central Bank: programs that tests start have the same environment.
    env: { TEST_SLOWNESS: String(slowness), PTAX_URL: 'off' },
    tags: REQUIREMENTS.map(({ id, text }) => ({ name: `§${id}`, description: text })),
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          experimental: byNode,
          include: inFirst(everywhere.map((folder) => `${folder}/*.test.ts`)),
          exclude: [...never, integration, e2e, chart, screens],
          // Files share their processes: half of a run was loading the same modules again.
          isolate: false,
          // Properties try hundreds of cases: on a busy machine the default of 5 s is too short for them.
          testTimeout: within(30_000),
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'web',
          include: inFirst([screens]),
          environment: 'jsdom',
          // A CommonJS file's default import is what Node gives, as in the build.
          deps: { interopDefault: false },
          setupFiles: ['web/test/setup.ts'],
          isolate: false,
          testTimeout: within(30_000),
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          experimental: byNode,
          ...ofTier(integration),
          // These wait for stores more than they compute.
          maxWorkers: 4,
          globalSetup: ['infra/test/kit/global-setup.ts'],
          isolate: false,
          setupFiles: ['infra/test/kit/print-tenant-log.ts'],
          // Above what `eventually` waits for at most, twice: what needs longer on a busy machine still says what it missed.
          testTimeout: within(60_000),
          hookTimeout: within(60_000),
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          experimental: byNode,
          ...ofTier(e2e),
          // These wait for processes that they kill and for pages.
          maxWorkers: 3,
          globalSetup: ['infra/test/kit/e2e-setup.ts'],
          isolate: false,
          setupFiles: ['infra/test/kit/print-tenant-log.ts'],
          testTimeout: within(120_000),
          hookTimeout: within(120_000),
          sequence: { groupOrder: 3 },
        },
      },
      ...(process.env.TEST_CHART
        ? [{ extends: true as const, test: { name: 'chart', include: [chart], exclude: never, testTimeout: 30_000 } }]
        : []),
    ],
  },
});
