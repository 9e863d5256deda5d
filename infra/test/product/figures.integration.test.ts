// Any question about figures has the answer of a naive recount over the facts: from finalized and open days, from events alone, out of the answer cache, after a
// replay, and where clocks change.
import { storeLeads } from '@tracker/api/testing/leads';
import { askFigures } from '@tracker/figures/ask-figures';
import { askTenants } from '@tracker/figures/ask-tenants';
import { askerOfPerson, askerOfWorker } from '@tracker/figures/make-asker';
import type { FigureDeps } from '@tracker/figures/plan';
import type { Tenant } from '@tracker/figures/tenant';
import { withAnswerCache } from '@tracker/infra/clickhouse/answer-cache';
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import { insertAdSpend } from '@tracker/infra/clickhouse/tables/ad-spend';
import { insertClicks } from '@tracker/infra/clickhouse/tables/clicks';
import { insertConversions } from '@tracker/infra/clickhouse/tables/conversions';
import { insertPageViews } from '@tracker/infra/clickhouse/tables/page-views';
import { randomId, randomText } from '@tracker/infra/identity/random-id';
import { systemClock } from '@tracker/infra/lifecycle/clock';
import { createFigureVersions, figuresChanged } from '@tracker/infra/postgres/figure-versions';
import { buildRollups, finalizeDays } from '@tracker/infra/rollups/build-rollups';
import { findOpenDays } from '@tracker/infra/rollups/open-days';
import { markHour, markMinute, reopenDays } from '@tracker/processor/rollups/reopen-days';
import type { FigureAnswer } from '@tracker/schemas/contracts/figures.contract';
import {
  dimensionOf,
  FIGURE_DIMENSION_NAMES,
  type FigureDimension,
  isKnownBy,
  isKnownByAll,
} from '@tracker/schemas/figures/dimensions';
import { FACTS } from '@tracker/schemas/figures/facts';
import {
  COMPARISONS,
  FIGURE_ROWS_MAX,
  type FigureFilter,
  FigureQuery,
  orderOf,
} from '@tracker/schemas/figures/figure-query';
import { FIGURE_METRIC_NAMES, type FigureMetric, type Sum, sumsOf } from '@tracker/schemas/figures/metrics';
import type { CampaignId } from '@tracker/schemas/primitives/ids';
import { addDays, type TenantDay } from '@tracker/schemas/primitives/tenant-day';
import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { SLOWNESS, within } from '../kit/machine.ts';
import { useStack } from '../kit/stack.ts';
import { STORIES, tries } from '../kit/stories.ts';
import { createTenant, type TestTenant } from '../kit/tenant-fixture.ts';
import { eventsOnly } from './every-figure.ts';
import { DAYS, factsOf, PLACES, POOLS, type Story, type StoryFacts, storyOf } from './figure-stories.ts';
import {
  type Books,
  type Counted,
  countedRows,
  dayKeys,
  type Recount,
  recount,
  recountedMetric,
  type Scope,
} from './recount-figures.ts';

vi.setConfig({ testTimeout: within(240_000 * STORIES) });

const stack = useStack();
const DAY = 86_400_000;

// --- Setting up

interface Setting {
  readonly story: Story;
  readonly tenant: Tenant;
  readonly campaigns: readonly CampaignId[];
  readonly facts: StoryFacts;
  readonly rows: readonly Counted[];
}

async function setUp(story: Story): Promise<Setting> {
  const { timeZone } = story.place;
  const owner = await createTenant(stack, { timeZone });
  const { tenantId, campaignId } = owner;
  const others = [1, 2].map((number) => `outra-${number}-${randomText(8).toLowerCase()}` as CampaignId);
  const campaigns = [campaignId, ...others];
  const facts = factsOf(story, { tenantId, campaigns });
  const mainCampaignId = campaigns[story.main] ?? campaignId;
  const setting = {
    ...{ story, campaigns, facts },
    tenant: { tenantId, timeZone } as Tenant,
    rows: countedRows({
      ...facts,
      timeZone,
      mainCampaignId,
      catalogue: CATALOGUE,
      adAccounts: AD_ACCOUNTS,
    } satisfies Books),
  };
  await writeSettings(setting, mainCampaignId);
  await writePeople(setting, owner);
  await write(setting, (one) => one.before);
  await write(setting, (one) => (one.late ? [] : [one.row]));
  await finalize(setting);
  await write(setting, (one) => (one.late ? [one.row] : []));
  await reopenLate(setting);
  return setting;
}

type Versions = { readonly row: unknown; readonly before: readonly unknown[]; readonly late: boolean };

async function write({ facts }: Setting, of: (one: Versions) => readonly unknown[]): Promise<void> {
  const rowsOf = <Row>(versions: readonly { readonly row: Row }[]) =>
    versions.flatMap((one) => of(one as never)) as Row[];
  await insertClicks.run(stack.clickhouse, rowsOf(facts.clicks));
  await insertPageViews.run(stack.clickhouse, rowsOf(facts.views));
  await insertConversions.run(stack.clickhouse, rowsOf(facts.sales));
  await insertAdSpend.run(stack.clickhouse, rowsOf(facts.spend));
}

async function finalize({ tenant, story }: Setting): Promise<void> {
  const nowMs = story.place.changeMs + 2 * DAYS * DAY;
  for (const run of await findOpenDays(stack.clickhouse, { ...tenant, nowMs, rebuildAfterMs: 0 })) {
    await finalizeDays(stack.clickhouse, await buildRollups(stack.clickhouse, run, nowMs));
  }
}

/** As the batch does that brings them. */
async function reopenLate({ tenant: { tenantId }, facts }: Setting): Promise<void> {
  const changes = { traffic: new Map(), money: new Map() };
  for (const { row, late } of [...facts.clicks, ...facts.views])
    if (late) markMinute(changes.traffic, tenantId, row.ts);
  for (const { row, late } of facts.sales) if (late) markHour(changes.money, tenantId, row.ts);
  await reopenDays(stack.clickhouse, changes);
}

/** One product that two checkouts sell, at one of them without an id; 'kiwify p2' and 'hotmart p1' stay products of their own. */
const COURSE = 'pr_course';
const CATALOGUE = new Map(['kiwify p1', 'hotmart p2', 'hotmart Curso de Ação'].map((alias) => [alias, COURSE]));

/** Of campaigns on platforms: what a sync saw, and for one only its link. No account is known of campaign 9. */
const AD_ACCOUNTS = new Map([
  ['7', 'act_1'],
  ['8', 'act_2'],
]);

const writeSettings = ({ tenant: { tenantId }, campaigns, facts }: Setting, mainCampaignId: CampaignId) =>
  stack.postgres.withTenant(tenantId, async (trx) => {
    for (const campaign_id of campaigns.slice(1)) {
      const values = { campaign_id, tenant_id: tenantId, id: randomId('cp'), name: 'Outra', destination_url: null };
      await trx
        .insertInto('campaigns')
        .values({ ...values, created_at: new Date() })
        .execute();
    }
    await trx.updateTable('tenants').set({ main_campaign_id: mainCampaignId }).where('id', '=', tenantId).execute();
    await sql`DELETE FROM costs WHERE tenant_id = ${tenantId}`.execute(trx);
    for (const cost of facts.costs) {
      await sql`
        INSERT INTO costs (tenant_id, id, kind, first_day, last_day, percent, fixed, source, checkout, product_id, campaign_id, every)
        VALUES (${tenantId}, ${randomId('co')}, ${cost.kind}, ${cost.from}, ${cost.until}, ${cost.percent}, ${cost.fixed}, ${cost.source}, ${cost.checkout},
          ${cost.productId}, ${cost.campaignId}, ${cost.every})`.execute(trx);
    }
    await sql`
      INSERT INTO products (tenant_id, id, name, changed_by) VALUES (${tenantId}, ${COURSE}, 'Curso', 'test')`.execute(
      trx,
    );
    for (const alias of CATALOGUE.keys()) {
      const [checkout, ...product] = alias.split(' ');
      await sql`
        INSERT INTO product_aliases (tenant_id, product_id, checkout, checkout_product_id)
        VALUES (${tenantId}, ${COURSE}, ${checkout}, ${product.join(' ')})`.execute(trx);
    }
    for (const [day, account] of [
      ['2018-01-01', 'act_old'],
      ['2018-02-01', 'act_1'],
    ] as const) {
      await sql`
        INSERT INTO ad_objects (tenant_id, platform, level, object_id, day, ad_account_id, parent_id, name, status, effective_status, changed_at, seen_at)
        VALUES (${tenantId}, 'facebook', 'campaign', '7', ${day}, ${account}, ${account}, 'Sete', 'ACTIVE', 'ACTIVE', ${day}, ${day})`.execute(
        trx,
      );
    }
    await sql`
      INSERT INTO ad_platform_campaign_links (tenant_id, platform, platform_campaign_id, campaign_id, name, ad_account_id, account_name, currency,
        time_zone, linked_at, days_read)
      VALUES (${tenantId}, 'facebook', '8', ${mainCampaignId}, 'Oito', 'act_2', 'Conta 2', 'BRL', 'UTC', now(), '{[2000-01-01,)}')`.execute(
      trx,
    );
    for (const { day, rate } of facts.rates) {
      await sql`
        INSERT INTO exchange_rates (tenant_id, currency, day, rate, version, changed_by)
        VALUES (${tenantId}, 'USD', ${day}, ${rate}, 1, 'test')`.execute(trx);
    }
  });

/** Leads, and that spend was entered. */
async function writePeople({ tenant: { tenantId }, facts }: Setting, owner: TestTenant): Promise<void> {
  const leads = facts.leads.map(({ at, campaignId }, index) => ({
    ...{ at: new Date(at).toISOString(), email: `pessoa${index}@example.com` },
    campaignId: campaignId as CampaignId | null,
  }));
  if (leads.length > 0) await storeLeads(stack, owner, leads);
  const entered = facts.spend.filter(({ row }) => row.kind === 'entered');
  await stack.postgres.withTenant(tenantId, async (trx) => {
    for (const { row } of entered.slice(0, 1)) {
      await sql`
        INSERT INTO spend_entries (tenant_id, campaign_id, day, source, amount, currency, note, changed_by, changed_at)
        VALUES (${tenantId}, ${row.campaign_id}, ${row.day}, ${row.source}, ${row.spend}, ${row.currency}, '', 'test', now())`.execute(
        trx,
      );
    }
  });
}

// --- Questions

const COLUMN_OF: Partial<Record<FigureDimension, readonly string[]>> = {
  ...{ source: [...POOLS.source, 'direct', 'kwai'], channel: POOLS.channel, platformCampaign: ['7', '8', '9'] },
  adAccount: [...AD_ACCOUNTS.values()],
  ...{ adset: POOLS.adset_id, ad: [...POOLS.ad_id, 'ad9'], placement: POOLS.placement, siteSource: POOLS.site_source },
  ...{ utmSource: POOLS.utm_source, utmMedium: POOLS.utm_medium, utmCampaign: POOLS.utm_campaign },
  ...{ utmContent: POOLS.utm_content, utmTerm: POOLS.utm_term },
  landing: ['https://loja.example/produto', 'https://loja.example/ação'],
  ...{ country: POOLS.country_code, region: POOLS.region, city: POOLS.city, device: POOLS.device_type },
  ...{
    browser: POOLS.browser,
    os: POOLS.operating_system,
    timezone: POOLS.timezone,
    // No names: they find the ids that are called so, too, which change from sale to sale. `filters-by-name.integration.test.ts` has them.
    product: [COURSE, 'p1', 'p2'],
  },
  ...{ offer: POOLS.offer, coupon: POOLS.coupon, affiliate: POOLS.affiliate, kind: POOLS.kind },
  ...{
    installments: ['1', '12'],
    payment: POOLS.payment_method,
    checkout: POOLS.provider,
    attribution: POOLS.attribution,
  },
  ...{ weekday: ['0', '1', '6'], hour: ['0', '1', '2', '23'] },
};

/** Some letters of a text, in the other case and without accents: `has` finds them. */
const partOf = (text: string) => text.slice(0, 3).normalize('NFD').replace(/\p{M}/gu, '').toUpperCase();

function filterOf(
  { story, campaigns }: Pick<Setting, 'story' | 'campaigns'>,
  dim: FigureDimension,
): fc.Arbitrary<FigureFilter> {
  const days = Array.from({ length: DAYS }, (_, index) => addDays(story.place.first, index));
  const ofTime = { day: days, week: days.map((day) => dayKeys(day).week), month: days.map((day) => day.slice(0, 7)) };
  const known: readonly string[] =
    dim === 'campaign' ? campaigns : dim in ofTime ? ofTime[dim as keyof typeof ofTime] : (COLUMN_OF[dim] ?? []);
  const value = fc.constantFrom(...known.filter((text) => text !== ''), 'nothing');
  const values = fc.uniqueArray(value, { minLength: 1, maxLength: 3 });
  const isText = dimensionOf(dim).isText === true && dim !== 'product';
  return fc.oneof(
    fc.record({ dim: fc.constant(dim), op: fc.constantFrom('is' as const, 'not' as const), values }),
    fc.constant({ dim, op: 'none' as const, values: [] as string[] }),
    ...(isText ? [values.map((some) => ({ dim, op: 'has' as const, values: some.map(partOf) }))] : []),
  );
}

/** Most ask of one fact what it knows. */
const questionOf = (setting: Setting) =>
  fc.constantFrom(...FACTS, undefined).chain((fact) => {
    const dimension = fc.constantFrom(...FIGURE_DIMENSION_NAMES.filter((name) => !fact || isKnownBy(fact, name)));
    const day = fc.integer({ min: 0, max: DAYS - 1 });
    const period = fc
      .tuple(day, day)
      .map((days) => days.sort((one, other) => one - other).map((one) => addDays(setting.story.place.first, one)))
      .map(([from, to]) => ({ from: from as TenantDay, to: to as TenantDay }));
    return fc
      .record({
        period,
        by: fc.uniqueArray(dimension, { maxLength: 3 }),
        metrics: fc.oneof(
          { weight: 1, arbitrary: fc.constant([...FIGURE_METRIC_NAMES]) },
          {
            weight: 5,
            arbitrary: fc.uniqueArray(fc.constantFrom(...FIGURE_METRIC_NAMES), { minLength: 1, maxLength: 3 }),
          },
        ),
        filters: fc.oneof(
          { weight: 2, arbitrary: fc.constant([]) },
          {
            weight: 3,
            arbitrary: fc.array(
              dimension.chain((dim) => filterOf(setting, dim)),
              { minLength: 1, maxLength: 3 },
            ),
          },
        ),
        compare: fc.option(fc.oneof(fc.constantFrom(...COMPARISONS), period), { nil: undefined, freq: 2 }),
        order: fc.option(
          fc.tuple(fc.constantFrom('', '-'), fc.constantFrom(...FIGURE_METRIC_NAMES)).map((parts) => parts.join('')),
          {
            nil: undefined,
          },
        ),
        limit: fc.oneof({ weight: 3, arbitrary: fc.constant(FIGURE_ROWS_MAX) }, fc.integer({ min: 1, max: 8 })),
      })
      .map(({ period: { from, to }, ...rest }) => FigureQuery.parse({ from, to, ...rest }));
  });

// --- What is expected

/** A float shows its own digits in the last places. */
const tidy = (value: number | null) => (value === null ? null : Number(value.toPrecision(12)) + 0);
const tidied = (values: Readonly<Record<string, number | null | undefined>> | null) =>
  values && Object.fromEntries(Object.entries(values).map(([name, value]) => [name, tidy(value ?? null)]));

/** Who asks for an id that became part of a product asks for the product. */
const withProduct = (filter: FigureFilter): FigureFilter => {
  const isAlias = (value: string) =>
    [...CATALOGUE.keys()].some((alias) => alias.split(' ').slice(1).join(' ') === value);
  if (filter.dim !== 'product' || filter.op === 'has') return filter;
  return { ...filter, values: filter.values.flatMap((value) => (isAlias(value) ? [value, COURSE] : [value])) };
};

const recountOf = (
  { rows }: Setting,
  { filters, ...scope }: Pick<FigureQuery, 'from' | 'to' | 'by' | 'filters'> & Pick<Scope, 'since'>,
) => recount(rows, { ...scope, filters: filters.map(withProduct) }, isKnownByAll);

/** The sums of all days, and of those since tracking began, of which ratios and profit are. */
type Measured = readonly [sums: Recount['total'], tracked: Recount['total']];

/** A sum, under another name. */
const OF_PLATFORMS: readonly FigureMetric[] = ['cpm', 'ctr', 'cpc'];
const isOfAllDays = (metric: FigureMetric, sums: Recount['total']) =>
  metric in sums || metric === 'verifiedConversions' || OF_PLATFORMS.includes(metric);

const metricOf = (metric: FigureMetric, [sums, tracked]: Measured) =>
  recountedMetric(metric, isOfAllDays(metric, sums) ? sums : tracked);

const valuesOf = (metrics: readonly FigureMetric[], measured: Measured) =>
  tidied(Object.fromEntries(metrics.map((metric) => [metric, metricOf(metric, measured)])));

function comparedWith({ from, to, compare }: FigureQuery): { from: TenantDay; to: TenantDay } | null {
  if (compare === undefined || typeof compare === 'object') return compare ?? null;
  const days = (Date.parse(to) - Date.parse(from)) / DAY + 1;
  const monthsBack = (day: TenantDay, months: number) => {
    const date = new Date(`${day.slice(0, 8)}01T00:00:00Z`);
    date.setUTCMonth(date.getUTCMonth() - months + 1, 0);
    const last = date.getUTCDate();
    return `${date.toISOString().slice(0, 8)}${String(Math.min(last, Number(day.slice(8)))).padStart(2, '0')}` as TenantDay;
  };
  const back = {
    previous: (day: TenantDay) => addDays(day, -days),
    week: (day: TenantDay) => addDays(day, -7),
    month: (day: TenantDay) => monthsBack(day, 1),
    year: (day: TenantDay) => monthsBack(day, 12),
  }[compare];
  return { from: back(from), to: back(to) };
}

/** The key at the same place of the other period; undefined: that period is shorter. */
function movedKey(dimension: FigureDimension, key: string, period: Period, other: Period): string | undefined {
  if (dimension !== 'day' && dimension !== 'week' && dimension !== 'month') return key;
  const keysOf = ({ from, to }: Period) => {
    const keys = new Set<string>();
    for (let day = from; day <= to; day = addDays(day, 1)) keys.add(dayKeys(day)[dimension]);
    return [...keys];
  };
  return keysOf(other)[keysOf(period).indexOf(key)];
}
type Period = { readonly from: TenantDay; readonly to: TenantDay };

const BY_DEFAULT = ['revenue', 'clicks', 'spend'] as const satisfies readonly FigureMetric[];

/** Compares all that an answer says with a recount. */
function expectRecounted(setting: Setting, question: FigureQuery, answer: FigureAnswer): void {
  const { by, metrics, limit, from, to } = question;
  const order = question.order && orderOf(question.order);
  const recounts = new Map<string, Recount>();
  const recountIn = (period: Period, since?: Scope['since']): Recount => {
    const key = `${period.from} ${period.to} ${since?.ms}`;
    const { by, filters } = question;
    const known = recounts.get(key) ?? recountOf(setting, { by, filters, ...period, ...(since && { since }) });
    recounts.set(key, known);
    return known;
  };
  const read = (period: Period) => {
    const { trackedSince, trackedFrom } = answer;
    const begins = trackedSince === null ? addDays(period.to, 1) : trackedSince;
    const tracked = { from: [begins, period.from].sort()[1] as TenantDay, to: period.to };
    const since = trackedSince && trackedFrom ? { day: trackedSince, ms: Date.parse(trackedFrom) } : undefined;
    const both = [recountIn(period), recountIn(tracked, since)];
    return (keys?: readonly string[]): Measured => {
      const [sums, sinceThen] = both.map(({ groups, nothing, total }) =>
        keys === undefined ? total : (groups.get(JSON.stringify(keys)) ?? nothing(keys)),
      );
      return [sums!, sinceThen!];
    };
  };
  const asked = recountIn({ from, to });
  const measuredIn = read({ from, to });
  const compare = comparedWith(question);
  const measuredBefore = compare && read(compare);
  const values = (measured: Measured) => valuesOf(metrics, measured);
  const previousOf = (keys: readonly string[]) => {
    if (!compare || !measuredBefore) return null;
    const there = by.map((dimension, place) => movedKey(dimension, keys[place] ?? '', { from, to }, compare));
    if (there.includes(undefined)) return Object.fromEntries(metrics.map((metric) => [metric, null]));
    return values(measuredBefore(by.length === 0 ? undefined : (there as string[])));
  };

  expect(answer.period).toEqual({ from, to });
  expect(answer.compare).toEqual(compare);
  expect(tidied(answer.total.values)).toEqual(values(measuredIn()));
  expect(tidied(answer.total.previous)).toEqual(measuredBefore && values(measuredBefore()));

  const keysOf = ({ keys }: FigureAnswer['rows'][number]) => keys.map((key) => key ?? '');
  const ofKeys = (keys: readonly string[]) => measuredIn(by.length === 0 ? undefined : keys);
  expect(
    answer.rows.map((row) => ({ keys: row.keys, values: tidied(row.values), previous: tidied(row.previous) })),
  ).toEqual(
    answer.rows.map((row) => ({
      keys: row.keys,
      values: values(ofKeys(keysOf(row))),
      previous: previousOf(keysOf(row)),
    })),
  );

  // Groups in which nothing that was asked for is known to have happened are left out.
  const needed: Sum[] = [...new Set([...sumsOf(order ? [...metrics, order.metric] : metrics), ...sumsOf(BY_DEFAULT)])];
  const groups = by.length === 0 ? [['', asked.total] as const] : [...asked.groups];
  const shown = groups.filter(([, sums]) => by.length === 0 || needed.some((sum) => (sums[sum] ?? 0) !== 0));
  expect(answer.groups).toBe(shown.length);
  expect(new Set(answer.rows.map(({ keys }) => JSON.stringify(keys))).size).toBe(Math.min(limit, shown.length));

  const rankOf = (measured: Measured) => {
    if (!order) return BY_DEFAULT.map((metric) => -(measured[0][metric] ?? 0));
    const value = metricOf(order.metric, measured);
    return [value === null ? Number.POSITIVE_INFINITY : (tidy(value) ?? 0) * (order.descending ? -1 : 1)];
  };
  const ranks = shown.map(([key]) => rankOf(measuredIn(key === '' ? undefined : JSON.parse(key)))).sort(compareRanks);
  expect(answer.rows.map((row) => rankOf(ofKeys(keysOf(row))).map((rank) => rank + 0))).toEqual(
    ranks.slice(0, limit).map((rank) => rank.map((one) => one + 0)),
  );
}

function compareRanks(one: readonly number[], other: readonly number[]): number {
  const place = one.findIndex((rank, index) => rank !== other[index]);
  return place < 0 ? 0 : (one[place] ?? 0) < (other[place] ?? 0) ? -1 : 1;
}

// --- Laws, which need no recount

/** Metrics of which parts add up to the whole, and how far each part may be rounded. */
const ADDITIVE = {
  ...{ clicks: 0, pageViews: 0, conversions: 0, attributed: 0, leads: 0, impressions: 0 },
  ...{ pending: 0, refunds: 0, chargebacks: 0, revenue: 0, pendingValue: 0, spend: 0.000_05 },
  ...{ revenueTax: 0.005, spendTax: 0.005, gatewayFees: 0.005, productCosts: 0.005, expenses: 0.005 },
} as const satisfies Partial<Record<FigureMetric, number>>;
const ADDITIVE_METRICS = Object.keys(ADDITIVE) as (keyof typeof ADDITIVE)[];

/** What is known of the parts adds up to the whole, where the whole is known. `ofHours`: where each of them is. */
function expectParts(
  parts: readonly FigureAnswer['total']['values'][],
  whole: FigureAnswer['total']['values'],
  { ofHours = false } = {},
): void {
  for (const metric of ADDITIVE_METRICS) {
    if (ofHours && parts.some((values) => values[metric] === null)) continue;
    const known = parts.flatMap((values) => values[metric] ?? []);
    if (known.length === 0 || typeof whole[metric] !== 'number') continue;
    const sum = known.reduce((total, value) => total + value, 0);
    const rounding = ADDITIVE[metric] * (parts.length + 1) + 1e-6;
    expect(Math.abs(sum - whole[metric]), `${metric}: ${sum} of ${whole[metric]}`).toBeLessThan(rounding);
  }
}

const rowsByKey = ({ rows }: FigureAnswer, order: (keys: (string | null)[]) => (string | null)[] = (keys) => keys) =>
  new Map(rows.map(({ keys, values }) => [JSON.stringify(order([...keys])), values]));

async function expectLaws(ask: (question: FigureQuery) => Promise<FigureAnswer>, given: FigureQuery): Promise<void> {
  const question = { ...given, metrics: ADDITIVE_METRICS, order: undefined, limit: FIGURE_ROWS_MAX, filters: [] };
  const compare = comparedWith({ ...given, compare: given.compare ?? 'previous' }) ?? undefined;
  const [filter] = given.filters.filter(({ op }) => op === 'is' || op === 'not');
  const under = (op: 'is' | 'not') => (filter ? ask({ ...question, by: [], filters: [{ ...filter, op }] }) : null);
  const [whole, permuted, compared, own, isOne, isNot] = await Promise.all([
    ask(question),
    ask({ ...question, by: question.by.toReversed() }),
    ask({ ...question, compare }),
    ask({ ...question, ...compare }),
    under('is'),
    under('not'),
  ]);
  const rows = whole.rows.map(({ values }) => values);
  expectParts(rows, whole.total.values, { ofHours: question.by.includes('hour') });
  expect(rowsByKey(permuted, (keys) => keys.reverse())).toEqual(rowsByKey(whole));
  expect(compared.total.previous).toEqual(own.total.values);
  const parts = [isOne, isNot].flatMap((one) => one?.total.values ?? []);
  if (filter) expectParts(parts, whole.total.values, { ofHours: filter.dim === 'hour' });
}

/** The levels of the tree of ads, from the top. */
const TREE = ['adAccount', 'platformCampaign', 'adset', 'ad'] as const satisfies readonly FigureDimension[];

/**
 * A way down the tree, under any filters and against any period: each level adds up to the row above it, is that of a recount, and so do a row and all but
 * that row, of both periods.
 */
async function expectTree(
  setting: Setting,
  ask: (question: FigureQuery) => Promise<FigureAnswer>,
  given: FigureQuery,
): Promise<void> {
  const path: FigureFilter[] = [];
  let above: FigureAnswer['total']['values'] | undefined;
  for (const level of TREE) {
    const question = FigureQuery.parse({
      ...{ from: given.from, to: given.to, compare: given.compare, by: [level], limit: FIGURE_ROWS_MAX },
      ...{
        metrics: [...ADDITIVE_METRICS, 'netProfit', 'cpa', 'roas'],
        filters: [...given.filters.slice(0, 2), ...path],
      },
    });
    const answer = await ask(question);
    expectRecounted(setting, question, answer);
    expectParts(
      answer.rows.map(({ values }) => values),
      answer.total.values,
    );
    if (above) expectParts([answer.total.values], above);
    const row = answer.rows[given.limit % Math.max(1, answer.rows.length)];
    if (!row) return;
    const [key = null] = row.keys;
    if (key !== null) {
      const others = ['is', 'not'].map((op) => ({
        ...question,
        filters: [...question.filters, { dim: level, op, values: [key] }],
      }));
      const halves = await Promise.all(others.map((half) => ask(FigureQuery.parse({ ...half, by: [] }))));
      for (const period of ['values', 'previous'] as const) {
        const whole = answer.total[period];
        const parts = halves.flatMap(({ total }) => total[period] ?? []);
        if (whole) expectParts(parts, whole);
      }
      expect(tidied(halves[0]?.total.values ?? null)).toEqual(tidied(row.values));
    }
    path.push(key === null ? { dim: level, op: 'none', values: [] } : { dim: level, op: 'is', values: [key] });
    above = row.values;
  }
}

// --- Properties

const QUESTIONS_AT_ONCE = 8;
const WAYS = ['days', 'events', 'cache'] as const;

describe('recount', () => {
  it('knows the dimensions of each fact that the figures know', () => {
    const campaigns = ['um', 'dois', 'tres'] as CampaignId[];
    const story = storyOf(PLACES[0] as (typeof PLACES)[number], 1);
    const facts = factsOf(story, { tenantId: 'tn_test0001' as Tenant['tenantId'], campaigns });
    const rows = countedRows({
      ...facts,
      timeZone: 'UTC',
      mainCampaignId: 'um',
      catalogue: CATALOGUE,
      adAccounts: AD_ACCOUNTS,
    });
    for (const fact of FACTS) {
      const known = new Set(rows.flatMap((one) => (one.fact === fact ? Object.keys(one.keys) : [])));
      const dimensions = FIGURE_DIMENSION_NAMES.filter((name) => isKnownBy(fact, name));
      expect([...known].sort(), fact).toEqual(dimensions.sort());
    }
  });
});

describe.each(PLACES)('figures of a random tenant in $timeZone', (place) => {
  it('are those of a naive recount, and add up, for any question', { tags: ['§G.3'] }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer(), async (seed) => {
        // Of its seed, since a story is too long to be printed.
        const setting = await setUp(storyOf(place, seed));
        const { tenant, campaigns } = setting;
        const asker = askerOfWorker(tenant);
        const depsOn = (clickhouse: ClickHouse): FigureDeps => ({
          ...{ clickhouse, postgres: stack.postgres },
          // After the story: a period that ends today is compared with a part of a day, which `compared-days.integration.test.ts` is about.
          clock: { ...systemClock, now: () => place.changeMs + 2 * DAYS * DAY },
          campaignNames: async () => new Map(campaigns.map((id) => [id, `Nome de ${id}`])),
        });
        const cached = withAnswerCache(stack.clickhouse, createFigureVersions(stack.postgres.sql));
        const askBy: Record<(typeof WAYS)[number], (question: FigureQuery) => Promise<FigureAnswer>> = {
          days: (question) => askFigures(depsOn(stack.clickhouse), asker, question),
          events: (question) => askFigures(depsOn(eventsOnly(stack.clickhouse)), asker, question),
          cache: async (question) => {
            const first = await askFigures(depsOn(cached), asker, question);
            expect(await askFigures(depsOn(cached), asker, question)).toEqual(first);
            return first;
          },
        };
        const asked = fc.record({ way: fc.constantFrom(...WAYS), question: questionOf(setting) });
        const tryQuestions = (numRuns: number) =>
          fc.assert(
            fc.asyncProperty(
              fc.array(asked, { minLength: QUESTIONS_AT_ONCE, maxLength: QUESTIONS_AT_ONCE, size: 'max' }),
              async (all) => {
                const answers = await Promise.all(all.map(({ way, question }) => askBy[way](question)));
                for (const [index, { way, question }] of all.entries()) {
                  try {
                    expectRecounted(setting, question, answers[index] as FigureAnswer);
                  } catch (cause) {
                    throw new Error(`from ${way}: ${JSON.stringify(question)}`, { cause });
                  }
                }
              },
            ),
            { numRuns, interruptAfterTimeLimit: 100_000 * STORIES * SLOWNESS, markInterruptAsFailure: true },
          );
        await tryQuestions(tries(2, 9));
        await fc.assert(
          fc.asyncProperty(questionOf(setting), (question) => expectLaws(askBy.days, question)),
          { numRuns: tries(1, 2) },
        );
        await fc.assert(
          fc.asyncProperty(questionOf(setting), (question) => expectTree(setting, askBy.days, question)),
          { numRuns: tries(1, 3) },
        );
        // A replay writes the same rows once more, and no row that is already there is counted twice.
        await write(setting, ({ row, before }) => [row, ...before].reverse());
        await figuresChanged(stack.postgres.sql, [tenant.tenantId]);
        await tryQuestions(tries(1, 6));
        await finalize(setting);
        await tryQuestions(tries(2, 6));
      }),
      { numRuns: STORIES, endOnFailure: true },
    );
  });
});

/** The same days in other zones, so that one question is about tenants whose days begin at other moments. */
const ZONES = ['America/Sao_Paulo', 'Europe/Lisbon', 'Asia/Kolkata', 'Pacific/Auckland', 'UTC'] as const;

describe('totals of several tenants', () => {
  it('are the single answers, for any period, moment and settings', { tags: ['§G.3'] }, async () => {
    const place = PLACES[1] as (typeof PLACES)[number];
    const seed = fc.integer();
    await fc.assert(
      fc.asyncProperty(fc.tuple(seed, seed, seed, seed, seed), async (seeds) => {
        const settings: Setting[] = [];
        for (const [index, timeZone] of ZONES.entries())
          settings.push(
            await setUp(storyOf({ ...place, timeZone: timeZone as Tenant['timeZone'] }, seeds[index] ?? 0)),
          );
        // Of one of them no run has read some days, and one has nothing at all.
        await forgetDays(settings[0] as Setting, addDays(place.first, 3));
        const timeZone = 'America/New_York' as Tenant['timeZone'];
        const { tenantId } = await createTenant(stack, { timeZone });
        const tenants = [...settings.map(({ tenant }) => tenant), { tenantId, timeZone }];
        const asker = askerOfPerson('pe_test0001', tenants as unknown as [Tenant, ...Tenant[]], ['read']);
        const day = fc.integer({ min: 0, max: DAYS - 1 });
        const question = fc.record({
          days: fc.tuple(day, day),
          metrics: fc.oneof(
            fc.constant([...FIGURE_METRIC_NAMES]),
            fc.uniqueArray(fc.constantFrom(...FIGURE_METRIC_NAMES), { minLength: 1, maxLength: 3 }),
          ),
          compare: fc.option(fc.constantFrom(...COMPARISONS), { nil: undefined }),
          // During a day of the period, which is compared with a part of a day, or after all of them.
          now: fc.oneof(fc.constant(2 * DAYS * DAY), fc.integer({ min: -DAYS * DAY, max: DAYS * DAY })),
          isEvents: fc.boolean(),
        });
        await fc.assert(
          fc.asyncProperty(question, async ({ days, metrics, compare, now, isEvents }) => {
            const [from, to] = days.toSorted((one, other) => one - other).map((one) => addDays(place.first, one));
            const asked = FigureQuery.parse({ from, to, metrics, compare });
            const deps: FigureDeps = {
              clickhouse: isEvents ? eventsOnly(stack.clickhouse) : stack.clickhouse,
              postgres: stack.postgres,
              clock: { ...systemClock, now: () => place.changeMs + now },
              campaignNames: async () => new Map(),
            };
            const [all, single] = await Promise.all([
              askTenants(deps, asker, asked),
              Promise.all(tenants.map((tenant) => askFigures(deps, askerOfWorker(tenant), asked))),
            ]);
            expect(all).toEqual(tenants.map(({ tenantId }, index) => ({ tenantId, ...single[index]?.total })));
          }),
          {
            numRuns: tries(12, 60),
            interruptAfterTimeLimit: 100_000 * STORIES * SLOWNESS,
            markInterruptAsFailure: true,
          },
        );
      }),
      { numRuns: STORIES, endOnFailure: true },
    );
  });
});

/** No run has read the days from this one on. */
const forgetDays = ({ tenant: { tenantId } }: Setting, from: TenantDay) =>
  stack.postgres.withTenant(tenantId, (trx) =>
    sql`UPDATE ad_platform_campaign_links SET days_read = days_read - datemultirange(daterange(${from}::date, NULL)) WHERE tenant_id = ${tenantId}`.execute(
      trx,
    ),
  );
