/**
 * `npx -y pnpm@12 test:first-minute [--port 3000] [--keep] [--again FOLDER]`: the README's first command as a newcomer meets it, from the commit that is checked out: a
 * user without rights and with an empty home, an npm that installs nothing without a question, no terminal, a proxy, a path with a space and
 * an accent; then everything that is in the way of a first start, each with its one sentence. Prints a table and what the
 * README says of seconds, MB and memory, and fails when a row does. Downloads all packages once; `--again` walks in a folder that was kept, with what is there. What needs root (a small disk) is skipped
 * without it.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, globSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startCountingProxy } from './first-minute/counting-proxy.ts';
import { createNewcomer, INSTALLED, megabytesOf, openTo, READY, type Running } from './first-minute/newcomer.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const START = ['npx', '-y', 'pnpm@12', 'start'];
const SMALL_DISK = 'size=300m';
const LOOPBACK = /^(127\.|localhost$|\[?::1\]?$)/;

const { values: given } = parseArgs({
  options: {
    port: { type: 'string', default: '3000' },
    keep: { type: 'boolean', default: false },
    again: { type: 'string' },
  },
});
const PORT = Number(given.port);

interface Row {
  readonly name: string;
  readonly result: 'ok' | 'FAILED' | 'skipped';
  readonly words: string;
}
const rows: Row[] = [];

function record(name: string, isRight: boolean, words: string): void {
  rows.push({ name, result: isRight ? 'ok' : 'FAILED', words });
  console.log(`${isRight ? 'ok' : 'FAILED'}: ${name}: ${words}`);
}

const folder = given.again ?? mkdtempSync(join(tmpdir(), 'first-minute-'));
chmodSync(folder, 0o755);
const newcomer = createNewcomer(join(folder, 'home'));
const checkout = join(folder, 'São João', 'Traffic Tracker');
const disks: string[] = [];
const started: Running[] = [];

function start(settings: Record<string, string>, cwd = checkout): Running {
  const run = newcomer.run(START, { cwd, settings: { npm_config_yes: 'false', ...settings } });
  started.push(run);
  return run;
}

/** A start that must fail: what it says, without the lines that pnpm puts around it. */
async function refusal(settings: Record<string, string>, cwd = checkout) {
  const run = start(settings, cwd);
  const code = await run.exit;
  const isOurs = (line: string) =>
    line !== '' && !/^(\$ |\[ELIFECYCLE\]|\[WARN\]|Already up to date|Done in)/.test(line);
  const lines = `${run.output()}\n${run.errors()}`.split('\n').filter(isOurs);
  return { code, lines, words: lines.join(' / ').slice(0, 300) };
}

/** One sentence with all of this in it, and an exit code that a script sees. */
function isRefused({ code, lines }: Awaited<ReturnType<typeof refusal>>, ...parts: (string | RegExp)[]): boolean {
  const [line = ''] = lines;
  return (
    code !== 0 && lines.length === 1 && parts.every((part) => line.search(part) >= 0 || line.includes(String(part)))
  );
}

function smallDisk(name: string): string | undefined {
  const path = join(folder, name);
  mkdirSync(path, { recursive: true });
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', SMALL_DISK, 'tmpfs', path], { stdio: 'ignore' });
  } catch {
    rows.push({ name, result: 'skipped', words: 'needs root, to mount a small disk' });
    return undefined;
  }
  disks.push(path);
  openTo(newcomer, path);
  return path;
}

const seconds = (milliseconds: number | undefined) => Math.round((milliseconds ?? 0) / 1000);
const measured: string[] = [];

async function firstStart(): Promise<void> {
  mkdirSync(join(folder, 'São João'), { recursive: true });
  if (given.again === undefined) newcomer.clone(root, checkout);
  const proxy = await startCountingProxy();
  const settings = { PORT: String(PORT), HTTP_PROXY: proxy.url, HTTPS_PROXY: proxy.url, http_proxy: proxy.url };
  const run = start({ ...settings, https_proxy: proxy.url });
  const installed = await run.until(INSTALLED);
  const ready = await run.until(READY);
  const warnings = `${run.output()}\n${run.errors()}`.match(/^\[WARN\].*$/gm) ?? [];
  record(
    'first start: no question allowed, no terminal, plain user, space and accent in the path',
    ready !== undefined,
    ready === undefined ? `${run.output().slice(-300)} ${run.errors().slice(-300)}` : `ready in ${seconds(ready)} s`,
  );
  record('first screen: no warnings before the address', warnings.length === 0, warnings.slice(0, 3).join(' / '));
  const hosts = [...proxy.hosts];
  const isLoopback = ([host]: readonly [string, number]) => LOOPBACK.test(host);
  const came = Math.round(hosts.reduce((sum, [, bytes]) => sum + bytes, 0) / 1024 ** 2);
  record(
    'proxy: packages come through it',
    given.again !== undefined || came > 100,
    `${came} MB from ${hosts.length} hosts`,
  );
  record('proxy: calls on loopback do not', !hosts.some(isLoopback), `${hosts.filter(isLoopback).length} of them`);
  measured.push(
    `first start: ${seconds(ready)} s, of which ${seconds(installed)} s for ${came} MB of packages`,
    `on disk: ${megabytesOf(checkout, newcomer.home)} MB, of which .data ${megabytesOf(join(checkout, '.data'))} MB`,
    `memory: ${Math.round(run.memory())} MB`,
  );
  // Without it nothing refuses the starts of the next part.
  if (ready === undefined) throw new Error(`The product did not start: ${run.output()}\n${run.errors()}`);
  await whileRunning();
  await run.interrupt();
  // The command ends by the signal itself.
  record('Ctrl-C: ends all', await isFree(), run.child.signalCode ?? `exit code ${run.child.exitCode}`);
  await proxy.close();
}

async function isFree(): Promise<boolean> {
  return (await fetch(`http://127.0.0.1:${PORT}/healthz`).catch(() => undefined)) === undefined;
}

/** What a second start meets while the first runs. */
async function whileRunning(): Promise<void> {
  const other = join(newcomer.home, 'other-data');
  const taken = await refusal({ PORT: String(PORT), DATA_DIR: other });
  record('port taken: named, with how to choose another', isRefused(taken, `Port ${PORT}`, `PORT=`), taken.words);
  for (const port of [PORT, 0]) {
    const second = await refusal({ PORT: String(port) });
    const where = port === PORT ? 'same port' : 'another port';
    const isRight = isRefused(second, /process \d+/, `http://127.0.0.1:${PORT}`, 'DATA_DIR');
    record(`second start in the same DATA_DIR, ${where}: says who runs, and where`, isRight, second.words);
  }
}

async function laterStart(): Promise<void> {
  const run = start({ PORT: String(PORT) });
  const ready = await run.until(READY);
  record('later start', ready !== undefined, `ready in ${seconds(ready)} s`);
  measured.push(`later start: ${seconds(ready)} s`);
  await run.interrupt();
}

async function twoAtOnce(): Promise<void> {
  const DATA_DIR = join(newcomer.home, 'shared-data');
  const both = [1, 2].map(() => start({ PORT: '0', DATA_DIR, DEMO_DATA: 'off' }));
  const ready = await Promise.all(both.map((run) => run.until(READY)));
  const winners = both.filter((_run, at) => ready[at] !== undefined);
  const losers = both.filter((_run, at) => ready[at] === undefined);
  const words = losers
    .map(
      (run) =>
        run
          .errors()
          .split('\n')
          .find((line) => /^The data/.test(line)) ?? '',
    )
    .join(' / ');
  const isRight = winners.length === 1 && /is in use by the Traffic Tracker that runs as process \d+/.test(words);
  record('two starts at once in one new DATA_DIR: one runs, one says who', isRight, words.slice(0, 300));
  for (const run of winners) await run.interrupt();
}

async function smallDisks(): Promise<void> {
  const data = smallDisk('300 MB left where DATA_DIR is');
  if (data !== undefined) {
    const refused = await refusal({ PORT: '0', DATA_DIR: join(data, 'data') });
    record('300 MB left where DATA_DIR is: refused before it starts', isRefused(refused, 'MiB'), refused.words);
  }
  const place = smallDisk('300 MB left where the packages go');
  if (place !== undefined) {
    const small = join(place, 'tracker');
    newcomer.clone(root, small);
    const refused = await refusal({ PORT: '0' }, small);
    record(
      '300 MB left where the packages go: refused before the download',
      hasLine(refused, 'MB are free'),
      refused.words,
    );
  }
}

/** Among the lines of pnpm's own. */
const hasLine = ({ code, lines }: Awaited<ReturnType<typeof refusal>>, part: string) =>
  code !== 0 && lines.some((line) => line.includes(part));

/** As on a platform for which the engine is not published: its package is not there. */
async function otherPlatform(): Promise<void> {
  const packages = globSync('node_modules/.pnpm/@chdb+lib-*', { cwd: checkout });
  const away = packages.map((path) => [join(checkout, path), join(folder, basename(path))] as const);
  for (const [from, to] of away) renameSync(from, to);
  const refused = await refusal({ PORT: '0', DATA_DIR: join(newcomer.home, 'platform-data') });
  record(
    'no engine for the platform: named, with the two ways on',
    away.length > 0 && isRefused(refused, '@chdb/lib-', 'CLICKHOUSE_URL', 'Docker Compose'),
    refused.words,
  );
  for (const [from, to] of away) renameSync(to, from);
}

try {
  await firstStart();
  await laterStart();
  await twoAtOnce();
  await smallDisks();
  await otherPlatform();
} finally {
  for (const run of started) await run.interrupt();
  await delay(500); // A database that ends a moment later still writes.
  for (const disk of disks) execFileSync('umount', [disk]);
  if (given.keep) console.log(`Kept: ${folder}`);
  else rmSync(folder, { recursive: true, force: true });
}

console.log(`\n${rows.map(({ name, result, words }) => `${result.padEnd(7)} ${name}\n        ${words}`).join('\n')}`);
console.log(`\nFor the README, on this machine:\n${measured.map((line) => `- ${line}`).join('\n')}`);
if (rows.some(({ result }) => result === 'FAILED')) process.exitCode = 1;
