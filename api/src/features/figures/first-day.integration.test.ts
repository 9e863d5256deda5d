// One first day, hour by hour (ADR 170): spend of before the first click is in no ratio where it is known by the hour.
import { beforeEach, describe, expect, test } from 'vitest';
import { factsOf } from '../../testing/facts.ts';
import { type StaffedTenant, useApi } from '../../testing/use-api.ts';

const api = useApi();
const TODAY = '2036-11-20';
/** In São Paulo, where the tenant is: UTC-3. */
const at = (time: string) => new Date(`${TODAY}T${time}:00-03:00`).toISOString();
beforeEach(() => api.clock.set(Date.parse(at('18:30'))));

const METRICS = 'spend,trackedSpend,revenue,roas,cpa,netProfit,cpm';
interface Row {
  readonly keys: readonly (string | null)[];
  readonly values: Readonly<Record<string, number | null>>;
}
interface Answer {
  readonly rows: readonly Row[];
  readonly total: Pick<Row, 'values'>;
  readonly trackedSince: string | null;
  readonly trackedFrom: string | null;
}

async function ask(tenant: StaffedTenant, by: string, from = TODAY): Promise<Answer> {
  const response = await tenant.viewer.ask(
    `/api/figures?from=${from}&to=${TODAY}&metrics=${METRICS}${by === '' ? '' : `&by=${by}`}`,
  );
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
}

/** R$ 100 an hour from midnight to 18 h; yesterday R$ 500 more. */
async function spentDay() {
  const tenant = await api.tenant();
  const facts = factsOf(() => api.stack.clickhouse, tenant);
  const hours = Array.from({ length: 18 }, (_, hour) => ({
    at: Date.parse(at(`${String(hour).padStart(2, '0')}:00`)),
    spend: '100',
  }));
  const ads = [{ id: 'a1', name: 'Vídeo 1', spend: '1800' }];
  await facts.spend({ day: TODAY, spend: '1800', impressions: 90_000, source: 'facebook/7', ads, hours });
  await facts.spend({ day: '2036-11-19', spend: '500', impressions: 10_000, source: 'facebook/7' });
  return { tenant, facts };
}

describe('a first day whose spend is known by the hour', () => {
  test('has no ratio before the first click, and then those of the hours since', async () => {
    const { tenant, facts } = await spentDay();
    expect(await ask(tenant, '')).toMatchObject({
      ...{ trackedSince: null, trackedFrom: null },
      total: { values: { spend: 1800, trackedSpend: 0, roas: 0, cpa: null } },
    });
    const [click] = await facts.clicks([{ at: at('15:20') }]);
    // From 15 h on: three hours.
    expect((await ask(tenant, '')).total.values).toMatchObject({ spend: 1800, trackedSpend: 300, revenue: 0, roas: 0 });
    await facts.conversion({ at: at('16:10'), amount: '450', click: click! });
    const answer = await ask(tenant, '', '2036-11-19');
    expect(answer).toMatchObject({ trackedSince: TODAY, trackedFrom: at('15:20') });
    expect(answer.total.values).toMatchObject({ spend: 2300, trackedSpend: 300, revenue: 450, roas: 1.5, cpa: 300 });
    // What a platform alone says is of all days.
    expect(answer.total.values.cpm).toBeCloseTo(23, 9);
    for (const by of ['campaign', 'source', 'platformCampaign', 'day']) {
      const { rows } = await ask(tenant, by);
      expect(
        rows.reduce((sum, { values }) => sum + (values.trackedSpend ?? 0), 0),
        by,
      ).toBe(300);
    }
  });

  test('counts each hour that is not over before tracking began, and none that is', async () => {
    const { tenant, facts } = await spentDay();
    await facts.clicks([{ at: at('15:20') }]);
    const { rows } = await ask(tenant, 'hour');
    const tracked = rows
      .filter(({ values }) => values.trackedSpend)
      .map(({ keys, values }) => [keys[0], values.trackedSpend]);
    expect(tracked.sort()).toEqual([
      ['15', 100],
      ['16', 100],
      ['17', 100],
    ]);
  });

  test('is the whole day for ads, of which no hours are known, and where the hours do not add up', async () => {
    const { tenant, facts } = await spentDay();
    await facts.clicks([{ at: at('15:20') }]);
    const ad = (await ask(tenant, 'ad')).rows.find(({ keys }) => keys[0] === 'a1');
    expect(ad?.values).toMatchObject({ spend: 1800, trackedSpend: 1800 });
    const hours = [{ at: Date.parse(at('09:00')), spend: '10' }];
    await facts.spend({ day: TODAY, spend: '70', source: 'facebook/8', hours });
    expect((await ask(tenant, '')).total.values).toMatchObject({ spend: 1870, trackedSpend: 370 });
  });

  test('shows the same on the dashboard and in the list of campaigns', async () => {
    const { tenant, facts } = await spentDay();
    const [click] = await facts.clicks([{ at: at('15:20') }]);
    await facts.conversion({ at: at('16:10'), amount: '450', click: click! });
    const get = async (path: string) =>
      (await tenant.viewer.ask(`/api/${path}startDate=${TODAY}&endDate=${TODAY}`)).json();
    expect(await get('performance/summary?')).toMatchObject({
      ...{ trackedSince: TODAY, trackedFrom: at('15:20'), spendSource: 'entered' },
      ...{ spend: { today: 1800 }, roas: { today: 1.5 }, range: { spend: 1800, roas: 1.5 } },
    });
    expect(await get('campaigns?')).toMatchObject([{ spend: 1800, ofTrackedDays: { spend: 300 }, roas: 1.5 }]);
    expect(await get('analytics/breakdown?groupBy=campaign&')).toMatchObject([
      { spend: 1800, trackedSpend: 300, roas: 1.5 },
    ]);
  });

  test('has a source of spend only once something reported or entered it', async () => {
    const tenant = await api.tenant();
    const facts = factsOf(() => api.stack.clickhouse, tenant);
    const sourceOf = async () => (await tenant.viewer.ask('/api/performance/summary')).json().spendSource;
    expect(await sourceOf()).toBe('none');
    await facts.spend({ day: TODAY, spend: '0' });
    expect(await sourceOf()).toBe('none');
    await facts.spend({ day: TODAY, spend: '10' });
    expect(await sourceOf()).toBe('entered');
  });
});

describe('ads that tire', () => {
  test('are those whose last seven finished days bring less for their money than their first seven', async () => {
    const tenant = await api.tenant();
    const facts = factsOf(() => api.stack.clickhouse, tenant);
    const dayBack = (back: number) => new Date(Date.parse(`${TODAY}T12:00:00Z`) - back * 86_400_000).toISOString();
    const first = Array.from({ length: 28 }, (_, index) => 28 - index);
    for (const back of first) {
      const ads = ['tired', 'steady'].map((id) => ({ id, name: id, spend: '100' }));
      await facts.spend({ day: dayBack(back).slice(0, 10), spend: '200', source: 'facebook/7', ads });
    }
    const link = { campaign_id: tenant.campaignId, ad_campaign_id: '7' };
    const sell = async (ad_id: string, back: number, count: number) => {
      for (let sold = 0; sold < count; sold++)
        await facts.conversion({ at: dayBack(back), amount: '97', ad_id, ...link });
    };
    await sell('tired', 28, 20);
    await sell('tired', 4, 5);
    await sell('steady', 28, 20);
    await sell('steady', 4, 19);
    // Today is not over.
    await sell('tired', 0, 40);
    const response = await tenant.viewer.ask('/api/figures/fatigue');
    expect(response.statusCode, response.body).toBe(200);
    expect(response.json()).toMatchObject({
      to: '2036-11-19',
      ads: [
        {
          ad: 'tired',
          first: { from: '2036-10-23', to: '2036-10-29', spend: 700, conversions: 20 },
          last: { from: '2036-11-13', to: '2036-11-19', spend: 700, conversions: 5 },
          chance: expect.closeTo(0.002_038_657_67, 9),
        },
      ],
    });
  });
});
