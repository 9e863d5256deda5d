// A process id is reused; together with its start time it identifies one process for ever.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** When the process began, in the system's own words, or undefined when there is no such process. */
export function processStartedAt(pid: number): string | undefined {
  // A zombie has ended and only waits for its parent to notice. In ticks since boot.
  if (process.platform === 'linux') return stateOf(pid) === 'Z' ? undefined : statOf(pid)?.[19];
  return ps(pid, 'lstart=');
}

/** One letter of the kernel, such as 'T' for stopped and 't' for traced; undefined where there is no /proc, or no such process. */
export const stateOf = (pid: number): string | undefined => statOf(pid)?.[0];

/** Undefined where there is no /proc, or no such process. */
export function parentOf(pid: number): number | undefined {
  const parent = statOf(pid)?.[1];
  return parent === undefined ? undefined : Number(parent);
}

/** The fields of /proc/<pid>/stat behind the name in parentheses, which may hold spaces. */
function statOf(pid: number): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
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
