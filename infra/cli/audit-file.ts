// Runs of commands while the database takes nothing: their lines wait in a file of the data directory, and the next run that is recorded stores them.
import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
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
  if (!existsSync(file)) return;
  for (const line of readFileSync(file, 'utf8')
    .split('\n')
    .filter((one) => one !== '')) {
    const { actor, action, details, outcome, ranAt } = JSON.parse(line) as WaitingRun;
    await beginAudit(postgres, { tenantId: null, actor, action, details: { ...details, ranAt } }, outcome);
  }
  rmSync(file);
}
