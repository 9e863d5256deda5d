/** Spend of days before tracking began is in no profit of a campaign, source or ad; of a source or an ad the ratios are null as well, in the figures and in the lists. */
import { beforeAll, expect, test } from 'vitest';
import { factsOf } from '../../testing/facts.ts';
import { type StaffedTenant, useApi } from '../../testing/use-api.ts';

const api = useApi();
const at = (day: string, time: string) => new Date(`${day}T${time}:00-03:00`).toISOString();
const BEFORE = ['2036-11-10', '2036-11-12'] as const;
const ALL = ['2036-11-10', '2036-11-20'] as const;

let tenant: StaffedTenant;
beforeAll(async () => {
  api.clock.set(Date.parse(at('2036-11-20', '18:30')));
  tenant = await api.tenant();
  const facts = factsOf(() => api.stack.clickhouse, tenant);
  const spent = (day: string, source: string, id: string) =>
    facts.spend({ day, spend: '100', impressions: 1_000, source, ads: [{ id, name: id, spend: '100' }] });
  await spent('2036-11-10', 'facebook/7', 'old');
  await spent('2036-11-10', 'google', 'other');
  await spent('2036-11-20', 'facebook/7', 'new');
  const click = await facts.click({ at: at('2036-11-19', '10:00'), source: 'facebook' });
  await facts.conversion({ at: at('2036-11-20', '10:00'), amount: '450', click });
});

type Row = Readonly<Record<string, unknown>>;
const ask = async (url: string) => {
  const answer = await tenant.viewer.ask(url);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};
const NET = ['netProfit', 'netRoas', 'roas', 'cpa'] as const;
const figures = async ([from, to]: readonly [string, string], by = '') =>
  ask(`/api/figures?from=${from}&to=${to}&metrics=spend,trackedSpend,${NET}${by === '' ? '' : `&by=${by}`}`);
const dates = ([from, to]: readonly [string, string]) => `startDate=${from}&endDate=${to}`;

test('in the figures of a source', async () => {
  const sources = (await figures(ALL, 'source')).rows as { keys: string[]; values: Row }[];
  expect(sources.find(({ keys }) => keys[0] === 'google')?.values).toEqual({
    ...{ spend: 100, trackedSpend: null, netProfit: null, netRoas: null, roas: null, cpa: null },
  });
});

test('in the lists of campaigns, ads and sources', async () => {
  const untracked = { netProfit: null, netRoas: null, roas: null };
  expect(await ask(`/api/campaigns?${dates(BEFORE)}`)).toMatchObject([{ spend: 200, netProfit: null, netRoas: null }]);
  const ads = (await ask(`/api/performance/best-ads?limit=10&${dates(ALL)}`)) as Row[];
  for (const id of ['old', 'other']) {
    expect(ads.find(({ adId }) => adId === id)).toMatchObject({ spend: 100, trackedSpend: null, ...untracked });
  }
  expect(ads.find(({ adId }) => adId === 'new')).toMatchObject({ trackedSpend: 100, roas: 0 });
  const sources = (await ask(`/api/analytics/breakdown?groupBy=source&${dates(ALL)}`)) as Row[];
  expect(sources.find(({ keys }) => (keys as string[])[0] === 'google')).toMatchObject({ spend: 100, ...untracked });
});
