import { expect, inject, test } from 'vitest';
import { fuzzRun } from '../fuzz/fuzz-run.ts';

// The short form of `pnpm fuzz`.
test('answers hostile requests without an error, a crash or memory growth', { timeout: 300_000 }, async () => {
  const lines: string[] = [];
  const result = await fuzzRun({
    schemathesisSeconds: 8,
    mutations: 1_000,
    corpusRounds: 1,
    migratedDir: inject('migratedDir'),
    seed: 20_261_120,
    say: (line) => lines.push(line),
  });
  expect(result.complaints, lines.join('\n')).toEqual([]);
  expect(result.schemathesisPassed, lines.join('\n')).not.toBe(false);
});
