import type { CampaignId, TenantId } from '@tracker/schemas/primitives/ids';
import { sumMoney } from '@tracker/schemas/primitives/money';
import { DEFAULT_TIME_ZONE } from '@tracker/schemas/primitives/time';
import { describe, expect, test } from 'vitest';
import { CAMPAIGNS } from './catalogue.ts';
import { demoEvents } from './generate.ts';

const events = [
  ...demoEvents({
    tenantId: 'tn_00000001' as TenantId,
    timeZone: DEFAULT_TIME_ZONE,
    days: 30,
    endMs: Date.parse('2026-11-20T15:20:00Z'),
    campaignIds: new Map(CAMPAIGNS.map(({ slug }) => [slug, slug as CampaignId])),
  }),
];

describe('the demo', () => {
  test('reports spend by hours that add up to the day, until now', () => {
    const spends = events.filter((event) => event.type === 'ad-spend').map(({ payload }) => payload);
    expect(spends.length).toBeGreaterThan(200);
    for (const { spend, hours } of spends) expect(sumMoney(hours.map((hour) => hour.spend))).toBe(spend);
    const today = spends.filter(({ day }) => day === '2026-11-20').flatMap(({ hours }) => hours);
    expect(
      today
        .map(({ startsAt }) => startsAt)
        .toSorted()
        .at(-1),
    ).toBe('2026-11-20T15:00:00.000Z');
  });

  test('names the product and payment of each conversion, and the fee where the checkout reports it', () => {
    const bodies = events.filter((event) => event.type === 'conversion').map(({ payload }) => JSON.parse(payload.body));
    expect(new Set(bodies.map((body) => body.product_id))).toEqual(new Set(['CT-1', 'MV-1', 'EB-1']));
    expect(new Set(bodies.map((body) => body.payment_method))).toEqual(new Set(['pix', 'credit_card', 'boleto']));
    for (const { payment_method, amount, gateway_fee, net_to_seller } of bodies) {
      if (payment_method === 'boleto') expect(gateway_fee).toBeUndefined();
      else expect(gateway_fee + net_to_seller).toBeCloseTo(amount, 6);
    }
  });
});
