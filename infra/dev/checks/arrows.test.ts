import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { within } from '@tracker/test/kit/machine';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ArrowReport, readArrows } from './arrows.ts';

/**
 * A small workspace with our layout that breaks every rule once, with a permitted import next to each breach. It imports like
 * the product (`@tracker/…`), because a cruiser that cannot resolve those finds no dependency at all.
 */
const planted: Record<string, string> = {
  'schemas/src/good.ts': `import { z } from 'zod'; import { b } from './cycle-b.ts'; export const good = [z, b];`,
  'schemas/src/io.ts': `import { readFile } from 'node:fs'; export const io = readFile;`,
  'schemas/src/cycle-a.ts': `import { b } from './cycle-b.ts'; export const a = () => b;`,
  'schemas/src/cycle-b.ts': `import type { a } from './cycle-a.ts'; export const b = (x: typeof a) => x;`,
  'schemas/src/lonely.ts': `export const lonely = 1;`,
  'infra/src/postgres/client.ts': `import { good } from '@tracker/schemas/good'; export const client = good;`,
  'infra/src/clickhouse/client.ts': `import { good } from '@tracker/schemas/good'; export const clickhouse = good;`,
  'infra/src/clickhouse/define-pipeline-query.ts': `import { clickhouse } from './client.ts'; export const q = clickhouse;`,
  'infra/src/ad-platforms/facebook/graph.ts': `import { good } from '@tracker/schemas/good'; export const graph = good;`,
  'infra/src/ad-platforms/open-ad-platforms.ts': `import { graph } from './facebook/graph.ts'; export const open = graph;`,
  'processor/src/graph.ts': `import { graph } from '@tracker/infra/ad-platforms/facebook/graph'; export const own = graph;`,
  'infra/test/kit/kit.ts': `import { client } from '@tracker/infra/postgres/client'; export const kit = client;`,
  'infra/src/upward.ts': `import { app } from '@tracker/api/app'; export const upward = app;`,
  'infra/standalone/facebook-stub/stub.ts': `import { good } from '@tracker/schemas/good'; export const stub = good;`,
  'infra/standalone/main.ts': `import { app } from '../../api/src/app.ts'; import { stub } from './facebook-stub/stub.ts'; export const main = [app, stub];`,
  'api/src/stand-in.ts': `import { stub } from '../../infra/standalone/facebook-stub/stub.ts'; export const standIn = stub;`,
  'ingest/src/good.ts': `import { client } from '@tracker/infra/postgres/client'; export const good = client;`,
  'ingest/src/store.ts': `import { clickhouse } from '@tracker/infra/clickhouse/client'; export const store = clickhouse;`,
  'ingest/src/nowhere.ts': `import { gone } from './gone.ts'; export const nowhere = gone;`,
  'api/figures/src/ask.ts': `import { good } from '@tracker/schemas/good'; export const ask = good;`,
  'api/figures/src/caller.ts': `import { app } from '@tracker/api/app'; export const caller = app;`,
  'api/figures/src/make-asker.ts': `import { ask } from './ask.ts'; export const make = ask;`,
  'api/src/http/principal.ts': `import { make } from '@tracker/figures/make-asker'; export const principal = make;`,
  'api/src/features/clicks/own-asker.ts': `import { make } from '@tracker/figures/make-asker'; export const own = make;`,
  'ingest/src/figure.ts': `import { ask } from '@tracker/figures/ask'; export const figure = ask;`,
  'processor/src/figure.ts': `import { ask } from '@tracker/figures/ask'; export const figure = ask;`,
  'processor/src/good.ts': `import { q } from '@tracker/infra/clickhouse/define-pipeline-query'; export const good = q;`,
  'processor/src/stranger.ts': `import { app } from '@tracker/api/app'; export const stranger = app;`,
  'processor/src/kit.ts': `import { kit } from '@tracker/test/kit/kit'; export const testing = kit;`,
  'processor/worker/src/good.ts': `import { q } from '@tracker/infra/clickhouse/define-pipeline-query'; export const good = q;`,
  'processor/worker/src/figure.ts': `import { ask } from '@tracker/figures/ask'; export const figure = ask;`,
  'processor/worker/src/stranger.ts': `import { good } from '@tracker/processor/good'; export const stranger = good;`,
  'processor/src/outward.ts': `import { good } from '@tracker/worker/good'; export const outward = good;`,
  'processor/src/tool.ts': `import { main } from '../../infra/standalone/main.ts'; export const tool = main;`,
  'processor/src/tool.test.ts': `import { kit } from '@tracker/test/kit/kit'; export const testing = kit;`,
  'api/src/app.ts': `import { routes } from './features/campaigns/routes.ts'; export const app = routes;`,
  'api/src/features/campaigns/routes.ts': `import { rows } from './rows.ts'; export const routes = rows;`,
  'api/src/features/campaigns/rows.ts': `import { q } from '@tracker/infra/clickhouse/define-pipeline-query'; export const rows = q;`,
  'api/src/features/clicks/routes.ts': `import { rows } from '../campaigns/rows.ts'; export const routes = rows;`,
  'web/src/main.tsx': `import { good } from '@tracker/schemas/good'; export const main = good;`,
  'web/src/features/campaigns/dialog.tsx': `import { good } from '@tracker/schemas/good'; export const dialog = good;`,
  'web/src/ui/card.tsx': `import { dialog } from '../features/campaigns/dialog.tsx'; export const card = dialog;`,
  'web/src/types.ts': `import type { app } from '@tracker/api/app'; export type App = typeof app;`,
};

const breaches = [
  ['schemas-stand-alone', 'schemas/src/io.ts'],
  ['no-cycles', 'schemas/src/cycle-a.ts'],
  ['no-orphans', 'schemas/src/lonely.ts'],
  ['infra-knows-no-program', 'infra/src/upward.ts'],
  ['ingest-touches-only-the-log-and-the-directory', 'ingest/src/store.ts'],
  ['unresolved', 'ingest/src/nowhere.ts'],
  ['programs-are-strangers', 'processor/src/stranger.ts'],
  ['programs-are-strangers', 'processor/worker/src/stranger.ts'],
  ['programs-are-strangers', 'processor/src/outward.ts'],
  ['figures-know-no-program', 'api/figures/src/caller.ts'],
  ['askers-are-made-at-the-door', 'api/src/features/clicks/own-asker.ts'],
  ['a-click-waits-for-no-figure', 'ingest/src/figure.ts'],
  ['tests-stay-out-of-the-product', 'processor/src/kit.ts'],
  ['ad-platforms-stay-behind-their-port', 'processor/src/graph.ts'],
  ['only-the-demo-starts-the-stand-in', 'api/src/stand-in.ts'],
  ['programs-do-not-import-tools', 'processor/src/tool.ts'],
  ['pipeline-queries-belong-to-the-processor', 'api/src/features/campaigns/rows.ts'],
  ['features-keep-to-themselves', 'api/src/features/clicks/routes.ts'],
  ['shared-parts-know-no-feature', 'web/src/ui/card.tsx'],
  ['web-sees-schemas-only', 'web/src/types.ts'],
] as const;

let root: string;
let report: ArrowReport;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'arrows-'));
  await writeFile(join(root, 'tsconfig.json'), '{}');
  await mkdir(join(root, 'node_modules/@tracker'), { recursive: true });
  for (const folder of [
    'schemas',
    'infra',
    'infra/test',
    'ingest',
    'processor',
    'processor/worker',
    'api',
    'api/figures',
    'web',
  ]) {
    const name = basename(folder);
    const modules = folder === 'infra/test' ? './*.ts' : './src/*.ts';
    const packageJson = { name: `@tracker/${name}`, type: 'module', exports: { './*': modules } };
    await write(`${folder}/package.json`, JSON.stringify(packageJson));
    await symlink(join(root, folder), join(root, 'node_modules/@tracker', name));
  }
  await write('node_modules/zod/package.json', JSON.stringify({ name: 'zod', main: 'index.js' }));
  await write('node_modules/zod/index.js', '');
  for (const [path, text] of Object.entries(planted)) await write(path, text);
  report = await readArrows(root);
}, within(60_000));

afterAll(async () => {
  await rm(root, { recursive: true, force: true });
});

test('reads every planted file', () => {
  expect(report.modulesRead).toBeGreaterThanOrEqual(Object.keys(planted).length);
});

test.each(breaches)('reports a breach of %s in %s, with a way to mend it', (rule, file) => {
  const found = report.breaches.filter((breach) => breach.rule === rule && breach.sentence.includes(file));
  expect(found, report.breaches.map((breach) => breach.sentence).join('\n')).not.toHaveLength(0);
  expect(found[0]?.sentence.split('\n')[1]?.trim()).not.toBe('');
});

test('reports no breach for permitted imports', () => {
  const accused = new Set(breaches.map(([, file]) => file as string));
  const others = report.breaches.filter((breach) => {
    const from = breach.sentence.slice(breach.sentence.indexOf(': ') + 2).split(/\s/)[0] ?? '';
    return breach.rule !== 'no-cycles' && breach.rule !== 'no-orphans' && !accused.has(from);
  });
  expect(others.map((breach) => breach.sentence)).toEqual([]);
});

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), text);
}
