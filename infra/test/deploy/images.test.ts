// What a build of the images sees and what it copies, read from .dockerignore and the Dockerfile: `npx -y pnpm@12 test:apart compose-kill` asks the images themselves.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const read = (path: string) => readFileSync(`${root}${path}`, 'utf8');
const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n');
const dockerfile = read('infra/deploy/Dockerfile');

/** Docker's rules: the last pattern counts that fits the path or a folder above it. */
function isSeen(path: string): boolean {
  const parts = path.split('/');
  const paths = parts.map((_, index) => parts.slice(0, index + 1).join('/'));
  return read('.dockerignore')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .reduce((seen, line) => {
      const pattern = line.replace(/^!/, '');
      const source = pattern
        .replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`)
        .replaceAll(/\*\*\/|\*/g, (stars) => (stars === '*' ? '[^/]*' : '(?:.*/)?'));
      return paths.some((one) => new RegExp(`^${source}$`).test(one)) ? line.startsWith('!') : seen;
    }, true);
}

describe('.dockerignore', () => {
  test.each([
    '.env',
    '.env.production',
    'infra/.env',
    'api/src/.env.local',
    '.data/app-keys',
    'app-keys',
    'dump.sql',
    '.git/config',
    '.ci/run',
    'README.md',
    'docker-compose.yml',
    'docker-compose.override.yml',
    'infra/docs/security.md',
    'infra/test/kit/test-keyring.ts',
    'node_modules/zod/index.js',
    'web/node_modules/zod/index.js',
    'web/dist/index.html',
    'infra/cli/operations.integration.test.ts',
    'infra/deploy/helm/traffic-tracker/values.yaml',
  ])('keeps %s out of a build', (path) => {
    expect(isSeen(path)).toBe(false);
  });

  test.each([
    'package.json',
    'infra/src/config/config.ts',
    'infra/cli/main.ts',
    'web/src/main.tsx',
    'infra/test/package.json',
  ])('lets %s into a build', (path) => {
    expect(isSeen(path)).toBe(true);
  });

  test('lets in the manifest of each workspace, without which a frozen install fails', () => {
    const workspaces = (parse(read('pnpm-workspace.yaml')) as { packages: string[] }).packages;
    for (const path of workspaces) expect(isSeen(`${path}/package.json`), path).toBe(true);
  });
});

describe('Dockerfile', () => {
  const stages = dockerfile.split(/^(?=FROM )/m).slice(1);
  const stage = (name: string) => stages.find((text) => text.split('\n')[0]?.endsWith(` AS ${name}`)) ?? '';
  const copies = (name: string) => [...stage(name).matchAll(/^COPY (?!--from)(.+)$/gm)].map(([, args = '']) => args);

  test.each(['screens', 'programs'])(
    'installs the packages of %s before it copies code, which changes more often',
    (name) => {
      const text = stage(name);
      expect(text.indexOf('install --frozen-lockfile')).toBeGreaterThan(0);
      expect(text.search(/^COPY /m)).toBeGreaterThan(text.indexOf('install --frozen-lockfile'));
    },
  );

  test('copies code of the programs alone into the app, folder by folder', () => {
    expect(copies('programs').map((line) => line.split(' ')[0])).toEqual([
      'schemas/src',
      'infra/src',
      'infra/cli',
      'ingest/src',
      'processor/src',
      'processor/worker/src',
      'api/src',
      'api/figures/src',
    ]);
    expect(stage('programs')).toContain('rm -rf web infra/dev infra/test infra/standalone infra/patches pnpm-*.yaml');
    const copied = files.filter(
      (path) => isSeen(path) && copies('programs').some((line) => path.startsWith(`${line.split(' ')[0]}/`)),
    );
    expect(copied).toContain('infra/src/clickhouse/migrations/0001-clicks.sql');
    expect(copied.filter((path) => /\.(test|suite)\.|\.md$|\.env|^infra\/(test|docs|deploy)/.test(path))).toEqual([]);
  });
});
