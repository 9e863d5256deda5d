import { readGaps } from '@tracker/infra/ad-platforms/spend-days';
import { CAMPAIGNS_MAX } from '@tracker/schemas/contracts/campaigns.contract';
import { type GraphTest, startGraphTest } from '@tracker/test/kit/use-graph';
import { withoutAdPlatforms } from '@tracker/test/kit/without-ad-platforms';
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type StaffedTenant, useApi } from '../../testing/use-api.ts';

let graph: GraphTest;
const added: unknown[] = [];
const api = useApi({
  adPlatforms: (clock, logger) => {
    const { jobs, ...away } = withoutAdPlatforms(clock, logger);
    return {
      ...away,
      adPlatforms: [graph.platform],
      jobs: {
        ...jobs,
        async add(_, payload) {
          added.push(payload);
          return { id: 'job', added: true };
        },
      },
    };
  },
  before: async (clock) => {
    graph = await startGraphTest({ clock });
  },
});
afterAll(() => graph?.stub.close());

let tenant: StaffedTenant;
let foreign: StaffedTenant;
beforeEach(async () => {
  [tenant, foreign] = await Promise.all([api.tenant(), api.tenant()]);
  added.length = 0;
  await connect(tenant);
});

async function connect({ admin }: StaffedTenant): Promise<void> {
  const leaving = new URL(String((await admin.ask('/auth/facebook')).headers.location));
  leaving.searchParams.set('__allow', '1');
  const back = new URL(String((await fetch(leaving, { redirect: 'manual' })).headers.get('location')));
  await admin.ask(back.pathname + back.search);
}

const ACCOUNT = '/api/facebook/ad-accounts/act_111/link-all';
const linkAll = (payload: object, of = tenant.admin, url = ACCOUNT) => of.ask({ method: 'POST', url, payload });
const get = async (url: string, of = tenant.admin) => (await of.ask(url)).json();
const links = (of = tenant.admin) => get('/api/facebook/connections', of) as Promise<Record<string, unknown>[]>;
const remove = (url: string, of = tenant.admin) => of.ask({ method: 'DELETE', url });
/** Those that are not deleted or archived. */
const liveCampaigns = () =>
  graph.stub.accounts[0]!.campaigns.filter(({ status }) => status === 'ACTIVE' || status === 'PAUSED');
const ids = () => liveCampaigns().map(({ id }) => id);
const actions = async () =>
  ((await get('/api/audit-log')) as { action: string; details: object }[]).map(({ action, details }) => [
    action,
    details,
  ]);

describe('link of a whole ad account', () => {
  test('links what is linked nowhere to one campaign, asks for its history once, and keeps a rule', async () => {
    const [first] = ids();
    const other = (await tenant.admin.ask({ method: 'POST', url: '/api/campaigns', payload: { name: 'Outra' } })).json()
      .campaignId as string;
    await tenant.admin.ask({
      method: 'POST',
      url: `/api/campaigns/${other}/connect-facebook`,
      payload: { facebookCampaignId: first },
    });
    added.length = 0;
    const answer = await linkAll({ campaignId: tenant.campaignId });
    expect([answer.statusCode, answer.json()]).toEqual([200, { linked: ids().length - 1, skipped: 1, campaigns: 0 }]);
    const made = await links();
    expect(made.map((one) => [one.facebookCampaignId, one.campaignId, one.origin]).sort()).toEqual(
      ids()
        .map((id) => (id === first ? [id, other, 'hand'] : [id, tenant.campaignId, 'account']))
        .sort(),
    );
    expect(added).toEqual([{ tenantId: tenant.tenantId, platform: 'facebook', trigger: 'linked', campaignId: null }]);
    expect(await get('/api/facebook/account-rules')).toEqual([
      { adAccountId: 'act_111', campaignId: tenant.campaignId },
    ]);
    expect((await linkAll({ campaignId: tenant.campaignId })).json()).toEqual({
      linked: 0,
      skipped: ids().length,
      campaigns: 0,
    });
    expect(added).toHaveLength(1);
    expect(await actions()).toContainEqual([
      'ad-account.link',
      expect.objectContaining({ adAccountId: 'act_111', links: ids().length - 1, isRule: true }),
    ]);
    // Another tenant of the same ad account has neither the links nor the rule.
    await connect(foreign);
    const unlink = { method: 'POST', url: '/api/facebook/unlink', payload: { only: ids() } } as const;
    expect((await foreign.admin.ask(unlink)).json()).toEqual({ unlinked: 0 });
    expect((await remove(ACCOUNT, foreign.admin)).statusCode).toBe(404);
    expect((await remove(ACCOUNT)).statusCode).toBe(204);
    expect((await remove(ACCOUNT)).statusCode).toBe(404);
    expect(await get('/api/facebook/account-rules')).toEqual([]);
    expect(await links()).toHaveLength(ids().length);
  });

  test('makes a campaign for each, and takes those again that an undone link left', async () => {
    const each = { linked: ids().length, skipped: 0, campaigns: ids().length };
    expect((await linkAll({ perCampaign: true })).json()).toEqual(each);
    const before = await links();
    expect(new Set(before.map(({ campaignId }) => campaignId)).size).toBe(ids().length);
    const names = ((await get('/api/campaigns')) as { name: string }[]).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(liveCampaigns().map(({ name }) => name)));
    expect(await get('/api/facebook/account-rules')).toEqual([{ adAccountId: 'act_111', campaignId: null }]);
    const undone = await tenant.admin.ask({
      method: 'POST',
      url: '/api/facebook/unlink',
      payload: { only: [...ids(), 'nada'] },
    });
    expect(undone.json()).toEqual({ unlinked: ids().length });
    expect(await links()).toEqual([]);
    expect((await linkAll({ perCampaign: true })).json()).toEqual({ ...each, campaigns: 0 });
    const pairs = (some: Record<string, unknown>[]) =>
      some.map((one) => [one.facebookCampaignId, one.campaignId]).sort();
    expect(pairs(await links())).toEqual(pairs(before));
  });

  test('knows that a campaign spent nothing before it was made', async () => {
    const [first, second] = liveCampaigns();
    if (!first || !second) throw new Error('the stand-in has two live campaigns');
    first.createdTime = '2036-11-10T22:00:00-0300';
    onTestFinished(() => void delete first.createdTime);
    await linkAll({ campaignId: tenant.campaignId });
    const place = { tenantId: tenant.tenantId, platform: 'facebook' };
    const gaps = await api.stack.postgres.withTenant(tenant.tenantId, (trx) => readGaps(trx, place, api.clock.now()));
    const sinceOf = (id: string) => gaps.find((gap) => gap.platformCampaignId === id)?.since;
    // 11/11 in UTC; the day before may be its first in a zone of the account.
    expect([sinceOf(first.id), sinceOf(second.id)]).toEqual(['2036-11-10', '2036-08-23']);
  });

  test('links only those that are named, without a rule for later ones', async () => {
    const [first, second] = ids();
    const answer = await linkAll({ campaignId: tenant.campaignId, only: [first, second, '999'] });
    expect(answer.json()).toEqual({ linked: 2, skipped: 1, campaigns: 0 });
    expect((await links()).map(({ origin }) => origin)).toEqual(['hand', 'hand']);
    expect(await get('/api/facebook/account-rules')).toEqual([]);
  });

  test('links nothing when the company would have too many campaigns', async () => {
    await api.stack.postgres.withTenant(tenant.tenantId, (trx) =>
      trx
        .insertInto('campaigns')
        .values(
          Array.from({ length: CAMPAIGNS_MAX - 2 }, (_, index) => {
            const id = `cheia-${index}-${tenant.slug.slice(-8)}`;
            return { campaign_id: id, tenant_id: tenant.tenantId, id, name: id };
          }),
        )
        .execute(),
    );
    const answer = await linkAll({ perCampaign: true });
    expect([answer.statusCode, answer.json().error]).toEqual([409, 'too-many-campaigns']);
    expect([await links(), await get('/api/facebook/account-rules')]).toEqual([[], []]);
  });

  test('refuses both or no target with 400, and strange accounts and campaigns with 404', async () => {
    for (const body of [{}, { campaignId: tenant.campaignId, perCampaign: true }, { perCampaign: false }]) {
      expect((await linkAll(body)).statusCode).toBe(400);
    }
    expect((await linkAll({ campaignId: foreign.campaignId })).statusCode).toBe(404);
    const url = ACCOUNT.replace('act_111', 'act_999');
    expect((await linkAll({ perCampaign: true }, tenant.admin, url)).statusCode).toBe(404);
    expect((await linkAll({ perCampaign: true }, foreign.admin)).statusCode).toBe(409);
    expect(await links()).toEqual([]);
  });
});

describe('suggestions of links', () => {
  const suggest = (of: StaffedTenant, platformCampaignId: string, clicks: number) =>
    api.stack.postgres.withTenant(of.tenantId, (trx) =>
      trx
        .insertInto('ad_platform_link_suggestions')
        .values({
          tenant_id: of.tenantId,
          platform: 'facebook',
          platform_campaign_id: platformCampaignId,
          campaign_id: of.campaignId,
          name: 'Perpétuo',
          ad_account_id: 'act_111',
          clicks,
          networks: 2,
        })
        .execute(),
    );
  const SUGGESTIONS = '/api/facebook/link-suggestions';

  test('are gone once they are taken or ignored, for their tenant alone', async () => {
    const [first, second] = ids();
    await suggest(tenant, first!, 12);
    await suggest(tenant, second!, 3);
    await suggest(foreign, first!, 7);
    const of = (facebookCampaignId: string | undefined, clicks: number) => ({
      ...{ facebookCampaignId, name: 'Perpétuo', campaignId: tenant.campaignId, clicks, networks: 2 },
    });
    expect(await get(SUGGESTIONS)).toEqual([of(first, 12), of(second, 3)]);
    await linkAll({ campaignId: tenant.campaignId, only: [first] });
    expect(await get(SUGGESTIONS)).toEqual([of(second, 3)]);
    expect((await remove(`${SUGGESTIONS}/${second}`)).statusCode).toBe(204);
    expect((await remove(`${SUGGESTIONS}/${second}`)).statusCode).toBe(404);
    expect(await get(SUGGESTIONS)).toEqual([]);
    expect(await get(SUGGESTIONS, foreign.admin)).toHaveLength(1);
    expect(await actions()).toContainEqual([
      'campaign.ignore-ad-platform',
      { platform: 'facebook', platformCampaignId: second },
    ]);
  });

  test('come neither again for a link that a person took away', async () => {
    const [first] = ids();
    await linkAll({ campaignId: tenant.campaignId, only: [first] });
    await remove(`/api/campaigns/${tenant.campaignId}/connect-facebook/${first}`);
    const refused = await api.stack.postgres.withTenant(tenant.tenantId, (trx) =>
      trx.selectFrom('ad_platform_link_refusals').select('platform_campaign_id').execute(),
    );
    expect(refused).toEqual([{ platform_campaign_id: first }]);
    await linkAll({ campaignId: tenant.campaignId, only: [first] });
    const after = await api.stack.postgres.withTenant(tenant.tenantId, (trx) =>
      trx.selectFrom('ad_platform_link_refusals').select('platform_campaign_id').execute(),
    );
    expect(after).toEqual([]);
  });
});
