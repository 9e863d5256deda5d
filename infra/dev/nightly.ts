/**
 * `npx -y pnpm@12 test:nightly [--only name,name] [--list] [--resume] [--table FILE] [--stored] [--crash-kills 30 …]`: all tests that are too rare or too
 * long for `npx -y pnpm@12 test`, one after the other, with a log file of each in `.nightly`, and one table at the end. `--list` shows the parts with the
 * options of each. The row of a part's last run stays in `.nightly`: `--only` runs some of them again, `--resume` those that have not passed at
 * this commit, `--stored` none; `--table` writes the rows of all into a document, after each part. Some of them need programs that not every
 * machine has: a part that was left out is `skipped`, with what to install. It fails when a part fails or misses a mark.
 */
import { execFileSync, spawn } from 'node:child_process';
import { createWriteStream, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { measureSlowness } from '@tracker/test/kit/machine';
import { installFor } from '@tracker/test/kit/needed-programs';
import { PARTS, type Part, partsNamed, root, sizeOf } from './nightly-parts.ts';
import { documentOf, outcomeOf, type Row, tableOf } from './nightly-table.ts';

const logs = join(root, '.nightly');
/** A part that takes longer hangs. */
const LONGEST_MS = 4 * 3_600_000;
const SAY_EVERY_MS = 10_000;
const ENDINGS = ['SIGINT', 'SIGTERM'] as const;

const ownOptions = PARTS.flatMap(({ name, options }) => Object.keys(options).map((option) => `${name}-${option}`));
const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    list: { type: 'boolean', default: false },
    resume: { type: 'boolean', default: false },
    stored: { type: 'boolean', default: false },
    table: { type: 'string' },
    ...Object.fromEntries(ownOptions.map((name) => [name, { type: 'string' as const }])),
  },
});
const given: Readonly<Record<string, unknown>> = values;
const optionsOf = ({ name, options }: Part): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(options).map(([option, usual]) => [option, String(given[`${name}-${option}`] ?? usual)]),
  );

const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
const commit = () => `${git('rev-parse', '--short=8', 'HEAD')}${git('status', '--porcelain') === '' ? '' : '+'}`;
const rowFile = (name: string) => join(logs, `${name}.json`);
const storedRows = (): Row[] =>
  PARTS.map(({ name }) => rowFile(name))
    .filter(existsSync)
    .map((file) => JSON.parse(readFileSync(file, 'utf8')) as Row);

try {
  const chosen = values.only === undefined ? PARTS : partsNamed(values.only.split(','));
  if (values.list) for (const part of chosen) list(part);
  else await runAll(chosen);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}

function list(part: Part): void {
  console.log(`${part.name.padEnd(15)} ${part.what}`);
  for (const [name, value] of Object.entries(part.options))
    console.log(`${' '.repeat(17)}--${part.name}-${name} '${value}'`);
}

async function runAll(chosen: readonly Part[]): Promise<void> {
  mkdirSync(logs, { recursive: true });
  const now = commit();
  const passed = storedRows().filter((row) => row.result === 'passed' && row.commit === now);
  const parts = values.stored
    ? []
    : chosen.filter(({ name }) => !values.resume || !passed.some((row) => row.name === name));
  for (const [index, part] of parts.entries()) {
    const row = await run(part, `${index + 1} of ${parts.length}`);
    writeFileSync(rowFile(part.name), `${JSON.stringify(row, null, 2)}\n`);
    console.log(tableOf([row]).join('\n'));
    writeTable();
  }
  writeTable();
  const rows = storedRows().filter((row) => chosen.some(({ name }) => name === row.name));
  console.log(`\n${tableOf(rows).join('\n')}`);
  if (rows.some(({ result }) => result === 'FAILED' || result === 'MISSED')) process.exitCode = 1;
}

function writeTable(): void {
  if (values.table === undefined) return;
  const { model = 'unknown' } = cpus()[0] ?? {};
  const gibibytes = Math.round(totalmem() / 1024 ** 3);
  const machine = `${availableParallelism()} × ${model.trim()}, ${gibibytes} GiB, ${process.platform} ${process.arch}, Node ${process.versions.node}`;
  writeFileSync(values.table, documentOf(PARTS, storedRows(), machine));
}

async function run(part: Part, place: string): Promise<Row> {
  const { name, what, needs = [], shows } = part;
  const options = optionsOf(part);
  const row = {
    name,
    size: sizeOf(options),
    slowness: measureSlowness(),
    commit: commit(),
    at: new Date().toISOString(),
  };
  const log = join(logs, `${name}.log`);
  const shownLog = relative(root, log);
  const missing = installFor(needs);
  if (missing !== undefined) return { ...row, seconds: 0, result: 'skipped', note: `to run it: ${missing}` };
  console.log(`[${place}] ${name}: ${what}${row.size && ` (${row.size})`}; log: ${shownLog}`);
  const output = createWriteStream(log);
  const settings = [
    ...(part.settings?.(options) ?? []),
    `TEST_SLOWNESS=${row.slowness.toFixed(2)}`,
    'UV_THREADPOOL_SIZE=16',
  ];
  const startedAt = performance.now();
  const seconds = () => (performance.now() - startedAt) / 1000;
  const child = spawn('env', [...settings, process.execPath, ...part.args(options)], {
    // A group of its own: what it has started ends with it.
    ...{ cwd: root, stdio: ['ignore', 'pipe', 'pipe'], detached: true },
  });
  const endGroup = (signal: NodeJS.Signals) => child.pid !== undefined && process.kill(-child.pid, signal);
  const tooLong = setTimeout(endGroup, LONGEST_MS, 'SIGTERM');
  // Ended from outside, it takes its part with it, and keeps no row of it.
  const end = (signal: NodeJS.Signals) => {
    endGroup(signal);
    process.exit(130);
  };
  for (const signal of ENDINGS) process.once(signal, end);
  let lastLine = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output.write(chunk);
      lastLine = chunk.toString('utf8').trim().split('\n').at(-1) ?? lastLine;
    });
  }
  const progress = setInterval(() => {
    console.log(`[${place}] ${name} ${seconds().toFixed(0).padStart(6)} s  ${lastLine.slice(0, 120)}`);
  }, SAY_EVERY_MS);
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  clearInterval(progress);
  clearTimeout(tooLong);
  for (const signal of ENDINGS) process.off(signal, end);
  await new Promise<void>((resolve) => output.end(resolve));
  return { ...row, seconds: seconds(), ...outcomeOf(code, readFileSync(log, 'utf8'), shownLog, shows) };
}
