import { expect, inject, test } from 'vitest';
import { fuzzRun } from '../fuzz/fuzz-run.ts';
import { within } from '../kit/machine.ts';

// The short form of `npx -y pnpm@12 fuzz`, without Schemathesis.
test('answers hostile requests without an error, a crash or memory growth', { timeout: within(300_000) }, async () => {
  const lines: string[] = [];
  const result = await fuzzRun({
    schemathesisSeconds: 0,
    mutations: 300,
    corpusRounds: 0,
    migratedDir: inject('migratedDir'),
    seed: 20_261_120,
    say: (line) => lines.push(line),
  });
  expect(result.complaints, lines.join('\n')).toEqual([]);
  // The corpus was sent, too.
  expect(result.shots).toBeGreaterThan(500);
});
