// A process id is reused; together with its start time it identifies one process for ever.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** When the process began, in the system's own words, or undefined when there is no such process. */
export function processStartedAt(pid: number): string | undefined {
  if (process.platform === 'linux') {
    try {
      // The name in parentheses may hold spaces; the start time (in ticks since boot) is the 20th field after it.
      const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      // A zombie has ended and only waits for its parent to notice.
      return fields[0] === 'Z' ? undefined : fields[19];
    } catch {
      return undefined;
    }
  }
  return ps(pid, 'lstart=');
}

/** The command line of a running process, or undefined. */
export function processCommand(pid: number): string | undefined {
  if (process.platform === 'linux') {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim() || undefined;
    } catch {
      return undefined;
    }
  }
  return ps(pid, 'command=');
}

function ps(pid: number, column: string): string | undefined {
  try {
    return execFileSync('ps', ['-p', String(pid), '-o', column], { encoding: 'utf8' }).trim() || undefined;
  } catch {
    return undefined;
  }
}
