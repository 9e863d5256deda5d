// The rows of `replay_runs`: the checkpoint of the shadow tables, from which a replay resumes after a crash.
import type { Positions } from '@tracker/infra/event-log/event-log';
import { positionsFromJson, positionsToJson } from '@tracker/infra/event-log/positions';
import { randomId } from '@tracker/infra/identity/random-id';
import type { Postgres } from '@tracker/infra/postgres/client';
import type { Stored } from '@tracker/infra/postgres/database';
import { EXIT, OpsError } from '../command.ts';

export type ReplayStatus = Stored<'replay_runs'>['status'];

export interface ReplayRun {
  readonly id: string;
  readonly status: ReplayStatus;
  /** The snapshot that it began with; null: it began with empty tables. */
  readonly snapshotId: string | null;
  /** Both null: the whole history. */
  readonly since: Date | null;
  readonly until: Date | null;
  /** Events a second; null: as fast as it goes. */
  readonly rate: number | null;
  readonly paused: boolean;
  /** The next records that the shadow tables have not seen. */
  readonly positions: Positions;
  readonly target: Positions;
  readonly events: number;
  readonly startedAt: Date;
  readonly updatedAt: Date;
  readonly swappedAt: Date | null;
}

export const isWhole = (run: Pick<ReplayRun, 'since' | 'until'>): boolean => run.since === null && run.until === null;

type Row = Stored<'replay_runs'>;

/** The run that the shadow tables belong to. */
export async function latestRun({ sql }: Postgres): Promise<ReplayRun | undefined> {
  const [row] = await sql<Row[]>`SELECT * FROM replay_runs ORDER BY started_at DESC LIMIT 1`;
  return row && fromRow(row);
}

export async function requireRun(postgres: Postgres): Promise<ReplayRun> {
  const run = await latestRun(postgres);
  if (!run) throw new OpsError(EXIT.usage, 'There is no replay yet; begin one with `npx -y pnpm@12 ops replay run`.');
  return run;
}

export async function createRun(
  { sql }: Postgres,
  run: Pick<ReplayRun, 'snapshotId' | 'since' | 'until' | 'rate' | 'positions' | 'target'>,
): Promise<ReplayRun> {
  await sql`DELETE FROM replay_uncomputed`;
  const [row] = await sql<Row[]>`
    INSERT INTO replay_runs (id, status, snapshot_id, since, until, rate, positions, target)
    VALUES (${randomId('rp')}, 'running', ${run.snapshotId}, ${run.since}, ${run.until}, ${run.rate},
      ${sql.json(positionsToJson(run.positions))}, ${sql.json(positionsToJson(run.target))})
    RETURNING *`;
  if (!row) throw new Error('the run was not written');
  return fromRow(row);
}

export interface RunChange {
  readonly status?: ReplayStatus;
  readonly paused?: boolean;
  readonly rate?: number | null;
  readonly positions?: Positions;
  readonly target?: Positions;
  readonly events?: number;
  readonly swappedAt?: Date;
}

/** Gives the run as it is afterwards: `paused` may have been changed from another terminal. */
export async function updateRun({ sql }: Postgres, run: ReplayRun, change: RunChange): Promise<ReplayRun> {
  const columns = {
    ...(change.status === undefined ? {} : { status: change.status }),
    ...(change.paused === undefined ? {} : { paused: change.paused }),
    ...(change.rate === undefined ? {} : { rate: change.rate }),
    ...(change.positions === undefined ? {} : { positions: sql.json(positionsToJson(change.positions)) }),
    ...(change.target === undefined ? {} : { target: sql.json(positionsToJson(change.target)) }),
    ...(change.events === undefined ? {} : { events: change.events }),
    ...(change.swappedAt === undefined ? {} : { swapped_at: change.swappedAt }),
    updated_at: new Date(),
  };
  const [row] = await sql<Row[]>`UPDATE replay_runs SET ${sql(columns)} WHERE id = ${run.id} RETURNING *`;
  if (!row) throw new Error(`the run ${run.id} is gone`);
  return fromRow(row);
}

const fromRow = (row: Row): ReplayRun => ({
  id: row.id,
  status: row.status,
  snapshotId: row.snapshot_id,
  since: row.since,
  until: row.until,
  rate: row.rate,
  paused: row.paused,
  positions: positionsFromJson(row.positions),
  target: positionsFromJson(row.target),
  events: Number(row.events),
  startedAt: row.started_at,
  updatedAt: row.updated_at,
  swappedAt: row.swapped_at,
});
