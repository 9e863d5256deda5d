// Every call whose answer has spend, or what follows from it, is asked for a day that no run has read: none states a number for it.
import { factsOf } from '@tracker/api/testing/facts';
import { NOW, type StaffedTenant, useApi } from '@tracker/api/testing/use-api';
import { CONTRACTS } from '@tracker/schemas/contracts/registry';
import { FIGURE_DIMENSION_NAMES, isKnownBy } from '@tracker/schemas/figures/dimensions';
import { FIGURE_METRIC_NAMES, hasSpend } from '@tracker/schemas/figures/metrics';
import { DIMENSIONS, spendIsKnownBy } from '@tracker/schemas/metrics/dimensions';
import { addDays, dayOf, type TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { DEFAULT_TIME_ZONE } from '@tracker/schemas/primitives/time';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';

const api = useApi();
const TODAY = dayOf(Date.parse(NOW), DEFAULT_TIME_ZONE);
const YESTERDAY = addDays(TODAY, -1);
const SPENT: readonly string[] = FIGURE_METRIC_NAMES.filter(
  (metric) => hasSpend(metric) && metric !== 'impressions' && metric !== 'ctr',
);
const isMoney = (name: string) => SPENT.includes(name) || ['profit', 'totalSpend'].includes(name);

/** Whose numbers are of single runs and rows: a day that was not read has none. */
const OF_ROWS: Readonly<Record<string, string>> = {
  'ad-actions.list': 'what was known when a person decided, null where it was not',
  'ad-platforms.sync-run': 'what a run fetched; what it could not is said by its error',
  'ad-platforms.sync-status': 'what runs fetched; what they could not is said by their errors',
  'facebook.sync-campaign': 'what a run fetched, or a refusal',
  'facebook.sync-all': 'what a run fetched; what it could not is said by its counts',
  'facebook.sync-status': 'what runs fetched; what they could not is said by their errors',
  'exchange-rates.missing': 'reported rows that lack a rate',
  'campaigns.create': 'a new campaign has no link: all of its spend is known',
  'figures.fatigue': 'ads that tire, and none of them of which a day was not read',
  'figures.dimensions': 'a table of the product, without figures',
};

type Ask = (days: {
  first: TenantDay;
  last: TenantDay;
}) => readonly { url: string; method?: 'POST' | 'PATCH'; payload?: unknown; csv?: true }[];
const range = ({ first, last }: { first: TenantDay; last: TenantDay }) => `startDate=${first}&endDate=${last}`;
const figures = { by: '', metrics: SPENT.join() };
const CALLS: Readonly<Record<string, Ask>> = {
  'performance.summary': (days) => [{ url: `/api/performance/summary?${range(days)}` }],
  'performance.net': (days) => [{ url: `/api/performance/net?${range(days)}` }],
  'performance.best-campaigns': ({ first }) => [
    { url: `/api/performance/best-campaigns?period=${first === TODAY ? 'today' : 'yesterday'}` },
  ],
  'performance.best-ads': (days) => [{ url: `/api/performance/best-ads?${range(days)}` }],
  'campaigns.list': (days) => [{ url: `/api/campaigns?${range(days)}` }],
  'campaigns.edit': () => [
    { url: `/api/campaigns/${tenant.campaignId}`, method: 'PATCH', payload: { name: 'Principal' } },
  ],
  'analytics.breakdown': (days) =>
    ['total', ...DIMENSIONS.filter((one) => spendIsKnownBy([one])), 'campaign,ad'].map((by) => ({
      url: `/api/analytics/breakdown?groupBy=${by}&${range(days)}`,
    })),
  'analytics.export': (days) =>
    ['campaign', 'source', 'ad', 'weekday'].map((by) => ({
      url: `/api/analytics/export?groupBy=${by}&${range(days)}`,
      csv: true,
    })),
  'figures.ask': ({ first, last }) =>
    ['', ...FIGURE_DIMENSION_NAMES.filter((one) => isKnownBy('spend', one)), 'campaign,day'].map((by) => ({
      url: `/api/figures?from=${first}&to=${last}&metrics=${figures.metrics}${by && `&by=${by}`}`,
    })),
  'figures.ask-by-body': ({ first, last }) => [
    { url: '/api/figures', method: 'POST', payload: { from: first, to: last, by: ['campaign'], metrics: SPENT } },
  ],
  'figures.export': ({ first, last }) =>
    ['campaign', 'day', 'ad'].map((by) => ({
      url: `/api/figures/export?from=${first}&to=${last}&by=${by}&metrics=${figures.metrics}`,
      csv: true,
    })),
  'side-by-side.compare': ({ first, last }) => [
    {
      url: '/api/integration/side-by-side',
      method: 'POST',
      payload: `dia;vendas;gasto\n${first};0;10,00\n${last};0;10,00`,
    },
  ],
};

let tenant: StaffedTenant;
beforeAll(async () => {
  tenant = await api.tenant();
  const facts = factsOf(() => api.stack.clickhouse, tenant);
  for (const day of [YESTERDAY, TODAY]) {
    const ad = { source: 'facebook', ad_id: '1', adset_id: '2', ad_campaign_id: '7' };
    const click = await facts.click({ at: `${day}T12:00:00Z`, ...ad });
    await facts.conversion({ at: `${day}T13:00:00Z`, amount: '300', click });
  }
  const hours = [{ at: Date.parse(`${YESTERDAY}T12:00:00Z`), spend: '100' }];
  const ads = [{ id: '1', spend: '100', adset: '2' }];
  await facts.spend({ day: YESTERDAY, spend: '100', source: 'facebook/7', ads, hours, impressions: 1_000, clicks: 10 });
  await tenant.admin.ask({ method: 'PATCH', url: `/api/tenants/${tenant.tenantId}`, payload: { targetCpa: 10 } });
});

/** The link has read all days, or all but today. */
async function link(isTodayRead: boolean): Promise<void> {
  const at = new Date(Date.parse(NOW) - (isTodayRead ? 0 : 86_400_000));
  await api.stack.postgres.withTenant(tenant.tenantId, async (trx) => {
    await trx.deleteFrom('ad_platform_campaign_links').execute();
    await trx
      .insertInto('ad_platform_campaign_links')
      .values({
        ...{
          tenant_id: tenant.tenantId,
          platform: 'facebook',
          platform_campaign_id: '7',
          campaign_id: tenant.campaignId,
        },
        ...{ name: 'Vinculada', ad_account_id: 'act_1', account_name: 'Conta', currency: 'BRL' },
        ...{ time_zone: DEFAULT_TIME_ZONE, linked_at: at, days_read: `{[2000-01-01,${TODAY})}`, read_at: at },
      })
      .execute();
  });
}
beforeEach(() => {
  api.clock.set(NOW);
});

/** Contracts whose answer has a name of money that follows from spend, or is made of metrics. */
const CARRYING = CONTRACTS.filter(({ name, response, csv }) => {
  if (csv === true) return name === 'analytics.export' || name === 'figures.export';
  const text = JSON.stringify(z.toJSONSchema(response, { unrepresentable: 'any', io: 'output' }));
  return [...text.matchAll(/"(\w+)":\{/g)].some(([, field = '']) => isMoney(field)) || text.includes('"netRoas"');
});

interface Found {
  readonly path: string;
  readonly value: number;
}
type Known = Readonly<Record<string, boolean>>;

/** The numbers that an answer states as known. What an answer calls unknown next to it is no statement. */
function stated(value: unknown, path: readonly string[] = [], known?: Known): Found[] {
  if (Array.isArray(value)) return value.flatMap((one, index) => stated(one, [...path, String(index)], known));
  if (typeof value !== 'object' || value === null) return [];
  const own = (value as { spendKnown?: Known }).spendKnown ?? known;
  const isPartOfUnknown = (name: string) =>
    name === 'totalSpend' && (value as { spend?: number | null }).spend === null;
  return Object.entries(value).flatMap(([name, inner]) => {
    const here = [...path, name];
    const period = own && here.find((part) => part in own);
    const isOfKnownDay = period !== undefined ? own?.[period] : here.includes('yesterdayToNow') && own?.yesterday;
    const isFlagged =
      period !== undefined &&
      own?.[period] === false &&
      (path.includes('spend') || name === 'spend') &&
      !here.includes('net');
    const isOfMoney = isMoney(name) || path.some(isMoney);
    // Another tool's own figures, and what belongs to no campaign of a link.
    const isOfOthers = here.includes('theirs') || here.includes('withoutCampaign') || here.includes('unknownSpendDays');
    if (
      typeof inner === 'number' &&
      isOfMoney &&
      !isPartOfUnknown(name) &&
      !isOfKnownDay &&
      !isFlagged &&
      !isOfOthers
    ) {
      return [{ path: here.join('.'), value: inner }];
    }
    return stated(inner, here, own);
  });
}

/** Of a file: what is below the heads of such columns. */
function valuesIn(text: string): Found[] {
  const lines = text
    .replace(/^\uFEFF/, '')
    .trim()
    .split('\r\n')
    .map((line) => line.split(','));
  const at = lines.findIndex((line) => line.length > 1);
  const heads = lines[at] ?? [];
  return lines
    .slice(at + 1)
    .flatMap((line) =>
      heads.flatMap((head, column) =>
        /gasto|spend|roas|cpa|roi|lucro|profit|cp[mc]$|imposto sobre an/i.test(head) && line[column]
          ? [{ path: head, value: Number(line[column]) }]
          : [],
      ),
    );
}

async function ask(name: string, day: TenantDay): Promise<{ found: Found[]; texts: string[] }> {
  const found: Found[] = [];
  const texts: string[] = [];
  for (const { url, method = 'GET', payload, csv } of CALLS[name]?.({ first: day, last: day }) ?? []) {
    const headers = typeof payload === 'string' ? { 'content-type': 'text/csv' } : undefined;
    const answer = await tenant.admin.ask({
      method,
      url,
      ...(payload !== undefined && { payload: payload as object }),
      ...(headers && { headers }),
    });
    expect(answer.statusCode, `${url} ${answer.body}`).toBe(200);
    texts.push(answer.body);
    found.push(
      ...(csv ? valuesIn(answer.body) : stated(answer.json())).map((one) => ({ ...one, path: `${url} ${one.path}` })),
    );
  }
  return { found, texts };
}

describe('spend of a day that no run has read', () => {
  test('is asked for by every contract that has such figures', () => {
    expect(CARRYING.map(({ name }) => name).filter((name) => !(name in CALLS) && !(name in OF_ROWS))).toEqual([]);
    for (const name of Object.keys(CALLS)) expect(CARRYING.map((one) => one.name)).toContain(name);
  });

  test.each(Object.keys(CALLS))('is no number of %s, whose days that were read have one', async (name) => {
    await link(false);
    const unread = await ask(name, TODAY);
    expect(unread.found).toEqual([]);
    await link(true);
    if (name !== 'campaigns.edit') expect((await ask(name, YESTERDAY)).found).not.toEqual([]);
  });

  test.each(['analytics.export', 'figures.export'])('is named in the first line of the file of %s', async (name) => {
    await link(false);
    for (const text of (await ask(name, TODAY)).texts) expect(text).toContain('gasto desconhecido em 1 dia');
    await link(true);
    for (const text of (await ask(name, TODAY)).texts) expect(text).not.toContain('desconhecido');
  });

  test('makes the verdict little data, and is the reason of a difference to another tool', async () => {
    await link(false);
    const judged = await tenant.admin.ask(`/api/figures?from=${TODAY}&to=${TODAY}&by=ad&metrics=spend`);
    expect(judged.json().rows[0]).toMatchObject({
      keys: ['1'],
      verdict: 'little-data',
      probability: null,
      evidence: { spend: null, conversions: 1, expected: null },
    });
    const compared = await ask('side-by-side.compare', TODAY);
    expect(JSON.parse(compared.texts[0] ?? '').days).toMatchObject([
      { ours: { spend: null }, theirs: { spend: 20 }, reasons: [{ reason: 'spend-unread' }] },
    ]);
  });
});
