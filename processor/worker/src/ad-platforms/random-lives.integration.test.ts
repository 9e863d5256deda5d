// Over random lives of an account, of any zone and currency, that two tenants share: after the last run its spend is that of the books of its
// platform, what no run has read is missing, and no run ever stored what the books did not say while it ran.

import { readGaps, readUnknownDays } from '@tracker/infra/ad-platforms/spend-days';
import type { SyncRequest } from '@tracker/infra/ad-platforms/sync-request';
import type { Positions } from '@tracker/infra/event-log/event-log';
import { createBatchKit } from '@tracker/processor/testing/batch-kit';
import { EVENTS_TOPIC } from '@tracker/schemas/events/topics';
import { DAY_MS, HOUR_MS } from '@tracker/schemas/primitives/durations';
import { addDays, dayOf, daysFrom, type TenantDay } from '@tracker/schemas/primitives/tenant-day';
import type { TimeZone } from '@tracker/schemas/primitives/time';
import type { Row } from '@tracker/standalone/facebook-stub/insights';
import { type Refusal, refusals } from '@tracker/standalone/facebook-stub/refusal';
import { within } from '@tracker/test/kit/machine';
import { useStack } from '@tracker/test/kit/stack';
import { STORIES, tries } from '@tracker/test/kit/stories';
import { createTenant, type TestTenant } from '@tracker/test/kit/tenant-fixture';
import { type GraphTest, startGraphTest } from '@tracker/test/kit/use-graph';
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { createSpendKit, type SpendKit } from '../testing/spend-kit.ts';

vi.setConfig({ testTimeout: within(600_000) });

const stack = useStack();
const batches = createBatchKit(stack);
const CAMPAIGNS = 2;
const HOUR = 'hourly_stats_aggregated_by_advertiser_time_zone';
/** A token ends by itself. */
const TOKEN_DAYS = 60;
/** With summer time in either half of the year, by half an hour, and without. */
const ZONES = ['America/Sao_Paulo', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu'] as TimeZone[];

const of = (code: number, subcode?: number, message = 'refused'): Refusal => ({ status: 400, code, subcode, message });
/** Each row of the table of errors, and each condition of a row. Those that end a connection are apart. */
const REFUSED: readonly Refusal[] = [
  ...[refusals.budgetChangedOften, refusals.appThrottled, refusals.userThrottled, refusals.insightsThrottled],
  ...[of(1, 1_504_022), of(2, 1_504_039), refusals.tooMuchData, of(18), refusals.reduceData],
  ...[{ ...refusals.service, subcode: 1_504_018 }, of(1, 99), of(2642), of(960), of(100, undefined, 'Invalid cursor')],
  ...[of(2601, 1_815_107), refusals.unfinishedRun, of(11), of(12), refusals.oldVersion, refusals.badApp, of(104)],
  ...[
    refusals.badSecret,
    refusals.noProof,
    refusals.badProof,
    of(31, undefined, 'Provide valid app ID'),
    of(270),
    of(294),
  ],
  ...[of(3, undefined, 'Application does not have the capability'), of(31, undefined, 'has development access only')],
  ...[of(191), refusals.otherRedirect, refusals.blocked, refusals.unknownObject, of(803), refusals.oldEvent],
  ...[of(3), of(10), refusals.permission, of(299), { ...of(31), isTransient: true }, refusals.service],
  ...[refusals.unknown, of(-3), of(31), { ...of(31), status: 500 }],
];
const ENDING: readonly Refusal[] = [
  ...[refusals.usedCode, refusals.expiredCode, refusals.removedApp, of(190, 459), of(190, 464)],
  ...[refusals.changedPassword, refusals.expiredToken, of(102), refusals.badToken],
];

const place = { campaign: fc.nat({ max: CAMPAIGNS - 1 }), ad: fc.nat({ max: 3 }) };
const run = fc.record({ kind: fc.constantFrom('intraday', 'nightly', 'all' as const), tenant: fc.nat({ max: 1 }) });
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('hours' as const), hours: fc.constantFrom(5, 24, 49, 29 * 24, 45 * 24) }),
  },
  { weight: 4, arbitrary: run },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('ad deleted' as const), ...place }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('campaign deleted' as const), ...place }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('renamed' as const), ...place }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('refused' as const),
      refusal: fc.constantFrom(...REFUSED, ...ENDING),
      times: fc.integer({ min: 1, max: 6 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('token ended' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('day left out' as const), back: fc.nat({ max: 30 }), next: run }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('hours left out' as const), next: run }) },
);
const world = fc.record({
  zone: fc.constantFrom(...ZONES),
  currency: fc.constantFrom('BRL', 'USD', 'CLP'),
  tenants: fc.constantFrom<[TimeZone, TimeZone][]>([ZONES[0]!, ZONES[1]!], [ZONES[3]!, ZONES[0]!]),
  bases: fc.constantFrom<('account' | 'company')[][]>(['account', 'company'], ['company', 'account']),
});

type ValueOf<A> = A extends fc.Arbitrary<infer V> ? V : never;

/** What once failed. */
const FOUND: [ValueOf<typeof world>, ValueOf<typeof step>[]][] = [
  // Its campaign is in no list, and it is asked itself by hour: the answer lacks some.
  [
    {
      zone: ZONES[0]!,
      currency: 'BRL',
      tenants: [ZONES[0]!, ZONES[1]!],
      bases: ['company', 'account'],
    },
    [
      { kind: 'campaign deleted', campaign: 0, ad: 0 },
      { kind: 'intraday', tenant: 0 },
      { kind: 'hours left out', next: { kind: 'intraday', tenant: 0 } },
    ],
  ],
  // A day of the account is in no answer: it has the last hour of the tenant's day before.
  [
    { zone: ZONES[0]!, currency: 'USD', tenants: [ZONES[0]!, ZONES[1]!], bases: ['account', 'company'] },
    [{ kind: 'day left out', back: 29, next: { kind: 'all', tenant: 1 } }],
  ],
  // The first run of all lacks hours of a day that was never read.
  [
    { zone: ZONES[1]!, currency: 'BRL', tenants: [ZONES[0]!, ZONES[1]!], bases: ['company', 'account'] },
    [{ kind: 'hours left out', next: { kind: 'intraday', tenant: 1 } }],
  ],
  // A day that was corrected since it was read is in no answer.
  [
    { zone: ZONES[0]!, currency: 'BRL', tenants: [ZONES[0]!, ZONES[1]!], bases: ['account', 'company'] },
    [
      { kind: 'intraday', tenant: 0 },
      { kind: 'hours', hours: 49 },
      { kind: 'day left out', back: 3, next: { kind: 'all', tenant: 0 } },
    ],
  ],
];

interface Life {
  readonly tenant: TestTenant;
  readonly zone: TimeZone;
  /** In which its days are cut. */
  readonly dayZone: TimeZone;
}

it('has the spend of the books by day and campaign to the cent, and knows each day that it lacks', async () => {
  await fc.assert(
    fc.asyncProperty(world, fc.array(step, { minLength: 3, maxLength: 6 }), async (setting, steps) => {
      // A busy machine answers late: that is no refusal.
      const graph = await startGraphTest({ deadlineMs: 60_000 });
      try {
        const { stub } = graph;
        stub.lists.omitDeleted = true;
        Object.assign(stub.accounts[0]!, { timeZone: setting.zone, currency: setting.currency });
        await live(graph, setting, steps);
      } finally {
        await graph.stub.close();
      }
    }),
    { numRuns: tries(3, 4 * STORIES), examples: FOUND, endOnFailure: true },
  );
});

async function live(graph: GraphTest, setting: ValueOf<typeof world>, steps: readonly ValueOf<typeof step>[]) {
  const { stub, clock } = graph;
  const kit = createSpendKit(stack, graph);
  const campaigns = stub.accounts[0]!.campaigns.slice(0, CAMPAIGNS);
  const lives: Life[] = [];
  for (const [index, zone] of setting.tenants.entries()) {
    const tenant = await createTenant(stack, { timeZone: zone });
    const dayBasis = setting.bases[index]!;
    lives.push({ tenant, zone, dayZone: dayBasis === 'company' ? zone : setting.zone });
    await kit.connect(tenant);
    for (const { id } of campaigns) await kit.link(tenant, { platformCampaignId: id, dayBasis });
  }
  const books = createBooks(graph, kit, campaigns);
  let isConnected = true;
  const endsAtMs = clock.now() + TOKEN_DAYS * DAY_MS;
  const runOf = (one: ValueOf<typeof run>) => books.run(lives[one.tenant]!, one.kind);
  for (const one of steps) {
    if (one.kind === 'hours') clock.advance(one.hours * HOUR_MS);
    else if (one.kind === 'ad deleted') {
      campaigns[one.campaign]!.adsets.flatMap(({ ads }) => ads)[one.ad]!.status = 'DELETED';
    } else if (one.kind === 'campaign deleted') campaigns[one.campaign]!.status = 'DELETED';
    else if (one.kind === 'renamed') Object.assign(campaigns[one.campaign]!, { name: `Outro nome ${one.ad}` });
    else if (one.kind === 'refused') {
      stub.faults.next({ kind: 'refuse', refusal: one.refusal }, { times: one.times, match: /insights/ });
      if (ENDING.includes(one.refusal)) isConnected = false;
    } else if (one.kind === 'token ended') {
      stub.tokens.endAll(refusals.expiredToken);
      isConnected = false;
    } else if (one.kind === 'day left out' || one.kind === 'hours left out') {
      const day = one.kind === 'day left out' ? addDays(dayOf(clock.now(), setting.zone), -one.back) : null;
      const isLeftOut = (row: Row) => (day ? row.date_start === day : /^(0[6-9]|1)/.test(String(row[HOUR] ?? '')));
      stub.lists.rewrite = (rows, params) =>
        params.get('level') === 'account' ? rows : rows.filter((row) => !isLeftOut(row));
      await runOf(one.next);
      stub.lists.rewrite = (rows) => rows;
    } else await runOf(one);
  }

  // The last runs: what was to be refused was, the person connects again, and the platform answers.
  while (stub.faults.take('GET /insights') !== undefined) clock.advance(0);
  for (const life of lives) {
    if (!isConnected || clock.now() + 8 * HOUR_MS > endsAtMs) await kit.connect(life.tenant, stub.tokens.issue());
  }
  clock.advance(7 * HOUR_MS);
  for (const life of lives) {
    await books.run(life, 'intraday');
    await books.run(life, 'nightly');
    await books.expectWhole(life);
    await books.expectUnknown(life);
  }
}

function createBooks({ stub, clock }: GraphTest, kit: SpendKit, campaigns: readonly { readonly id: string }[]) {
  const accountZone = stub.accounts[0]!.timeZone;
  let read: Positions | undefined;
  const known = new Map<string, ReadonlyMap<string, number>>();
  const cents = (text: string) => Math.round(Number(text) * 100);

  async function process() {
    read ??= await stack.log.ends(EVENTS_TOPIC);
    const to = await stack.log.ends(EVENTS_TOPIC);
    for await (const records of stack.log.read({ topic: EVENTS_TOPIC, from: read, to, maxRecords: 10_000 })) {
      await batches.process(records);
    }
    read = to;
  }
  async function stored({ tenant }: Life): Promise<ReadonlyMap<string, number>> {
    const rows = (await batches.rows(tenant.tenantId, 'ad_spend')) as unknown as {
      source: string;
      day: TenantDay;
      spend: string;
    }[];
    return new Map(rows.map(({ source, day, spend }) => [`${source.split('/')[1]} ${day}`, cents(spend)]));
  }
  const shown = (key: string, { dayZone }: Life) => {
    const [id, day] = key.split(' ') as [string, TenantDay];
    return cents(dayZone === accountZone ? stub.shown(id, day).spend : stub.shownIn(id, day, dayZone));
  };
  const today = ({ dayZone }: Life) => dayOf(clock.now(), dayZone);
  async function unknownOf(life: Life): Promise<Set<string>> {
    const window = { first: addDays(today(life), -120), last: addDays(today(life), -1) };
    const unknown = await stack.postgres.withTenant(life.tenant.tenantId, (trx) =>
      readUnknownDays(trx, window, { nowMs: clock.now(), tenantZone: life.zone }),
    );
    return new Set(
      unknown.flatMap(({ source, since, days }) =>
        daysFrom(since, addDays(since, days - 1)).map((day) => `${source.split('/')[1]} ${day}`),
      ),
    );
  }

  async function runOnce(life: Life, request: SyncRequest) {
    const before = known.get(life.tenant.tenantId) ?? new Map<string, number>();
    const began = today(life);
    const beganMs = clock.now();
    await kit.run(request).catch(() => undefined);
    await process();
    const after = await stored(life);
    known.set(life.tenant.tenantId, after);
    const unknown = await unknownOf(life);
    for (const [key, spend] of after) {
      if (spend === before.get(key) || unknown.has(key)) continue;
      // A run that waits sees the day go on.
      const endedMs = clock.now();
      clock.set(beganMs);
      const stated = [shown(key, life)];
      const isToday = key.slice(-began.length) >= began;
      if (isToday) {
        // Without its last hour it is what a platform that is late says.
        clock.set(beganMs - HOUR_MS);
        stated.unshift(shown(key, life));
      }
      clock.set(endedMs);
      if (endedMs > beganMs) stated.push(shown(key, life));
      const isShown =
        stated.includes(spend) || (isToday && endedMs > beganMs && spend >= stated[0]! && spend <= stated.at(-1)!);
      expect([key, spend, isShown, stated]).toEqual([key, spend, true, stated]);
    }
  }

  return {
    /** With those that it asks for. */
    async run(life: Life, trigger: SyncRequest['trigger']) {
      await process();
      kit.added.length = 0;
      const { tenantId } = life.tenant;
      await runOnce(life, { tenantId, platform: 'facebook', trigger, campaignId: null });
      for (const asked of kit.added.splice(0)) await runOnce(life, asked as SyncRequest);
      await this.expectUnknown(life);
    },

    /** What no run has read is unknown: each other day of the links has a row. */
    async expectUnknown(life: Life) {
      const missing = await unknownOf(life);
      const have = await stored(life);
      for (const { id } of campaigns) {
        for (const day of daysFrom(addDays(today(life), -120), addDays(today(life), -1))) {
          const key = `${id} ${day}`;
          if (!missing.has(key)) expect([key, have.has(key)]).toEqual([key, true]);
        }
      }
    },

    async expectWhole(life: Life) {
      const { tenantId } = life.tenant;
      const gaps = await stack.postgres.withTenant(tenantId, (trx) =>
        readGaps(trx, { tenantId, platform: 'facebook' }, clock.now()),
      );
      expect(gaps).toEqual([]);
      const have = await stored(life);
      for (const { id } of campaigns) {
        for (const day of daysFrom(addDays(today(life), -89), today(life))) {
          const key = `${id} ${day}`;
          expect([key, have.get(key) ?? 0]).toEqual([key, shown(key, life)]);
        }
      }
    },
  };
}
