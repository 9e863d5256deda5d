// Random tenants with facts of all kinds, for properties of figures: rows as the processor writes them, and what people set. Few values of each column, so
// that groups have several facts; moments close to where days, months and clocks change.
import type { AdSpendRow } from '@tracker/infra/clickhouse/tables/ad-spend';
import type { ClickRow } from '@tracker/infra/clickhouse/tables/clicks';
import type { ConversionRow } from '@tracker/infra/clickhouse/tables/conversions';
import type { PageViewRow } from '@tracker/infra/clickhouse/tables/page-views';
import { CONVERSION_STATUSES, isCounted } from '@tracker/schemas/checkouts/conversion-status';
import type { CampaignId, TenantId } from '@tracker/schemas/primitives/ids';
import { addDays, startOfDay, type TenantDay } from '@tracker/schemas/primitives/tenant-day';
import type { TimeZone } from '@tracker/schemas/primitives/time';
import fc from 'fast-check';
import { clickRow, conversionRow, pageViewRow } from '../kit/clickhouse/rows.ts';

export interface Place {
  readonly timeZone: TimeZone;
  readonly first: TenantDay;
  /** When the clocks change, or a year. */
  readonly changeMs: number;
}

const DAY = 86_400_000;
const HOUR = 3_600_000;
export const DAYS = 40;
/** Around the change there are most facts. */
const CHANGES_ON = 20;

const placeOf = (timeZone: string, first: string, change: string): Place => ({
  ...{ timeZone: timeZone as TimeZone, first: first as TenantDay },
  changeMs: Date.parse(change),
});
export const PLACES: readonly Place[] = [
  /** A day that begins at one o'clock. */
  placeOf('America/Sao_Paulo', '2018-10-15', '2018-11-04T03:00:00Z'),
  /** A day of 25 hours. */
  placeOf('Europe/Lisbon', '2026-10-05', '2026-10-25T01:00:00Z'),
  placeOf('Asia/Kolkata', '2026-12-12', '2026-12-31T18:30:00Z'),
];

const TEXTS = ['', 'Ação', 'AÇÃO já', "d'água 50%", 'a,b:c', '\\barra'] as const;
/** What each column may be. */
export const POOLS = {
  source: ['', 'facebook', 'google', 'Facebook'],
  channel: ['direct', 'facebook', 'google', 'e-mail'],
  ad_campaign_id: ['', '7', '8'],
  adset_id: ['', 'set1', 'set2'],
  ad_id: ['', 'ad1', 'ad2', 'ad3'],
  placement: ['', 'Instagram_Stories', 'Feed'],
  site_source: ['', 'ig', 'fb'],
  utm_source: TEXTS,
  utm_medium: TEXTS,
  utm_campaign: TEXTS,
  utm_content: TEXTS,
  utm_term: TEXTS,
  url: ['', 'https://loja.example/Produto?a=1', 'https://loja.example/produto#fim', 'https://loja.example/Ação'],
  country_code: ['', 'BR', 'PT'],
  region: ['', 'São Paulo', 'Paraná'],
  city: ['', 'São Paulo', 'Porto'],
  device_type: ['', 'mobile', 'desktop'],
  browser: ['', 'Chrome', 'Safari'],
  operating_system: ['', 'Android', 'iOS'],
  timezone: ['', 'America/Sao_Paulo', 'Europe/Lisbon'],
  product_id: ['', 'p1', 'p2'],
  product_name: ['', 'Curso de Ação', 'Livro'],
  offer: ['', 'Oferta A', 'oferta b'],
  coupon: ['', 'DEZ', 'dez'],
  affiliate: ['', 'af1'],
  kind: ['', 'main', 'bump', 'renewal'],
  payment_method: ['', 'pix', 'boleto', 'credit_card'],
  provider: ['generic', 'kiwify', 'hotmart'],
  attribution: ['click', 'manual', 'utm', 'none'],
} as const satisfies Readonly<Record<string, readonly string[]>>;
type PoolColumn = keyof typeof POOLS;

const textsOf = <Column extends PoolColumn>(columns: readonly Column[]): fc.Arbitrary<Record<Column, string>> =>
  fc
    .tuple(...columns.map((column) => fc.constantFrom<string[]>(...POOLS[column])))
    .map(
      (texts) => Object.fromEntries(columns.map((column, index) => [column, texts[index]])) as Record<Column, string>,
    );
const OF_AD = ['source', 'channel', 'ad_id', 'adset_id', 'placement'] as const;
const OF_LINK = [
  ...OF_AD,
  ...([
    'ad_campaign_id',
    'site_source',
    'utm_source',
    'utm_medium',
    'utm_campaign',
    'utm_content',
    'utm_term',
  ] as const),
] as const;
const OF_VISITOR = [
  'country_code',
  'region',
  'city',
  'timezone',
  'device_type',
  'browser',
  'operating_system',
] as const;
const OF_SALE = [
  ...(['product_id', 'product_name', 'offer', 'coupon', 'affiliate', 'kind', 'payment_method', 'provider'] as const),
  'attribution',
] as const;

const cents = (max: number) => fc.integer({ min: 1, max });
const seldom = fc.integer({ max: 9, min: 0 }).map((number) => number === 0);
const aDay = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: CHANGES_ON - 3, max: CHANGES_ON + 3 }) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: DAYS - 1 }) },
);

const momentOf = ({ timeZone, first, changeMs }: Place) =>
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc
        .tuple(aDay, fc.integer({ min: 0, max: DAY - 1 }))
        .map(([day, ms]) => Date.parse(`${first}T00:00:00Z`) + day * DAY + ms),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(aDay, fc.constantFrom(-1, 0, 1))
        .map(([day, ms]) => startOfDay(addDays(first, day), timeZone) + ms),
    },
    { weight: 2, arbitrary: fc.integer({ min: -150, max: 150 }).map((minute) => changeMs + minute * 60_000) },
    { weight: 1, arbitrary: fc.constantFrom(-1, 0).map((ms) => changeMs + ms) },
  );

/** Of each fact: its row was another one before, and it comes after its day was counted. */
const ROW = { before: seldom, late: seldom };
const campaign = fc.integer({ min: 0, max: 2 });

const clickOf = (place: Place) =>
  fc.record({
    ...{ at: momentOf(place), campaign, isBot: seldom, isPrefetch: seldom, ...ROW },
    texts: textsOf([...OF_LINK, ...OF_VISITOR]),
  });
const viewOf = (place: Place) =>
  fc.record({
    ...{ at: momentOf(place), campaign, isBot: seldom, ...ROW },
    /** Of the story's clicks, and how long after it; many see several pages. */
    ofClick: fc.option(fc.tuple(fc.nat({ max: 59 }), fc.constantFrom(1, HOUR, DAY - 1, DAY, DAY + HOUR))),
    texts: textsOf([...OF_AD, ...OF_VISITOR, 'url']),
  });

const conversionOf = (place: Place) =>
  fc.record({
    ...{ at: momentOf(place), ...ROW },
    campaign: fc.option(campaign),
    texts: textsOf([...OF_LINK, ...OF_VISITOR, ...OF_SALE]),
    hasClick: fc.boolean(),
    status: fc.constantFrom(
      ...CONVERSION_STATUSES.filter((status) => status !== 'chargeback_reversed'),
      ...(['approved', 'approved', 'approved', 'completed', 'pending'] as const),
    ),
    cents: cents(90_000),
    /** Of which the fee, and what went back: parts of a hundred. */
    fee: fc.option(fc.integer({ min: 0, max: 20 })),
    back: fc.integer({ min: 1, max: 99 }),
    rate: fc.constantFrom(...([1, 1, 1, 51_234, 0] as const)),
    installments: fc.constantFrom(0, 1, 12),
    isTest: seldom,
    isLead: seldom,
    verified: fc.integer({ min: 0, max: 4 }).map((number) => number > 0),
    isHeldBack: seldom,
    /** Some days ago it was on another day. */
    moved: seldom,
  });

const reach = { cents: fc.integer({ min: 0, max: 5_000 }), impressions: fc.nat(900), clicks: fc.nat(20) };
const nothing = { cents: 0, impressions: 0, clicks: 0 };
const spendOf = fc.record({
  ...{ day: aDay, campaign, before: seldom },
  from: fc.constantFrom(
    ...([
      ['reported', 'facebook/7'],
      ['reported', 'facebook/8'],
      ['reported', 'google/9'],
    ] as const),
    ...([
      ['entered', 'facebook'],
      ['entered', 'google'],
      ['entered', 'kwai'],
      ['removed', 'kwai'],
    ] as const),
  ),
  currency: fc.constantFrom('BRL', 'BRL', 'BRL', 'USD', 'EUR'),
  ads: fc.uniqueArray(
    fc.record({ id: fc.constantFrom('ad1', 'ad2', 'ad9'), adset: fc.constantFrom('', 'set1', 'set2'), ...reach }),
    { maxLength: 3, selector: ({ id }) => id },
  ),
  /** What the platform names no ad for. */
  rest: fc.oneof(fc.record(reach), fc.constant(nothing), fc.record({ ...reach, cents: fc.constant(0) })),
  /** Two hours of the day, of which some are not all of it, or are no hours of this clock. */
  hours: fc.record({
    at: fc.uniqueArray(fc.integer({ min: 0, max: 23 }), { minLength: 2, maxLength: 2 }),
    are: fc.constantFrom('all', 'all', 'all', 'all', 'some', 'odd'),
  }),
  /** Some is only seen, and of some days nothing is reported. */
  reports: fc.constantFrom('spend', 'spend', 'spend', 'spend', 'views', 'nothing'),
});

const span = fc.record({
  from: fc.integer({ min: -5, max: DAYS - 1 }),
  days: fc.option(fc.integer({ min: 0, max: 25 })),
});
const percent = fc.constantFrom('13.83', '5', '8.2537', '0.01');
const fixed = fc.constantFrom('0.39', '12.34', '777.77', '100.0001');
const NO_COST = {
  ...{ percent: null, fixed: null, source: null, checkout: null },
  ...{ productId: null, campaignId: null, every: null },
} as const;
const checkout = fc.constantFrom(null, 'generic', 'kiwify');
const productId = fc.constantFrom('p1', 'Livro', 'p7');
const aCost = fc
  .oneof(
    fc.record({
      ...{ kind: fc.constant('spend-tax'), span, percent },
      source: fc.constantFrom(null, 'facebook', 'google', 'kwai'),
    }),
    fc.record({ kind: fc.constant('revenue-tax'), span, percent }),
    fc.record({ kind: fc.constant('gateway-fee'), span, percent, fixed, checkout }),
    fc.record({ kind: fc.constant('product-cost'), span, fixed, productId }),
  )
  .map((cost) => ({ ...NO_COST, ...cost }));
const costs = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.uniqueArray(aCost, {
      ...{ minLength: 8, maxLength: 20, size: 'max' },
      selector: ({ kind, span, source, checkout, productId }) =>
        `${kind} ${span.from} ${source} ${checkout} ${productId}`,
    }),
  },
  // One tax on all days.
  {
    weight: 1,
    arbitrary: percent.map((percent) => [{ ...NO_COST, kind: 'spend-tax', span: { from: -5, days: null }, percent }]),
  },
);
const expenses = fc.array(
  fc.record({ span, fixed, every: fc.constantFrom('once', 'month'), campaign: fc.option(campaign) }),
  { minLength: 2, maxLength: 6 },
);
const rates = fc.uniqueArray(
  fc.record({ day: fc.integer({ min: -3, max: DAYS - 1 }), rate: fc.constantFrom('5.4321', '5', '4.9999') }),
  { minLength: 1, maxLength: 4, selector: ({ day }) => day },
);

const aStory = (place: Place) =>
  fc.record({
    place: fc.constant(place),
    clicks: fc.array(clickOf(place), { minLength: 90, maxLength: 140, size: 'max' }),
    views: fc.array(viewOf(place), { minLength: 60, maxLength: 100, size: 'max' }),
    sales: fc.array(conversionOf(place), { minLength: 80, maxLength: 140, size: 'max' }),
    spend: fc.uniqueArray(spendOf, {
      ...{ minLength: 20, maxLength: 60, size: 'max' },
      selector: ({ day, campaign, from }) => `${day} ${campaign} ${from[1]}`,
    }),
    leads: fc.array(fc.record({ at: momentOf(place), campaign: fc.option(campaign) }), {
      ...{ minLength: 5, maxLength: 15 },
    }),
    ...{ costs, expenses },
    /** Null: pays in BRL alone, and enters nothing. */
    rates: fc.option(rates, { freq: 4 }),
    main: campaign,
  });
export type Story = ReturnType<typeof aStory> extends fc.Arbitrary<infer S> ? S : never;

export function storyOf(place: Place, seed: number): Story {
  const [story] = fc.sample(aStory(place), { numRuns: 1, seed });
  if (!story) throw new Error('no story');
  return story;
}

export interface Owner {
  readonly tenantId: TenantId;
  readonly campaigns: readonly CampaignId[];
}

/** As a list in Postgres has it. */
export interface StoryCost {
  readonly kind: string;
  readonly from: TenantDay;
  readonly until: TenantDay | null;
  readonly percent: string | null;
  readonly fixed: string | null;
  readonly source: string | null;
  readonly checkout: string | null;
  readonly productId: string | null;
  readonly campaignId: string | null;
  readonly every: string | null;
}

export interface StoryFacts {
  readonly clicks: readonly Versioned<ClickRow>[];
  readonly views: readonly Versioned<PageViewRow>[];
  readonly sales: readonly Versioned<ConversionRow>[];
  readonly spend: readonly Versioned<AdSpendRow>[];
  readonly leads: readonly { readonly at: number; readonly campaignId: string | null }[];
  readonly costs: readonly StoryCost[];
  readonly rates: readonly { readonly day: TenantDay; readonly rate: string }[];
}
/** `before`: rows that it takes the place of. */
interface Versioned<Row> {
  readonly row: Row;
  readonly before: readonly Row[];
  readonly late: boolean;
}

export function factsOf(story: Story, { tenantId, campaigns }: Owner): StoryFacts {
  const { place } = story;
  const dayAt = (day: number) => addDays(place.first, day);
  const idOf = (number: number | null) => (number === null ? '' : (campaigns[number] ?? ''));
  const versioned = <Row extends { ver: unknown }>(
    row: Row,
    { before, late }: { before: boolean; late?: boolean },
    old: Partial<Row>,
  ) => ({
    row: { ...row, ver: 5 },
    before: before ? [{ ...row, ...old, ver: 1 }] : [],
    late: late ?? false,
  });
  const ofCost = ({ span, ...cost }: { span: { from: number; days: number | null } } & Record<string, unknown>) => ({
    ...NO_COST,
    ...cost,
    from: dayAt(span.from),
    until: span.days === null || cost.every === 'once' ? null : dayAt(span.from + span.days),
  });
  const clicks = story.clicks.map(({ at, campaign, isBot, isPrefetch, texts, ...rest }) =>
    versioned(
      clickRow({
        at,
        tenant_id: tenantId,
        campaign_id: idOf(campaign),
        is_bot: isBot,
        is_prefetch: isPrefetch,
        ...texts,
      }),
      rest,
      { is_bot: !isBot, source: 'before' },
    ),
  );
  return {
    clicks,
    views: story.views.map(({ at, campaign, isBot, ofClick, texts, ...rest }) => {
      const click = ofClick && clicks[ofClick[0]]?.row;
      const seen = ofClick && click ? { at: Date.parse(click.ts) + ofClick[1], click_id: click.click_id } : { at };
      const row = { tenant_id: tenantId, campaign_id: idOf(campaign), is_bot: isBot, ...texts };
      return versioned(pageViewRow({ ...row, ...seen }), rest, { is_bot: !isBot });
    }),
    sales: story.sales.map((conversion, index) => {
      const row = soldRow(conversion, {
        tenant_id: tenantId,
        conversion_id: `cv_${index}`,
        campaign_id: idOf(conversion.campaign),
      });
      const { before, ...rest } = versioned(row, conversion, { revenue: '1.0000', is_counted: true });
      if (!conversion.moved) return { ...rest, before };
      const there = { ...row, ts: new Date(conversion.at - 2 * DAY).toISOString() };
      return { ...rest, before: [...before, { ...there, ver: 2 }, { ...there, is_moved: true, ver: 3 }] };
    }),
    spend: story.spend
      .filter(({ from }) => story.rates !== null || from[0] === 'reported')
      .map((spend) =>
        versioned(
          spendRow(spend, { tenant_id: tenantId, campaign_id: idOf(spend.campaign), day: dayAt(spend.day) }, place),
          spend,
          { spend: '999.0000' },
        ),
      ),
    leads: story.leads.map(({ at, campaign }) => ({ at, campaignId: campaign === null ? null : idOf(campaign) })),
    costs: [
      ...[...story.costs].map(ofCost),
      ...story.expenses.map(({ campaign, ...expense }) =>
        ofCost({ kind: 'expense', ...expense, campaignId: campaign === null ? null : idOf(campaign) }),
      ),
    ] as StoryCost[],
    rates: (story.rates ?? []).map(({ day, rate }) => ({ day: dayAt(day), rate })),
  };
}

/** Of an amount in ten-thousandths. */
const decimal = (amount: number) => (amount / 10_000).toFixed(4);

function soldRow(
  conversion: Story['sales'][number],
  ids: Pick<ConversionRow, 'tenant_id' | 'conversion_id' | 'campaign_id'>,
): ConversionRow {
  const { at, texts, status, rate, fee, back, hasClick, isTest, isLead, isHeldBack, verified, installments } =
    conversion;
  const gone = status === 'refunded' || status === 'chargeback' ? 100 : status === 'partially_refunded' ? back : 0;
  const inBrl = rate === 1 ? 10_000 : rate;
  const [gross, left] = [conversion.cents * 100, conversion.cents * (100 - gone)];
  const counts = isCounted(status) && !isHeldBack && !isLead;
  const brl = (amount: number) => decimal(Math.floor((amount * inBrl) / 10_000));
  return conversionRow({
    ...ids,
    ...texts,
    ts: new Date(at).toISOString(),
    transaction_id: ids.conversion_id,
    conversion_type: isLead ? 'lead' : 'purchase',
    status,
    is_counted: counts,
    value: decimal(gross),
    net_value: decimal(left),
    currency: rate === 1 ? 'BRL' : rate === 0 ? 'EUR' : 'USD',
    revenue: counts ? brl(left) : '0.0000',
    gross_brl: brl(gross),
    gateway_fee: fee === null ? null : decimal(conversion.cents * fee),
    fee_brl: fee === null || rate === 0 ? null : brl(conversion.cents * fee),
    installments,
    ...(hasClick && { click_id: `mc_${ids.conversion_id}`, click_ts: new Date(at - 60_000).toISOString() }),
    ...{ is_test: isTest, verified },
  });
}

function spendRow(
  { from: [kind, source], currency, ads, rest, reports, hours }: Story['spend'][number],
  ids: Pick<AdSpendRow, 'tenant_id' | 'campaign_id' | 'day'>,
  { timeZone }: Place,
): AdSpendRow {
  const named = kind === 'reported' && reports !== 'nothing' ? ads : [];
  const others = kind === 'entered' ? { ...rest, impressions: 0, clicks: 0 } : rest;
  const parts = (kind === 'removed' || reports === 'nothing' ? [] : [...named, others]).map((part) => ({
    ...part,
    cents: kind === 'reported' && reports === 'views' ? 0 : part.cents,
  }));
  const sumOf = (figure: keyof typeof nothing) => parts.reduce((sum, part) => sum + part[figure], 0);
  const spend = sumOf('cents');
  const begin = startOfDay(ids.day as TenantDay, timeZone) / 1000 + (hours.are === 'odd' ? 900 : 0);
  const first = Math.floor(spend / 3);
  const ofHours = hours.are === 'some' ? [first] : [first, spend - first];
  return {
    ...ids,
    ...{ source, kind, currency },
    spend: decimal(spend * 100),
    impressions: sumOf('impressions'),
    clicks: sumOf('clicks'),
    ad_ids: named.map(({ id }) => id),
    ad_names: named.map(({ id }) => `Anúncio ${id}`),
    adset_ids: named.map(({ adset }) => adset),
    adset_names: named.map(() => ''),
    ad_spends: parts.slice(0, named.length).map(({ cents }) => decimal(cents * 100)),
    ad_impressions: named.map(({ impressions }) => impressions),
    ad_clicks: named.map(({ clicks }) => clicks),
    ...(spend > 0
      ? {
          hour_starts: hours.at.slice(0, ofHours.length).map((hour) => begin + hour * 3600),
          hour_spends: ofHours.map((part) => decimal(part * 100)),
        }
      : { hour_starts: [], hour_spends: [] }),
    received_at: `${ids.day}T23:00:00.000Z`,
    ver: 1,
  };
}
