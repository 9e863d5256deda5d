// Ratios begin when tracking begins (ADR 94): what an ad platform reports of the days before is spend that no sale could answer.
import { FIGURE_METRIC_NAMES, metricOf } from '@tracker/schemas/figures/metrics';
import { addDays, type TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { beforeEach, describe, expect, test } from 'vitest';
import { factsOf } from '../../testing/facts.ts';
import { NOW, type StaffedTenant, useApi } from '../../testing/use-api.ts';

const api = useApi();
beforeEach(() => api.clock.set(NOW));

const TODAY = '2036-11-20' as TenantDay;
const WHOLE = { from: addDays(TODAY, -89), to: TODAY };
const RATIOS = FIGURE_METRIC_NAMES.filter((name) => metricOf(name).days === 'tracked');
/** Fields of answers that divide or subtract spend, by their names. */
const RATIO = /^(?:roas|roi|cpa|profit|netProfit|netRoas|netRoi|conversionRate|net|total|withoutCampaign)$/;

async function ask(tenant: StaffedTenant, path: string): Promise<unknown> {
  const response = await tenant.viewer.ask(`/api/${path}`);
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
}

/** The ratios of an answer, wherever they are in it. */
function ratiosIn(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.map(ratiosIn);
  if (typeof answer !== 'object' || answer === null) return undefined;
  return Object.fromEntries(
    Object.entries(answer).flatMap(([name, value]) => {
      if (RATIO.test(name)) return [[name, value]];
      const inside = ratiosIn(value);
      return inside === undefined ? [] : [[name, inside]];
    }),
  );
}

/** Spend of 12 days out of 90, of which the last has the first sale. */
async function setUp() {
  const tenant = await api.tenant();
  const facts = factsOf(() => api.stack.clickhouse, tenant);
  for (let back = 0; back < 90; back += 8) {
    const ads = [{ id: 'a1', name: 'Vídeo 1', spend: '10.00' }];
    await facts.spend({ day: addDays(TODAY, -back), spend: '10.00', ads });
  }
  const [click] = await facts.clicks([{ at: `${TODAY}T14:00:00Z`, ad_id: 'a1', ad_name: 'Vídeo 1' }]);
  await facts.conversion({ at: `${TODAY}T14:30:00Z`, amount: '97.00', click: click! });
  return { tenant, facts };
}

describe('a company that linked 90 days of spend before its first sale', () => {
  test('has the ratios of its tracked days in every call, and all of its spend', async () => {
    const { tenant } = await setUp();
    const calls = [
      'performance/summary',
      'performance/net',
      'performance/best-ads',
      'performance/best-channels',
      'campaigns',
      'analytics/breakdown?groupBy=campaign',
      'analytics/breakdown?groupBy=channel',
      'analytics/breakdown?groupBy=ad',
      'analytics/breakdown?groupBy=total',
      'analytics/breakdown?groupBy=source,ad',
    ];
    for (const path of calls) {
      const of = (from: string) =>
        ask(tenant, `${path}${path.includes('?') ? '&' : '?'}startDate=${from}&endDate=${TODAY}`);
      const [whole, tracked] = [ratiosIn(await of(WHOLE.from)), ratiosIn(await of(TODAY))];
      expect(whole, path).toEqual(tracked);
      expect(JSON.stringify(tracked), path).not.toBe(JSON.stringify(ratiosIn([])));
    }
    for (const by of ['', 'campaign', 'ad', 'channel', 'placement', 'source,ad', 'product']) {
      const of = async (from: string) => {
        const groups = by === '' ? '' : `&by=${by}`;
        const path = `figures?from=${from}&to=${TODAY}${groups}&metrics=${RATIOS.join(',')}&order=-roas`;
        const { rows, total } = (await ask(tenant, path)) as { rows: { keys: unknown }[]; total: unknown };
        return { rows, total };
      };
      expect(await of(WHOLE.from), by).toEqual(await of(TODAY));
    }
    for (const [file, days] of [
      ['analytics/export?groupBy=campaign', ['startDate', 'endDate']],
      ['analytics/export?groupBy=ad', ['startDate', 'endDate']],
      [`figures/export?by=campaign&metrics=${RATIOS.join(',')}`, ['from', 'to']],
    ] as const) {
      const of = async (from: string) => {
        const url = `/api/${file}&${days[0]}=${from}&${days[1]}=${TODAY}`;
        const { statusCode, body } = await tenant.viewer.ask(url);
        expect(statusCode, body).toBe(200);
        const rows = body
          .trim()
          .split('\r\n')
          .map((line) => line.split(','));
        // Spend is of all days.
        const spend = rows[0]?.indexOf('Spend') ?? -1;
        return spend < 0 ? rows : rows.map((cells) => cells.toSpliced(spend, 1));
      };
      expect(await of(WHOLE.from), file).toEqual(await of(TODAY));
    }
    const summary = (await ask(tenant, `performance/summary?startDate=${WHOLE.from}&endDate=${TODAY}`)) as {
      trackedSince: string;
      range: { spend: number; roas: number };
    };
    expect(summary).toMatchObject({ trackedSince: TODAY, range: { spend: 120, roas: 9.7 } });
    const figures = (await ask(tenant, `figures?from=${WHOLE.from}&to=${TODAY}&by=day&metrics=spend,roas`)) as {
      rows: { keys: [string]; values: { spend: number; roas: number } }[];
    };
    expect(figures.rows).toHaveLength(12);
    expect(figures.rows.filter(({ values }) => values.roas !== 0)).toMatchObject([{ keys: [TODAY] }]);
  });

  test('has ratios of more days after an import of old sales', async () => {
    const { tenant, facts } = await setUp();
    const before = addDays(TODAY, -9);
    await facts.conversion({ at: `${before}T15:00:00Z`, amount: '50.00', verified: false, is_imported: true });
    const { trackedSince, range } = (await ask(
      tenant,
      `performance/summary?startDate=${WHOLE.from}&endDate=${TODAY}`,
    )) as { trackedSince: string; range: { roas: number } };
    expect({ trackedSince, roas: range.roas }).toEqual({ trackedSince: before, roas: 7.35 });
  });

  test('has the same ratios after its checkout reports the end of an old sale’s guarantee', async () => {
    const { tenant, facts } = await setUp();
    const old = { amount: '50.00', status: 'completed', received_at: `${TODAY}T15:00:00Z` } as const;
    await facts.conversion({ at: `${addDays(TODAY, -7)}T15:00:00Z`, ...old });
    const asked = `performance/summary?startDate=${WHOLE.from}&endDate=${TODAY}`;
    expect(await ask(tenant, asked)).toMatchObject({ trackedSince: TODAY, range: { revenue: 147, roas: 9.7 } });
    const at = `${addDays(TODAY, -6)}T15:00:00Z`;
    await facts.conversion({ at, amount: '30.00', received_at: `${TODAY}T14:59:00Z` });
    expect(await ask(tenant, asked), 'reported within six days').toMatchObject({ trackedSince: addDays(TODAY, -6) });
  });

  test('has ratios of fewer days when its first click was of a robot', async () => {
    const { tenant, facts } = await setUp();
    const asked = `performance/summary?startDate=${WHOLE.from}&endDate=${TODAY}`;
    const at = `${addDays(TODAY, -3)}T15:00:00Z`;
    const [early] = await facts.clicks([{ at }]);
    expect(await ask(tenant, asked)).toMatchObject({ trackedSince: addDays(TODAY, -3) });
    await facts.clicks([{ ...early, at, is_bot: true, ver: 2n }]);
    expect(await ask(tenant, asked)).toMatchObject({ trackedSince: TODAY, range: { roas: 9.7 } });
  });

  test('has no ROAS of yesterday to compare with on its first day, and not one of 0', async () => {
    const tenant = await api.tenant();
    const facts = factsOf(() => api.stack.clickhouse, tenant);
    const yesterday = addDays(TODAY, -1);
    const hours = [{ at: Date.parse(`${yesterday}T04:00:00Z`), spend: '10.00' }];
    await facts.spend({ day: yesterday, spend: '10.00', hours });
    await facts.spend({ day: TODAY, spend: '10.00' });
    await facts.conversion({ at: `${TODAY}T14:30:00Z`, amount: '97.00' });
    expect(await ask(tenant, 'performance/summary')).toMatchObject({
      ...{ trackedSince: TODAY, roas: { today: 9.7, yesterday: 0 } },
      yesterdayToNow: { revenue: 0, spend: 10, roas: null },
    });
  });

  test('has no ratio at all before its first sale', async () => {
    const tenant = await api.tenant();
    await factsOf(() => api.stack.clickhouse, tenant).spend({ day: TODAY, spend: '10.00' });
    expect(await ask(tenant, `performance/summary?startDate=${WHOLE.from}&endDate=${TODAY}`)).toMatchObject({
      trackedSince: null,
      range: { spend: 10, roas: 0, roi: null, net: { profit: 0, spend: 0 } },
    });
  });
});
