/** How a part of `npx -y pnpm@12 test:nightly` ended, and the table of all of them. */
import { styleText } from 'node:util';

export interface Outcome {
  readonly result: 'passed' | 'FAILED' | 'skipped';
  /** Why it failed; or what was skipped, and what to install. */
  readonly note: string;
}

export interface Row extends Outcome {
  readonly name: string;
  readonly seconds: number;
}

/** What a command prints when this machine lacks something: `*** THE TESTS ARE SKIPPED: why ***`. */
const SKIPPED = /\*\*\* (.*\bSKIPPED: .*) \*\*\*/g;

/** A command that left something out is not green, although it ended well. */
export function outcomeOf(code: number | null, output: string, log: string): Outcome {
  if (code !== 0) return { result: 'FAILED', note: `${code === null ? 'killed' : `exit code ${code}`}, see ${log}` };
  const skipped = [...output.matchAll(SKIPPED)].map(([, sentence = '']) => sentence);
  return skipped.length > 0 ? { result: 'skipped', note: skipped.join('; ') } : { result: 'passed', note: '' };
}

const COLOURS = { passed: 'green', FAILED: 'red', skipped: 'yellow' } as const;

export function tableOf(rows: readonly Row[]): string[] {
  const width = Math.max(...rows.map(({ name }) => name.length));
  return rows.map(({ name, result, seconds, note }) => {
    const cells = [
      name.padEnd(width),
      styleText(COLOURS[result], result.padEnd(7)),
      `${seconds.toFixed(0).padStart(6)} s`,
    ];
    return [...cells, note].join('  ').trimEnd();
  });
}
