import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { type FaultKind, faultsOf, isTestFile } from './test-hygiene.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Faults that stay, each with its reason. */
const ALLOWED: readonly { readonly in: RegExp; readonly kind: FaultKind; readonly why: string }[] = [
  { in: /^infra\/test\/kit\/eventually\.ts$/, kind: 'sleep', why: 'what tests use instead of a sleep' },
  {
    in: /^infra\/test\/(apart|bench|crash|fuzz|golden)\//,
    kind: 'sleep',
    why: 'the pace of a load, which is what these programs measure',
  },
  { in: /^web\/test\/fake-api\.ts$/, kind: 'sleep', why: 'an answer that is on its way for a moment' },
  { in: /^infra\/test\/product\/(kafka|upgrade)\.e2e\.test/, kind: 'sleep', why: 'the pace of its clicks' },
  { in: /^infra\/src\/event-log\/kafka-event-log\.integ/, kind: 'sleep', why: 'a consumer that takes its time' },
  {
    in: /^infra\/test\/kit\/(global-setup|server-processes|clickhouse\/engine-process)\.ts$/,
    kind: 'shared path',
    why: 'removes what killed runs left, by the process id in its name',
  },
  {
    in: /^infra\/test\/kit\/browser\.ts$/,
    kind: 'shared path',
    why: 'where the package of the browser unpacks itself',
  },
  { in: /^infra\/test\/chart\/chart\.helm\.test/, kind: 'shared path', why: 'a path in a container' },
  { in: /^infra\/src\/config\/config\.test/, kind: 'fixed port', why: 'the default, which nothing listens on' },
  {
    in: /^infra\/test\/bench\/attackers/,
    kind: 'fixed time limit',
    why: 'a click that took longer has failed: a figure',
  },
  {
    in: /^web\/src\/offline\/last-figures\.test/,
    kind: 'fixed time limit',
    why: 'the browser sees no kit of the server',
  },
];

test('finds no fixed port, path or time limit, sleep, sweep of foreign tenants, focus, skip or repetition in the tests, but for the exceptions', () => {
  const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx'], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((file) => isTestFile(file) && file !== 'infra/dev/checks/test-hygiene.test.ts');
  expect(files.length).toBeGreaterThan(400);
  const used = new Set<object>();
  const faults = files.flatMap((file) =>
    faultsOf(file, readFileSync(`${root}/${file}`, 'utf8')).flatMap(({ kind, line, code }) => {
      const allowed = ALLOWED.find((one) => one.kind === kind && one.in.test(file));
      if (allowed) used.add(allowed);
      return allowed ? [] : [`${kind}: ${file}:${line} ${code}`];
    }),
  );
  expect(faults).toEqual([]);
  expect(ALLOWED.filter((one) => !used.has(one))).toEqual([]);
});

test.each<[FaultKind, string]>([
  ['fixed port', 'server.listen(8080)'],
  ['fixed port', "connect({ host: '127.0.0.1', port: 5432 })"],
  ['fixed port', "startProduct({ PORT: '3000' })"],
  ['fixed port', `await fetch(\`http://127.0.0.1:3000/track/\${id}\`)`],
  ['fixed port', "new WebSocket('ws://localhost:9222')"],
  ['shared path', "writeFileSync('/tmp/answers.json', text)"],
  ['shared path', `const file = \`/var/tmp/\${name}\``],
  ['shared path', "const dir = join(tmpdir(), 'tracker')"],
  ['sleep', "import { setTimeout as wait } from 'node:timers/promises'; await wait(500)"],
  ['sleep', 'await new Promise((resolve) => setTimeout(resolve, 500))'],
  ['sleep', 'await new Promise<void>((done) => setTimeout(() => done(), 500))'],
  ['sleep', 'await page.waitForTimeout(500)'],
  ['fixed time limit', "test('adds', async () => {}, 60_000)"],
  ['fixed time limit', "test('adds', { timeout: 60_000 }, async () => {})"],
  ['fixed time limit', 'vi.setConfig({ hookTimeout: 60_000 })'],
  ['fixed time limit', 'await page.getByText(sum).waitFor({ timeout: 30_000 })'],
  ['tenants of others', 'const stack = useStack(); startOutboxSweep(deps)'],
  ['focused, skipped or repeated', "test.only('adds', () => {})"],
  ['focused, skipped or repeated', "describe.each(rows).skip('adds', () => {})"],
  ['focused, skipped or repeated', "test('adds', { retry: 2 }, () => {})"],
])('finds a fault (%s) in %s', (kind, source) => {
  expect(faultsOf('a.test.ts', source).map((fault) => fault.kind)).toEqual([kind]);
});

test.each([
  "server.listen(0, '127.0.0.1')",
  "startProduct({ PORT: '0', PUBLIC_URL: 'http://127.0.0.1:3000' })",
  `await fetch(\`http://127.0.0.1:\${port}/track\`)`,
  'vi.setConfig({ testTimeout: within(120_000) })',
  'await row.waitFor({ timeout: 500 })',
  "const dir = mkdtempSync(join(tmpdir(), 'tracker-'))",
  "new Promise((_, reject) => setTimeout(() => reject(new Error('late')), 500))",
  "test.skipIf(!programsAreHere('kafka'))('adds', () => {})",
  'const stack = useStack({ ownPostgres: true }); startOutboxSweep(deps)',
  'new QueryClient({ defaultOptions: { queries: { retry: false } } })',
])('finds no fault in %s', (source) => {
  expect(faultsOf('a.test.ts', source)).toEqual([]);
});
