import { addDays, dayOf, daysFrom, type TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { DEFAULT_TIME_ZONE } from '@tracker/schemas/primitives/time';
import { createAccount } from '@tracker/standalone/facebook-stub/accounts';
import { STORIES } from '@tracker/test/kit/stories';
import { type GraphTest, startGraphTest } from '@tracker/test/kit/use-graph';
import { expect, test } from 'vitest';
import type { SpendRow } from '../ad-platform.ts';
import { GraphError } from './graph-error.ts';

const RUNS = 50 * STORIES;
const AT_ONCE = 10;
const DAYS = 10;

const account = createAccount(
  { id: '111', name: 'Conta BR', currency: 'BRL', timeZone: DEFAULT_TIME_ZONE, status: 1 },
  [
    ['Lançamento', 'ACTIVE'],
    ['Remarketing', 'ACTIVE'],
    ['Aula gratuita', 'PAUSED'],
  ],
);

interface Tally {
  calls: number;
  tries: number;
  triesMax: number;
}

/** Retries like a job: when the error says that a retry is useful, after the wait that it names. */
async function untilRead(t: GraphTest, tally: Tally, since: TenantDay, until: TenantDay): Promise<SpendRow[]> {
  for (let tries = 1; ; tries += 1) {
    try {
      const rows = await t.graph.dailyInsights(t.token, { adAccountId: 'act_111', since, until, level: 'campaign' });
      tally.tries += tries;
      tally.triesMax = Math.max(tally.triesMax, tries);
      return rows;
    } catch (error) {
      if (!(error instanceof GraphError) || tries === 60) throw error;
      expect(['throttled', 'retry']).toContain(error.action);
      t.clock.advance(error.waitMs ?? 60_000);
    }
  }
}

/** One isolated run on settled days, whose shown figures are final, with a fault in a third of the calls. */
async function runOnce(seed: number, tally: Tally): Promise<void> {
  const t = await startGraphTest({ seed: `run ${seed}`, accounts: [account] });
  try {
    t.stub.limits.pageRowsMax = 5;
    t.stub.faults.rate = 1 / 3;
    const until = addDays(dayOf(t.clock.now(), DEFAULT_TIME_ZONE), -40);
    const since = addDays(until, 1 - DAYS);
    const rows = await untilRead(t, tally, since, until);
    tally.calls += t.stub.requests.length;
    const expected = account.campaigns.flatMap(({ id }) =>
      daysFrom(since, until)
        .map((day) => ({ campaignId: id, day, ...t.stub.truth(id, day) }))
        .filter(({ spend }) => spend !== '0.00'),
    );
    const read = rows.map(({ campaignId, day, spend, impressions, clicks }) => ({
      campaignId,
      day,
      spend,
      impressions,
      clicks,
    }));
    const inOrder = <Row extends { campaignId: string; day: string }>(all: readonly Row[]) =>
      all.toSorted((a, b) => `${a.campaignId}${a.day}`.localeCompare(`${b.campaignId}${b.day}`));
    expect(inOrder(read)).toEqual(inOrder(expected));
  } finally {
    await t.stub.close();
  }
}

test(
  `reads the true spend to the cent in ${RUNS} runs with a fault in a third of the calls`,
  async () => {
    const tally = { calls: 0, tries: 0, triesMax: 0 };
    for (let from = 0; from < RUNS; from += AT_ONCE) {
      await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => runOnce(from + index, tally)));
    }
    // Proves that faults occurred: without them a run takes a handful of calls and one try.
    expect(tally.calls).toBeGreaterThan(RUNS * 10);
    expect(tally.tries).toBeGreaterThan(RUNS);
  },
  120_000 * STORIES,
);
