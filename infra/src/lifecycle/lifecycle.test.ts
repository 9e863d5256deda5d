import { expect, test } from 'vitest';
import { createLogger } from '../telemetry/logger.ts';
import { createLifecycle, StartInterruptedError } from './lifecycle.ts';

const logger = createLogger({ level: 'silent', name: 'test' });

function recorder() {
  const events: string[] = [];
  const part = (name: string) => ({
    name,
    start: async () => {
      events.push(`start ${name}`);
      return name;
    },
    stop: async (value: string) => void events.push(`stop ${value}`),
  });
  return { events, part };
}

test('parts start in order and stop in reverse, once', async () => {
  const { events, part } = recorder();
  const lifecycle = createLifecycle(logger);
  expect(await lifecycle.add(part('a'))).toBe('a');
  await lifecycle.add(part('b'));
  await Promise.all([lifecycle.stop(), lifecycle.stop()]);
  expect(events).toEqual(['start a', 'start b', 'stop b', 'stop a']);
});

test('a part that fails to start takes down those before it', async () => {
  const { events, part } = recorder();
  const lifecycle = createLifecycle(logger);
  await lifecycle.add(part('a'));
  const failing = { name: 'b', start: () => Promise.reject(new Error('port in use')) };
  await expect(lifecycle.add(failing)).rejects.toThrow('port in use');
  expect(events).toEqual(['start a', 'stop a']);
  await expect(lifecycle.add(part('c'))).rejects.toBeInstanceOf(StartInterruptedError);
});

test('a part that fails to stop does not keep the others', async () => {
  const { events, part } = recorder();
  const lifecycle = createLifecycle(logger);
  await lifecycle.add(part('a'));
  await lifecycle.add({ name: 'b', start: () => 1, stop: () => Promise.reject(new Error('stuck')) });
  await lifecycle.stop();
  expect(events).toEqual(['start a', 'stop a']);
});

test('a stop in the middle of a start waits for it and stops it too', async () => {
  const { events, part } = recorder();
  const lifecycle = createLifecycle(logger);
  const gate = Promise.withResolvers<string>();
  const slow = lifecycle.add({ ...part('slow'), start: () => gate.promise });
  const refused = expect(slow).rejects.toBeInstanceOf(StartInterruptedError);
  const stopped = lifecycle.stop();
  gate.resolve('slow');
  await Promise.all([refused, stopped]);
  expect(events).toEqual(['stop slow']);
});
