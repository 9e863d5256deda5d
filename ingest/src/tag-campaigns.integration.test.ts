import { ConversionAnswer, TrackAnswer } from '@tracker/schemas/capture/answers';
import { parseClickId } from '@tracker/schemas/primitives/click-id';
import { createTenant, type TestTenant } from '@tracker/test/kit/tenant-fixture';
import { beforeEach, describe, expect, test } from 'vitest';
import { BROWSER, useIngest } from './testing/use-ingest.ts';

const ingest = useIngest();
const { app, click, clock, deliveries, eventOf, get, post, stack, stored } = ingest;

describe('a call that names the campaign of its tag', () => {
  let stranger: TestTenant;
  /** A second campaign of the tag's tenant. */
  let second: string;
  const ofTag = () => `defaultcampaignid=${ingest.tenant.campaignId}`;

  beforeEach(async () => {
    const { tenantId } = ingest.tenant;
    stranger = await createTenant(stack);
    second = `segunda-${stranger.slug}`;
    await stack.postgres.withTenant(tenantId, (trx) =>
      trx
        .insertInto('campaigns')
        .values({ id: second, tenant_id: tenantId, campaign_id: second, name: 'Segunda', destination_url: null })
        .execute(),
    );
  });

  /** Of the campaign, as `/track` would make one now. */
  const clickIdOf = (campaignId: string) => `mc_${campaignId}_${clock.now()}123456`;
  const countOf = (tenantId: string) =>
    [...stored.values()].filter((event) => (event as { tenantId: string }).tenantId === tenantId).length;

  test('records a click for another campaign of the tag’s tenant, and none for that of another tenant', async () => {
    const answer = await get(`/t/${second}?format=json&${ofTag()}`);
    const { clickid } = TrackAnswer.parse(answer.json());
    await eventOf(clickid);
    const refused = await get(`/t/${stranger.campaignId}?format=json&${ofTag()}`);
    expect([refused.statusCode, refused.json()]).toMatchObject([404, { error: 'unknown-campaign' }]);
    expect(countOf(stranger.tenantId)).toBe(0);
  });

  test('says by HEAD whether a campaign belongs to the tag’s tenant, to pages of any site', async () => {
    const asked = async (campaignId: string) => {
      const answer = await app.inject({ method: 'HEAD', url: `/t/${campaignId}?${ofTag()}`, headers: BROWSER });
      return [answer.statusCode, answer.headers['access-control-allow-origin']];
    };
    expect(await asked(second)).toEqual([200, '*']);
    expect(await asked(stranger.campaignId)).toEqual([404, '*']);
    expect(await asked('nobody-has-this')).toEqual([404, '*']);
  });

  test('records no page view, pixel id or conversion for a click of another tenant', async () => {
    const [ours, theirs] = [clickIdOf(second), clickIdOf(stranger.campaignId)];
    for (const clickid of [theirs, ours]) {
      const view = await get(`/v?clickid=${clickid}&url=https%3A%2F%2Floja.com%2Fobrigado&${ofTag()}`);
      expect([view.statusCode, view.body]).toEqual([200, 'OK']);
      expect((await post(`/i?${ofTag()}`, { clickid, fbp: 'fb.1.2.3' })).statusCode).toBe(204);
    }
    const convert = (clickId: string) =>
      post(`/conversion?${ofTag()}`, { transaction_id: 'T-1', amount: 497, status: 'approved', click_id: clickId });
    expect((await convert(theirs)).json()).toMatchObject({ error: 'delivery-without-owner' });
    expect(ConversionAnswer.parse((await convert(ours)).json())).toMatchObject({ clickId: ours });
    await expect.poll(() => countOf(ingest.tenant.tenantId)).toBe(3);
    expect(countOf(stranger.tenantId)).toBe(0);
    expect(deliveries.filter(({ tenantId }) => tenantId === stranger.tenantId)).toEqual([]);
  });

  test('knows no campaign but its own when the tag names none that exists', async () => {
    for (const tag of ['nobody-has-this', 'NOT AN ID']) {
      const query = `format=json&defaultcampaignid=${encodeURIComponent(tag)}`;
      expect((await get(`/t/${ingest.tenant.campaignId}?${query}`)).statusCode).toBe(404);
    }
  });

  test('without a tag is recorded for the tenant of its click, as before', async () => {
    const clickId = await click();
    expect((await get(`/v?clickid=${clickId}`)).statusCode).toBe(200);
    await expect.poll(() => countOf(ingest.tenant.tenantId)).toBe(2);
    expect(parseClickId(clickId)?.campaignId).toBe(ingest.tenant.campaignId);
  });
});
