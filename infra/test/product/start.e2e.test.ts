import { execFileSync, spawn } from 'node:child_process';
import { existsSync, lstatSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { sendUntil } from '../kit/eventually.ts';
import { type Product, postgresPid, startProduct } from '../kit/product.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const cleanUps: (() => Promise<unknown> | unknown)[] = [];

afterEach(() => cleanUp(cleanUps));

/** As on a platform for which the engine is not published. */
const WITHOUT_ENGINE = `
  import Module from 'node:module';
  const resolve = Module._resolveFilename;
  Module._resolveFilename = function (name, ...rest) {
    if (name.startsWith('@chdb/lib-')) throw Object.assign(new Error('not found'), { code: 'MODULE_NOT_FOUND' });
    return resolve.call(this, name, ...rest);
  };`;

describe('start that fails', () => {
  it('names the port that another program uses', async () => {
    const port = await occupiedPort();
    const attempt = await attemptStart({ PORT: String(port), DATA_DIR: freshFolder() });
    expect(attempt).toEqual({
      code: 1,
      errors: `Port ${port} on 127.0.0.1 is in use by another program; stop it, or choose a free one: PORT=${port + 1}.\n`,
    });
  });

  it('names the data directory that is a file', async () => {
    const file = join(freshFolder(), 'file');
    writeFileSync(file, '');
    const attempt = await attemptStart({ DATA_DIR: file });
    expect(attempt.code).toBe(1);
    expect(attempt.errors).toMatch(new RegExp(`^The data directory ${file} is not a directory.+\\.\\n$`));
  });

  it('names the missing package of the engine and the two ways on, where its platform has none', async () => {
    const attempt = await attemptStart({
      DATA_DIR: freshFolder(),
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(WITHOUT_ENGINE)}`,
    });
    expect(attempt.code).toBe(1);
    expect(attempt.errors).toMatch(
      /^The analytics engine does not run here: its package for .+, @chdb\/lib-.+, is not installed; .+\n$/,
    );
    expect(attempt.errors).toMatch(/CLICKHOUSE_URL .+ Docker Compose/);
  });

  it('names every wrong setting, one sentence each', async () => {
    const attempt = await attemptStart({ PORT: 'abc', DEMO_DATA: 'maybe', DATA_DIR: freshFolder() });
    expect(attempt.code).toBe(1);
    expect(attempt.errors.trim().split('\n')).toEqual([
      'PORT must be a whole number from 0 to 65535, not "abc".',
      'DEMO_DATA must be one of on, off, not "maybe".',
    ]);
  });
});

/** Files and directories below `path` that another user may read, write or enter. */
function openToOthers(path: string): string[] {
  return readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((name) => {
    const stat = lstatSync(join(path, name), { throwIfNoEntry: false });
    return stat !== undefined && !stat.isSymbolicLink() && (stat.mode & 0o077) !== 0;
  });
}

describe('installation', () => {
  const atEnd: typeof cleanUps = [];
  const dataDir = freshFolder(atEnd);
  let product: Product;
  beforeAll(async () => {
    // The one start without a copy: from an empty folder, as after an installation.
    product = await startProduct({ demoData: false, dataDir, registration: 'invite' });
    atEnd.push(() => product.stop());
  });
  afterAll(() => cleanUp(atEnd));
  const isReady = async () => expect((await fetch(`${product.url}/readyz`)).status).toBe(200);

  it('lets its first company in although registration is closed, and no second one', async () => {
    const register = (name: string) =>
      fetch(`${product.url}/api/auth/register`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          ...{ companyName: name, companySlug: name, firstName: 'Ana', lastName: 'Lima' },
          ...{ email: `ana@${name}.example`, password: 'tinta-azul-42', confirmPassword: 'tinta-azul-42' },
        }),
      });
    expect((await register('primeira')).status).toBe(201);
    const second = await register('segunda');
    expect([second.status, await second.json()]).toMatchObject([403, { error: 'registration-closed' }]);
  });

  it('leaves no open file, and after Ctrl-C no process and no lock, and the data directory can be started again', async () => {
    const postgres = postgresPid(dataDir);
    expect(isAlive(postgres)).toBe(true);
    expect(openToOthers(dataDir)).toEqual([]);
    expect(await product.stop()).toBe(0);
    expect(isAlive(postgres)).toBe(false);
    expect(existsSync(join(dataDir, 'lock'))).toBe(false);
    product = await startProduct({ demoData: false, dataDir });
    await isReady();
  });

  it.each(['another', 'the same'])(
    'is unharmed by a second start in its data directory on %s port, which says who runs and where',
    async (port) => {
      const attempt = await attemptStart({
        DATA_DIR: dataDir,
        ...(port === 'the same' ? { PORT: new URL(product.url).port } : {}),
      });
      expect(attempt).toEqual({
        code: 1,
        errors: `The data directory ${dataDir} is in use by the Traffic Tracker that runs as process ${product.pid} on ${hostname()} at ${product.url}; stop it or set DATA_DIR.\n`,
      });
      await isReady();
    },
  );

  it('restarts its Postgres; meanwhile /track answers 503 with Retry-After for a campaign that is not in the cache', async () => {
    process.kill(postgresPid(dataDir), 'SIGKILL');
    // A campaign that no one has: its click is never recorded.
    const click = `${product.url}/track/nobody?format=json`;
    const refused = await sendUntil(
      click,
      async (same) => {
        const answer = await fetch(same);
        expect(answer.status).toBe(503);
        return answer;
      },
      { everyMs: 5 },
    );
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    await sendUntil(click, async (same) => expect((await fetch(same)).status).toBe(404), { timeoutMs: 30_000 });
  });
});

describe('demo company', () => {
  const signIn = ({ url }: Product, body: object | null) =>
    fetch(`${url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  it('has a password made at the first start, and is closed once the product is public', async () => {
    const options = {
      dataDir: freshFolder(),
      migratedDir: inject('migratedDir'),
      entry: 'infra/test/product/short-demo.ts',
    };
    const first = await startProduct({ ...options, demoData: true });
    const { demoLogin } = first;
    expect(demoLogin?.password).toMatch(/^[A-Za-z0-9]{12}$/);
    expect(statSync(join(options.dataDir, 'demo-password')).mode & 0o777).toBe(0o600);
    expect((await signIn(first, demoLogin)).status).toBe(200);
    expect((await signIn(first, { email: demoLogin?.email, password: 'demo1234' })).status).toBe(401);
    await first.stop();

    // `config.test.ts` has each setting under which it is closed.
    const later = await startProduct({ ...options, demoData: true, publicUrl: 'https://track.example' });
    expect(later.demoLogin).toBeNull();
    expect((await signIn(later, demoLogin)).status).toBe(401);
    expect(await (await fetch(`${later.url}/api/auth/hint`)).json()).toEqual({ demo: null, canRegister: true });
    await later.stop();
  });
});

async function cleanUp(steps: typeof cleanUps): Promise<void> {
  for (const step of steps.splice(0).reverse()) await step();
}

function freshFolder(removeIn = cleanUps): string {
  const folder = mkdtempSync(join(tmpdir(), 'tracker-start-'));
  removeIn.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A start that must fail: its exit code and standard error. */
function attemptStart(settings: Record<string, string>): Promise<{ code: number | null; errors: string }> {
  const given = Object.entries({
    HOST: '127.0.0.1',
    PORT: '0',
    DEMO_DATA: 'off',
    UV_THREADPOOL_SIZE: '16',
    ...settings,
  });
  const child = spawn(
    'env',
    [...given.map(([name, value]) => `${name}=${value}`), process.execPath, 'infra/standalone/main.ts'],
    {
      cwd: root,
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, errors })));
}

async function occupiedPort(): Promise<number> {
  const server = createServer();
  cleanUps.push(() => new Promise((resolve) => server.close(resolve)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

function isAlive(pid: number): boolean {
  try {
    // A zombie still accepts signals; its state shows it.
    return !execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).startsWith('Z');
  } catch {
    return false;
  }
}
