// Runs of commands while the database takes nothing: their lines wait in a file of the data directory, and the next run that is recorded stores them.
import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Postgres } from '@tracker/infra/postgres/client';
import { beginAudit } from '@tracker/infra/postgres/tables/audit-log';

export interface WaitingRun {
  readonly actor: string;
  readonly action: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly outcome: string;
  readonly ranAt: string;
}

const fileIn = (dataDir: string) => join(dataDir, 'ops-runs.jsonl');

/** Gives a sentence for the operator. */
export function keepRun(dataDir: string, run: WaitingRun): string {
  if (!existsSync(dataDir))
    return 'This run is not in the audit log: the database takes nothing, and there is no data directory to keep its line.';
  appendFileSync(fileIn(dataDir), `${JSON.stringify(run)}\n`, { mode: 0o600 });
  return 'The database takes nothing; the line of this run in the audit log is stored by the next command that reaches it.';
}

export async function storeKeptRuns(postgres: Postgres, dataDir: string): Promise<void> {
  const file = fileIn(dataDir);
  for (let [line] = linesIn(file); line !== undefined; [line] = linesIn(file)) {
    const { outcome, ...entry } = entryOf(line);
    await beginAudit(postgres, { tenantId: null, ...entry }, outcome);
    // Read again: another command may have added its own line meanwhile.
    const rest = linesIn(file).slice(1);
    if (rest.length === 0) rmSync(file, { force: true });
    else writeFileSync(file, `${rest.join('\n')}\n`, { mode: 0o600 });
  }
}

/** None where the file is not there, or is another user's, who stores it. */
function linesIn(file: string): string[] {
  try {
    return readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '');
  } catch {
    return [];
  }
}

/** A line that was cut off, by a disk that was full as the database was, must not end every command after it. */
function entryOf(line: string): Omit<WaitingRun, 'ranAt'> {
  try {
    const { ranAt, details, ...run } = JSON.parse(line) as WaitingRun;
    return { ...run, details: { ...details, ranAt } };
  } catch {
    return { actor: 'operator:unknown', action: 'ops.unreadable', details: { line }, outcome: 'failed' };
  }
}
