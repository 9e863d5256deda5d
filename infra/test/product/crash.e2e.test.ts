import { expect, inject, it } from 'vitest';
import { crashRun } from '../crash/crash-run.ts';
import { within } from '../kit/machine.ts';

/** The short form of `npx -y pnpm@12 test:crash`. */
it('loses and double-counts no event across kill -9, a log outage and hostile posts, and replays to identical figures', {
  timeout: within(480_000),
  tags: ['§G.1', '§G.2', '§G.3', '§G.4'],
}, async () => {
  const result = await crashRun({
    eventsPerSecond: 100,
    productKills: 1,
    postgresKills: 1,
    brokerKills: 0,
    outageMs: 10_000,
    calmMs: 1_000,
    strangersPerSecond: 10,
    migratedDir: inject('migratedDir'),
    say: () => undefined,
  });
  expect(result.account.surprises).toEqual([]);
  expect(result.account.acknowledged).toBeGreaterThan(1_000);
  expect(result.outage.acknowledged).toBeGreaterThan(400);
  expect({ lost: result.lost, countedTwice: result.countedTwice, wrongConversions: result.wrongConversions }).toEqual({
    lost: 0,
    countedTwice: 0,
    wrongConversions: [],
  });
  expect(result.figures.revenueCents).toBe(result.expectedRevenueCents);
  expect(result.hostilePosts).toBeGreaterThan(0);
  expect(result.hostileEvents).toBeGreaterThan(0);
  expect(result.setAside).toBe(0);
  expect(result.figures.strangers).toBeGreaterThan(0);
  expect(result.sameAfterReplay).toBe(true);
});
