import type { AdBudget, AdLevel } from '@tracker/schemas/ad-platforms/ad-object';
import { AD_OBJECT_IDS_MAX, type ListedAdObject } from '@tracker/schemas/contracts/ad-objects.contract';
import type { Money } from '@tracker/schemas/primitives/money';
import { beforeEach, describe, expect, test } from 'vitest';
import { type StaffedTenant, useApi } from '../../testing/use-api.ts';

const api = useApi();
let tenant: StaffedTenant;
beforeEach(async () => {
  tenant = await api.tenant();
});

const daily = (amount: string): AdBudget => ({ kind: 'daily', amount: amount as Money, currency: 'BRL' });

interface Planted {
  readonly level: AdLevel;
  readonly id: string;
  readonly parentId: string | null;
  readonly day?: string;
  readonly status?: string;
  readonly budget?: AdBudget;
}

const plant = (...objects: readonly Planted[]) =>
  api.stack.postgres.withTenant(tenant.tenantId, async (trx) => {
    for (const { level, id, parentId, day = '2036-11-20', status = 'ACTIVE', budget } of objects) {
      await trx
        .insertInto('ad_objects')
        .values({
          ...{ tenant_id: tenant.tenantId, platform: 'facebook', level, object_id: id, day, ad_account_id: 'act_111' },
          ...{ parent_id: parentId, name: `O ${id}`, status, effective_status: status, thumbnail_url: null },
          budget: budget ?? null,
          ...{ changed_at: new Date(api.clock.now()), seen_at: new Date(api.clock.now()) },
        })
        .execute();
    }
  });

const link = (id: string) =>
  api.stack.postgres.withTenant(tenant.tenantId, (trx) =>
    trx
      .insertInto('ad_platform_campaign_links')
      .values({
        ...{ tenant_id: tenant.tenantId, platform: 'facebook', ad_account_id: 'act_111', platform_campaign_id: id },
        ...{ campaign_id: tenant.campaignId, name: `O ${id}`, currency: 'BRL', account_name: 'Conta' },
        ...{ time_zone: 'America/Sao_Paulo', linked_at: new Date(api.clock.now()) },
      })
      .execute(),
  );

const list = async (search = ''): Promise<ListedAdObject[]> => {
  const response = await tenant.viewer.ask(`/api/ad-objects${search}`);
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
};

describe('ad objects', () => {
  test('are as their newest day says, with the page of the platform about each', async () => {
    await link('1');
    await plant(
      { level: 'adset', id: '2', parentId: '1' },
      { level: 'ad', id: '3', parentId: '2', day: '2036-11-18' },
      { level: 'ad', id: '3', parentId: '2', status: 'PAUSED' },
      { level: 'campaign', id: '1', parentId: 'act_111', day: '2036-11-18' },
      { level: 'account', id: 'act_111', parentId: null },
    );
    expect(await list('?level=ad&ids=3,4')).toMatchObject([
      {
        ...{ id: '3', platform: 'facebook', level: 'ad', parentId: '2', status: 'PAUSED', budget: null, spendAt: null },
        pageUrl: 'https://adsmanager.facebook.com/adsmanager/manage/ads?act=111&selected_ad_ids=3',
      },
    ]);
    expect((await list()).map(({ pageUrl }) => pageUrl)).toEqual([
      'https://adsmanager.facebook.com/adsmanager/manage/campaigns?act=111',
      'https://adsmanager.facebook.com/adsmanager/manage/ads?act=111&selected_ad_ids=3',
      'https://adsmanager.facebook.com/adsmanager/manage/adsets?act=111&selected_adset_ids=2',
      'https://adsmanager.facebook.com/adsmanager/manage/campaigns?act=111&selected_campaign_ids=1',
    ]);
    expect(await list('?platform=google')).toEqual([]);
  });

  test('are of linked campaigns alone: others in the same account may be of another tenant', async () => {
    await plant(
      { level: 'account', id: 'act_111', parentId: null },
      ...(['1', '5'] as const).flatMap((id) => [
        { level: 'campaign' as const, id, parentId: 'act_111' },
        { level: 'adset' as const, id: `s${id}`, parentId: id },
        { level: 'ad' as const, id: `a${id}`, parentId: `s${id}` },
      ]),
    );
    expect(await list()).toEqual([]);
    await link('1');
    expect((await list()).map(({ id }) => id).sort()).toEqual(['1', 'a1', 'act_111', 's1']);
  });

  test('name the budget that they spend and whose it is', async () => {
    for (const id of ['1', '5', '9']) await link(id);
    await plant(
      { level: 'campaign', id: '1', parentId: 'act_111', budget: daily('150.50') },
      { level: 'campaign', id: '5', parentId: 'act_111' },
      { level: 'adset', id: '2', parentId: '1' },
      { level: 'adset', id: '6', parentId: '5', budget: daily('30.00') },
      { level: 'ad', id: '3', parentId: '2' },
      { level: 'ad', id: '7', parentId: '6' },
      { level: 'campaign', id: '9', parentId: 'act_111' },
      { level: 'adset', id: '10', parentId: '9' },
      { level: 'ad', id: '8', parentId: '10' },
    );
    const budgets = Object.fromEntries((await list('?ids=2,3,7,8')).map(({ id, budget }) => [id, budget]));
    const ofCampaign = { kind: 'daily', amount: '150.50', currency: 'BRL', level: 'campaign', sharedWith: 0 };
    expect(budgets).toEqual({
      ...{ 2: ofCampaign, 3: ofCampaign, 8: null },
      7: { ...ofCampaign, amount: '30.00', level: 'adset' },
    });
  });

  test('refuses a level that is none, and more ids than a question may have', async () => {
    for (const search of ['?level=pixel', `?ids=${Array.from({ length: AD_OBJECT_IDS_MAX + 1 }, (_, id) => id)}`]) {
      expect((await tenant.viewer.ask(`/api/ad-objects${search}`)).statusCode).toBe(400);
    }
  });
});
