/**
 * `pnpm test` runs every project; `pnpm test ingest/src/routes/track.integration.test.ts` one file, `-t "a name"` one test.
 * Whatever Vitest understands may follow. The last line counts, alone and plain, so that a build server can read it.
 */
import { parseCLI, startVitest, type TestModule, type TestRunEndReason } from 'vitest/node';

interface Tally {
  passed: number;
  failed: number;
  skipped: number;
}

/** A file that does not even load has no tests to count, so the file itself counts as one that failed. */
function count(modules: readonly TestModule[], unhandledErrors: number): Tally {
  const tally: Tally = { passed: 0, failed: unhandledErrors, skipped: 0 };
  for (const module of modules) {
    const before = tally.failed;
    for (const test of module.children.allTests()) {
      const { state } = test.result();
      if (state !== 'pending') tally[state] += 1;
    }
    if (module.state() === 'failed' && tally.failed === before) tally.failed += 1;
  }
  return tally;
}

let tally: Tally = { passed: 0, failed: 0, skipped: 0 };
let reason: TestRunEndReason | undefined;

const { filter, options } = parseCLI(['vitest', 'run', ...process.argv.slice(2)]);
const vitest = await startVitest('test', filter, {
  ...options,
  reporters: [
    options.reporters ?? 'default',
    {
      onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[], ending: TestRunEndReason) {
        tally = count(modules, errors.length);
        reason = ending;
      },
    },
  ].flat(),
});
await vitest.close();

const { passed, failed, skipped } = tally;
if (failed > 0 || passed === 0 || reason !== 'passed') process.exitCode = 1;
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
// A handle that a test left open must not keep a build server waiting.
process.exit();
