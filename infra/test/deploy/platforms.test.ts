import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const workspace = parse(read('pnpm-workspace.yaml')) as { nodeVersion: string; catalog: Record<string, string> };

test('judges packages by the Node that runs them, which is the pinned one', () => {
  expect(workspace.nodeVersion).toBe(workspace.catalog.node);
});

/** Another platform in the lock file: README, pnpm-workspace.yaml and ADR 123 say that there is none, and are to be changed with this line. */
test('names in the README the only platform of the engine that the lock file holds', () => {
  const { packages } = parse(read('pnpm-lock.yaml')) as { packages: Record<string, unknown> };
  const engines = Object.keys(packages).flatMap((name) => /^@chdb\/lib-(.+)@/.exec(name)?.[1] ?? []);
  expect(engines).toEqual(['linux-x64-gnu']);
  expect(read('README.md')).toContain('Linux x64 is what is tested');
});
