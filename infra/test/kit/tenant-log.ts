/** The product's log while a test file runs, and the tenants of that file: a failed test prints the lines that name one of them. */
import { existsSync, readFileSync } from 'node:fs';

const LINES_MAX = 60;
/** Lines of a logger in this process that are kept: a file logs few from `info` up. */
const KEPT_MAX = 5_000;

const names = new Set<string>();
const files = new Set<string>();
let kept: string[] = [];

/** Of a tenant that a test made: its id, campaign id or slug. */
export function namesTenant(...of: readonly string[]): void {
  for (const name of of) if (name !== '') names.add(name);
}

/** The log of a product in a process of its own. */
export const logsTo = (file: string): void => void files.add(file);

/** For `createLogger` in this process. */
export const keepLine = {
  write(line: string): void {
    if (kept.length >= KEPT_MAX) kept = kept.slice(KEPT_MAX / 2);
    kept.push(line);
  },
};

export function linesOfTenants(): string[] {
  const ofProducts = [...files].flatMap((file) => (existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []));
  const isOurs = (line: string) => [...names].some((name) => line.includes(name));
  return [...ofProducts, ...kept].filter(isOurs).slice(-LINES_MAX);
}

/** At the start of a test file. */
export function forgetTenants(): void {
  names.clear();
  files.clear();
  kept = [];
}
