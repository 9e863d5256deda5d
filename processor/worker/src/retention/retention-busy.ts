import type { Postgres } from '@tracker/infra/postgres/client';

/** Another process has the tables: a replay that is not swapped yet, another run, the finalizer. Try again later. */
export class RetentionBusyError extends Error {
  override readonly name = 'RetentionBusyError';
}

/** A replay that is filled while clicks or records go would lack them. */
export async function assertNoReplay({ sql }: Pick<Postgres, 'sql'>): Promise<void> {
  const [run] = await sql<{ status: string }[]>`SELECT status FROM replay_runs ORDER BY started_at DESC LIMIT 1`;
  if (run && ['running', 'ready', 'swapping'].includes(run.status)) {
    throw new RetentionBusyError(`A replay is ${run.status}: swap it, or drop it with \`replay run --fresh\`.`);
  }
}
