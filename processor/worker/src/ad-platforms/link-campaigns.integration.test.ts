/** Campaigns that link themselves: by the clicks that carry their id, and by the rule of their ad account. */
import type { AdPlatform } from '@tracker/infra/ad-platforms/ad-platform';
import type { SyncRequest } from '@tracker/infra/ad-platforms/sync-request';
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import { StoreError } from '@tracker/infra/clickhouse/errors';
import { createBatchKit } from '@tracker/processor/testing/batch-kit';
import { click, clickIdOf, record } from '@tracker/processor/testing/events';
import type { ClickTags } from '@tracker/schemas/events/click';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@tracker/schemas/primitives/durations';
import type { CampaignId } from '@tracker/schemas/primitives/ids';
import { dayOf } from '@tracker/schemas/primitives/tenant-day';
import type { TimeZone } from '@tracker/schemas/primitives/time';
import { createAccount } from '@tracker/standalone/facebook-stub/accounts';
import { refusals } from '@tracker/standalone/facebook-stub/refusal';
import { useStack } from '@tracker/test/kit/stack';
import { createTenant, type TestTenant } from '@tracker/test/kit/tenant-fixture';
import { type GraphTest, startGraphTest } from '@tracker/test/kit/use-graph';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createSpendKit, type SpendKit } from '../testing/spend-kit.ts';
import { campaignsInClicks } from './queries.ts';

const stack = useStack();
const batches = createBatchKit(stack);
const SAO_PAULO = 'America/Sao_Paulo' as TimeZone;

/** More than a question may name. */
const account = createAccount(
  { id: '777', name: 'Conta grande', currency: 'BRL', timeZone: SAO_PAULO, status: 1 },
  Array.from({ length: 52 }, (_, index) => [`Oferta ${index}`, 'ACTIVE'] as const),
  { isSmall: true },
);
const ids = account.campaigns.map(({ id }) => id);

let graph: GraphTest;
let tenant: TestTenant;
let kit: SpendKit;
beforeEach(async () => {
  graph = await startGraphTest({ accounts: [account] });
  tenant = await createTenant(stack);
  kit = createSpendKit(stack, graph);
  await kit.connect(tenant);
  return () => graph.stub.close();
});

const request = (trigger: SyncRequest['trigger'] = 'intraday'): SyncRequest => ({
  tenantId: tenant.tenantId,
  platform: 'facebook',
  trigger,
  campaignId: null,
});

/** A campaign of the tenant besides its first one. */
async function campaign(name: string): Promise<CampaignId> {
  const campaignId = `${name}-${tenant.slug.slice(-8)}` as CampaignId;
  await stack.postgres.withTenant(tenant.tenantId, (trx) =>
    trx
      .insertInto('campaigns')
      .values({ campaign_id: campaignId, tenant_id: tenant.tenantId, id: campaignId, name })
      .execute(),
  );
  return campaignId;
}

let clicks = 0;
interface Clicked extends Partial<ClickTags> {
  readonly networks?: number;
  readonly days?: number;
  readonly userAgent?: string;
}
/** Clicks from so many networks, on so many days. */
async function clicked(
  campaignId: CampaignId,
  sub3: string,
  { networks = 3, days = 2, ...change }: Clicked = {},
): Promise<void> {
  const owner = { tenantId: tenant.tenantId, campaignId };
  const events = Array.from({ length: Math.max(networks, days) }, (_, index) => {
    clicks += 1;
    const atMs = graph.clock.now() - HOUR_MS - (index % days) * DAY_MS;
    const ipAddress = `203.0.${index % networks}.0`;
    return record(click(owner, { sub3, atMs, ipAddress, clickId: clickIdOf(owner, atMs, clicks), ...change }));
  });
  await batches.process(events);
}

const links = async () =>
  (
    await stack.postgres.withTenant(tenant.tenantId, (trx) =>
      trx.selectFrom('ad_platform_campaign_links').selectAll().orderBy('platform_campaign_id').execute(),
    )
  ).map((row) => [row.platform_campaign_id, row.campaign_id, row.origin]);
const suggestions = async () =>
  (
    await stack.postgres.withTenant(tenant.tenantId, (trx) =>
      trx.selectFrom('ad_platform_link_suggestions').selectAll().orderBy('networks', 'desc').execute(),
    )
  ).map((row) => [row.platform_campaign_id, row.campaign_id, Number(row.clicks), Number(row.networks)]);
const setRule = (campaignId: string | null) =>
  stack.postgres.withTenant(tenant.tenantId, (trx) =>
    trx
      .insertInto('ad_platform_account_rules')
      .values({
        tenant_id: tenant.tenantId,
        platform: 'facebook',
        ad_account_id: 'act_777',
        campaign_id: campaignId,
        set_at: new Date(graph.clock.now()),
      })
      .execute(),
  );
const audit = () =>
  stack.postgres.withTenant(tenant.tenantId, (trx) =>
    trx.selectFrom('audit_log').select(['actor', 'action', 'details']).orderBy('id').execute(),
  );
/** Without those of the states of all objects. */
const lists = () =>
  graph.stub.requests.filter(
    ({ path, params }) => path.endsWith('/campaigns') && !params.get('fields')?.includes('daily_budget'),
  ).length;
const insights = () => graph.stub.requests.filter(({ path }) => path.endsWith('/insights')).map(({ path }) => path);

describe('links by clicks', () => {
  it('links what clicks of one campaign name, brings its spend in the same run and then its history', async () => {
    const other = await campaign('curso');
    await clicked(tenant.campaignId, ids[0]!);
    await clicked(tenant.campaignId, ids[1]!);
    await clicked(other, ids[2]!);
    await clicked(other, ids[3]!, { userAgent: 'Googlebot/2.1 (+http://www.google.com/bot.html)' });
    await clicked(other, 'nao-existe');
    const report = await kit.run(request());
    expect(await links()).toEqual([
      [ids[0], tenant.campaignId, 'clicks'],
      [ids[1], tenant.campaignId, 'clicks'],
      [ids[2], other, 'clicks'],
    ]);
    const today = dayOf(graph.clock.now(), SAO_PAULO);
    const cents = ids.slice(0, 3).reduce((sum, id) => sum + Number(graph.stub.shown(id, today).spend) * 100, 0);
    expect([report.successfulLinks, Math.round(Number(report.totalTodaySpend) * 100)]).toEqual([3, Math.round(cents)]);
    expect(kit.added).toContainEqual(request('linked'));
    expect(await audit()).toEqual(
      [tenant.campaignId, other].map((campaignId, index) => ({
        actor: 'system',
        action: 'campaign.connect-ad-platform',
        details: expect.objectContaining({ platform: 'facebook', campaignId, origin: 'clicks', links: 2 - index }),
      })),
    );
  });

  it('only suggests what clicks of several campaigns name', async () => {
    const other = await campaign('curso');
    await clicked(other, ids[0]!, { networks: 3, days: 4 });
    await clicked(tenant.campaignId, ids[0]!, { networks: 1, days: 1 });
    await kit.run(request());
    expect(await links()).toEqual([]);
    expect(await suggestions()).toEqual([
      [ids[0], other, 4, 3],
      [ids[0], tenant.campaignId, 1, 1],
    ]);
  });

  it('lets the clicks of one network link nothing, nor undo what others say', async () => {
    const other = await campaign('curso');
    await clicked(other, ids[0]!, { networks: 1, days: 40 });
    await clicked(tenant.campaignId, ids[1]!, { networks: 4 });
    await clicked(other, ids[1]!, { networks: 1, days: 20 });
    await kit.run(request());
    expect(await links()).toEqual([[ids[1], tenant.campaignId, 'clicks']]);
    expect(await suggestions()).toEqual([[ids[0], other, 30, 1]]);
  });

  it.each<[string, Partial<ClickTags>, boolean]>([
    ['of its source', { source: 'facebook' }, true],
    ['of a source that the product does not know', { source: 'bio-link' }, true],
    ['of the source of another platform', { source: 'Google' }, false],
    ['with the click id of another platform', { gclid: 'Cj0KCQ' }, false],
    [
      'with the click id of another platform, from a browser with its cookie',
      { ttclid: 'E.C.P', fbc: 'fb.1.2.x' },
      false,
    ],
    ['with its own click id', { source: 'ig', fbc: 'fb.1.2.x' }, true],
  ])('looks for the ids of its platform alone: clicks %s', async (_which, tags, isLinked) => {
    await clicked(tenant.campaignId, ids[0]!, tags);
    await kit.run(request());
    expect(await links()).toHaveLength(isLinked ? 1 : 0);
    // An id of another platform is not looked for.
    expect(lists()).toBe(isLinked ? 1 : 0);
    expect(await suggestions()).toEqual([]);
  });

  it('leaves alone what a person took out, and what is linked by hand', async () => {
    const other = await campaign('curso');
    await kit.link(tenant, { platformCampaignId: ids[0]! });
    await clicked(other, ids[0]!);
    await clicked(other, ids[1]!);
    await stack.postgres.withTenant(tenant.tenantId, (trx) =>
      trx
        .insertInto('ad_platform_link_refusals')
        .values({
          tenant_id: tenant.tenantId,
          platform: 'facebook',
          platform_campaign_id: ids[1]!,
          refused_at: new Date(),
        })
        .execute(),
    );
    await kit.run(request());
    expect(await links()).toEqual([[ids[0], tenant.campaignId, 'hand']]);
    expect(lists()).toBe(0);
  });

  it('syncs spend at the first attempt, and links nothing, while there are too many ids to be asked about', async () => {
    const full = new StoreError('Query memory limit exceeded', {
      kind: 'busy',
      code: 241,
      type: 'MEMORY_LIMIT_EXCEEDED',
    });
    const { clickhouse } = stack;
    const query: typeof clickhouse.query = (request) =>
      request.name === 'campaigns-in-clicks' ? Promise.reject(full) : clickhouse.query(request);
    const flooded = createSpendKit({ ...stack, clickhouse: { ...clickhouse, query } }, graph);
    await flooded.link(tenant, { platformCampaignId: ids[5]! });
    await clicked(tenant.campaignId, ids[0]!);
    await setRule(null);
    expect(await flooded.attempt(request())).toMatchObject({ links: 1, successfulLinks: 1, error: null });
    expect(await links()).toHaveLength(1);
    graph.clock.advance(HOUR_MS);
    await kit.run(request());
    expect(await links()).toHaveLength(52);
  });

  it('lists campaigns once an hour at most, and syncs spend also when the platform refuses the list', async () => {
    await kit.link(tenant, { platformCampaignId: ids[5]! });
    await clicked(tenant.campaignId, ids[0]!);
    graph.stub.faults.next({ kind: 'refuse', refusal: refusals.managementThrottled }, { match: /adaccounts/ });
    expect(await kit.run(request())).toMatchObject({ links: 1, successfulLinks: 1 });
    graph.clock.advance(20 * MINUTE_MS);
    await kit.run(request());
    expect(await links()).toHaveLength(1);
    graph.clock.advance(40 * MINUTE_MS);
    await kit.run(request());
    expect(await links()).toHaveLength(2);
    const listed = lists();
    await clicked(tenant.campaignId, ids[1]!);
    graph.clock.advance(20 * MINUTE_MS);
    await kit.run(request());
    expect(lists()).toBe(listed);
  });
});

describe('rule of an ad account', () => {
  it('puts what appears into its campaign against what clicks say', async () => {
    const other = await campaign('curso');
    await clicked(other, ids[0]!);
    await setRule(tenant.campaignId);
    await kit.run(request('nightly'));
    expect(await links()).toEqual(ids.toSorted().map((id) => [id, tenant.campaignId, 'account']));
    expect(kit.added).toContainEqual(request('linked'));
  });

  it('makes a campaign for each, takes one of the same name first, and follows clicks', async () => {
    const named = await campaign('Oferta 7');
    await clicked(tenant.campaignId, ids[0]!);
    await setRule(null);
    await kit.run(request());
    const made = new Map((await links()).map(([id, campaignId, origin]) => [id, [campaignId, origin]]));
    expect(made.size).toBe(52);
    expect([made.get(ids[0]!), made.get(ids[7]!)]).toEqual([
      [tenant.campaignId, 'clicks'],
      [named, 'account'],
    ]);
    expect(new Set([...made.values()].map(([campaignId]) => campaignId)).size).toBe(52);
    const { count } = await stack.postgres.withTenant(tenant.tenantId, (trx) =>
      trx
        .selectFrom('campaigns')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .executeTakeFirstOrThrow(),
    );
    expect(Number(count)).toBe(52);
  });
});

describe('history of many links', () => {
  it('brings 90 days of many campaigns with questions about the account alone', async () => {
    await setRule(tenant.campaignId);
    await kit.run(request());
    const before = insights().length;
    const report = await kit.run(request('linked'));
    expect(report).toMatchObject({ links: 52, successfulLinks: 52, error: null });
    const asked = insights().slice(before);
    expect(new Set(asked)).toEqual(new Set(['/act_777/insights']));
    // With those about the account as a whole, for the days that a campaign leaves out.
    expect(asked.length).toBeLessThan(15);
  });
});

describe('a look that fails', () => {
  it('links the campaigns of the other ad accounts when those of one cannot be planned', async () => {
    const other = createAccount(
      { id: '778', name: 'Outra conta', currency: 'BRL', timeZone: SAO_PAULO, status: 1 },
      [['Curso', 'ACTIVE']],
      { isSmall: true },
    );
    const two = await startGraphTest({ accounts: [account, other], clock: graph.clock });
    onTestFinished(() => two.stub.close());
    const platform: AdPlatform = {
      ...two.platform,
      async campaigns(token, adAccountId, signal) {
        if (adAccountId === 'act_777') throw new TypeError('defect');
        return two.platform.campaigns(token, adAccountId, signal);
      },
    };
    const own = createSpendKit(stack, { ...two, platform });
    await own.connect(tenant);
    await clicked(tenant.campaignId, ids[0]!);
    await clicked(tenant.campaignId, other.campaigns[0]!.id);
    await own.run(request());
    expect(await links()).toEqual([[other.campaigns[0]!.id, tenant.campaignId, 'clicks']]);
  });

  it('leaves the spend of links that are there to be synced', async () => {
    await kit.link(tenant, { platformCampaignId: ids[0]! });
    const clickhouse: ClickHouse = {
      ...stack.clickhouse,
      async query(request) {
        if (request.name === campaignsInClicks.name) throw new TypeError('defect');
        return stack.clickhouse.query(request);
      },
    };
    const own = createSpendKit({ ...stack, clickhouse }, graph);
    expect(await own.attempt(request())).toMatchObject({ links: 1, successfulLinks: 1 });
  });
});
