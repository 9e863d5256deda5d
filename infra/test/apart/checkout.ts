// Another commit next to this checkout, with its packages.
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { HERE } from './fleet.ts';
import { makeServerDir } from './server.ts';

const run = promisify(execFile);
const MIGRATIONS = ['infra/src/postgres/migrations', 'infra/src/clickhouse/migrations'];

export interface Checkout {
  readonly dir: string;
  /** The commit, short. */
  readonly commit: string;
  remove(): Promise<void>;
}

/** `ref` as git knows it. Packages come from pnpm's store where it has them. */
export async function checkOut(ref: string): Promise<Checkout> {
  const git = (...args: string[]) => run('git', args, { cwd: HERE }).then(({ stdout }) => stdout.trim());
  const commit = await git('rev-parse', '--short', `${ref}^{commit}`);
  const folder = makeServerDir('checkout');
  const dir = join(folder, commit);
  await git('worktree', 'prune'); // of runs that were killed
  await git('worktree', 'add', '--detach', dir, commit);
  const remove = async () => {
    await git('worktree', 'remove', '--force', dir);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await run('pnpm', ['install', '--frozen-lockfile', '--prefer-offline'], { cwd: dir });
  } catch (error) {
    await remove();
    throw error;
  }
  return { dir, commit, remove };
}

/** Both stores get one migration more, as a newer version would have it. */
export function addExpansions(dir: string): void {
  const files = [
    [
      'infra/src/postgres/migrations/9999-expand.sql',
      '-- expand\nALTER TABLE leads ADD COLUMN of_the_next_version text;\n',
    ],
    [
      'infra/src/clickhouse/migrations/9999-expand.sql',
      "-- expand\nALTER TABLE clicks ADD COLUMN IF NOT EXISTS of_the_next_version String DEFAULT 'next';\n",
    ],
  ] as const;
  for (const [path, sql] of files) writeFileSync(join(dir, path), sql);
}

/** Migrations of `from` that are other ones in `to`, as it happens before the first release: no program of `from` goes on under `to`. */
export const editedMigrations = (from: string, to: string): string[] =>
  MIGRATIONS.flatMap((folder) =>
    readdirSync(join(from, folder))
      .map((name) => `${folder}/${name}`)
      .filter((path) => textOf(join(from, path)) !== textOf(join(to, path))),
  );

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
