import { execFile } from 'node:child_process';
import { expect, test } from 'vitest';

/** Runs a program with this `start` and gives its exit code and what it printed, standard error included. */
function run(start: string, options = ''): Promise<{ code: unknown; lines: string[] }> {
  const source = `import { runProgram } from '${new URL('./run-program.ts', import.meta.url)}';
    await runProgram({ name: 'test', ${options} start: async () => { ${start} } });`;
  const { promise, resolve } = Promise.withResolvers<{ code: unknown; lines: string[] }>();
  const args = ['--input-type=module-typescript', '-e', source];
  execFile(process.execPath, args, { cwd: '/', env: {} }, (error, stdout, stderr) =>
    resolve({ code: error?.code ?? 0, lines: `${stdout}${stderr}`.trim().split('\n') }),
  );
  return promise;
}

const startErrors = new URL('../errors/start-error.ts', import.meta.url).href;

const events = ({ lines }: { lines: string[] }) =>
  lines.map((line) => {
    const { event, msg } = JSON.parse(line) as Record<string, string>;
    return [event, msg];
  });

test('prints JSON lines only, also when a start fails or the program crashes', async () => {
  const [ready, refused, failed, crashed, warned] = await Promise.all([
    run(`return 'http://here'`),
    run(`const { StartError } = await import('${startErrors}'); throw new StartError('No.')`),
    run(`throw new Error('a defect')`),
    run(`setImmediate(() => { throw new Error('later') }); await new Promise(() => setInterval(() => {}, 1_000))`),
    run(`process.emitWarning('old'); await new Promise(setImmediate); return 'http://here'`),
  ]);
  expect(events(ready)).toEqual([['lifecycle.ready', 'program is ready']]);
  expect([refused.code, ...events(refused)]).toEqual([1, ['lifecycle.start.refused', 'No.']]);
  for (const ended of [failed, crashed]) {
    expect([ended.code, ...events(ended)]).toEqual([1, ['lifecycle.crashed', 'program failed; exiting']]);
  }
  expect(failed.lines[0]).toContain('a defect');
  expect(events(warned).map(([event]) => event)).toEqual(['lifecycle.warning', 'lifecycle.ready']);
});

test('prints sentences for a terminal', async () => {
  expect(await run(`return 'Ready: http://here'`, 'isForTerminal: true,')).toEqual({
    code: 0,
    lines: ['Ready: http://here'],
  });
});
