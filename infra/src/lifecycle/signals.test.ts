import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';

/** Runs a program whose stop function has this source, sends it the signals, and returns its exit code. */
async function exitCodeOf(stop: string, signals: number, deadlineMs = 5_000): Promise<number> {
  const source = `import { onSignals } from '${new URL('./signals.ts', import.meta.url)}';
    setInterval(() => {}, 1000);
    process.on('SIGTERM', () => console.log('told'));
    onSignals(${stop}, { deadlineMs: ${deadlineMs} });
    console.log('ready');`;
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  await once(child.stdout, 'data');
  for (let sent = 0; sent < signals; sent += 1) {
    child.kill('SIGTERM');
    // One signal at a time: two pending signals of a kind are delivered as one.
    await Promise.race([once(child.stdout, 'data'), exited]);
  }
  const [code] = await exited;
  return code;
}

test('stops the program with exit code 0 after a signal', async () => {
  expect(await exitCodeOf('async () => {}', 1)).toBe(0);
});

test('ends the program at once after a second signal', async () => {
  expect(await exitCodeOf('() => new Promise(() => {})', 2)).toBe(143);
});

test('exits with 1 when the stop fails or takes too long', async () => {
  expect(await exitCodeOf('() => new Promise(() => {})', 1, 50)).toBe(1);
  expect(await exitCodeOf('() => Promise.reject(new Error("x"))', 1)).toBe(1);
});
