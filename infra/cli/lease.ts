// One process at a time fills or swaps the shadow tables, and one writes to the place of the backups. A lease ends when the process dies.
import { takeLock } from '@tracker/infra/postgres/take-lock';
import { LOCKS } from '@tracker/infra/postgres/wire';
import { EXIT, type OpsDeps, OpsError } from './command.ts';

const LEASES = {
  replay: {
    busy: 'Another process works on the replay at the moment; see `npx -y pnpm@12 ops replay status`.',
    lost: 'The database was away; go on with `replay resume`.',
  },
  backups: {
    busy: 'Another backup or archive runs at the moment.',
    lost: 'The database was away; run it again.',
  },
} as const;
type Lease = keyof typeof LEASES;

/** `work`'s signal is aborted when `signal` is, and when the lease is lost. Rejects with exit code `busy` when another has it. */
export async function withLease<T>(
  deps: OpsDeps,
  name: Lease,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const lost = new AbortController();
  const { databaseUrl: url, logger } = deps;
  const onClose = () => lost.abort(new OpsError(EXIT.unreachable, LEASES[name].lost));
  const lease = await takeLock({ url, logger, name, lock: LOCKS[name], onClose });
  if (!lease) throw new OpsError(EXIT.busy, LEASES[name].busy);
  try {
    return await work(AbortSignal.any([signal, lost.signal]));
  } finally {
    await lease.release();
  }
}

/** Whether some process has the lease now. */
export async function isLeased({ postgres }: Pick<OpsDeps, 'postgres'>, name: Lease): Promise<boolean> {
  // Taken, it goes at the end of this statement.
  const [lock] = await postgres.sql<{ mine: boolean }[]>`SELECT pg_try_advisory_xact_lock(${LOCKS[name]}) AS mine`;
  return !lock?.mine;
}
