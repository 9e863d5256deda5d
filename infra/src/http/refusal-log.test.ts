import { createFakeClock } from '@tracker/test/kit/fake-clock';
import { expect, test } from 'vitest';
import { createLogger } from '../telemetry/logger.ts';
import { createRefusalLog } from './refusal-log.ts';

test('records each reason once a minute with all that was refused since', async () => {
  const clock = createFakeClock('2026-11-20T12:00:00Z');
  const recorded: [string, number][] = [];
  const refusals = createRefusalLog(createLogger({ level: 'silent', name: 'test' }), clock, async (reason, times) => {
    recorded.push([reason, times]);
  });
  for (let count = 0; count < 5; count += 1) refusals.count('click-network');
  refusals.count('disk');
  clock.advance(60_000);
  refusals.count('click-network');
  expect(recorded).toEqual([
    ['click-network', 1],
    ['disk', 1],
    ['click-network', 5],
  ]);
});

test('goes on when a refusal cannot be recorded', () => {
  const clock = createFakeClock('2026-11-20T12:00:00Z');
  const refusals = createRefusalLog(createLogger({ level: 'silent', name: 'test' }), clock, () =>
    Promise.reject(new Error('away')),
  );
  expect(() => refusals.count('in-flight')).not.toThrow();
});
