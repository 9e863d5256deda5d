import { askFigures } from '@tracker/figures/ask-figures';
import { askerOfWorker } from '@tracker/figures/make-asker';
import { finalizedDaysOfRange } from '@tracker/figures/traffic-range';
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import type { FigureAnswer } from '@tracker/schemas/contracts/figures.contract';
import { FigureQuery } from '@tracker/schemas/figures/figure-query';
import { DEFAULT_TIME_ZONE } from '@tracker/schemas/primitives/time';
import { beforeAll, describe, expect, test } from 'vitest';
import { factsOf } from '../../testing/facts.ts';
import { type StaffedTenant, useApi } from '../../testing/use-api.ts';

const api = useApi();
let tenant: StaffedTenant;

/** 12:30 in São Paulo, a Friday. */
const NOW = '2036-11-21T15:30:20.000Z';

/** Yesterday: R$ 10 before noon and R$ 60 in the evening, of which the platform reports the hours; today R$ 40. */
beforeAll(async () => {
  api.clock.set(NOW);
  tenant = await api.tenant();
  const facts = factsOf(() => api.stack.clickhouse, tenant);
  const link = { campaign_id: tenant.campaignId, ad_campaign_id: '7', ad_id: 'a', adset_id: 's' };
  const hour = (at: string, spend: string) => ({ at: Date.parse(at), spend });
  const ads = (spend: string) => [{ id: 'a', adset: 's', spend }];
  await facts.click({ at: '2036-11-01T12:00:00Z', ...link });
  for (const at of ['2036-11-20T15:30:00Z', '2036-11-20T15:29:59Z', '2036-11-20T11:00:00Z', '2036-11-21T15:00:00Z']) {
    await facts.click({ at, ...link });
    await facts.conversion({ at, amount: '100', ...link });
  }
  const hours = [
    hour('2036-11-20T11:00:00Z', '10'),
    hour('2036-11-20T15:00:00Z', '30'),
    hour('2036-11-20T23:00:00Z', '60'),
  ];
  await facts.spend({
    day: '2036-11-20',
    spend: '100',
    source: 'facebook/7',
    ads: ads('100'),
    hours,
    impressions: 900,
  });
  await facts.spend({
    day: '2036-11-21',
    spend: '40',
    source: 'facebook/7',
    ads: ads('40'),
    hours: [],
    impressions: 300,
  });
  await facts.spend({ day: '2036-11-20', spend: '5', source: 'facebook/8', hours: [] });
});

async function ask(query: string): Promise<FigureAnswer> {
  const response = await tenant.viewer.ask(
    `/api/figures?metrics=clicks,conversions,revenue,spend,impressions,netProfit&${query}`,
  );
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
}
const TODAY = 'from=2036-11-21&to=2036-11-21';
const rowOf = ({ rows }: FigureAnswer, key: string) => rows.find(({ keys }) => keys[0] === key);

describe('a period that ends today', () => {
  test('is compared until the same minute: sales and clicks at the minute, spend by its hours', async () => {
    const answer = await ask(`${TODAY}&by=platformCampaign&compare=previous`);
    expect(answer.compare).toEqual({ from: '2036-11-20', to: '2036-11-20', until: '2036-11-20T15:30:00.000Z' });
    expect(rowOf(answer, '7')).toMatchObject({
      values: { clicks: 1, conversions: 1, revenue: 100, spend: 40, impressions: 300 },
      // R$ 10, and half of the hour that costs R$ 30. No platform reports impressions by the hour.
      previous: { clicks: 2, conversions: 2, revenue: 200, spend: 25, impressions: null },
    });
    // The total has a campaign without hours.
    expect(answer.total.previous).toMatchObject({ clicks: 2, revenue: 200, spend: null, netProfit: null });
  });

  test('has no spend of ads until a time of day, since no platform reports their hours', async () => {
    const answer = await ask(`${TODAY}&by=ad&compare=previous&f=platformCampaign:is:7`);
    expect(rowOf(answer, 'a')).toMatchObject({
      ...{ values: { spend: 40 }, previous: { revenue: 200, spend: null, netProfit: null } },
    });
  });

  test('has spend by hour where the platform gave all hours of a day, and none of ads', async () => {
    const ofCampaign = 'f=platformCampaign:is:7';
    const yesterday = await ask(`from=2036-11-20&to=2036-11-20&by=hour&${ofCampaign}`);
    expect(yesterday.rows.map(({ keys, values: { spend, impressions } }) => [keys[0], spend, impressions])).toEqual([
      ...[
        ['12', 30, null],
        ['8', 10, null],
        ['20', 60, null],
      ],
    ]);
    expect(rowOf(await ask(`${TODAY}&by=hour&compare=previous&${ofCampaign}`), '12')).toMatchObject({
      // Of today the platform gave no hours.
      values: { clicks: 1, spend: null, netProfit: null },
      previous: { clicks: 1, spend: 15, impressions: null },
    });
    expect(rowOf(await ask(`from=2036-11-20&to=2036-11-20&by=hour&f=ad:is:a`), '8')?.values.spend).toBeNull();
  });

  test('ranks spend of an hour that is known in part as nothing', async () => {
    const facts = factsOf(() => api.stack.clickhouse, tenant);
    const [day, at] = ['2036-11-03', '2036-11-03T11:00:00Z'];
    const hoursOf = (spend: string) => [{ at: Date.parse(at), spend }];
    for (const source of ['facebook', 'google']) await facts.click({ at, source });
    await facts.spend({ day, spend: '10', source: 'facebook/7', hours: hoursOf('10') });
    await facts.spend({ day, spend: '5', source: 'facebook/8', hours: [] });
    await facts.spend({ day, spend: '4', source: 'google/1', hours: hoursOf('4') });
    const { rows } = await ask(`from=${day}&to=${day}&by=source,hour`);
    expect(rows.map(({ keys, values: { clicks, spend } }) => [...keys, clicks, spend])).toEqual([
      ['google', '8', 1, 4],
      ['facebook', '8', 1, null],
    ]);
  });

  test('takes whole days before its last one, and an own period whole', async () => {
    const two = await ask('from=2036-11-20&to=2036-11-21&compare=previous');
    expect(two.compare).toMatchObject({ from: '2036-11-18', to: '2036-11-19', until: '2036-11-19T15:30:00.000Z' });
    const own = await ask(`${TODAY}&compare=2036-11-20,2036-11-20`);
    expect(own.compare).toEqual({ from: '2036-11-20', to: '2036-11-20' });
    expect(own.total.previous).toMatchObject({ conversions: 3, spend: 105 });
  });
});

describe('compared days on the same weekdays', () => {
  const compared = async (query: string) => {
    const { compare } = await ask(query);
    return [compare?.from, compare?.to];
  };

  test('are the nearest ones, and before the period', async () => {
    const october = 'from=2036-10-01&to=2036-10-30&weekdays=same';
    expect(await compared(`${october}&compare=previous`)).toEqual(['2036-08-27', '2036-09-25']);
    expect(await compared(`${october}&compare=month`)).toEqual(['2036-08-27', '2036-09-25']);
    expect(await compared(`${october}&compare=year`)).toEqual(['2035-10-03', '2035-11-01']);
    expect(await compared(`${october}&compare=week`)).toEqual(['2036-09-24', '2036-10-23']);
    const week = 'from=2036-10-06&to=2036-10-12&weekdays=same';
    expect(await compared(`${week}&compare=previous`)).toEqual(['2036-09-29', '2036-10-05']);
    expect(await compared(`${week}&compare=month`)).toEqual(['2036-09-08', '2036-09-14']);
  });

  test('are the same weekdays for a part of a week, too, and of a day the day before', async () => {
    const midweek = 'from=2036-10-06&to=2036-10-08&weekdays=same';
    expect(await compared(`${midweek}&compare=previous`)).toEqual(['2036-09-29', '2036-10-01']);
    expect(await compared(`${TODAY}&compare=previous&weekdays=same`)).toEqual(['2036-11-20', '2036-11-20']);
    expect(await compared(`${TODAY}&compare=year&weekdays=same`)).toEqual(['2035-11-23', '2035-11-23']);
  });

  test('are asked for by no other word', async () => {
    const answer = await tenant.viewer.ask(`/api/figures?${TODAY}&metrics=clicks&compare=week&weekdays=other`);
    expect(answer.statusCode).toBe(400);
  });
});

describe('the file of a question that compares', () => {
  const linesOf = async (query: string) => {
    const { statusCode, headers, body } = await tenant.viewer.ask(`/api/figures/export?${query}`);
    expect(statusCode, body).toBe(200);
    return { name: String(headers['content-disposition']), lines: body.slice(1).trim().split('\r\n') };
  };

  test('has the figure of the other period and the change next to each metric, and both periods in its first line', async () => {
    const query = `${TODAY}&by=platformCampaign&metrics=clicks,spend,impressions&compare=previous`;
    const { name, lines } = await linesOf(query);
    expect(name).toBe('attachment; filename="analytics-export-2036-11-21-2036-11-21-2036-11-21.csv"');
    expect(lines).toEqual([
      'De 21/11/2036 a 21/11/2036 · Comparado com o outro período de 20/11/2036 a 20/11/2036 até 12:30',
      [
        ...['Campanha na plataforma,Campanha na plataforma (chave)'],
        ...['Clicks,Clicks (outro período),Clicks (mudança em %)'],
        ...['Gasto,Gasto (outro período),Gasto (mudança em %)'],
        ...['Impressões,Impressões (outro período),Impressões (mudança em %)'],
      ].join(','),
      'Campanha 1,7,1,2,-50,40,25,60,300,,',
    ]);
  });

  test('compares finished days where today is one of several, with their figure, and only the metrics that are named', async () => {
    const two = 'from=2036-11-20&to=2036-11-21&by=platformCampaign&metrics=revenue,clicks&order=-revenue';
    const { lines } = await linesOf(`${two}&compare=2036-11-21,2036-11-21&changes=clicks`);
    expect(lines[0]).toBe('De 20/11/2036 a 21/11/2036 · Comparado com o outro período de 21/11/2036 a 21/11/2036');
    expect(lines.slice(2)).toContain('Campanha 1,7,400,4,1,300');
    const { name, lines: finished } = await linesOf(`${two}&compare=previous&changes=clicks&f=platformCampaign:is:7`);
    expect(name).toContain('-2036-11-20-2036-11-21-platformcampaign-7.csv');
    expect(finished).toEqual([
      'De 20/11/2036 a 21/11/2036 · Mudança de 20/11/2036 a 20/11/2036 comparada com o outro período de 19/11/2036 a 19/11/2036 · Campanha na plataforma é Campanha 1',
      'Campanha na plataforma,Campanha na plataforma (chave),Receita,Clicks,Clicks (dias comparados),Clicks (outro período),Clicks (mudança em %)',
      // Of nothing there is no change.
      'Campanha 1,7,400,4,3,0,',
    ]);
  });

  test('has neither without days to compare with, and refuses a change of what is not asked for', async () => {
    const { name, lines } = await linesOf(`${TODAY}&by=platformCampaign&metrics=clicks`);
    expect(name).toBe('attachment; filename="analytics-export-2036-11-21.csv"');
    expect(lines[0]).toBe('Campanha na plataforma,Campanha na plataforma (chave),Clicks');
    for (const wrong of ['&compare=previous&changes=spend', '&compare=previous&changes=', '&compare=decade']) {
      const refused = await tenant.viewer.ask(`/api/figures/export?${TODAY}&metrics=clicks${wrong}`);
      expect(refused.statusCode, wrong).toBe(400);
    }
  });

  test('knows the other figure of each of thousands of groups', async () => {
    const facts = factsOf(() => api.stack.clickhouse, tenant);
    const ids = Array.from({ length: 1_100 }, (_, index) => `v${index}`);
    const of = (day: string) => ids.map((utm_content) => ({ at: `${day}T15:00:00Z`, utm_content }));
    await facts.clicks([...of('2036-10-06'), ...of('2036-10-07'), ...of('2036-10-07')]);
    const { lines } = await linesOf('from=2036-10-07&to=2036-10-07&by=utmContent&metrics=clicks&compare=previous');
    expect(lines.slice(2)).toHaveLength(ids.length);
    expect(lines.slice(2).filter((line) => !line.endsWith(',2,1,100'))).toEqual([]);
  });
});

test('which days are finalized is read once for all statements of a period', async () => {
  const reads: string[] = [];
  const clickhouse: ClickHouse = {
    ...api.stack.clickhouse,
    query(request) {
      reads.push(request.name);
      return api.stack.clickhouse.query(request);
    },
  };
  const deps = { ...api.deps, clickhouse, campaignNames: async () => new Map<string, string>() };
  const days = { from: '2036-11-21', to: '2036-11-21', compare: 'previous' };
  const question = FigureQuery.parse({ ...days, by: ['campaign'], metrics: ['clicks', 'spend'] });
  const { total } = await askFigures(deps, askerOfWorker({ ...tenant, timeZone: DEFAULT_TIME_ZONE }), question);
  expect(total).toMatchObject({ values: { clicks: 1 }, previous: { clicks: 2 } });
  // The third period is that of the days before, in which the tenant may have sold something.
  expect(reads.filter((name) => name === finalizedDaysOfRange.name)).toHaveLength(3);
});

test('a period that ended yesterday is compared whole', async () => {
  api.clock.set('2036-11-22T15:30:00.000Z');
  expect((await ask(`${TODAY}&compare=previous`)).total.previous).toMatchObject({ conversions: 3, spend: 105 });
});
