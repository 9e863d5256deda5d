import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@tracker/test/kit/eventually';
import { canUnshare, UNSHARE } from '@tracker/test/kit/own-pids';
import { expect, onTestFinished, test } from 'vitest';

const childModule = new URL('./child.ts', import.meta.url).href;
const launchersModule = new URL('./launchers.ts', import.meta.url).href;
const parentModule = new URL('./parent.ts', import.meta.url).href;

/** A program that answers its pid and fails on demand. */
const PROGRAM = `
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { reportToParent } from '${childModule}';
const held = [];
let restarts = 0;
// Refused once.
if (existsSync(process.argv[3])) {
  rmSync(process.argv[3]);
  process.exit(1);
}
const server = createServer((request, response) => {
  if (request.url === '/block') for (;;);
  if (request.url === '/heap') for (;;) held.push(new Array(1e5).fill({}).map((_, index) => ({ index })));
  if (request.url === '/abort') process.abort();
  if (request.url === '/end') process.exit(0);
  if (request.url === '/refuse') {
    writeFileSync(process.argv[3], '');
    process.exit(1);
  }
  response.end(JSON.stringify({ pid: process.pid, restarts }));
});
process.on('SIGTERM', () => process.exit(0));
setTimeout(() => server.listen(Number(process.argv[2]), '127.0.0.1', () => {
  const { port } = server.address();
  console.log('URL http://127.0.0.1:' + port);
  reportToParent('http://127.0.0.1:' + port, { logName: 'program', onRestarted: (count) => { restarts = count; } });
}), Number(process.argv[4]));
`;

interface Answer {
  readonly pid: number;
  readonly restarts: number;
}

interface Started {
  /** Of `runParent`. */
  readonly options?: string;
  /** In front of the command. */
  readonly command?: readonly string[];
  /** The name of a script that starts the parent with a shell, as a package manager does, and passes no signal on. */
  readonly launcher?: string;
  /** What the program does before it is ready. */
  readonly startMs?: number;
}

async function startParent(started: Started = {}) {
  const { options = 'silentMs: 1500, askEveryMs: 200', command = [], launcher, startMs = 0 } = started;
  const folder = mkdtempSync(join(tmpdir(), 'parent-'));
  const entry = join(folder, 'program.mjs');
  writeFileSync(entry, PROGRAM);
  const main = join(folder, 'main.mjs');
  writeFileSync(
    main,
    `import { runParent } from '${parentModule}';
     process.exit(await runParent({ entry: ${JSON.stringify(entry)}, args: ['0', ${JSON.stringify(join(folder, 'refused'))}, '${startMs}'],
       say: ({ event }, logName) => console.log('NEWS ' + event + ' of ' + logName), ${options} }));`,
  );
  const parentCommand = [process.execPath, '--max-old-space-size=64', main];
  if (launcher !== undefined) {
    const script = `import { spawn } from 'node:child_process';
      spawn('sh', ['-c', ${JSON.stringify(`${parentCommand.join(' ')}; exit $?`)}], { stdio: 'inherit' });
      process.on('SIGTERM', () => process.exit(0));`;
    writeFileSync(join(folder, launcher), script);
    parentCommand.splice(1, 2, join(folder, launcher));
  }
  const [file = '', ...args] = [...command, ...parentCommand];
  const parent: ChildProcess = spawn(file, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  let output = '';
  parent.stdout?.on('data', (chunk) => {
    output += String(chunk);
  });
  const exited = new Promise<number | null>((resolve) => parent.once('exit', (code) => resolve(code)));
  onTestFinished(() => {
    parent.kill('SIGKILL');
    rmSync(folder, { recursive: true });
  });
  const url = () => [...output.matchAll(/URL (\S+)/g)].at(-1)?.[1] ?? expect.fail('not started');
  const ask = async (path = '/'): Promise<Answer> => (await fetch(url() + path)).json() as Promise<Answer>;
  const first = await eventually(() => ask());
  const news = () => [...output.matchAll(/NEWS (.+)/g)].map(([, line]) => line);
  return { parent, exited, ask, first, news };
}

/** `unshare` has the program as its only child, and passes no signal on. */
const onlyChildOf = (pid = 0) => Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8'));

const lives = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test.each(['/block', '/heap', '/abort'])('starts a program again after %s, and reports that to it', async (path) => {
  const { ask, first } = await startParent();
  ask(path).catch(() => undefined);
  const second = await eventually(async () => {
    const answer = await ask();
    expect(answer.pid).not.toBe(first.pid);
    // More than once on a machine that lets the program wait for longer than it may be silent.
    expect(answer.restarts).toBeGreaterThan(0);
    return answer;
  });
  expect(lives(first.pid)).toBe(false);
  expect(lives(second.pid)).toBe(true);
});

test('lets a start take longer than a program may be silent', async () => {
  const { parent, first, ask } = await startParent({ options: 'silentMs: 1500, askEveryMs: 200', startMs: 2_000 });
  expect(lives(parent.pid ?? 0)).toBe(true);
  const startedAt = performance.now();
  await eventually(() => expect(performance.now() - startedAt).toBeGreaterThan(600));
  expect(await ask()).toEqual(first);
});

test('says what ended the program, and to whose log that belongs', async () => {
  const { ask, news } = await startParent();
  ask('/block').catch(() => undefined);
  await eventually(() => expect(news()).toEqual(['lifecycle.silent of program', 'lifecycle.ended of program']));
});

test('starts a program again whose next start is refused, as by a disk that is still full', async () => {
  const { ask, first, news } = await startParent({ options: 'pausesMs: [0, 100]' });
  ask('/refuse').catch(() => undefined);
  await eventually(async () => expect((await ask()).restarts).toBe(2));
  expect(lives(first.pid)).toBe(false);
  expect(news()).toEqual(['lifecycle.ended of program', 'lifecycle.ended of program']);
});

test('stops at once while it waits to start the program again', async () => {
  const { parent, exited, ask, news } = await startParent({ options: 'pausesMs: [60_000, 60_000]' });
  ask('/abort').catch(() => undefined);
  await eventually(() => expect(news()).toHaveLength(1));
  parent.kill('SIGTERM');
  expect(await exited).toBe(143);
});

test.runIf(canUnshare())('is process 1 of a container: ends with its program by SIGTERM', async () => {
  const { parent, exited } = await startParent({ command: UNSHARE });
  process.kill(onlyChildOf(parent.pid), 'SIGTERM');
  expect(await exited).toBe(0);
});

test.each(['SIGTERM', 'SIGINT'] as const)('ends with its program by %s', async (signal) => {
  const { parent, exited, first } = await startParent();
  parent.kill(signal);
  await exited;
  await eventually(() => expect(lives(first.pid)).toBe(false));
});

test.each(['npx-cli.mjs', 'pnpm.mjs'])('ends with the %s that started it, which passes no signal on', async (name) => {
  const { parent, first } = await startParent({ launcher: name });
  parent.kill('SIGTERM');
  await eventually(() => expect(lives(first.pid)).toBe(false));
});

test('takes no shell for a launcher because it was asked to run one', () => {
  const program = `const { launchersOf } = await import('${launchersModule}'); console.log(JSON.stringify(launchersOf()));`;
  const command = '"$@"; exit $? # npx -y pnpm@12 start';
  const args = ['-c', command, 'sh', process.execPath, '--input-type=module', '-e', program];
  expect(JSON.parse(execFileSync('sh', args, { encoding: 'utf8' }))).toEqual([]);
});

test('ends when its program ends by itself, with its code', async () => {
  const { exited, ask } = await startParent();
  ask('/end').catch(() => undefined);
  expect(await exited).toBe(0);
});

test('leaves no program behind when it is killed itself', async () => {
  const { parent, first } = await startParent();
  parent.kill('SIGKILL');
  await eventually(() => expect(lives(first.pid)).toBe(false));
});

test('ends no program that is stopped from outside: a debugger, a closed lid', async () => {
  const { ask, first } = await startParent();
  const stoppedAt = performance.now();
  process.kill(first.pid, 'SIGSTOP');
  // Twice the time in which a program may be silent.
  await eventually(() => expect(performance.now() - stoppedAt).toBeGreaterThan(3_000));
  process.kill(first.pid, 'SIGCONT');
  expect(await ask()).toEqual(first);
});
