// A second implementation of figures, to be compared with the first: plain loops over the rows of a story, in whole parts of a real, by the definitions of
// schemas/src/figures. It shares no code with the API, and asks no store.
import type { AdSpendRow } from '@tracker/infra/clickhouse/tables/ad-spend';
import type { ConversionRow } from '@tracker/infra/clickhouse/tables/conversions';
import type { FigureDimension } from '@tracker/schemas/figures/dimensions';
import type { Fact } from '@tracker/schemas/figures/facts';
import type { FigureFilter } from '@tracker/schemas/figures/figure-query';
import type { FigureMetric, Sum } from '@tracker/schemas/figures/metrics';
import type { StoryCost, StoryFacts } from './figure-stories.ts';

export interface Books extends StoryFacts {
  readonly timeZone: string;
  readonly mainCampaignId: string;
  /** The product of the catalogue, by checkout and what it calls the product. */
  readonly catalogue: ReadonlyMap<string, string>;
  /** The ad account of a campaign on its platform. */
  readonly adAccounts: ReadonlyMap<string, string>;
}

/** Divisible by the days of each month, and by fourteen digits: those of an amount, of a rate and of a percentage. */
const REAL = 377_580n * 10n ** 14n;

/** What one row adds, under its key of each dimension that it knows. Money is in parts of a real. */
export interface Counted {
  readonly fact: Fact;
  readonly day: string;
  readonly keys: Readonly<Partial<Record<FigureDimension, string>>>;
  readonly sums: Readonly<Partial<Record<Sum, bigint>>>;
  /** Spend of an hour; rows of spend without are of days. Without `hidden` hours and what they are unknown of, all is known. */
  readonly ofHour?: { readonly hidden: readonly Sum[] };
  /** Spend whose hours are known, without those that end by a moment. */
  readonly after?: (ms: number) => Counted['sums'];
}

const partsOf = (decimal: string | null): bigint => {
  const [whole = '0', fraction = ''] = (decimal ?? '0').split('.');
  return (BigInt(whole + fraction.padEnd(14, '0')) * REAL) / 10n ** 14n;
};
const percentOf = (amount: bigint, percent: string | null): bigint => (amount * partsOf(percent)) / REAL / 100n;

export function countedRows(books: Books): Counted[] {
  const landings = landingsOf(books);
  return [
    ...books.clicks.flatMap(({ row }) => {
      if (row.is_bot || row.is_prefetch) return [];
      return counted(
        'clicks',
        {
          ...{ ...momentKeys(row.ts, books), ...adKeys(row), ...linkKeys(row, books), ...visitorKeys(row) },
          landing: landings.get(row.click_id) ?? '',
        },
        { clicks: 1n },
      );
    }),
    ...books.views.flatMap(({ row }) => {
      if (row.is_bot) return [];
      return counted(
        'pageViews',
        { ...momentKeys(row.ts, books), ...adKeys(row), ...visitorKeys(row), landing: pageOf(row) },
        { pageViews: 1n },
      );
    }),
    ...books.sales.flatMap(({ row }) => [...conversionOf(row, books), ...orderOf(row, books)]),
    ...books.spend.flatMap(({ row }) => spendOf(row, books)),
    ...books.costs.flatMap((cost) => expenseOf(cost)),
    ...books.leads.flatMap(({ at, campaignId }) => {
      const { hour: _, ...keys } = momentKeys(new Date(at).toISOString(), books);
      return counted('leads', { ...keys, campaign: campaignId ?? '' }, { leads: 1n });
    }),
  ];
}

const pageOf = ({ url }: { readonly url: string }) => (url.split(/[?#]/)[0] ?? '').toLowerCase();

/** The page of each click's first view, which comes within a day. */
function landingsOf({ clicks, views }: Books): Map<string, string> {
  const clickedAt = new Map(clicks.map(({ row }) => [row.click_id, Date.parse(row.ts)]));
  const first = views
    .flatMap(({ row }) => (row.is_bot ? [] : [row]))
    .sort((one, other) => Date.parse(one.ts) - Date.parse(other.ts) || (one.view_id < other.view_id ? -1 : 1));
  const landings = new Map<string, string>();
  for (const row of first) {
    const isLate = Date.parse(row.ts) - (clickedAt.get(row.click_id) ?? 0) >= 86_400_000;
    if (!landings.has(row.click_id)) landings.set(row.click_id, isLate ? '' : pageOf(row));
  }
  return landings;
}

const counted = (fact: Fact, keys: Counted['keys'], sums: Counted['sums']): Counted[] => [
  { fact, day: keys.day ?? '', keys, sums },
];

// --- Keys

const clocks = new Map<string, Intl.DateTimeFormat>();
function momentKeys(instant: string, { timeZone }: Books) {
  let clock = clocks.get(timeZone);
  if (!clock) {
    const parts = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit' } as const;
    clock = new Intl.DateTimeFormat('sv-SE', { timeZone, hourCycle: 'h23', ...parts });
    clocks.set(timeZone, clock);
  }
  const [day = '', hour = ''] = clock.format(Date.parse(instant)).split(' ');
  return { ...dayKeys(day), hour: String(Number(hour)) };
}

export function dayKeys(day: string) {
  const date = new Date(`${day}T12:00:00Z`);
  const weekday = date.getUTCDay();
  date.setUTCDate(date.getUTCDate() - weekday);
  return { day, week: date.toISOString().slice(0, 10), month: day.slice(0, 7), weekday: String(weekday) };
}

interface VisitorFacts {
  readonly country_code: string;
  readonly region: string;
  readonly city: string;
  readonly timezone: string;
  readonly device_type: string;
  readonly browser: string;
  readonly operating_system: string;
}
interface Link {
  readonly ad_campaign_id: string;
  readonly site_source: string;
  readonly utm_source: string;
  readonly utm_medium: string;
  readonly utm_campaign: string;
  readonly utm_content: string;
  readonly utm_term: string;
}
interface Ad {
  readonly campaign_id: string;
  readonly source: string;
  readonly channel: string;
  readonly ad_id: string;
  readonly adset_id: string;
  readonly placement: string;
}

const adKeys = (row: Ad) => ({
  campaign: row.campaign_id,
  source: row.source || 'direct',
  channel: row.channel || 'direct',
  adset: row.adset_id,
  ad: row.ad_id,
  placement: row.placement,
});
const linkKeys = (row: Link, { adAccounts }: Books) => ({
  adAccount: adAccounts.get(row.ad_campaign_id) ?? '',
  platformCampaign: row.ad_campaign_id,
  siteSource: row.site_source,
  ...{ utmSource: row.utm_source, utmMedium: row.utm_medium, utmCampaign: row.utm_campaign },
  ...{ utmContent: row.utm_content, utmTerm: row.utm_term },
});
const visitorKeys = (row: VisitorFacts) => ({
  ...{ country: row.country_code, region: row.region, device: row.device_type },
  ...{ city: row.city, browser: row.browser, os: row.operating_system },
  timezone: row.timezone,
});

// --- Conversions and orders

const productOf = (row: ConversionRow) => row.product_id || row.product_name;
const conversionKeys = (row: ConversionRow, books: Books) => ({
  ...momentKeys(row.ts, books),
  ...{ ...adKeys(row), campaign: row.campaign_id || books.mainCampaignId },
  ...linkKeys(row, books),
  ...visitorKeys(row),
  product: books.catalogue.get(`${row.provider} ${productOf(row)}`) ?? productOf(row),
  ...{ offer: row.offer, coupon: row.coupon, affiliate: row.affiliate, kind: row.kind },
  installments: row.installments === 0 ? '' : String(row.installments),
  ...{ payment: row.payment_method, checkout: row.provider, attribution: row.attribution },
});

function conversionOf(row: ConversionRow, books: Books): Counted[] {
  if (!row.is_counted || row.is_test) return [];
  const keys = conversionKeys(row, books);
  const revenue = partsOf(row.revenue);
  const gross = partsOf(row.gross_brl);
  const of = (kind: string) => inForce(books.costs, kind, keys.day);
  const fee =
    of('gateway-fee')((cost) => cost.checkout === row.provider) ?? of('gateway-fee')((cost) => cost.checkout === null);
  const hasNoFee = row.fee_brl === null && gross !== 0n;
  const productCosts = partsOf(of('product-cost')((cost) => cost.productId === productOf(row))?.fixed ?? null);
  const revenueTax = percentOf(revenue, of('revenue-tax')()?.percent ?? null);
  const gatewayFees = hasNoFee
    ? percentOf(gross, fee?.percent ?? null) + partsOf(fee?.fixed ?? null)
    : partsOf(row.fee_brl);
  const isEvidence =
    (row.verified || row.is_imported) && (row.campaign_id !== '' || row.ad_campaign_id !== '' || row.ad_id !== '');
  return counted('sales', keys, {
    conversions: 1n,
    attributed: row.click_id === '' ? 0n : 1n,
    verified: row.verified || row.is_imported ? 1n : 0n,
    verifiedRevenue: row.verified || row.is_imported ? revenue : 0n,
    evidence: isEvidence ? 1n : 0n,
    evidenceValued: isEvidence && Number(row.net_value) > 0 ? 1n : 0n,
    evidencePriced: isEvidence && revenue > 0n ? 1n : 0n,
    evidenceRevenue: isEvidence ? revenue : 0n,
    evidenceKept: isEvidence ? revenue - revenueTax - gatewayFees - productCosts : 0n,
    revenue,
    roundedRevenue: revenue,
    revenueTax,
    gatewayFees,
    productCosts,
  });
}

function orderOf(row: ConversionRow, books: Books): Counted[] {
  if (!row.verified || row.is_test || row.conversion_type === 'lead') return [];
  const is = (...statuses: string[]) => (statuses.includes(row.status) ? 1n : 0n);
  return counted('orders', conversionKeys(row, books), {
    pending: is('pending'),
    pendingValue: is('pending') * partsOf(row.gross_brl),
    approved: is('approved', 'completed', 'disputed', 'partially_refunded', 'refunded', 'chargeback'),
    lost: is('expired', 'refused', 'canceled'),
    refunds: is('refunded', 'partially_refunded'),
    chargebacks: is('chargeback'),
  });
}

/** Of those that hold on a day, the one that began last. */
const inForce =
  (costs: readonly StoryCost[], kind: string, day: string) =>
  (isMeant: (cost: StoryCost) => boolean = () => true): StoryCost | undefined =>
    costs
      .filter((cost) => cost.kind === kind && cost.from <= day && day <= (cost.until ?? '9999') && isMeant(cost))
      // What is for one source goes before what is for all.
      .sort((one, other) => other.from.localeCompare(one.from) || (one.source === null ? 1 : -1))[0];

// --- Spend and expenses

/** A row for each ad of the campaign's day, and one for what is named of none. */
function spendOf(row: AdSpendRow, books: Books): Counted[] {
  const [platform = '', platformCampaign = ''] = row.source.split('/');
  if (row.kind === 'removed') return [];
  if (row.kind === 'entered' && books.spend.some(({ row: other }) => reports(other, row))) return [];
  const rate = rateOf(row, books);
  if (rate === 0n) return [];
  const taxOfDay = inForce(books.costs, 'spend-tax', row.day);
  const tax = taxOfDay(({ source }) => source === null || source === platform)?.percent ?? null;
  const paid = (amount: bigint) => {
    const spend = (amount * rate) / REAL;
    return { spend, roundedSpend: spend, spendTax: percentOf(spend, tax) };
  };
  const part = (
    { ad, adset }: { readonly ad: string; readonly adset: string },
    { amount, impressions, clicks }: { readonly amount: bigint; readonly impressions: bigint; readonly clicks: bigint },
    amountAfter?: (ms: number) => bigint,
  ): Counted[] => {
    const keys = {
      ...dayKeys(row.day),
      campaign: row.campaign_id,
      ...{ source: platform || 'direct', channel: platform || 'direct' },
      ...{ platformCampaign, adAccount: books.adAccounts.get(platformCampaign) ?? '' },
      ad,
      adset,
    };
    const reach = { impressions, platformClicks: clicks };
    return counted('spend', keys, { ...paid(amount), ...reach }).map((one) => ({
      ...one,
      ...(amountAfter && { after: (ms: number) => ({ ...paid(amountAfter(ms)), ...reach }) }),
    }));
  };
  const ads = row.ad_ids.map((ad, index) => ({
    ...{ ad, adset: row.adset_ids[index] ?? '', amount: partsOf(row.ad_spends[index] ?? null) },
    ...{ impressions: BigInt(row.ad_impressions[index] ?? 0), clicks: BigInt(row.ad_clicks[index] ?? 0) },
  }));
  const hasHours =
    row.hour_starts.length > 0 &&
    row.hour_spends.reduce<bigint>((sum, one) => sum + partsOf(one), 0n) === partsOf(row.spend);
  /** In the row of what is of no ad: only what is not split by ads knows hours. */
  const hoursAfter = (ms: number) =>
    row.hour_starts.reduce<bigint>(
      (sum, start, index) => sum + (endsAfter(Number(start), ms) ? partsOf(row.hour_spends[index] ?? null) : 0n),
      0n,
    );
  const restOf = (whole: bigint, figure: 'amount' | 'impressions' | 'clicks') =>
    ads.reduce((rest, one) => rest - one[figure], whole);
  return [
    ...hoursOf(row, books, (amount, after) =>
      part({ ad: '', adset: '' }, { amount, impressions: 0n, clicks: 0n }, after),
    ),
    ...ads.flatMap((one) => part(one, one, hasHours ? () => 0n : undefined)),
    ...part(
      { ad: '', adset: '' },
      {
        amount: restOf(partsOf(row.spend), 'amount'),
        impressions: restOf(BigInt(row.impressions), 'impressions'),
        clicks: restOf(BigInt(row.clicks), 'clicks'),
      },
      hasHours ? hoursAfter : undefined,
    ),
  ];
}

const endsAfter = (startSecond: number, ms: number): boolean => startSecond + 3600 > Math.floor(ms / 1000);

const REACH: readonly Sum[] = ['impressions', 'platformClicks'];
const PAID_SUMS: readonly Sum[] = ['spend', 'roundedSpend', 'spendTax'];

/** Each hour of the day, and what was spent in it: known where the hours are whole ones of the day, and all of its spend. */
function hoursOf(
  row: AdSpendRow,
  { timeZone }: Books,
  part: (amount: bigint, after: (ms: number) => bigint) => Counted[],
): Counted[] {
  const clock = new Intl.DateTimeFormat('sv-SE', {
    ...{ timeZone, hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit' },
    ...{ hour: '2-digit', minute: '2-digit' },
  });
  const placed = (ms: number) => {
    const [day = '', time = ''] = clock.format(ms).split(' ');
    const [hour = '', minute = ''] = time.split(':');
    return { day, hour: String(Number(hour)), minute };
  };
  const quarters = Array.from(
    { length: 4 * 60 },
    (_, index) => Date.parse(`${row.day}T00:00Z`) + (index - 64) * 900_000,
  );
  const hours = new Set(quarters.map(placed).flatMap(({ day, hour }) => (day === row.day ? hour : [])));
  const parts = row.hour_starts.map((start, index) => {
    return { ...placed(Number(start) * 1000), start: Number(start), amount: partsOf(row.hour_spends[index] ?? null) };
  });
  const isKnown =
    parts.reduce((sum, { amount }) => sum + amount, 0n) === partsOf(row.spend) &&
    parts.every(({ day, minute }) => day === row.day && minute === '00');
  const hasReach = Number(row.impressions) > 0 || Number(row.clicks) > 0;
  const hidden = [...(isKnown ? [] : PAID_SUMS), ...(hasReach ? REACH : [])];
  return [...hours].flatMap((hour) => {
    const own = isKnown ? parts.filter((one) => one.hour === hour) : [];
    const sumOf = (some: typeof own) => some.reduce((sum, { amount }) => sum + amount, 0n);
    const after = (ms: number) => sumOf(own.filter(({ start }) => endsAfter(start, ms)));
    return part(sumOf(own), after).map((counted) => {
      return { ...counted, keys: { ...counted.keys, hour }, ofHour: { hidden } };
    });
  });
}

/** What people entered does not count where the platform reports the same campaign and day. */
const reports = (one: AdSpendRow, entered: AdSpendRow): boolean =>
  one.kind === 'reported' &&
  (Number(one.spend) !== 0 || Number(one.impressions) !== 0 || Number(one.clicks) !== 0) &&
  one.campaign_id === entered.campaign_id &&
  one.day === entered.day &&
  one.source.split('/')[0] === entered.source;

/** In parts; 0: no one gave one yet. */
function rateOf({ currency, day }: AdSpendRow, { rates }: Books): bigint {
  if (currency === 'BRL') return REAL;
  if (currency !== 'USD') return 0n;
  const known = rates.filter((rate) => rate.day <= day).sort((one, other) => (one.day < other.day ? 1 : -1));
  return partsOf(known[0]?.rate ?? null);
}

/** Until a day that is later than any question's. */
function expenseOf({ kind, every, from, until, fixed, campaignId }: StoryCost): Counted[] {
  if (kind !== 'expense') return [];
  const rows: Counted[] = [];
  const last = every === 'once' ? from : (until ?? '2028-01-01');
  for (let day: string = from; day <= last; day = nextDay(day)) {
    const days = BigInt(new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0)).getUTCDate());
    const expenses = every === 'once' ? partsOf(fixed) : partsOf(fixed) / days;
    rows.push(...counted('expenses', { ...dayKeys(day), campaign: campaignId ?? '' }, { expenses }));
  }
  return rows;
}

const nextDay = (day: string) => new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);

// --- Answers

/** Which rows a sum is made of. */
const FACT_OF: Readonly<Record<Sum, Fact>> = {
  ...{ clicks: 'clicks', pageViews: 'pageViews' },
  ...{
    conversions: 'sales',
    attributed: 'sales',
    verified: 'sales',
    verifiedRevenue: 'sales',
    evidence: 'sales',
    evidenceValued: 'sales',
    evidencePriced: 'sales',
    evidenceRevenue: 'sales',
    evidenceKept: 'sales',
    revenue: 'sales',
    roundedRevenue: 'sales',
  },
  ...{ revenueTax: 'sales', gatewayFees: 'sales', productCosts: 'sales' },
  ...{
    pending: 'orders',
    pendingValue: 'orders',
    approved: 'orders',
    lost: 'orders',
    refunds: 'orders',
    chargebacks: 'orders',
  },
  ...{ spend: 'spend', roundedSpend: 'spend', spendTax: 'spend', impressions: 'spend', platformClicks: 'spend' },
  ...{ expenses: 'expenses', leads: 'leads' },
};
const SUM_NAMES = Object.keys(FACT_OF) as Sum[];
/** A source, channel, campaign or ad of a platform that reports nothing did not cost nothing. */
const REPORTED: readonly FigureDimension[] = ['source', 'channel', 'adAccount', 'platformCampaign', 'adset', 'ad'];

export type Recounted = Readonly<Record<Sum, number | null>>;

export interface Recount {
  /** By the keys, as JSON; only groups with a row. */
  readonly groups: ReadonlyMap<string, Recounted>;
  /** Of a group without any row. */
  readonly nothing: (keys: readonly string[]) => Recounted;
  readonly total: Recounted;
}

export interface Scope {
  readonly from: string;
  readonly to: string;
  readonly by: readonly FigureDimension[];
  readonly filters: readonly FigureFilter[];
  /** When tracking began: of that day only spend of hours that end later, where they are known. */
  readonly since?: { readonly day: string; readonly ms: number };
}

/** @param knows which facts know some dimensions at once */
export function recount(
  rows: readonly Counted[],
  { from, to, by, filters, since }: Scope,
  knows: (fact: Fact, dimensions: readonly FigureDimension[]) => boolean,
): Recount {
  const filtered = filters.map(({ dim }) => dim);
  const matching = rows.filter(
    ({ day, keys }) => day >= from && day <= to && filters.every((filter) => passes(filter, keys[filter.dim])),
  );
  /** Spend counts once: by its days, or where these are split by its hours. */
  const splitBy = (dimensions: readonly FigureDimension[]) => {
    const isByAd = dimensions.includes('ad') || dimensions.includes('adset');
    return matching
      .filter(({ fact, ofHour }) => fact !== 'spend' || (ofHour !== undefined) === dimensions.includes('hour'))
      .map((row) =>
        since && row.after && row.day === since.day && !isByAd ? { ...row, sums: row.after(since.ms) } : row,
      );
  };
  const groups = new Map<string, Counted[]>();
  for (const row of splitBy([...by, ...filtered])) {
    if (by.some((dimension) => row.keys[dimension] === undefined)) continue;
    const key = JSON.stringify(by.map((dimension) => row.keys[dimension]));
    const some = groups.get(key);
    if (some) some.push(row);
    else groups.set(key, [row]);
  }
  const knownBy = (dimensions: readonly FigureDimension[]) =>
    SUM_NAMES.filter((sum) => knows(FACT_OF[sum], dimensions));
  const knownOfGroups = knownBy([...by, ...filtered]);
  const addGroup = (some: readonly Counted[], keys: readonly string[]) =>
    added(some, knownOfGroups, needsReport(filters, by, keys));
  return {
    groups: new Map([...groups].map(([key, some]) => [key, addGroup(some, JSON.parse(key))])),
    nothing: (keys) => addGroup([], keys),
    total: added(splitBy(filtered), knownBy(filtered), needsReport(filters, [], [])),
  };
}

/** What belongs to no account, campaign, ad set or ad is the rest of what was reported. */
function needsReport(filters: readonly FigureFilter[], by: readonly FigureDimension[], keys: readonly string[]) {
  const isRest = (dimension: FigureDimension, isNone: boolean) =>
    isNone && dimension !== 'source' && dimension !== 'channel';
  return (
    filters.some(({ dim, op }) => REPORTED.includes(dim) && !isRest(dim, op === 'none')) ||
    by.some((dim, place) => REPORTED.includes(dim) && !isRest(dim, keys[place] === ''))
  );
}

const UNKNOWN = Object.fromEntries(SUM_NAMES.map((sum) => [sum, null])) as Recounted;

/** A row has sums of its own fact alone. */
function added(rows: readonly Counted[], known: readonly Sum[], needsReport: boolean): Recounted {
  const totals: Partial<Record<Sum, bigint>> = {};
  const hidden = new Set<Sum>();
  for (const { sums, ofHour } of rows) {
    for (const sum of Object.keys(sums) as Sum[]) totals[sum] = (totals[sum] ?? 0n) + (sums[sum] ?? 0n);
    for (const sum of ofHour?.hidden ?? []) hidden.add(sum);
  }
  const isMissing = needsReport && !rows.some(({ fact }) => fact === 'spend');
  const recounted: Record<Sum, number | null> = { ...UNKNOWN };
  for (const sum of known) {
    if (hidden.has(sum) || (isMissing && FACT_OF[sum] === 'spend')) continue;
    recounted[sum] = inFigures(sum, totals[sum] ?? 0n);
  }
  return recounted;
}

const COUNTS: readonly Sum[] = [
  ...([
    'clicks',
    'pageViews',
    'conversions',
    'attributed',
    'verified',
    'evidence',
    'evidenceValued',
    'evidencePriced',
    'leads',
    'impressions',
    'platformClicks',
  ] as const),
  ...(['pending', 'approved', 'lost', 'refunds', 'chargebacks'] as const),
];
/** With as many digits as money has; all other money is rounded to the cent. */
const EXACT: readonly Sum[] = [
  'revenue',
  'verifiedRevenue',
  'evidenceRevenue',
  'evidenceKept',
  'pendingValue',
  'spend',
];

function inFigures(sum: Sum, total: bigint): number {
  if (COUNTS.includes(sum)) return Number(total);
  const digits = EXACT.includes(sum) ? 4 : 2;
  const scale = 10n ** BigInt(digits);
  return Number((total * scale * 2n + REAL) / (2n * REAL)) / Number(scale);
}

function passes({ op, values }: FigureFilter, key: string | undefined): boolean {
  if (key === undefined) return false;
  const plain = (text: string) =>
    text
      .normalize('NFD')
      .replace(/[\u0300-\u036f]/g, '')
      .toLowerCase();
  if (op === 'is') return values.includes(key);
  if (op === 'not') return !values.includes(key);
  return op === 'none' ? key === '' : values.some((value) => plain(key).includes(plain(value)));
}

const over = (part: number, whole: number, times = 1) => (whole === 0 ? null : (part / whole) * times);
const KEPT = ['roundedRevenue', 'revenueTax', 'gatewayFees', 'productCosts'] as const;
const PAID = ['roundedSpend', 'spendTax'] as const;

/** Unknown where something that it is made of is unknown; expenses are taken off where they are known. */
export function recountedMetric(name: FigureMetric, sums: Recounted): number | null {
  const from = (of: readonly Sum[], formula: (...known: number[]) => number | null) => {
    const known = of.flatMap((sum) => sums[sum] ?? []);
    return known.length < of.length ? null : formula(...known);
  };
  const net = (formula: (kept: number, paid: number) => number | null) =>
    from([...KEPT, ...PAID], (revenue = 0, tax = 0, fees = 0, products = 0, spend = 0, onSpend = 0) =>
      formula(
        Math.round((revenue - tax - fees - products - (sums.expenses ?? 0)) * 100) / 100,
        Math.round((spend + onSpend) * 100) / 100,
      ),
    );
  switch (name) {
    case 'ticket':
      return from(['revenue', 'conversions'], over);
    case 'conversionRate':
      return from(['attributed', 'clicks'], (sold, clicks) => over(sold, clicks, 100));
    case 'epc':
      return from(['revenue', 'clicks'], over);
    case 'approvalRate':
      return from(['approved', 'pending', 'lost'], (won = 0, open = 0, lost = 0) => over(won, won + open + lost, 100));
    case 'refundRate':
      return from(['refunds', 'chargebacks', 'approved'], (one = 0, other = 0, all = 0) => over(one + other, all, 100));
    case 'cpm':
      return from(['spend', 'impressions'], (spend, shown) => over(spend, shown, 1000));
    case 'ctr':
      return from(['platformClicks', 'impressions'], (clicks, shown) => over(clicks, shown, 100));
    case 'cpc':
      return from(['spend', 'platformClicks'], over);
    case 'roas':
      return from(['revenue', 'spend'], (revenue, spend) => over(revenue, spend) ?? 0);
    case 'cpa':
      return from(['spend', 'conversions'], (spend, conversions) => (spend > 0 ? over(spend, conversions) : null));
    case 'roi':
      return from(['revenue', 'spend'], (revenue = 0, spend = 0) => over(revenue - spend, spend, 100));
    case 'netRevenue':
      return from(KEPT, (revenue = 0, tax = 0, fees = 0, products = 0) => revenue - tax - fees - products);
    case 'netProfit':
      return net((kept, paid) => kept - paid);
    case 'netRoas':
      return net((kept, paid) => over(kept, paid) ?? 0);
    case 'netRoi':
      return net((kept, paid) => over(kept - paid, paid, 100));
    case 'trackedSpend':
      return sums.spend;
    case 'verifiedConversions':
      return sums.verified;
    default:
      return sums[name];
  }
}
