// One process at a time fills or swaps the shadow tables. The lease is a session lock of Postgres, so it ends when the process
// dies.
import { connect } from '@tracker/infra/postgres/connect';
import { LOCKS } from '@tracker/infra/postgres/wire';
import { EXIT, type OpsDeps, OpsError } from '../command.ts';

/** `work`'s signal is aborted when `signal` is, and when the lease is lost. Rejects with exit code `busy` when another has it. */
export async function withLease<T>(
  deps: OpsDeps,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const lost = new AbortController();
  const sql = openLeaseConnection(deps, () =>
    lost.abort(new OpsError(EXIT.unreachable, 'The database was away; go on with `replay resume`.')),
  );
  try {
    const [lock] = await sql<{ mine: boolean }[]>`SELECT pg_try_advisory_lock(${LOCKS.replay}) AS mine`;
    if (!lock?.mine)
      throw new OpsError(EXIT.busy, 'Another process works on the replay at the moment; see `pnpm ops replay status`.');
    return await work(AbortSignal.any([signal, lost.signal]));
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** Whether some process has the lease now. */
export async function isLeased(deps: OpsDeps): Promise<boolean> {
  const sql = openLeaseConnection(deps);
  try {
    const [lock] = await sql<{ mine: boolean }[]>`SELECT pg_try_advisory_lock(${LOCKS.replay}) AS mine`;
    return !lock?.mine;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

function openLeaseConnection({ databaseUrl, logger }: OpsDeps, onClose?: () => void) {
  return connect({ url: databaseUrl, logger, name: 'replay', max: 1, ...(onClose ? { onClose } : {}) });
}
