import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** The rules of biome.json that the architecture relies on, each with a planted breach. */
const environment = `export const port = process.env.PORT;\n`;

const projectRoot = fileURLToPath(new URL('../../..', import.meta.url));
let root: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'lint-'));
  await copyFile(join(projectRoot, 'biome.json'), join(root, 'biome.json'));
  await copyFile(join(projectRoot, '.gitignore'), join(root, '.gitignore'));
});

afterAll(async () => {
  await rm(root, { recursive: true, force: true });
});

test.each([
  ['api/src/a.ts', environment, 'noProcessEnv'],
  ['infra/src/telemetry/a.ts', environment, 'noProcessEnv'],
  ['infra/dev/a.ts', environment, 'noProcessEnv'],
  ['infra/src/config/a.ts', environment, null],
  ['api/src/d.ts', 'export const f = (x: any) => x;\n', 'noExplicitAny'],
  ['ingest/src/d.ts', "console.log('seen');\n", 'noConsole'],
])('reports for %s with %j the rule %s', async (path, text, rule) => {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), text);
  const found = await lint(path);
  if (rule === null) expect(found).toEqual([]);
  else expect(found).toContain(rule);
});

/** The names of the rules that the file breaks. */
async function lint(path: string): Promise<string[]> {
  const biome = join(projectRoot, 'node_modules/@biomejs/biome/bin/biome');
  const args = [biome, 'check', '--error-on-warnings', '--colors=off', path];
  const output = await promisify(execFile)(process.execPath, args, { cwd: root }).then(
    () => '',
    (error: { stdout: string; stderr: string }) => error.stdout + error.stderr,
  );
  return [...output.matchAll(/lint\/\w+\/(\w+)/g)].flatMap(([, rule]) => rule ?? []);
}
