import { NOON } from '@tracker/processor/testing/events';
import { expect, it } from 'vitest';
import { useStack } from '../kit/stack.ts';
import { compareWithProcessor } from './same-figures.ts';

const stack = useStack();

it('writes the history of the benchmarks as the processor would', async () => {
  const { caches, clickhouse, keyring, log, logger, postgres, postgresUrl: url } = stack;
  const deps = { caches, clickhouse, keyring, log, logger, postgres, url, clock: { now: () => NOON } };
  const { events, different, asked } = await compareWithProcessor(deps, { events: 1_000, days: 3 });
  expect(different).toEqual([]);
  expect(events).toBeGreaterThan(1_000);
  expect(asked).toBeGreaterThan(30);
});
