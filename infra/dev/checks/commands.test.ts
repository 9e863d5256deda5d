import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/** What has pnpm on any machine with npm: `-y`, or an npm that may not install without a question ends with 'npx canceled'. */
const PREFIX = 'npx -y pnpm@12 ';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
const OF_PNPM = 'add audit dlx exec install list outdated rebuild remove run sbom store update why'.split(' ');
const words = [...Object.keys(scripts), ...OF_PNPM, '--filter'].join('|');
/** pnpm with something to run; elsewhere the word is its name. */
const PNPM = new RegExp(String.raw`(?<![\w@./+-])(?:npx (?:-\S+ )*)?pnpm(?:@\d+)? (?:${words})(?![\w-])`, 'g');
const OTHER_NPX = /\bnpx (?=["'`\w@-])[^\n]{0,30}|\bnpm (?:start|test|run|install|ci|exec)\b/g;
/** The operator's tools, in a document or in what a program prints. */
const OPS = /`ops (?=[a-z-])[\w -]+`/g;
const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*/gm;

/** Commands of a text that a reader could not copy to a terminal. */
function incompleteIn(path: string, text: string): string[] {
  const pnpm = (text.match(PNPM) ?? []).filter((command) => !command.startsWith(PREFIX));
  const others = (text.match(OTHER_NPX) ?? []).filter((command) => !command.startsWith(PREFIX.trimEnd()));
  const printed = path.endsWith('.ts') ? text.replace(COMMENT, '').replaceAll('\\`', '`') : text;
  const ops = /^infra\/docs\/adr\/|^CHANGELOG/.test(path) ? [] : (printed.match(OPS) ?? []);
  return [...pnpm, ...others, ...ops].map((command) => `${path}: ${command}`);
}

test.each([
  ['README.md', 'Run `npx pnpm@12 start`.'],
  ['README.md', 'Run `pnpm start`.'],
  ['README.md', '```sh\npnpm test:crash --kills 3\n```'],
  ['README.md', 'npx -y pnpm@11 start'],
  ['README.md', 'npx -y pnpm start'],
  ['README.md', 'npx -y vitest'],
  ['README.md', 'npm install'],
  ['infra/docs/backup.md', 'every hour `ops archive run`'],
  ['.ci/run', 'pnpm install --frozen-lockfile || exit 1'],
  ['infra/src/a.ts', 'throw new StartError("run `pnpm migrate` first");'],
  ['infra/src/a.ts', 'const mend = "Run `ops migrate`.";'],
  ['docker-compose.yml', '# CLICKHOUSE_URL=http://127.0.0.1:8123 npx pnpm@12 start'],
])('finds an incomplete command in %s: %s', (path, text) => {
  expect(incompleteIn(path, text)).not.toEqual([]);
});

test.each([
  ['README.md', 'Run `npx -y pnpm@12 start`, pnpm brings its packages; pnpm installs them.'],
  ['README.md', '`docker compose run --rm ops doctor`, and `npx -y pnpm@12 ops doctor`'],
  ['infra/src/a.ts', '// As `ops doctor` does.'],
  ['pnpm-workspace.yaml', 'pnpm-workspace.yaml, pnpm-lock.yaml, node_modules/.pnpm'],
])('allows in %s: %s', (path, text) => {
  expect(incompleteIn(path, text)).toEqual([]);
});

test(`writes every command in documents, messages and scripts as ${PREFIX}…`, () => {
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' })
    .split('\0')
    .filter((path) => path !== '' && !/^pnpm-lock|\.(png|patch|ico|woff2|mmdb)$|checks\/commands\.test/.test(path));
  expect(files.length).toBeGreaterThan(1000);
  expect(files.flatMap((path) => incompleteIn(path, readFileSync(join(root, path), 'utf8')))).toEqual([]);
});
