/**
 * `npx -y pnpm@12 test:nightly [--only name,name] [--list]`: all tests that are too rare or too long for `npx -y pnpm@12 test`, one after the other, with a log file
 * of each in `.nightly`, and one table at the end. Some of them need programs that not every machine has: a part that was left out is
 * `skipped`, with what to install. It fails when a part fails.
 */
import { execFileSync, spawn } from 'node:child_process';
import { createWriteStream, mkdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { installFor } from '@tracker/test/kit/needed-programs';
import { outcomeOf, type Row, tableOf } from './nightly-table.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const logs = join(root, '.nightly');
/** A part that takes longer hangs. */
const LONGEST_MS = 4 * 3_600_000;

interface Part {
  readonly name: string;
  readonly what: string;
  /** Arguments of Node. */
  readonly args: readonly string[];
  readonly settings?: readonly string[];
  readonly needs?: Parameters<typeof installFor>[0];
}

const ATTACKS = 'processor/src/conversions/attack.test.ts';
const test = (...files: string[]) => ['infra/dev/test.ts', ...files];
/** They try more when `STORIES` says so. */
const properties = () =>
  execFileSync('git', ['grep', '-l', 'kit/stories', '--', '*.test.ts'], { cwd: root, encoding: 'utf8' })
    .trim()
    .split('\n')
    .filter((file) => file !== ATTACKS);

const PARTS: readonly Part[] = [
  {
    ...{ name: 'chart', what: 'the Helm chart' },
    args: ['infra/dev/test-chart.ts'],
  },
  {
    ...{ name: 'attacks', what: '100,000 generated attacks on conversions without a key' },
    ...{ args: test(ATTACKS), settings: ['STORIES=100'] },
  },
  {
    ...{ name: 'properties', what: 'ten times as many random stories of every property' },
    ...{ args: test(...properties()), settings: ['STORIES=10'] },
  },
  {
    ...{ name: 'fuzz', what: 'hostile requests, and Schemathesis' },
    args: ['infra/dev/fuzz.ts'],
  },
  {
    ...{ name: 'containers', what: 'the suites of the stores on containers' },
    args: ['infra/dev/test-containers.ts'],
  },
  {
    ...{ name: 'crash', what: '30 kills under load, with hostile posts' },
    args: ['infra/dev/crash.ts', '--kills', '30', '--strangers'],
  },
  {
    ...{ name: 'apart', what: 'separate programs are restarted, killed and upgraded under load' },
    ...{ args: ['infra/dev/apart.ts'], needs: ['kafka', 'redis', 'gateway'] },
  },
  {
    ...{ name: 'bench', what: 'the short form of all benchmarks, against their marks' },
    ...{ args: ['infra/dev/bench.ts'], needs: ['kafka'] },
  },
  {
    ...{ name: 'mutation', what: 'small changes of the pure core, each of which a test must find' },
    args: ['node_modules/@stryker-mutator/core/bin/stryker.js', 'run'],
  },
];

const { values } = parseArgs({ options: { only: { type: 'string' }, list: { type: 'boolean', default: false } } });
const names = PARTS.map(({ name }) => name);
const wanted = values.only?.split(',') ?? names;
const unknown = wanted.find((name) => !names.includes(name));
if (unknown !== undefined) {
  console.error(`There is no part ${unknown}; there are ${names.join(', ')}.`);
  process.exit(2);
}
const parts = PARTS.filter(({ name }) => wanted.includes(name));

if (values.list) for (const { name, what } of parts) console.log(`${name.padEnd(11)} ${what}`);
else await runAll();

async function runAll(): Promise<void> {
  mkdirSync(logs, { recursive: true });
  const rows: Row[] = [];
  for (const part of parts) {
    const row = await run(part);
    rows.push(row);
    console.log(`${row.result}: ${row.name}`);
  }
  console.log(`\n${tableOf(rows).join('\n')}`);
  if (rows.some(({ result }) => result === 'FAILED')) process.exitCode = 1;
}

async function run({ name, what, args, settings = [], needs = [] }: Part): Promise<Row> {
  const startedAt = performance.now();
  const log = join(logs, `${name}.log`);
  const missing = installFor(needs);
  if (missing !== undefined) return { name, seconds: 0, result: 'skipped', note: `to run it: ${missing}` };
  console.log(`${name}: ${what}; log: ${relative('.', log)}`);
  const output = createWriteStream(log);
  const child = spawn('env', [...settings, 'UV_THREADPOOL_SIZE=16', process.execPath, ...args], {
    ...{ cwd: root, stdio: ['ignore', 'pipe', 'pipe'], timeout: LONGEST_MS },
  });
  child.stdout.pipe(output, { end: false });
  child.stderr.pipe(output, { end: false });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  await new Promise<void>((resolve) => output.end(resolve));
  const seconds = (performance.now() - startedAt) / 1000;
  return { name, seconds, ...outcomeOf(code, readFileSync(log, 'utf8'), relative('.', log)) };
}
