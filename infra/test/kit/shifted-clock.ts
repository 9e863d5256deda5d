/** A clock for programs that tests move while they run: theirs only, the stores keep the time of the machine. */
import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { processStartedAt } from '@tracker/infra/lifecycle/process-identity';
import { eventually } from './eventually.ts';

export interface ShiftedClock {
  /** Of the programs. */
  readonly settings: Readonly<Record<string, string>>;
  /** Ahead of the machine's clock by so much from now on. Resolves when all programs that run have it. */
  shift(ms: number): Promise<void>;
}

export function createShiftedClock(dir: string): ShiftedClock {
  const file = join(dir, 'clock-shift');
  const write = (ms: number) => {
    writeFileSync(`${file}.new`, String(ms));
    renameSync(`${file}.new`, file);
  };
  write(0);
  const seen = `${basename(file)}.seen-`;
  const before = fileURLToPath(new URL('shifted-clock.mjs', import.meta.url));
  return {
    settings: { CLOCK_SHIFT_FILE: file, NODE_OPTIONS: `--import=${before}` },
    async shift(ms) {
      write(ms);
      await eventually(() => {
        for (const name of readdirSync(dirname(file)).filter((one) => one.startsWith(seen))) {
          if (processStartedAt(Number(name.slice(seen.length))) === undefined) continue;
          const has = readFileSync(join(dirname(file), name), 'utf8');
          if (has !== String(ms)) throw new Error(`${name} has ${has}, not ${ms}`);
        }
      });
    },
  };
}
