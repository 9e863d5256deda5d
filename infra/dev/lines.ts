/** `npx -y pnpm@12 lines [commit]`: files and lines of source and of tests by room, as git has them at a commit (HEAD by default). Blank lines count. */
import { execFileSync } from 'node:child_process';

const ROOMS = [
  ...['api/figures', 'api', 'ingest', 'processor/worker', 'processor', 'schemas', 'web'],
  ...['infra/cli', 'infra/deploy', 'infra/dev', 'infra/standalone', 'infra/test', 'infra'],
];
const IS_TEST = /\.(test|suite)\.tsx?$|\/testing\/|^infra\/test\/|^(web|ingest)\/e2e\/|^web\/test\//;

const commit = process.argv[2] ?? 'HEAD';
const kinds = ['*.ts', '*.tsx', '*.sql', '*.css', '*.sh', ':!**/__snapshots__/**'];
const counts = new Map<string, { files: number; lines: number; testFiles: number; testLines: number }>();
for (const row of execFileSync('git', ['grep', '-c', '', commit, '--', ...kinds], { encoding: 'utf8' }).split('\n')) {
  const [, path, count] = /^[^:]*:(.*):(\d+)$/.exec(row) ?? [];
  if (path === undefined) continue;
  for (const room of [ROOMS.find((folder) => path.startsWith(`${folder}/`)) ?? 'root', 'all']) {
    const sum = counts.get(room) ?? { files: 0, lines: 0, testFiles: 0, testLines: 0 };
    if (IS_TEST.test(path))
      counts.set(room, { ...sum, testFiles: sum.testFiles + 1, testLines: sum.testLines + Number(count) });
    else counts.set(room, { ...sum, files: sum.files + 1, lines: sum.lines + Number(count) });
  }
}
console.table(
  Object.fromEntries(
    [...counts].sort(([one], [other]) => (one === 'all' ? 1 : other === 'all' ? -1 : one.localeCompare(other))),
  ),
);
