import { readdirSync, readFileSync } from 'node:fs';
import type { TestModule } from 'vitest/node';

interface Row {
  readonly file: string;
  readonly seconds: number;
}

/** Linux counts in hundredths of a second. */
const TICKS_PER_SECOND = 100;

/**
 * The processor seconds of each file with all that it starts, and of what all files share (stores, product), for as long as the file runs: the
 * honest figure on a busy machine. Files must run one after the other. Linux only.
 */
export class ProcessorTime {
  readonly #rows: Row[] = [];
  #before = 0;

  onTestModuleStart(): void {
    this.#before = processorSeconds(process.pid);
  }

  onTestModuleEnd(module: TestModule): void {
    const row = { file: module.relativeModuleId, seconds: processorSeconds(process.pid) - this.#before };
    this.#rows.push(row);
    console.log(lineOf(row));
  }

  onTestRunEnd(): void {
    const rows = this.#rows.toSorted((one, other) => other.seconds - one.seconds);
    console.log(`Processor seconds:\n${rows.map(lineOf).join('\n')}\n`);
  }
}

const lineOf = ({ file, seconds }: Row) => `${seconds.toFixed(1).padStart(6)} s  ${file}`;

/** Of a process and its descendants, also of those that ended and were waited for. */
function processorSeconds(root: number): number {
  const parents = new Map<number, number>();
  const ticks = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((one) => /^\d+$/.test(one))) {
    const fields = statOf(name);
    if (fields === undefined) continue;
    parents.set(Number(name), fields[1] ?? 0);
    ticks.set(
      Number(name),
      fields.slice(11, 15).reduce((sum, value) => sum + value, 0),
    );
  }
  const isBelow = (pid: number): boolean => pid === root || (pid > 1 && isBelow(parents.get(pid) ?? 0));
  let sum = 0;
  for (const [pid, own] of ticks) if (isBelow(pid)) sum += own;
  return sum / TICKS_PER_SECOND;
}

/** The numbers behind the name in `/proc/PID/stat`, from the state on; undefined when the process has ended. */
function statOf(pid: string): number[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
  } catch {
    return undefined;
  }
}
