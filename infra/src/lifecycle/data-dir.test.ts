import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@tracker/test/kit/eventually';
import { canUnshare, UNSHARE } from '@tracker/test/kit/own-pids';
import { afterEach, expect, test } from 'vitest';
import { acquireDataDir, DataDirInUseError, prepareDataDir } from './data-dir.ts';

const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup();
});

function parent(): string {
  const path = mkdtempSync(join(tmpdir(), 'tracker-dir-'));
  cleanups.push(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

test('creates, locks and releases the data directory', () => {
  const path = join(parent(), 'deep', 'data');
  const taken = acquireDataDir(path);
  expect(taken.path).toBe(path);
  expect(() => acquireDataDir(path)).toThrow(
    `The data directory ${path} is in use by the Traffic Tracker that runs as process ${process.pid} on ${hostname()}; stop it or set DATA_DIR.`,
  );
  taken.announce('http://127.0.0.1:3000');
  expect(() => acquireDataDir(path)).toThrow(
    `runs as process ${process.pid} on ${hostname()} at http://127.0.0.1:3000; stop it or set DATA_DIR.`,
  );
  taken.release();
  acquireDataDir(path).release();
  // The lock's own file stays: deleting it would give the lock to two.
  expect(readdirSync(path)).toEqual(['lock.db']);
});

test.runIf(process.getuid?.() === 0)('root leaves no files in the directory of another user', () => {
  const path = parent();
  writeFileSync(join(path, 'app-keys'), '');
  chmodSync(path, 0o700);
  chownSync(path, 54_321, 54_321);
  expect(() => acquireDataDir(path)).toThrow(
    `The data directory ${path} belongs to the user #54321, and root would leave files in it that #54321 cannot read; run this as #54321, such as with "sudo -u #54321 …".`,
  );
  expect(readdirSync(path)).toEqual(['app-keys']);
  chownSync(path, 0, 0);
  acquireDataDir(path).release();
});

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

test('closes a directory that it creates, or that is empty, to other users, and its lock too', () => {
  const made = join(parent(), 'data');
  acquireDataDir(made);
  expect(['.', 'lock', 'lock.db'].map((name) => modeOf(join(made, name)))).toEqual(['700', '600', '600']);
  const volume = parent();
  chmodSync(volume, 0o755);
  acquireDataDir(volume).release();
  expect(modeOf(volume)).toBe('700');
});

test.each(['750', '705'])('refuses a directory with data whose mode is %s', (mode) => {
  const path = parent();
  writeFileSync(join(path, 'app-keys'), '');
  chmodSync(path, Number.parseInt(mode, 8));
  expect(() => prepareDataDir(path)).toThrow('is open to other users');
  expect(() => acquireDataDir(path)).toThrow(
    `The data directory ${path} is open to other users of this machine; close it with "chmod 700 ${path}".`,
  );
  expect([modeOf(path), readdirSync(path)]).toEqual([mode, ['app-keys']]);
});

/** Another process that has taken the directory, or was refused. */
async function starter(path: string, [command, ...prefix]: readonly string[] = []) {
  const program = `
    import { acquireDataDir } from ${JSON.stringify(new URL('./data-dir.ts', import.meta.url).href)};
    try { acquireDataDir(${JSON.stringify(path)}); console.log('taken'); } catch (error) { console.log(error.message); }
    process.stdin.resume();`;
  const node = [process.execPath, '--input-type=module-typescript', '-e', program];
  const [file, ...args] = command === undefined ? node : [command, ...prefix, ...node];
  const child = spawn(file!, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  cleanups.push(() => child.kill('SIGKILL'));
  const [text] = await once(child.stdout, 'data');
  return {
    child,
    outcome: String(text).trim(),
    async kill() {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

test('leaves the lock of a running program unharmed, and takes that of a killed one', async () => {
  const path = parent();
  const other = await starter(path);
  expect(other.outcome).toBe('taken');
  for (let attempt = 0; attempt < 2; attempt += 1) {
    expect(() => acquireDataDir(path)).toThrow(`runs as process ${other.child.pid} on ${hostname()};`);
  }
  await other.kill();
  acquireDataDir(path).release();
});

test.runIf(canUnshare())('locks between containers, where each program is process 1', async () => {
  const path = parent();
  const first = await starter(path, UNSHARE);
  expect(first.outcome).toBe('taken');
  expect((await starter(path, UNSHARE)).outcome).toContain(
    'is in use by the Traffic Tracker that runs as process 1 on',
  );
  expect(() => acquireDataDir(path)).toThrow(DataDirInUseError);
  await first.kill();
  // What was killed is the parent: the program itself ends a moment later.
  await eventually(async () => expect((await starter(path, UNSHARE)).outcome).toBe('taken'));
});

test('names a data directory whose lock fails', () => {
  const path = parent();
  writeFileSync(join(path, 'lock.db'), 'not what SQLite wrote'.repeat(100));
  chmodSync(path, 0o700);
  expect(() => acquireDataDir(path)).toThrow(
    `The data directory ${path} could not be locked (file is not a database); set DATA_DIR to a disk that knows locks.`,
  );
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
  writeFileSync(join(path, 'lock'), 'process 999999999 on a-host-of-before\n');
  const starters = await Promise.all(Array.from({ length: 4 }, () => starter(path)));
  const outcomes = starters.map(({ outcome }) => outcome);
  expect(outcomes.filter((outcome) => outcome === 'taken')).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome.includes('is in use by'))).toHaveLength(3);
});
