/**
 * `npx -y pnpm@12 test:mutation`: changes the pure core in small ways, one at a time, and expects a unit test to fail. See
 * infra/docs/mutation-testing.md. Not part of CI: a whole run takes long.
 */
export default {
  mutate: [
    'infra/src/conversions/fold.ts',
    'ingest/src/script/attribution.ts',
    'infra/src/identity/click-reference.ts',
    'schemas/src/primitives/{money,tenant-day,day-bounds,zone-offsets,local-hour}.ts',
    'schemas/src/checkouts/*/{mapping,words}.ts',
    'schemas/src/checkouts/{amounts,click-references,conversion-status,fields,identity,interpret-body,map-checkout,parse-form,to-conversion}.ts',
    'schemas/src/roles.ts',
    'schemas/src/contracts/define-contract.ts',
    'api/src/http/{access,own-tenant,same-origin}.ts',
    'schemas/src/metrics/{dimensions,formulas}.ts',
    'schemas/src/health/{first-steps,roas,tracking}-rules.ts',
  ],
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'], // named: from pnpm's layout Stryker does not find it by itself
  vitest: { configFile: 'vitest.mutation.config.ts' },
  coverageAnalysis: 'perTest',
  concurrency: 1,
  timeoutMS: 10_000,
  incremental: true,
  incrementalFile: '.stryker/incremental.json',
  tempDirName: '.stryker/sandbox',
  ignorePatterns: ['.data', '.nightly', '.shots', '.stryker', 'dist', 'coverage', 'infra/docs', 'infra/deploy'],
  reporters: ['progress-append-only', 'clear-text', 'html', 'json'],
  clearTextReporter: { reportTests: false },
  htmlReporter: { fileName: '.stryker/report.html' },
  jsonReporter: { fileName: '.stryker/report.json' },
  thresholds: { high: 95, low: 90, break: 90 },
};
