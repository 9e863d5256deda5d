import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { acquireDataDir } from './data-dir.ts';
import { processStartedAt } from './process-identity.ts';

const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup();
});

function parent(): string {
  const path = mkdtempSync(join(tmpdir(), 'tracker-dir-'));
  cleanups.push(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

function sleeper(): { pid: number; end: () => Promise<unknown> } {
  const child = spawn('sleep', ['60']);
  cleanups.push(() => child.kill('SIGKILL'));
  return {
    pid: child.pid!,
    end: () => {
      child.kill('SIGKILL');
      return once(child, 'exit');
    },
  };
}

test('creates, locks and releases the data directory', () => {
  const path = join(parent(), 'deep', 'data');
  const taken = acquireDataDir(path);
  expect(taken.path).toBe(path);
  expect(() => acquireDataDir(path)).toThrow(
    `The data directory ${path} is in use by the Traffic Tracker that runs as process ${process.pid}; stop it or set DATA_DIR.`,
  );
  taken.release();
  acquireDataDir(path).release();
  expect(readdirSync(path)).toEqual([]);
});

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

test('closes a directory that it creates, or that is empty, to other users, and its lock too', () => {
  const made = join(parent(), 'data');
  acquireDataDir(made);
  expect([modeOf(made), modeOf(join(made, 'lock'))]).toEqual(['700', '600']);
  const volume = parent();
  chmodSync(volume, 0o755);
  acquireDataDir(volume).release();
  expect(modeOf(volume)).toBe('700');
});

test.each(['750', '705'])('refuses a directory with data whose mode is %s', (mode) => {
  const path = parent();
  writeFileSync(join(path, 'app-keys'), '');
  chmodSync(path, Number.parseInt(mode, 8));
  expect(() => acquireDataDir(path)).toThrow(
    `The data directory ${path} is open to other users of this machine; close it with "chmod 700 ${path}".`,
  );
  expect([modeOf(path), readdirSync(path)]).toEqual([mode, ['app-keys']]);
});

test('leaves the lock of a running program unharmed when a second start fails', () => {
  const path = parent();
  const other = sleeper();
  const lock = `${other.pid} ${processStartedAt(other.pid)}\n`;
  writeFileSync(join(path, 'lock'), lock);
  expect(() => acquireDataDir(path)).toThrow(`runs as process ${other.pid}`);
  expect(readFileSync(join(path, 'lock'), 'utf8')).toBe(lock);
  expect(readdirSync(path)).toEqual(['lock']);
});

test('takes over the lock of a killed program', async () => {
  const path = parent();
  const other = sleeper();
  writeFileSync(join(path, 'lock'), `${other.pid} ${processStartedAt(other.pid)}\n`);
  await other.end();
  acquireDataDir(path).release();
});

test('takes over a lock whose process id now belongs to another program', () => {
  const path = parent();
  writeFileSync(join(path, 'lock'), `${sleeper().pid} 1\n`);
  acquireDataDir(path).release();
});

test('ignores an empty lock file', () => {
  const path = parent();
  writeFileSync(join(path, 'lock'), '');
  acquireDataDir(path).release();
});

test('names a data directory that is a file', () => {
  const path = join(parent(), 'file');
  writeFileSync(path, '');
  expect(() => acquireDataDir(path)).toThrow(`The data directory ${path} is not a directory;`);
  expect(() => acquireDataDir(join(path, 'below'))).toThrow('is not a directory;');
});

test.skipIf(process.getuid?.() === 0)('names a data directory without write permission', () => {
  const path = parent();
  chmodSync(path, 0o500);
  expect(() => acquireDataDir(path)).toThrow(`The data directory ${path} is not writable;`);
});

test.runIf(process.platform === 'linux')(
  'names a data directory that cannot be created, without waiting forever',
  () => {
    expect(() => acquireDataDir('/proc/data')).toThrow('The data directory /proc/data is not writable;');
  },
);

test('gives the lock to one of several simultaneous starts', async () => {
  const path = parent();
  writeFileSync(join(path, 'lock'), '999999999 1\n');
  const program = `
    import { acquireDataDir } from ${JSON.stringify(new URL('./data-dir.ts', import.meta.url).href)};
    try { acquireDataDir(${JSON.stringify(path)}); console.log('taken'); } catch (error) { console.log(error.name); }
    process.stdin.resume();`;
  const children = Array.from({ length: 4 }, () => {
    const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', program], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    cleanups.push(() => child.kill('SIGKILL'));
    return once(child.stdout, 'data').then(([text]) => String(text).trim());
  });
  const outcomes = await Promise.all(children);
  expect(outcomes.sort()).toEqual(['StartError', 'StartError', 'StartError', 'taken']);
});
