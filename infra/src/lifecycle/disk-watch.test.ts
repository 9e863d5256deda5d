import { expect, onTestFinished, test } from 'vitest';
import { createLogger } from '../telemetry/logger.ts';
import { createDiskWatch } from './disk-watch.ts';

test('changes its state with the free space, returns only when there is more room than at the limit, and says so in the log', async () => {
  const events: string[] = [];
  const destination = { write: (line: string) => void events.push(JSON.parse(line).event) };
  let free = 1_000;
  const watch = createDiskWatch({
    path: '/data',
    logger: createLogger({ level: 'info', name: 'test', destination }),
    limits: { lowBytes: 500, fullBytes: 100 },
    freeBytesOf: async () => (free < 0 ? Promise.reject(new Error('no disk')) : free),
  });
  onTestFinished(() => watch.stop());
  const states: string[] = [];
  for (const bytes of [1_000, 499, 520, -1, 99, 105, 120, 551]) {
    free = bytes;
    await watch.look();
    states.push(watch.state());
  }
  expect(states).toEqual(['ok', 'low', 'low', 'low', 'full', 'full', 'low', 'ok']);
  expect(events).toEqual(['disk.low', 'disk.full', 'disk.recovered']);
});

test('reads the free space of a real directory', async () => {
  const watch = createDiskWatch({
    path: process.cwd(),
    logger: createLogger({ level: 'silent', name: 'test' }),
    limits: { lowBytes: Number.MAX_SAFE_INTEGER / 2, fullBytes: 0 },
  });
  onTestFinished(() => watch.stop());
  await watch.look();
  expect(watch.state()).toBe('low');
});
