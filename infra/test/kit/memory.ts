import { execFileSync } from 'node:child_process';

/** The resident memory of a process. */
export const residentMiB = (pid: number): number =>
  Math.round(Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)]).toString()) / 1024);
