// What a migration may do while programs of the released version still run (ADR 49).
import { createHash } from 'node:crypto';

export interface Released {
  /** '0.1.0'; null before the first release, when the file of a table is edited. */
  readonly version: string | null;
  /** Checksums by path, as 'postgres/migrations/0001-roles.sql'. */
  readonly files: Readonly<Record<string, string>>;
}

const FIRST_LINE = /^-- (?:expand$|contract: programs from (\d+\.\d+\.\d+) on$)/m;

/** Statements after which a program of the released version fails, or refuses what it writes. */
const BREAKING: readonly (readonly [RegExp, string])[] = [
  [/\bDROP\s+(?!NOT\s+NULL|DEFAULT|CONSTRAINT|INDEX|EXPRESSION|IDENTITY)\w+/i, 'removes'],
  [/\b(RENAME|EXCHANGE)\b/i, 'renames'],
  [/\bTRUNCATE\b/i, 'empties'],
  [/\bREVOKE\b/i, 'takes a right away'],
  [/\bSET\s+NOT\s+NULL\b/i, 'refuses rows without a value'],
  [/\bALTER\s+(COLUMN\s+)?\w+\s+(SET\s+DATA\s+)?TYPE\b|\bMODIFY\s+(COLUMN|ORDER)\b/i, 'changes a type or an order'],
  [/\bADD\s+CONSTRAINT\b|\bCREATE\s+UNIQUE\s+INDEX\b/i, 'refuses rows that were fine'],
  [
    /\bADD\s+(COLUMN\s+)?(?!CONSTRAINT)[^,;]*\bNOT\s+NULL\b(?![^,;]*\bDEFAULT\b)/i,
    'needs a value that older programs do not write',
  ],
];

export const checksumOf = (sql: string): string => createHash('sha256').update(sql).digest('hex');

/** One sentence for each breach. `files`: SQL by path. */
export function migrationProblems(released: Released, files: Readonly<Record<string, string>>): string[] {
  const { version } = released;
  const changed = Object.entries(released.files)
    .filter(([path, checksum]) => files[path] === undefined || checksumOf(files[path]) !== checksum)
    .map(([path]) => `${path} is released: it never changes, and is never deleted. Write a new file.`);
  const problems = [...changed, ...sharedNumbers(Object.keys(files))];
  if (version === null) return problems;
  const fresh = Object.entries(files).filter(([path]) => !(path in released.files));
  return [...problems, ...fresh.flatMap(([path, sql]) => problemsOf(path, sql, { ...released, version }))];
}

/** Of two files with one number, their names would say which runs first. */
function sharedNumbers(paths: readonly string[]): string[] {
  const byNumber = Map.groupBy(paths, (path) => /^.*\/\d+/.exec(path)?.[0] ?? path);
  return [...byNumber.values()]
    .filter(({ length }) => length > 1)
    .map((same) => `${same.join(' and ')} have one number; give the later one the next free number.`);
}

function problemsOf(path: string, sql: string, released: Released & { readonly version: string }): string[] {
  const folder = path.slice(0, path.lastIndexOf('/'));
  const before = Object.keys(released.files).find((other) => other.startsWith(`${folder}/`) && other > path);
  if (before) return [`${path} would run after the released ${before}; give it a higher number.`];
  const first = FIRST_LINE.exec(sql.split('\n', 1)[0] ?? '');
  if (!first) return [`${path} does not begin with \`-- expand\` or \`-- contract: programs from X.Y.Z on\`.`];
  const [, oldest] = first;
  if (oldest !== undefined) {
    if (released.version.localeCompare(oldest, 'en', { numeric: true }) >= 0) return [];
    return [
      `${path} needs programs from ${oldest} on, but the released ones are ${released.version}: remove in the next release.`,
    ];
  }
  const statements = sql.replace(/--.*$/gm, '').replace(/'(?:[^']|'')*'/g, "''");
  const breach = BREAKING.find(([pattern]) => pattern.test(statements));
  if (!breach) return [];
  const found = breach[0].exec(statements)?.[0].replace(/\s+/g, ' ');
  return [`${path} is an expansion, but ${breach[1]} (${found}), and programs of ${released.version} still run.`];
}
