/** What is set in ad accounts, kept by day. */
import { readUnknownDays } from '@tracker/infra/ad-platforms/spend-days';
import type { SyncRequest } from '@tracker/infra/ad-platforms/sync-request';
import { AD_OBJECT_DAYS_MAX } from '@tracker/schemas/ad-platforms/ad-object';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@tracker/schemas/primitives/durations';
import { addDays, type TenantDay } from '@tracker/schemas/primitives/tenant-day';
import type { TimeZone } from '@tracker/schemas/primitives/time';
import { createAccount } from '@tracker/standalone/facebook-stub/accounts';
import { refusals } from '@tracker/standalone/facebook-stub/refusal';
import { useStack } from '@tracker/test/kit/stack';
import { createTenant, type TestTenant } from '@tracker/test/kit/tenant-fixture';
import { type GraphTest, startGraphTest } from '@tracker/test/kit/use-graph';
import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { createSpendKit, type SpendKit } from '../testing/spend-kit.ts';

const stack = useStack();
const SAO_PAULO = 'America/Sao_Paulo' as TimeZone;
const accountOf = (id: string) =>
  createAccount({ id, name: `Conta ${id}`, currency: 'BRL', timeZone: SAO_PAULO, status: 1 }, [['Oferta', 'ACTIVE']], {
    isSmall: true,
  });

let graph: GraphTest;
let tenant: TestTenant;
let kit: SpendKit;
let accounts: ReturnType<typeof accountOf>[];
beforeEach(async () => {
  accounts = [accountOf('811'), accountOf('822')];
  graph = await startGraphTest({ accounts });
  tenant = await createTenant(stack);
  kit = createSpendKit(stack, graph);
  await kit.connect(tenant);
  for (const { campaigns } of accounts) await kit.link(tenant, { platformCampaignId: campaigns[0]?.id ?? '' });
  return () => graph.stub.close();
});

const sync = (trigger: SyncRequest['trigger'] = 'intraday') =>
  kit.run({ tenantId: tenant.tenantId, platform: 'facebook', trigger, campaignId: null });

const rows = (of: TestTenant = tenant) =>
  stack.postgres.withTenant(of.tenantId, async (trx) =>
    (
      await trx
        .selectFrom('ad_objects')
        .selectAll()
        .select(sql<string>`day::text`.as('on_day'))
        .orderBy('ad_account_id')
        .orderBy('level')
        .orderBy('day')
        .execute()
    ).map(({ day: _, ...row }) => row),
  );
const today = () => new Date(graph.clock.now()).toLocaleDateString('sv', { timeZone: SAO_PAULO });
const [campaignOf, adsetOf] = [
  (index: number) => accounts[index]?.campaigns[0] ?? expect.fail(),
  (index: number) => accounts[index]?.campaigns[0]?.adsets[0] ?? expect.fail(),
];

it('keeps account, campaign, ad set and ad with parent, state in effect, budget and picture', async () => {
  campaignOf(0).dailyBudget = '15050';
  campaignOf(1).status = 'PAUSED';
  await sync();
  const found = await rows();
  const at = new Date(graph.clock.now());
  const [ad, adset, campaign] = [adsetOf(0).ads[0] ?? expect.fail(), adsetOf(0), campaignOf(0)];
  const active = { ad_account_id: 'act_811', effective_status: 'ACTIVE', on_day: today(), changed_at: at, seen_at: at };
  expect(found.slice(0, 4)).toMatchObject([
    { ...active, level: 'account', object_id: 'act_811', parent_id: null, effective_status: '1', budget: null },
    { ...active, level: 'ad', object_id: ad.id, parent_id: adset.id, name: ad.name, budget: null },
    { ...active, level: 'adset', object_id: adset.id, parent_id: campaign.id, budget: null },
    {
      ...{ ...active, level: 'campaign', object_id: campaign.id, parent_id: 'act_811' },
      budget: { kind: 'daily', amount: '150.50', currency: 'BRL' },
    },
  ]);
  expect(found[1]?.thumbnail_url).toMatch(/^https:/);
  expect(found.slice(4)).toMatchObject([
    { level: 'account', effective_status: '1' },
    { level: 'ad', status: 'ACTIVE', effective_status: 'CAMPAIGN_PAUSED' },
    {
      level: 'adset',
      effective_status: 'CAMPAIGN_PAUSED',
      budget: { kind: 'daily', amount: '50.00', currency: 'BRL' },
    },
    { level: 'campaign', status: 'PAUSED', effective_status: 'PAUSED', budget: null },
  ]);
  expect(await rows(await createTenant(stack))).toEqual([]);
});

it('has a row for each day of a change, the last state of the day, and none for days without', async () => {
  await sync();
  const first = await rows();
  const before = today();
  graph.clock.advance(2 * DAY_MS);
  await sync();
  const [seen] = await rows();
  expect(await rows()).toHaveLength(first.length);
  expect([seen?.changed_at, seen?.seen_at]).toEqual([first[0]?.seen_at, new Date(graph.clock.now())]);

  campaignOf(0).dailyBudget = '5000';
  await sync('all');
  graph.clock.advance(HOUR_MS);
  campaignOf(0).dailyBudget = '9000';
  await sync('all');
  graph.clock.advance(DAY_MS);
  await sync('all');
  const history = (await rows()).filter(({ object_id: id }) => id === campaignOf(0).id);
  expect(history.map(({ on_day, budget }) => [on_day, budget?.amount])).toEqual([
    [before, undefined],
    [expect.any(String), '90.00'],
  ]);
  expect(history[1]?.seen_at).toEqual(new Date(graph.clock.now()));
});

it('asks once an hour through the day, and not for an account whose budget of calls is almost used', async () => {
  const asked = () => graph.stub.requests.filter(({ path }) => path.endsWith('/adsets')).length;
  await sync();
  graph.clock.advance(20 * MINUTE_MS);
  await sync();
  expect(asked()).toBe(2);
  graph.clock.advance(HOUR_MS);
  await sync();
  expect(asked()).toBe(4);
});

it('reads the other accounts in the same run, and leaves spend as it is, when one is refused', async () => {
  graph.stub.faults.next({ kind: 'refuse', refusal: refusals.permission }, { match: /act_811\/adsets/ });
  const report = await sync();
  expect(report.successfulLinks).toBe(2);
  expect(new Set((await rows()).map(({ ad_account_id: id }) => id))).toEqual(new Set(['act_822']));
});

it('forgets what is older than two years, but not how things were on the first kept day', async () => {
  await sync();
  graph.clock.advance(DAY_MS);
  campaignOf(0).dailyBudget = '5000';
  await sync('all');
  graph.clock.advance((AD_OBJECT_DAYS_MAX + 3) * DAY_MS);
  await kit.connect(tenant, graph.stub.tokens.issue());
  const gone = accounts.pop();
  await sync('all');
  const found = await rows();
  expect(found.filter(({ object_id: id }) => id === campaignOf(0).id)).toMatchObject([{ budget: { amount: '50.00' } }]);
  expect(found.filter(({ ad_account_id: id }) => id === `act_${gone?.id}`)).toHaveLength(0);
});

it('keeps the picture of an ad that a later reading is refused, and asks for it again', async () => {
  await sync();
  const [before] = (await rows()).filter(({ level }) => level === 'ad');
  graph.stub.faults.next({ kind: 'refuse', refusal: refusals.badParameter }, { match: /act_811\/ads$/ });
  for (const days of [0, 1]) {
    graph.clock.advance(days * DAY_MS + HOUR_MS);
    if (days === 1) Object.assign(adsetOf(0).ads[0] ?? {}, { name: 'Outro nome' });
    const asked = graph.stub.requests.length;
    await sync();
    const fields = graph.stub.requests
      .slice(asked)
      .flatMap(({ path, params }) => (path === '/act_811/ads' ? [params.get('fields') ?? ''] : []));
    expect(fields.map((names) => names.includes('creative'))).toEqual([true, false]);
    const ads = (await rows()).filter(({ object_id: id }) => id === before?.object_id);
    expect(ads.map(({ thumbnail_url: url }) => url)).toEqual(ads.map(() => before?.thumbnail_url));
    graph.stub.faults.next({ kind: 'refuse', refusal: refusals.badParameter }, { match: /act_811\/ads$/ });
  }
});

it.each(['ACTIVE', 'ARCHIVED', 'DELETED'] as const)(
  'learns of links from before when their campaign was made, also of one that is %s: the days before cost nothing',
  async (status) => {
    campaignOf(0).status = status;
    campaignOf(0).createdTime = `${addDays(today() as TenantDay, -100)}T10:00:00-0300`;
    const wanted = { first: addDays(today() as TenantDay, -400), last: addDays(today() as TenantDay, -91) };
    const unknown = async () => {
      const options = { nowMs: graph.clock.now(), tenantZone: SAO_PAULO };
      const found = await stack.postgres.withTenant(tenant.tenantId, (trx) => readUnknownDays(trx, wanted, options));
      return found.filter(({ source }) => source.endsWith(campaignOf(0).id)).map(({ since, days }) => [since, days]);
    };
    expect(await unknown()).toEqual([[wanted.first, 310]]);
    await sync('linked');
    expect(await unknown()).toEqual([[addDays(today() as TenantDay, -101), 11]]);
    // It is asked once.
    const asked = graph.stub.requests.length;
    graph.clock.advance(DAY_MS);
    await sync('nightly');
    const ofItself = graph.stub.requests.slice(asked).filter(({ path }) => path.endsWith(`/${campaignOf(0).id}`));
    expect(ofItself).toEqual([]);
  },
);
