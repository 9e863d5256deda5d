import type { Campaign } from '@tracker/schemas/contracts/campaigns.contract';
import { describe, expect, it } from 'vitest';
import { clicksBySource, TOP_SOURCES, topByRoas, totalsOf } from './totals.ts';

const campaign = (given: Partial<Campaign>) => {
  const sums = { revenue: 0, spend: 0, conversions: 0, ...given };
  return { roas: 0, clicks: 0, pageViews: 0, ofTrackedDays: sums, ...sums } as Campaign;
};

describe('totals of the analytics screen', { tags: ['§2.8'] }, () => {
  it('computes the average ROAS as the ratio of the totals, not as the mean of the ratios', () => {
    const campaigns = [
      campaign({ revenue: 100, spend: 10, roas: 10, clicks: 3, pageViews: 5 }),
      campaign({ revenue: 0, spend: 90, roas: 0, clicks: 4, pageViews: 6 }),
    ];
    expect(totalsOf(campaigns)).toEqual({
      revenue: 100,
      ...{ spend: 100, trackedSpend: 100 },
      ...{ roas: 1, cpa: null, roi: 0 },
      clicks: 7,
      pageViews: 11,
      conversions: 0,
    });
    expect(totalsOf([])).toMatchObject({ revenue: 0, spend: 0, roas: 0, clicks: 0, pageViews: 0, conversions: 0 });
  });

  it('takes ratios of the tracked days, and spend of all', () => {
    const tracked = { ofTrackedDays: { revenue: 97, spend: 10, conversions: 1 } };
    const linked = campaign({ revenue: 97, spend: 900, conversions: 1, ...tracked });
    expect(totalsOf([linked])).toMatchObject({
      spend: 900,
      trackedSpend: 10,
      roas: 9.7,
      cpa: 10,
      roi: expect.closeTo(870, 9),
    });
  });
});

describe('best campaigns', { tags: ['§2.8', '§9.19'] }, () => {
  it('lists the top five by ROAS, and equal ones by revenue', () => {
    const campaigns = [0.5, 3, 1, 0, 0, 2].map((roas, index) =>
      campaign({ name: `c${index}`, roas, revenue: index + 1 }),
    );
    // Nothing of it is known yet.
    const begun = campaign({ name: 'c6', roas: 0 });
    expect(topByRoas([begun, ...campaigns]).map(({ name }) => name)).toEqual(['c1', 'c5', 'c2', 'c0', 'c4']);
    expect(topByRoas([begun])).toEqual([]);
  });

  it('lists spend that is not known, and that of before tracking alone, after all that have a ROAS', () => {
    const unread = campaign({ name: 'unread', roas: null, spend: null });
    const before = campaign({
      ...{ name: 'before', revenue: 50, spend: 80 },
      ofTrackedDays: { revenue: 50, spend: 0, conversions: 1 },
    });
    const paid = campaign({ name: 'paid', revenue: 0, spend: 5 });
    const top = topByRoas([unread, before, paid]);
    expect(top.map(({ name, roas }) => [name, roas])).toEqual([
      ['paid', 0],
      ['before', null],
      ['unread', null],
    ]);
    // Where nothing reports spend, a campaign without revenue has nothing to rank by.
    expect(topByRoas([unread], false)).toEqual([]);
  });
});

describe('clicks by source', { tags: ['§2.8'] }, () => {
  const rows = (clicks: Record<string, number>) =>
    Object.entries(clicks).map(([key, count]) => ({ keys: [key], clicks: count }));

  it('returns shares of all clicks, largest first, and names missing sources Direct', () => {
    expect(clicksBySource(rows({ direct: 1, facebook: 3, google: 0 }))).toEqual([
      { name: 'facebook', source: 'facebook', clicks: 3, percent: 75 },
      { name: 'Direct', source: 'direct', clicks: 1, percent: 25 },
    ]);
    expect(clicksBySource([{ keys: [null], clicks: 2 }])).toEqual([
      { name: 'Direct', source: 'direct', clicks: 2, percent: 100 },
    ]);
    expect(clicksBySource([])).toEqual([]);
  });

  it('groups the smaller sources into one bar, so that the bars add up to all clicks', () => {
    const many = clicksBySource(rows(Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`s${n}`, 30 - n]))));
    expect(many).toHaveLength(TOP_SOURCES + 1);
    expect(many.at(-1)?.name).toBe('Outras fontes');
    expect(many.reduce((sum, { percent }) => sum + percent, 0)).toBeCloseTo(100);
    expect(clicksBySource(rows(Object.fromEntries(many.map((_, n) => [`s${n}`, 1]))))).toHaveLength(TOP_SOURCES + 1);
  });
});
