/**
 * `npx -y pnpm@12 test` runs the files of its tier, `npx -y pnpm@12 test:rest` those of the other (`tiers.ts`). What names files, tests or tags finds them in both:
 * `npx -y pnpm@12 test ingest/src/routes/track.integration.test.ts` one file, `-t "a name"` one test. With `--processor-time` the files run one after
 * the other, and a table says what each one took. All other arguments go to Vitest. The last line is the plain count of tests, so that a build
 * server can read it.
 */
import { skippedForPrograms } from '@tracker/test/kit/needed-programs';
import { parseCLI, startVitest, type TestModule, type TestRunEndReason } from 'vitest/node';
import { ProcessorTime } from './processor-time.ts';
import { TestProgress } from './test-progress.ts';
import { chooseTier } from './tiers.ts';

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

const SLOWEST_SHOWN = 20;

/** The tests that took longest: where a run that got slow should be looked at first. */
function slowest(modules: readonly TestModule[]): string[] {
  return modules
    .flatMap((module) => [...module.children.allTests()])
    .map((test) => ({ test, seconds: (test.diagnostic()?.duration ?? 0) / 1000 }))
    .sort((one, other) => other.seconds - one.seconds)
    .slice(0, SLOWEST_SHOWN)
    .map(
      ({ test, seconds }) => `${seconds.toFixed(1).padStart(6)} s  ${test.module.relativeModuleId} > ${test.fullName}`,
    );
}

let tally: Tally = { passed: 0, failed: 0, skipped: 0 };
let slowestTests: string[] = [];
let reason: TestRunEndReason | undefined;

const OWN = ['--rest', '--processor-time'];
const args = process.argv.slice(2);
const [isRest, showsProcessorTime] = OWN.map((option) => args.includes(option));
const { filter, options } = parseCLI(['vitest', 'run', ...args.filter((one) => !OWN.includes(one))]);
/** Some files are watched test by test. */
const isWholeRun = [...filter, ...(options.tagsFilter ?? [])].length === 0 && options.testNamePattern === undefined;
if (isWholeRun) chooseTier(isRest ? 'rest' : 'test');
const vitest = await startVitest('test', filter, {
  ...options,
  ...(showsProcessorTime && { fileParallelism: false }),
  reporters: [
    options.reporters ?? (isWholeRun ? new TestProgress() : 'default'),
    ...(showsProcessorTime ? [new ProcessorTime()] : []),
    {
      onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[], ending: TestRunEndReason) {
        tally = count(modules, errors.length);
        slowestTests = slowest(modules);
        reason = ending;
      },
    },
  ].flat(),
});
await vitest.close();

const { passed, failed, skipped } = tally;
if (passed > SLOWEST_SHOWN) console.log(`The ${SLOWEST_SHOWN} slowest tests:\n${slowestTests.join('\n')}\n`);
const needed = skippedForPrograms();
if (needed && passed > SLOWEST_SHOWN) console.log(needed);
if (failed > 0 || passed === 0 || reason !== 'passed') process.exitCode = 1;
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
// A handle that a test left open must not keep a build server waiting.
process.exit();
