// The check of `migration-rules.ts` on the migrations of both stores. `--release` writes the list of released files: a release runs it once.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { PROGRAM_VERSION } from '@tracker/infra/migrations/history';
import { checksumOf, migrationProblems, type Released } from './migration-rules.ts';

const list = new URL('./released-migrations.json', import.meta.url);
const source = new URL('../../src/', import.meta.url);

const files = Object.fromEntries(
  ['postgres/migrations', 'clickhouse/migrations'].flatMap((folder) =>
    readdirSync(new URL(folder, source))
      .sort()
      .map((name) => [`${folder}/${name}`, readFileSync(new URL(`${folder}/${name}`, source), 'utf8')]),
  ),
);
const released = JSON.parse(readFileSync(list, 'utf8')) as Released;
const problems = migrationProblems(released, files);
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;

if (process.argv.includes('--release') && problems.length === 0) {
  const checksums = Object.fromEntries(Object.entries(files).map(([path, sql]) => [path, checksumOf(sql)]));
  writeFileSync(list, `${JSON.stringify({ version: PROGRAM_VERSION, files: checksums }, null, 2)}\n`);
}
