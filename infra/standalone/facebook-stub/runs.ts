// Asynchronous insights reports. Each status call advances a report by one step; it reports 100 % before it is completed.
import { refusals, refuse } from './refusal.ts';

type Row = Record<string, unknown>;

interface Run {
  readonly accountId: string;
  readonly compute: () => Row[];
  readonly fails: string | undefined;
  looks: number;
  rows?: Row[];
}

export interface Runs {
  /** The final status of the next report instead of completion: 'Job Failed' or 'Job Skipped'. */
  nextEndsAs: 'Job Failed' | 'Job Skipped' | undefined;
  /** The next report does not advance for so many status calls. */
  nextStallsFor: number;
  /** Reports are complete at the first status call: a client with growing poll intervals needs 15 seconds otherwise. */
  areInstant: boolean;
  start(accountId: string, compute: () => Row[]): string;
  look(id: string): Record<string, unknown>;
  rows(id: string): Row[];
  has(id: string): boolean;
}

const steps = [
  ['Job Not Started', 0],
  ['Job Started', 0],
  ['Job Running', 40],
  ['Job Running', 100],
] as const;

export function createRuns(): Runs {
  const runs = new Map<string, Run>();
  const find = (id: string) => runs.get(id) ?? refuse(refusals.unknownObject);
  return {
    nextEndsAs: undefined,
    nextStallsFor: 0,
    areInstant: false,
    start(accountId, compute) {
      const id = `60239${String(runs.size + 1).padStart(8, '0')}`;
      runs.set(id, {
        accountId,
        compute,
        fails: this.nextEndsAs,
        looks: this.areInstant ? steps.length : -this.nextStallsFor,
      });
      this.nextEndsAs = undefined;
      this.nextStallsFor = 0;
      return id;
    },
    look(id) {
      const run = find(id);
      const [status, percent] = steps[Math.max(0, run.looks)] ?? [run.fails ?? 'Job Completed', 100];
      run.looks += 1;
      if (status === 'Job Completed') run.rows ??= run.compute();
      return { id, account_id: run.accountId, time_ref: 0, async_status: status, async_percent_completion: percent };
    },
    rows: (id) => find(id).rows ?? refuse(refusals.unfinishedRun),
    has: (id) => runs.has(id),
  };
}
