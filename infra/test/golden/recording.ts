/**
 * A recording is a folder: `recording.json` (its moment and tenants), `log.jsonl` (the events), `calls.jsonl` (what people did), and
 * `answers.jsonl` (what the version that made it answered). It has no row of a table, so that a later version can read it.
 */
import { createReadStream, createWriteStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Call } from './calls.ts';
import type { GoldenTenant } from './tenants.ts';

export interface Recording {
  /** The moment at which everything is asked: ten minutes past an hour, since no hour ends while it is. */
  readonly endMs: number;
  readonly tenants: readonly GoldenTenant[];
  readonly calls: readonly Call[];
  readonly logFile: string;
}

export const filesOf = (folder: string) => ({
  recording: join(folder, 'recording.json'),
  log: join(folder, 'log.jsonl'),
  calls: join(folder, 'calls.jsonl'),
  answers: join(folder, 'answers.jsonl'),
  answersNow: join(folder, 'answers-now.jsonl'),
  expected: join(folder, 'expected-differences.json'),
});

export async function readRecording(folder: string): Promise<Recording> {
  const { recording, calls, log } = filesOf(folder);
  const { endMs, tenants } = JSON.parse(readFileSync(recording, 'utf8')) as Pick<Recording, 'endMs' | 'tenants'>;
  const read: Call[] = [];
  for await (const line of linesOf(calls)) read.push(JSON.parse(line) as Call);
  return { endMs, tenants, calls: read, logFile: log };
}

/** By lines: a file of answers has hundreds of megabytes. */
export const linesOf = (file: string) => createInterface({ input: createReadStream(file) });

/** Writes one JSON line for each value. */
export function openLines(file: string) {
  const stream = createWriteStream(file);
  return {
    write: (value: object) => void stream.write(`${JSON.stringify(value)}\n`),
    close: () => new Promise<void>((resolve) => stream.end(resolve)),
  };
}
