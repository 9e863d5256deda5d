import { execFileSync } from 'node:child_process';
import { postgresPid } from '../kit/product.ts';

/** The faults in their order, evenly spread: kills of the product, of Postgres and of the broker, and one outage of the event log. */
export type Fault = 'product' | 'postgres' | 'broker' | 'clock' | 'outage';

export interface FaultCounts {
  readonly productKills: number;
  readonly postgresKills: number;
  readonly brokerKills: number;
  /** Of the clock of the programs, ahead and back, while that of the stores stays; none when absent. */
  readonly clockJumps?: number;
  /** One outage in the middle when above 0. */
  readonly outageMs: number;
}

export function faultsOf(counts: FaultCounts): Fault[] {
  const { productKills, postgresKills, brokerKills, clockJumps = 0, outageMs } = counts;
  const faults = spread(
    'postgres',
    postgresKills,
    spread('broker', brokerKills, spread('clock', clockJumps, Array<Fault>(productKills).fill('product'))),
  );
  if (outageMs > 0) faults.splice(faults.length >> 1, 0, 'outage');
  return faults;
}

/** Spreads `count` faults of this kind between the others. */
function spread(fault: Fault, count: number, among: readonly Fault[]): Fault[] {
  const total = among.length + count;
  const others = [...among];
  return Array.from({ length: total }, (_, index) => {
    const isThis = Math.floor(((index + 1) * count) / total) > Math.floor((index * count) / total);
    return isThis ? fault : (others.shift() as Fault);
  });
}

/** Freezes all processes of Postgres: it neither responds nor closes connections. Returns the function that continues them. */
export function freezePostgres(dataDir: string): () => void {
  const postmaster = postgresPid(dataDir);
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(postmaster)], { encoding: 'utf8' });
  const pids = [postmaster, ...children.split('\n').map(Number)].filter((pid) => pid > 0);
  signalAll(pids, 'SIGSTOP');
  return () => signalAll(pids, 'SIGCONT');
}

function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // The process ended in the meantime.
    }
  }
}
