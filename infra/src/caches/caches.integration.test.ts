import { eventually } from '@tracker/test/kit/eventually';
import { useStack } from '@tracker/test/kit/stack';
import { createTenant } from '@tracker/test/kit/tenant-fixture';
import { expect, test } from 'vitest';
import { leaseClickIdSlot } from '../identity/click-id.ts';

const stack = useStack();

test('finds campaigns, tracking keys and tenants, and nothing for unknown ids', async () => {
  const { caches } = stack;
  const tenant = await createTenant(stack, { timeZone: 'Asia/Kolkata', destinationUrl: 'https://loja.example/?a=1' });
  const { tenantId, campaignId } = tenant;
  expect(await caches.campaigns.find(campaignId)).toEqual({
    tenantId,
    campaignId,
    destinationUrl: 'https://loja.example/?a=1',
    timeZone: 'Asia/Kolkata',
    leadsAreConversions: false,
  });
  expect(await caches.trackingKeys.find(tenant.trackingKeys.kiwify)).toEqual({
    ...{ tenantId, provider: 'kiwify', amountsIn: 'reais', permitsGet: false },
  });
  expect(await caches.tenants.find(tenantId)).toEqual({
    tenantId,
    timeZone: 'Asia/Kolkata',
    mainCampaignId: campaignId,
    personSalt: expect.stringMatching(/^[0-9a-f]{64}$/),
    clicksKeptFromMs: 0,
    clicksMonths: 25,
    plan: 'free',
    isConfirmed: true,
    refusesUnverified: false,
  });
  expect(await caches.campaigns.find('unknown')).toBeUndefined();
  expect(await caches.trackingKeys.find("' OR true --")).toBeUndefined();
  expect(await caches.tenants.find('tn_unknown00')).toBeUndefined();
});

test('notices an edited, a new and a deleted campaign and a changed time zone', async () => {
  const { caches, postgres } = stack;
  const { tenantId, campaignId } = await createTenant(stack);
  const later = `${campaignId}-b`.slice(-40);
  expect(await caches.campaigns.find(later)).toBeUndefined();
  expect(await caches.campaigns.find(campaignId)).toMatchObject({ destinationUrl: null });

  await postgres.withTenant(tenantId, async (transaction) => {
    await transaction
      .insertInto('campaigns')
      .values({ campaign_id: later, tenant_id: tenantId, id: later, name: 'B', destination_url: null })
      .execute();
    await transaction
      .updateTable('campaigns')
      .set({ destination_url: 'https://a.example' })
      .where('campaign_id', '=', campaignId)
      .execute();
    await transaction.updateTable('tenants').set({ time_zone: 'America/Manaus', main_campaign_id: later }).execute();
  });
  await eventually(async () => {
    expect(await caches.campaigns.find(later)).toMatchObject({ tenantId });
    expect(await caches.campaigns.find(campaignId)).toMatchObject({
      destinationUrl: 'https://a.example',
      timeZone: 'America/Manaus',
    });
    expect(await caches.tenants.find(tenantId)).toMatchObject({ mainCampaignId: later });
  });

  await postgres.withTenant(tenantId, (transaction) =>
    transaction.deleteFrom('campaigns').where('campaign_id', '=', campaignId).execute(),
  );
  await eventually(async () => expect(await caches.campaigns.find(campaignId)).toBeUndefined());
});

test('uses the oldest active campaign when no main campaign is chosen', async () => {
  const { caches, postgres } = stack;
  const { tenantId, campaignId } = await createTenant(stack);
  const second = `${campaignId}-2`.slice(-40);
  await postgres.withTenant(tenantId, async (transaction) => {
    await transaction
      .insertInto('campaigns')
      .values({ campaign_id: second, tenant_id: tenantId, id: second, name: '2', destination_url: null })
      .execute();
  });
  expect(await caches.tenants.find(tenantId)).toMatchObject({ mainCampaignId: campaignId });
  await postgres.withTenant(tenantId, (transaction) =>
    transaction.updateTable('campaigns').set({ status: 'paused' }).where('campaign_id', '=', campaignId).execute(),
  );
  await eventually(async () => expect(await caches.tenants.find(tenantId)).toMatchObject({ mainCampaignId: second }));
});

test('leases a different click id slot to each process', async () => {
  const slots = await Promise.all(Array.from({ length: 20 }, () => leaseClickIdSlot(stack.postgres.sql)));
  expect(new Set(slots).size).toBe(20);
  expect(slots.every((slot) => slot >= 0 && slot <= 999)).toBe(true);
});
