import { createLogger } from '@tracker/infra/telemetry/logger';
import { createFakeClock } from '@tracker/test/kit/fake-clock';
import { expect, test } from 'vitest';
import { createUnknownCampaigns } from './unknown-campaigns.ts';

test('logs unknown campaigns at most once a minute and counts every request', () => {
  const lines: string[] = [];
  const logger = createLogger({ level: 'info', name: 'test', destination: { write: (line) => void lines.push(line) } });
  const clock = createFakeClock();
  const unknown = createUnknownCampaigns(logger, clock);
  for (let request = 0; request < 100; request += 1) unknown.count('track');
  clock.advance(60_000);
  unknown.count('view');
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { route: 'track', sinceLast: 1, total: 1 },
    { route: 'view', sinceLast: 100, total: 101 },
  ]);
});
