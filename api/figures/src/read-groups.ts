// Reads the groups of a question: rows of its facts from the analytics store, expenses and leads from Postgres, and settings that hold on its days.

import { readUnknownDays } from '@tracker/infra/ad-platforms/spend-days';
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import { type FigureDimension, isKnownBy } from '@tracker/schemas/figures/dimensions';
import { SUMS, type Sum, type Sums } from '@tracker/schemas/figures/metrics';
import { DAY_MS } from '@tracker/schemas/primitives/durations';
import { daysFrom, startOfDay, type TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { folded } from '@tracker/schemas/primitives/text';
import { zoneOffsets } from '@tracker/schemas/primitives/zone-offsets';
import { type AdAccounts, NO_AD_ACCOUNTS, readAdAccounts } from './ad-accounts.ts';
import { type CostsOfRange, costsOfRange } from './costs-of-range.ts';
import type { DayRange } from './day-range.ts';
import { type LeadsOfDay, readLeadsOfDays } from './leads-of-days.ts';
import { mainCampaignOf } from './main-campaign.ts';
import { boundValues, type KeyFilter } from './named-filters.ts';
import { type NetLines, NO_LINES, toCents, withExpenses } from './net.ts';
import { type Catalogue, catalogueOf, readProducts } from './product-catalogue.ts';
import { readCosts } from './read-costs.ts';
import type { SpendRates } from './spend.ts';
import { readSpendRates } from './spend-rates.ts';
import { DIMENSION_SQL, type GroupedBy } from './sql/dimension-sql.ts';
import { type FoundGroup, keyText, knowsAll, type OrderedFigure, type Shape, statementOf } from './sql/statement.ts';
import type { FigureStores, Tenant } from './tenant.ts';
import { readTrackedSince } from './tracked-since.ts';
import { readRangeAndParts } from './traffic-range.ts';
import { type UnknownSpend, unknownSpendOf } from './unknown-spend.ts';

export interface AskedGroups {
  readonly range: DayRange;
  readonly by: readonly GroupedBy[];
  readonly filters?: readonly KeyFilter[];
  readonly sums: readonly Sum[];
  /** Only these groups. */
  readonly onlyKeys?: readonly (readonly string[])[];
  /** By default revenue, then clicks, then spend; then the keys. */
  readonly order?: readonly { readonly figure: OrderedFigure; readonly descending: boolean }[];
  readonly limit: number;
}

/** What ratios and profit are made of. */
interface Summed {
  /** Of the sums asked for. */
  readonly sums: Partial<Sums>;
  /** What is left of its revenue, exactly; of spend and expenses where they are known. */
  readonly lines: NetLines;
}

export interface Group extends Summed {
  /** '' is none. */
  readonly keys: readonly string[];
  /** The latest name of an ad, ad set, campaign of a platform or product; '' where none was given. */
  readonly names: readonly string[];
  /** With as many digits as money has. */
  readonly spend: string;
  /** A part of its spend is not known: no run has read a day, or a day came without its hours. */
  readonly isSpendUnread: boolean;
  /** The same of the days since tracking began: spend of days without clicks and conversions would make every ratio a lie (ADR 94). */
  readonly tracked: Summed;
}

type WholeGroup = Omit<Group, 'tracked'>;
type WholeGroups = Omit<Groups, 'groups'> & { readonly groups: readonly WholeGroup[] };

/** Of the calls of the specification, which have 0 where a sum is unknown. */
export const orZero = ({ sums }: Pick<Summed, 'sums'>): Readonly<Record<Sum, number>> =>
  Object.fromEntries((Object.keys(SUMS) as Sum[]).map((sum) => [sum, sums[sum] ?? 0])) as Record<Sum, number>;

/** Whether each day's spend was read, as far as it was asked for. */
export const isSpendKnown = ({ sums }: Pick<Summed, 'sums'>): boolean => sums.spend !== null;

export interface Groups {
  readonly groups: readonly Group[];
  /** Beyond the limit, too. */
  readonly total: number;
  readonly source: 'rollup' | 'facts';
}

const NO_GROUP: FoundGroup = { keys: [], names: [], counts: {}, amounts: {}, spend: '0', groups: 0 };
/** The levels of an ad platform. What belongs to no object of a level is the rest of what was reported: known, and 0 where all of it is allocated. */
const ALLOCATED: ReadonlySet<GroupedBy> = new Set<GroupedBy>(['adAccount', 'platformCampaign', 'adset', 'ad']);
/** A source or an ad without a report cost nothing that anyone knows. */
const REPORTED: ReadonlySet<GroupedBy> = new Set<GroupedBy>(['source', ...ALLOCATED]);
/** Of all facts that bring names. */
const NAMING = ['clicks', 'pageViews', 'conversions', 'spend'] as const satisfies readonly Sum[];
/** Of an order in any status. */
const ORDERED = ['pending', 'approved', 'lost'] as const satisfies readonly Sum[];
/** Each row is compared with all of them: a file of more groups reads the names of all. */
export const ONLY_KEYS_MAX = 1_000;
/** As many rows as a statement may answer. */
export const ALL_KEYS = { limit: 100_000 };
/** Groups that are read where Postgres has some of its own. */
const POSTGRES_GROUPS_MAX = 10_000;
const DEFAULT_ORDER = ['revenue', 'clicks', 'spend'] as const;

/** What a tenant set that figures depend on, for the days of a range. */
export interface FigureSettings {
  /** Null: all spend is in BRL, and none was entered. */
  readonly rates: SpendRates | null;
  readonly costs: CostsOfRange;
  readonly mainCampaignId: string | null;
  readonly catalogue: Catalogue;
  /** None where they are not asked for. */
  readonly adAccounts: AdAccounts;
  readonly leads: readonly LeadsOfDay[];
  /** Of links to ad platforms; null: none. */
  readonly unknownSpend: UnknownSpend | null;
}

async function readFigureSettings(
  { postgres, clock }: Pick<FigureStores, 'postgres' | 'clock'>,
  tenant: Tenant,
  { range, sums, by, filters = [] }: Omit<AskedGroups, 'limit'>,
): Promise<FigureSettings> {
  const isByAccount = by.includes('adAccount') || filters.some(({ dim }) => dim === 'adAccount');
  const { tenantId, timeZone } = tenant;
  const asksSpend = sums.some((sum) => SUMS[sum] === 'spend');
  const [[rates, products, costs, mainCampaignId, unknownDays], adAccounts, leads] = await Promise.all([
    postgres.withTenant(tenantId, (trx) =>
      Promise.all([
        readSpendRates(trx, tenantId, range),
        readProducts(trx),
        readCosts(trx),
        mainCampaignOf(trx, tenantId),
        asksSpend ? readUnknownDays(trx, range, { nowMs: clock.now(), tenantZone: timeZone }) : [],
      ]),
    ),
    isByAccount ? readAdAccounts(postgres, tenant) : NO_AD_ACCOUNTS,
    sums.includes('leads') ? readLeadsOfDays(postgres, tenant, range) : [],
  ]);
  const catalogue = catalogueOf(products);
  return {
    rates,
    costs: costsOfRange(costs, range, timeZone, catalogue),
    mainCampaignId,
    catalogue,
    adAccounts,
    leads,
    unknownSpend: unknownSpendOf(unknownDays),
  };
}

/** Of all facts that have groups of a dimension. */
export const sumsKnownBy = (dimension: FigureDimension): Sum[] =>
  [...NAMING, ...ORDERED].filter((sum) => isKnownBy(SUMS[sum], dimension));

export interface TenantSettings {
  /** Those of some days. */
  of(range: DayRange): FigureSettings | Promise<FigureSettings>;
  trackedSince(): Promise<TenantDay | null>;
  /** Which days of a range are finalized. */
  daysOf(range: DayRange): ReturnType<typeof readRangeAndParts>;
}

/** Reads once what all statements of a question need: settings and finalized days of each range, and when tracking began. */
export function settingsOf(
  stores: FigureStores,
  tenant: Tenant,
  asked: Pick<AskedGroups, 'by' | 'filters' | 'sums'>,
): TenantSettings {
  const { clickhouse } = stores;
  let since: Promise<TenantDay | null> | undefined;
  return {
    of: once(
      ({ first, last }) => `${first} ${last}`,
      (range) => readFigureSettings(stores, tenant, { ...asked, range }),
    ),
    daysOf: once(
      ({ fromMs, toMs }) => `${fromMs} ${toMs}`,
      (range) => readRangeAndParts(clickhouse, tenant.tenantId, { ...range, timeZone: tenant.timeZone }),
    ),
    trackedSince() {
      since ??= readTrackedSince(clickhouse, tenant);
      return since;
    },
  };
}

function once<Answer>(keyOf: (range: DayRange) => string, read: (range: DayRange) => Promise<Answer>) {
  const known = new Map<string, Promise<Answer>>();
  return (range: DayRange): Promise<Answer> => {
    const key = keyOf(range);
    const found = known.get(key) ?? read(range);
    known.set(key, found);
    return found;
  };
}

export async function groupsBySettings(
  clickhouse: ClickHouse,
  tenant: Tenant,
  settings: TenantSettings,
  asked: AskedGroups,
): Promise<Groups> {
  const found = await groupsWithoutNamesOfSpend(clickhouse, tenant, settings, asked);
  const { by, filters = [], sums } = asked;
  if (!by.some(isNamedBySpend)) return found;
  if (sums.some((sum) => SUMS[sum] === 'spend') && knowsAll('spend', { by, filters })) return found;
  // Without its spend an ad has another name, or none: it is called as in the groups of ads alone, which have all facts.
  const names = await Promise.all(
    by.map(async (dimension, place) => {
      const keys = [...new Set(found.groups.map((group) => group.keys[place] ?? ''))];
      if (!isNamedBySpend(dimension) || keys.length === 0) return new Map<string, string>();
      const wanted =
        keys.length <= ONLY_KEYS_MAX ? { onlyKeys: keys.map((key) => [key]), limit: keys.length } : ALL_KEYS;
      const alone = { range: asked.range, by: [dimension], sums: NAMING, ...wanted };
      const { groups } = await wholeGroups(clickhouse, tenant, settings, alone);
      return new Map(groups.map((group) => [group.keys[0] ?? '', group.names[0] ?? '']));
    }),
  );
  const named = (group: Group): Group => ({
    ...group,
    names: group.names.map((name, place) => names[place]?.get(group.keys[place] ?? '') || name),
  });
  return { ...found, groups: found.groups.map(named) };
}

const isNamedBySpend = (dimension: GroupedBy): boolean =>
  dimension !== 'quarterHour' && DIMENSION_SQL[dimension].name !== undefined && isKnownBy('spend', dimension);

/** The same groups where no one sees what they are called: a name that only spend knows is missing where spend cannot be split as asked. */
export async function groupsWithoutNamesOfSpend(
  clickhouse: ClickHouse,
  tenant: Tenant,
  settings: TenantSettings,
  asked: AskedGroups,
): Promise<Groups> {
  const { range, by } = asked;
  const [found, since] = await Promise.all([wholeGroups(clickhouse, tenant, settings, asked), settings.trackedSince()]);
  if (since !== null && since <= range.first)
    return { ...found, groups: found.groups.map((group) => ({ ...group, tracked: group })) };
  const keys = found.groups.map((group) => group.keys);
  const wanted = by.length > 0 && keys.length <= ONLY_KEYS_MAX ? { onlyKeys: keys, limit: keys.length } : ALL_KEYS;
  const isAsked = since !== null && since <= range.last && keys.length > 0;
  const sinceThen = {
    ...asked,
    ...wanted,
    order: undefined,
    range: { ...range, ...startingAt(since ?? range.last, tenant.timeZone) },
  };
  const tracked = isAsked ? (await wholeGroups(clickhouse, tenant, settings, sinceThen)).groups : [];
  const byKeys = new Map(tracked.map((group) => [keyText(group.keys), group]));
  // Before tracking began nothing is compared with spend, which may be unknown all the same.
  const nothing = ({ keys, sums }: WholeGroup): Summed => ({
    sums: { ...sumsOfNothing(asked, keys), ...(sums.spend === null && { spend: null }) },
    lines: NO_LINES,
  });
  return {
    ...found,
    groups: found.groups.map((group) => ({
      ...group,
      tracked: byKeys.get(keyText(group.keys)) ?? nothing(group),
    })),
  };
}

const startingAt = (first: TenantDay, timeZone: Tenant['timeZone']): Pick<DayRange, 'first' | 'fromMs'> => ({
  first,
  fromMs: startOfDay(first, timeZone),
});

/** Of all days of the range. */
async function wholeGroups(
  clickhouse: ClickHouse,
  { tenantId, timeZone }: Tenant,
  settings: TenantSettings,
  asked: AskedGroups,
): Promise<WholeGroups> {
  const { range, by, filters = [], sums, onlyKeys, limit } = asked;
  const split = { by, filters };
  const hasExpenses = sums.includes('expenses') && knowsAll('expenses', split);
  const hasLeads = sums.includes('leads') && knowsAll('leads', split);
  const [{ range: bounds, parts }, { rates, costs, mainCampaignId, catalogue, adAccounts, leads, unknownSpend }] =
    await Promise.all([settings.daysOf(range), settings.of(range)]);
  const ofPostgres = postgresRows({ by, filters, hasExpenses, costs, leads: hasLeads ? leads : [] });
  const offsets = zoneOffsets(range, timeZone);
  const shape: Shape = {
    by,
    filters: filters.map(({ dim, op }) => ({ dim, op })),
    sums,
    order: asked.order ?? DEFAULT_ORDER.filter((figure) => has(sums, figure, split)).map(descending),
    onlyKeys: onlyKeys !== undefined,
    hasCosts: costs.params !== null,
    hasSpendTaxes: costs.spendTaxParams !== null,
    hasRates: rates !== null,
    hasCatalogue: catalogue.params !== null,
    clock: offsets.length > 1 ? 'changing' : 'steady',
    isCut: range.isCut === true,
    hasUnknown: unknownSpend !== null,
    parts,
  };
  const statement = statementOf(shape);
  const days = daysFrom(range.first, range.last);
  const values: Record<string, unknown> = {
    ...bounds,
    ...rates,
    ...catalogue.params,
    ...adAccounts.params,
    ...costs.params,
    ...costs.spendTaxParams,
    ...unknownSpend,
    firstDay: range.first,
    lastDay: range.last,
    cutSecond: Math.floor(range.toMs / 1000),
    mainCampaignId: mainCampaignId ?? '',
    offsetMs: offsets[0]?.offsetMs ?? 0,
    offsetsFromMs: offsets.map(({ fromMs }) => fromMs),
    offsetsMs: offsets.map(({ offsetMs }) => offsetMs),
    ...(shape.clock === 'changing' && {
      days: days.map((day) => Date.parse(`${day}T00:00:00Z`) / DAY_MS),
      dayStartsMs: days.map((day) => startOfDay(day, timeZone)),
    }),
    ...boundValues(filters.map((filter) => withProducts(filter, catalogue))),
    onlyKeys: onlyKeys?.map(keyText),
    // Which groups are Postgres's alone is known of all groups, and not of the first ones.
    limit: ofPostgres.size > 0 ? Math.max(limit, POSTGRES_GROUPS_MAX) : limit,
  };
  const bound = Object.fromEntries([...(statement?.binds ?? [])].map((name) => [name, values[name]]));
  const found = statement ? await statement.run(clickhouse, tenantId, bound) : [];

  const known = new Map(found.map((group) => [keyText(group.keys), group]));
  const total = found[0]?.groups ?? 0;
  const missing = found.length === total ? [...ofPostgres.keys()].filter((key) => !known.has(key)).sort() : [];
  const all = [
    ...found,
    ...missing
      .map((key) => ({ ...NO_GROUP, keys: by.length === 0 ? [] : key.split('\n'), names: by.map(() => '') }))
      .filter(({ keys }) => onlyKeys === undefined || onlyKeys.some((one) => keyText(one) === keyText(keys))),
  ];
  const isKnown = knownOf(split);
  const toGroup = (group: FoundGroup): WholeGroup => {
    const extra = ofPostgres.get(keyText(group.keys));
    const lines = withExpenses(costs.linesOf(group.amounts), extra?.expenses);
    const { keys, spend } = group;
    const named: Partial<Record<GroupedBy, ReadonlyMap<string, string>>> = {
      product: catalogue.names,
      adAccount: adAccounts.names,
    };
    const names = group.names.map((name, place) => named[by[place] as GroupedBy]?.get(keys[place] ?? '') ?? name);
    const isSpendUnread = (group.counts.uncut ?? 0) > 0;
    return {
      keys,
      names,
      spend,
      isSpendUnread,
      lines,
      sums: toSums(sums, group, { lines, isKnown, leads: extra?.leads ?? 0 }),
    };
  };
  // Of no dimension there is one group, which may be of zeros.
  const rows = by.length === 0 && all.length === 0 ? [NO_GROUP] : all;
  return {
    groups: rows.slice(0, limit).map(toGroup),
    total: Math.max(total + all.length - found.length, by.length === 0 ? 1 : 0),
    source: statement?.source ?? 'rollup',
  };
}

/** Of a group without rows: 0 where its facts can be split so. */
export function sumsOfNothing(
  { by, filters = [], sums }: Omit<AskedGroups, 'range' | 'limit'>,
  keys: readonly string[],
): Partial<Sums> {
  const isKnown = knownOf({ by, filters });
  return toSums(sums, { ...NO_GROUP, keys }, { lines: NO_LINES, isKnown, leads: 0 });
}

function knownOf(split: Split): Known {
  const { by, filters } = split;
  const isOfReported = filters.some(({ dim, op }) => REPORTED.has(dim) && !(op === 'none' && ALLOCATED.has(dim)));
  const needsReport = (keys: readonly string[]) =>
    isOfReported || by.some((dim, place) => REPORTED.has(dim) && !(keys[place] === '' && ALLOCATED.has(dim)));
  return (fact, { keys, counts }) =>
    knowsAll(fact, split) && (fact !== 'spend' || (counts.reports ?? 0) > 0 || !needsReport(keys));
}

const descending = <Name extends OrderedFigure>(figure: Name) => ({ figure, descending: true });

const has = (sums: readonly Sum[], sum: Sum, split: Split): boolean => sums.includes(sum) && knowsAll(SUMS[sum], split);

/** An id of a checkout that became part of a product is no key any more: who asks for it asks for the product. */
export function withProducts(filter: KeyFilter, catalogue: Catalogue): KeyFilter {
  if (filter.dim !== 'product' || (filter.op !== 'is' && filter.op !== 'not')) return filter;
  return { ...filter, values: filter.values.flatMap((id) => [id, ...catalogue.productsOf(id)]) };
}

type Split = Parameters<typeof knowsAll>[1];
type Known = (fact: (typeof SUMS)[Sum], group: FoundGroup) => boolean;

function toSums(
  asked: readonly Sum[],
  group: FoundGroup,
  { lines, isKnown, leads }: { readonly lines: NetLines; readonly isKnown: Known; readonly leads: number },
): Partial<Sums> {
  const { counts, amounts } = group;
  const cents = toCents(lines);
  const inReais = (name: keyof typeof cents) => Number(cents[name]) / 100;
  const values: Sums = {
    clicks: counts.clicks ?? 0,
    pageViews: counts.page_views ?? 0,
    conversions: counts.conversions ?? 0,
    attributed: counts.attributed ?? 0,
    verified: counts.verified ?? 0,
    verifiedRevenue: Number(amounts.verified_revenue ?? 0),
    revenue: Number(amounts.revenue ?? 0),
    roundedRevenue: inReais('revenue'),
    revenueTax: inReais('revenueTax'),
    gatewayFees: inReais('gatewayFees'),
    productCosts: inReais('productCosts'),
    pending: counts.pending ?? 0,
    pendingValue: Number(amounts.pending_value ?? 0),
    approved: counts.approved ?? 0,
    lost: counts.lost ?? 0,
    refunds: counts.refunds ?? 0,
    chargebacks: counts.chargebacks ?? 0,
    spend: Number(group.spend),
    roundedSpend: inReais('spend'),
    spendTax: inReais('spendTax'),
    impressions: counts.impressions ?? 0,
    platformClicks: counts.platform_clicks ?? 0,
    expenses: inReais('expenses'),
    leads,
  };
  const isOfWholeDay = (sum: Sum) => {
    const { uncut = 0, uncut_reach = 0 } = counts;
    return SUMS[sum] === 'spend' && (sum === 'impressions' || sum === 'platformClicks' ? uncut_reach : uncut) > 0;
  };
  // Of no ad a platform may report views without spend: they are known, and what they cost is not.
  return Object.fromEntries(
    asked.map((sum) => [
      sum,
      !isOfWholeDay(sum) && (values[sum] !== 0 || isKnown(SUMS[sum], group)) ? values[sum] : null,
    ]),
  );
}

interface OfPostgres {
  readonly expenses: bigint;
  readonly leads: number;
}

interface AskedOfPostgres {
  readonly by: readonly GroupedBy[];
  readonly filters: readonly KeyFilter[];
  readonly hasExpenses: boolean;
  readonly costs: CostsOfRange;
  readonly leads: readonly LeadsOfDay[];
}

/** What Postgres has of each group, by `keyText`: rows of a campaign and day. */
function postgresRows({ by, filters, hasExpenses, costs, leads }: AskedOfPostgres): Map<string, OfPostgres> {
  const groupOf = (campaignId: string | null, day: TenantDay): string | null => {
    const keyOf = (dimension: GroupedBy) => keyOfDay(dimension, campaignId, day);
    return filters.every((filter) => passes(filter, keyOf(filter.dim))) ? keyText(by.map(keyOf)) : null;
  };
  const rows = new Map<string, OfPostgres>();
  const add = (key: string | null, more: OfPostgres) => {
    if (key === null) return;
    const { expenses, leads } = rows.get(key) ?? { expenses: 0n, leads: 0 };
    rows.set(key, { expenses: expenses + more.expenses, leads: leads + more.leads });
  };
  if (hasExpenses) for (const [key, expenses] of costs.expensesBy(groupOf)) add(key, { expenses, leads: 0 });
  for (const one of leads) add(groupOf(one.campaignId, one.day), { expenses: 0n, leads: one.leads });
  return rows;
}

/** The key of a row that knows its campaign and day; as `DIMENSION_SQL`. */
export function keyOfDay(dimension: GroupedBy, campaignId: string | null, day: TenantDay): string {
  switch (dimension) {
    case 'campaign':
      return campaignId ?? '';
    case 'day':
      return day;
    case 'month':
      return day.slice(0, 7);
    case 'weekday':
      return String(weekdayOf(day));
    case 'week':
      return new Date(Date.parse(`${day}T00:00:00Z`) - weekdayOf(day) * DAY_MS).toISOString().slice(0, 10);
    default:
      throw new TypeError(`a campaign's day has no ${dimension}`);
  }
}

const weekdayOf = (day: TenantDay): number => new Date(`${day}T00:00:00Z`).getUTCDay();

/** As `conditionSql`. */
function passes({ op, values, named }: KeyFilter, key: string): boolean {
  switch (op) {
    case 'is':
      return values.includes(key);
    case 'not':
      return !values.includes(key);
    case 'none':
      return key === '';
    case 'has':
      return named.includes(key) || values.some((value) => folded(key).includes(folded(value)));
  }
}
