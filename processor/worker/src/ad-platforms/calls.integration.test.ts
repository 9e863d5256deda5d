// How many calls the runs of an account cost, while it is well and while it refuses (table: infra/docs/adr/0163-hours-with-a-gap-are-held-against-their-day.md).
import type { SyncRequest } from '@tracker/infra/ad-platforms/sync-request';
import type { Positions } from '@tracker/infra/event-log/event-log';
import { createBatchKit } from '@tracker/processor/testing/batch-kit';
import { EVENTS_TOPIC } from '@tracker/schemas/events/topics';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@tracker/schemas/primitives/durations';
import { type Refusal, refusals } from '@tracker/standalone/facebook-stub/refusal';
import { useStack } from '@tracker/test/kit/stack';
import { createTenant, type TestTenant } from '@tracker/test/kit/tenant-fixture';
import { useGraph } from '@tracker/test/kit/use-graph';
import { beforeEach, describe, expect, it } from 'vitest';
import { createSpendKit, type SpendKit } from '../testing/spend-kit.ts';

const stack = useStack();
const batches = createBatchKit(stack);
const graph = useGraph();

let tenant: TestTenant;
let kit: SpendKit;
let ids: string[];
beforeEach(async () => {
  tenant = await createTenant(stack);
  kit = createSpendKit(stack, graph);
  await kit.connect(tenant);
  ids = graph.stub.accounts[0]!.campaigns.map(({ id }) => id);
});

let read: Positions = new Map();
async function process() {
  const to = await stack.log.ends(EVENTS_TOPIC);
  for await (const records of stack.log.read({ topic: EVENTS_TOPIC, from: read, to, maxRecords: 10_000 })) {
    await batches.process(records);
  }
  read = to;
}

/** A run with those that it asks for: its calls for insights, and all others. */
async function callsOf(trigger: SyncRequest['trigger']): Promise<{ insights: number; others: number }> {
  const from = graph.stub.requests.length;
  kit.added.length = 0;
  await kit.run({ tenantId: tenant.tenantId, platform: 'facebook', trigger, campaignId: null });
  await process();
  for (const asked of kit.added.splice(0)) {
    await kit.run(asked as SyncRequest);
    await process();
  }
  const made = graph.stub.requests.slice(from);
  const insights = made.filter(({ path }) => path.endsWith('/insights')).length;
  return { insights, others: made.length - insights };
}

describe.each([
  { name: 'one link', links: 1, basis: 'account', first: 4, quiet: 1, news: 2, night: 4 },
  { name: 'five links', links: 5, basis: 'account', first: 7, quiet: 1, news: 2, night: 4 },
  // A campaign that has nothing on one of the account's two days is held against the account: two more with news.
  { name: 'five links in days of the tenant', links: 5, basis: 'company', first: 77, quiet: 1, news: 5, night: 29 },
] as const)('a healthy account with $name', ({ links, basis, first, quiet, news, night }) => {
  it('asks for insights no more often than the table says', async () => {
    // A zone of its own, where days are the tenant's.
    if (basis === 'company') Object.assign(graph.stub.accounts[0]!, { timeZone: 'America/Chicago' });
    for (const id of ids.slice(0, links)) await kit.link(tenant, { platformCampaignId: id, dayBasis: basis });
    const found = new Map<string, number>();
    found.set('first', (await callsOf('linked')).insights);
    await callsOf('intraday');
    found.set('quiet', (await callsOf('intraday')).insights);
    graph.clock.advance(HOUR_MS);
    found.set('news', (await callsOf('intraday')).insights);
    graph.clock.advance(DAY_MS);
    await callsOf('nightly');
    graph.clock.advance(DAY_MS);
    found.set('night', (await callsOf('nightly')).insights);
    expect(Object.fromEntries(found)).toEqual({ first, quiet, news, night });
  });
});

const of = (code: number, subcode?: number, message = 'refused'): Refusal => ({ status: 400, code, subcode, message });
/** One of each row of the table of errors. */
const REFUSALS: readonly (readonly [string, Refusal, number])[] = [
  ['a limit', refusals.insightsThrottled, 30],
  ['too much data', refusals.tooMuchData, 80],
  ['too much data in words', refusals.reduceData, 80],
  ['a cursor', of(2642), 80],
  ['a run that has just begun', of(2601, 1_815_107), 60],
  ['a version that ended', refusals.oldVersion, 20],
  ['the app', refusals.badApp, 20],
  ['the app’s access level', of(270), 20],
  ['an expired token', refusals.expiredToken, 4],
  ['a policy', refusals.blocked, 20],
  ['an object that is not seen', refusals.unknownObject, 40],
  ['a permission', refusals.permission, 20],
  ['an unknown error', refusals.unknown, 80],
  ['a service that is away', refusals.service, 80],
  ['any other code', of(31), 40],
];

describe('an account that refuses for ever', () => {
  it.each(REFUSALS)('with %s costs a bounded number of calls a day', async (_, refusal, most) => {
    await kit.link(tenant, { platformCampaignId: ids[0]! });
    await callsOf('linked');
    graph.stub.faults.next({ kind: 'refuse', refusal }, { times: 100_000, match: /insights|report/ });
    const untilMs = graph.clock.now() + DAY_MS;
    const from = graph.stub.requests.length;
    await callsOf('nightly').catch(() => undefined);
    for (;;) {
      const { spend_due_at: due } = await stack.postgres.withTenant(tenant.tenantId, (trx) =>
        trx.selectFrom('ad_platform_connections').select('spend_due_at').executeTakeFirstOrThrow(),
      );
      const dueMs = Math.max(due.getTime(), graph.clock.now() + 20 * MINUTE_MS);
      if (dueMs >= untilMs) break;
      graph.clock.set(dueMs);
      await callsOf('intraday').catch(() => undefined);
    }
    const asked = graph.stub.requests.slice(from).filter(({ path }) => /insights|^\/\d+$/.test(path)).length;
    expect(asked).toBeGreaterThan(0);
    expect(asked).toBeLessThanOrEqual(most);
  });
});
