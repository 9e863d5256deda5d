import { type ConnectOptions, connect } from './connect.ts';

export interface TakenLock {
  release(): Promise<void>;
}

/**
 * One process at a time has the lock (`LOCKS`). Undefined when another has it, unless `waits`. It belongs to a transaction that is left open, so
 * it holds behind a pooler of transactions, too, where the lock of a session would stay with a connection of the pool; and it goes when the
 * process or the connection dies (`onClose`).
 */
export async function takeLock(
  options: Omit<ConnectOptions, 'max'> & { readonly lock: number; readonly waits?: boolean },
): Promise<TakenLock | undefined> {
  const { lock, waits = false } = options;
  let isOpen = true;
  const onClose = () => {
    isOpen = false;
    options.onClose?.();
  };
  const sql = connect({ ...options, max: 1, onClose });
  async function release(): Promise<void> {
    // A pooler would close the transaction only after this connection has ended.
    if (isOpen) sql`ROLLBACK`.catch(() => undefined);
    await sql.end({ timeout: 1 });
  }
  try {
    await sql`BEGIN`;
    // It is idle on purpose.
    await sql`SET LOCAL idle_in_transaction_session_timeout = 0`;
    const [taken] = waits
      ? await sql<{ mine: boolean }[]>`SELECT true AS mine FROM pg_advisory_xact_lock(${lock})`
      : await sql<{ mine: boolean }[]>`SELECT pg_try_advisory_xact_lock(${lock}) AS mine`;
    if (taken?.mine) return { release };
  } catch (error) {
    await release();
    throw error;
  }
  await release();
  return undefined;
}
