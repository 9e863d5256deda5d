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

test('starts parts in order, and stops them once in reverse', async () => {
  const { events, part } = recorder();
  const lifecycle = createLifecycle(logger);
  expect(await lifecycle.add(part('a'))).toBe('a');
  await lifecycle.add(part('b'));
  await Promise.all([lifecycle.stop(), lifecycle.stop()]);
  expect(events).toEqual(['start a', 'start b', 'stop b', 'stop a']);
});

test('stops the parts that were started when a later one fails to start', async () => {
  const { events, part } = recorder();
  const lifecycle = createLifecycle(logger);
  await lifecycle.add(part('a'));
  const failing = { name: 'b', start: () => Promise.reject(new Error('port in use')) };
  await expect(lifecycle.add(failing)).rejects.toThrow('port in use');
  expect(events).toEqual(['start a', 'stop a']);
  await expect(lifecycle.add(part('c'))).rejects.toBeInstanceOf(StartInterruptedError);
});

test('stops the other parts when one fails to stop', async () => {
  const { events, part } = recorder();
  const lifecycle = createLifecycle(logger);
  await lifecycle.add(part('a'));
  await lifecycle.add({ name: 'b', start: () => 1, stop: () => Promise.reject(new Error('stuck')) });
  await lifecycle.stop();
  expect(events).toEqual(['start a', 'stop a']);
});

test('waits for a part that is starting when it is stopped, and stops that part too', async () => {
  const { events, part } = recorder();
  const lifecycle = createLifecycle(logger);
  const held = Promise.withResolvers<string>();
  const slow = lifecycle.add({ ...part('slow'), start: () => held.promise });
  const refused = expect(slow).rejects.toBeInstanceOf(StartInterruptedError);
  const stopped = lifecycle.stop();
  held.resolve('slow');
  await Promise.all([refused, stopped]);
  expect(events).toEqual(['stop slow']);
});
