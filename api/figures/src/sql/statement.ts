// A question as one statement: the rows of its facts under one another, in plain columns, and one GROUP BY over them.

import { createHash } from 'node:crypto';
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import { shapeQuery } from '@tracker/infra/clickhouse/define-query';
import { nameRank } from '@tracker/infra/clickhouse/latest-name';
import { paramTypesOf } from '@tracker/infra/clickhouse/param-types';
import { Count, DecimalText } from '@tracker/infra/clickhouse/row-types';
import { type FigureDimension, isKnownByAll } from '@tracker/schemas/figures/dimensions';
import type { Fact } from '@tracker/schemas/figures/facts';
import type { FilterOp } from '@tracker/schemas/figures/figure-query';
import type { Sum } from '@tracker/schemas/figures/metrics';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { adAccountParams } from '../ad-accounts.ts';
import { filterParams, KEYS_OF_NAMED } from '../named-filters.ts';
import { placesOfPart } from '../part.ts';
import { spendRates } from '../spend.ts';
import { moneyRange, type RangeParts, trafficRange } from '../traffic-range.ts';
import { unknownSpendParams } from '../unknown-spend.ts';
import {
  type ClockSql,
  type Column,
  DIMENSION_SQL,
  type GroupedBy,
  localMs,
  type NameColumn,
} from './dimension-sql.ts';
import { costParams, EVIDENCE_FEES, FEE_FIGURES, spendTaxParams } from './net-figures.ts';
import {
  conversionSources,
  type Figure,
  type Needs,
  ORDER_FIGURES,
  orderSources,
  type Source,
  type Sources,
  spendSources,
  spendSql,
  trafficSources,
  type UncutFigure,
} from './sources.ts';

/** What is asked, and how it is split. */
export interface Split {
  readonly by: readonly GroupedBy[];
  readonly filters: readonly { readonly dim: FigureDimension; readonly op: FilterOp }[];
  readonly sums: readonly Sum[];
}

/** What decides the text of a statement. */
export interface Shape extends Split {
  /** A total of each of several tenants: `totals-of-tenants.ts` makes the statement of many of this one. */
  readonly isOfTenants?: true;
  /** Of the sums, those that make a group be shown; by default all. */
  readonly shownBy?: readonly Sum[] | undefined;
  readonly order: readonly { readonly figure: OrderedFigure; readonly descending: boolean }[];
  /** Only groups of some keys. */
  readonly onlyKeys: boolean;
  /** Only groups of one part of them. */
  readonly isPart?: boolean;
  readonly hasCosts: boolean;
  readonly hasSpendTaxes: boolean;
  readonly hasRates: boolean;
  readonly hasCatalogue: boolean;
  readonly clock: ClockSql;
  /** The last day ends early. */
  readonly isCut: boolean;
  /** Spend of the first day begins late, at `startSecond`. */
  readonly startsLate: boolean;
  /** Some days of spend were read by no run. */
  readonly hasUnknown: boolean;
  /** What the days of the range consist of: a part that is empty is not read. */
  readonly parts: RangeParts;
}
export type OrderedFigure = 'revenue' | 'clicks' | 'spend' | Exclude<Figure, 'cost' | 'spend_tax' | 'reports'>;

export interface Statement {
  readonly name: string;
  /** As it is sent. */
  readonly sql: string;
  run(clickhouse: ClickHouse, tenantId: string, values: Record<string, unknown>): Promise<FoundGroup[]>;
  /** The parameters that it binds. */
  readonly binds: ReadonlySet<string>;
  readonly source: 'rollup' | 'facts';
}

/** Which figures of the rows each sum is made of. */
const FIGURES_OF: Readonly<Record<Exclude<Sum, 'expenses' | 'leads'>, readonly Figure[]>> = {
  clicks: ['clicks'],
  pageViews: ['page_views'],
  conversions: ['conversions'],
  attributed: ['attributed'],
  verified: ['verified'],
  verifiedRevenue: ['verified_revenue'],
  evidence: ['evidence'],
  evidenceValued: ['evidence_valued'],
  evidencePriced: ['evidence_priced'],
  evidenceRevenue: ['evidence_revenue'],
  evidenceKept: ['evidence_revenue', 'evidence_fees', ...EVIDENCE_FEES],
  revenue: ['revenue'],
  roundedRevenue: ['revenue'],
  revenueTax: ['revenue', 'revenue_tax'],
  gatewayFees: ['fees', 'percent_fees', 'fixed_fees'],
  productCosts: ['product_costs'],
  pending: ['pending'],
  pendingValue: ['pending_value'],
  approved: ['approved'],
  lost: ['lost'],
  refunds: ['refunds'],
  chargebacks: ['chargebacks'],
  spend: ['cost', 'reports', 'uncut'],
  roundedSpend: ['cost', 'reports', 'uncut'],
  spendTax: ['cost', 'spend_tax', 'reports', 'uncut'],
  impressions: ['impressions', 'reports', 'uncut_reach'],
  platformClicks: ['platform_clicks', 'reports', 'uncut_reach'],
};

export const MONEY = new Set<Figure>([
  'revenue',
  'verified_revenue',
  'fees',
  'unknown_fees_of',
  'evidence_revenue',
  'evidence_fees',
  'evidence_unknown_fees_of',
  ...FEE_FIGURES,
  ...EVIDENCE_FEES,
  'cost',
  'spend_tax',
  'pending_value',
]);
const OF_COSTS = new Set<Figure>([...FEE_FIGURES, ...EVIDENCE_FEES]);
const EVIDENCE: readonly Figure[] = [
  'evidence',
  'evidence_valued',
  'evidence_priced',
  'evidence_revenue',
  'evidence_fees',
  ...EVIDENCE_FEES,
];
/** Not without conversions. */
const IMPLIED: ReadonlySet<Figure> = new Set<Figure>([
  ...(['attributed', 'verified', 'verified_revenue', 'revenue', 'fees'] as const),
  ...EVIDENCE,
  ...FEE_FIGURES,
  'spend_tax',
]);
const SALES: readonly Figure[] = [
  ...(['conversions', 'attributed', 'verified', 'verified_revenue'] as const),
  ...EVIDENCE,
  ...(['revenue', 'fees'] as const),
  ...FEE_FIGURES,
];
const SPENT: readonly Figure[] = ['cost', 'spend_tax'];
const UNCUT: readonly Figure[] = ['uncut', 'uncut_reach'] satisfies UncutFigure[];
const SPEND: readonly Figure[] = ['cost', 'spend_tax', 'reports', 'impressions', 'platform_clicks', ...UNCUT];

/** A group with what the rows of its facts add up to: counts as numbers, money as exact texts. */
export interface FoundGroup {
  readonly keys: readonly string[];
  readonly names: readonly string[];
  readonly counts: Readonly<Partial<Record<Figure, number>>>;
  readonly amounts: Readonly<Partial<Record<Figure, string>>>;
  /** With as many digits as money has. */
  readonly spend: string;
  /** In all, before the limit. */
  readonly groups: number;
}

const params = z.object({
  ...trafficRange,
  ...moneyRange,
  ...spendRates,
  ...costParams,
  ...spendTaxParams,
  firstDay: z.string(),
  lastDay: z.string(),
  cutSecond: z.number().int(),
  startSecond: z.number().int(),
  mainCampaignId: z.string(),
  productAliases: z.array(z.string()),
  aliasedTo: z.array(z.string()),
  ...adAccountParams,
  offsetMs: z.number().int(),
  offsetsFromMs: z.array(z.number().int()),
  offsetsMs: z.array(z.number().int()),
  days: z.array(z.number().int()),
  dayStartsMs: z.array(z.number().int()),
  ...filterParams,
  ...unknownSpendParams,
  /** The keys of a group, as `keyText` writes them. */
  onlyKeys: z.array(z.string()),
  part: z.number().int(),
  parts: z.number().int(),
  limit: z.number().int(),
});

/** Some hundred shapes are asked by screens; what strangers make up pushes out others, which are made again. */
const SHAPES_MAX = 500;
const shapes = new LRUCache<string, Statement>({ max: SHAPES_MAX });

/** Null: no fact that is asked for can be split so, and there is nothing to read. */
export function statementOf(shape: Shape): Statement | null {
  const key = JSON.stringify(shape);
  const known = shapes.get(key);
  if (known) return known;
  const made = makeStatement(shape);
  if (made) shapes.set(key, made);
  return made;
}

/** Whether a fact can be split by the groups and filters asked. */
export const knowsAll = (fact: Fact, { by, filters }: Pick<Shape, 'by' | 'filters'>): boolean => {
  const asked = [...by, ...filters.map(({ dim }) => dim)];
  const dimensions = asked.map((dimension) => (dimension === 'quarterHour' ? 'hour' : dimension));
  return isKnownByAll(fact, dimensions) && !(fact === 'spend' && asked.includes('quarterHour'));
};
const hasHours = ({ by, filters }: Pick<Shape, 'by' | 'filters'>): boolean =>
  by.includes('hour') || filters.some(({ dim }) => dim === 'hour');

function makeStatement(shape: Shape): Statement | null {
  const { sql, figures, fromRollups } = textOf(shape);
  if (sql === null) return null;
  const binds = new Set([...paramTypesOf(sql).keys()].filter((name) => name !== 'tenantId'));
  const bound = z.object(Object.fromEntries(Object.entries(params.shape).filter(([name]) => binds.has(name))));
  // Answers are kept by name and parameters: the name identifies the whole statement.
  const digest = createHash('sha256').update(sql).digest('hex').slice(0, 12);
  const kebab = (dimension: string) => dimension.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const name = `figures-by-${shape.by.map(kebab).join('-and-') || 'total'}-${digest}`;
  const places = shape.by.map((_, index) => index + 1);
  const hasName = shape.by.map((dimension) => DIMENSION_SQL[dimension].name !== undefined);
  const row = z.object({
    ...Object.fromEntries(places.map((place) => [`key_${place}`, z.string()])),
    ...Object.fromEntries(places.filter((_, index) => hasName[index]).map((place) => [`name_${place}`, z.string()])),
    ...Object.fromEntries(figures.map((figure) => [`s_${figure}`, MONEY.has(figure) ? DecimalText : Count])),
    ...(isSpendRounded(shape, figures) && { spend: DecimalText }),
    ...(shape.by.length > 0 && { groups: Count }),
  });
  const query = shapeQuery({ name, params: bound, row, sql });
  const pick = (found: Record<string, unknown>, names: readonly Figure[]) =>
    Object.fromEntries(names.map((figure) => [figure, found[`s_${figure}`]]));
  const counts = figures.filter((figure) => !MONEY.has(figure));
  const amounts = figures.filter((figure) => MONEY.has(figure));
  return {
    binds,
    source: fromRollups ? 'rollup' : 'facts',
    async run(clickhouse, tenantId, values) {
      const rows: Record<string, unknown>[] = await query.run(clickhouse, tenantId, values as never);
      return rows.map((found) => ({
        keys: places.map((place) => String(found[`key_${place}`])),
        names: places.map((place) => String(found[`name_${place}`] ?? '')),
        counts: pick(found, counts) as FoundGroup['counts'],
        amounts: pick(found, amounts) as FoundGroup['amounts'],
        spend: String(found.spend ?? found.s_cost ?? '0'),
        groups: Number(found.groups ?? 1),
      }));
    },
    name,
    sql: query.sql,
  };
}

/** By rates it has more digits than money. */
export const isSpendRounded = ({ hasRates }: Shape, figures: readonly Figure[]) => hasRates && figures.includes('cost');

/** The statement without its settings; for a golden file, too. */
export function textOf(shape: Shape): { sql: string | null; figures: readonly Figure[]; fromRollups: boolean } {
  const { by, onlyKeys, isPart = false, clock } = shape;
  const wanted = figuresOf(shape);
  const sources = sourcesOf(shape, wanted);
  const parts = sources.flatMap((one) => one.parts);
  const fromRollups = sources.every((one) => one.fromRollups);
  if (parts.length === 0) return { sql: null, figures: [], fromRollups };
  const figures = wanted.filter((figure) => parts.some((part) => part.figures[figure] !== undefined));
  const grouped = by.map((dimension) => DIMENSION_SQL[dimension]);
  const columns = [...new Set(grouped.map(({ column }) => column))];
  const names = [...new Set(grouped.flatMap(({ name }) => name ?? []))];
  const keyNames = by.map((_, index) => `key_${index + 1}`);
  const keys = by.map((dimension, index) => {
    const { column, key } = DIMENSION_SQL[dimension];
    return `${key(`c_${column}`, localMs(clock))} AS ${keyNames[index]}`;
  });
  const sum = (figure: Figure) => `sum(n_${figure})`;
  const selected = [
    ...(shape.isOfTenants ? ['c_tenant AS tenant_id'] : []),
    ...keys,
    ...grouped.flatMap(({ name }, index) => (name ? [`${latestName(name)} AS name_${index + 1}`] : [])),
    ...figures.map((figure) => `${sum(figure)} AS s_${figure}`),
    ...(isSpendRounded(shape, figures) ? [`${spendSql(shape).total(sum('cost'))} AS spend`] : []),
    ...(by.length > 0 ? ['count() OVER () AS groups'] : []),
  ];
  // A row may add nothing to what is asked: a report of no spend, an order in another status, a conversion in a currency without a rate, page views of a
  // rollup where clicks alone are asked. A group that is asked for by its key stays: its report of no spend is known to be 0.
  const isOneOfTraffic = figures.includes('clicks') !== figures.includes('page_views');
  const shown = new Set(figuresOf({ ...shape, sums: shape.shownBy ?? shape.sums }));
  const mayBeNothing = figures.some((figure) => {
    if (!shown.has(figure)) return true;
    const fact = factOf(figure);
    if (fact === 'clicks' || fact === 'pageViews') return isOneOfTraffic;
    return fact === 'spend' || fact === 'orders' || (fact === 'sales' && !figures.includes('conversions'));
  });
  const isImplied = (figure: Figure) => shown.has('conversions') && IMPLIED.has(figure);
  const something = figures.filter(
    (figure) => shown.has(figure) && figure !== 'reports' && !UNCUT.includes(figure) && !isImplied(figure),
  );
  // Spend of an hour, of which a part is not known, is not known either: it is no group's only figure, and ranks as nothing.
  const known = (figure: Figure) =>
    SPENT.includes(figure) && figures.includes('uncut') ? `if(s_uncut = 0, s_${figure}, 0)` : `s_${figure}`;
  // What no run has read is shown as that, though nothing else is known of the group.
  const unknown = shape.hasUnknown && shown.has('uncut') ? ['s_uncut'] : [];
  // What cannot be split as asked is in no order.
  const order = shape.order.flatMap(({ figure, descending }) => {
    const ordered = figure === 'spend' ? 'cost' : figure;
    return figures.includes(ordered) ? `${known(ordered)} ${descending ? 'DESC' : 'ASC'}` : [];
  });
  const ofPart = placesOfPart(by).map((place) => keyNames[place] as string);
  const kept = [
    ...(onlyKeys ? [`has({onlyKeys:Array(String)}, ${keyTextSql(keyNames)})`] : []),
    ...(isPart ? [`CRC32(${keyTextSql(ofPart)}) % {parts:UInt32} = {part:UInt32}`] : []),
  ];
  const sql = `
    SELECT ${selected.join(', ')}
    FROM (
      ${parts.map((part) => partSql(part, { columns, names, figures, shape })).join('\n      UNION ALL\n      ')}
    )
    ${kept.length > 0 ? `WHERE ${kept.join(' AND ')}` : ''}
    ${shape.isOfTenants ? 'GROUP BY tenant_id' : by.length > 0 ? `GROUP BY ${keyNames.join(', ')}` : ''}
    ${by.length > 0 && mayBeNothing && !onlyKeys ? `HAVING ${[...something.map(known), ...unknown].map((figure) => `${figure} != 0`).join(' OR ') || 'false'}` : ''}
    ORDER BY ${[...order, ...keyNames].join(', ') || '1'}
    LIMIT {limit:UInt32}`;
  // A filter on a column of which no rollup is made reads the facts of all days.
  return { sql: withoutEmptyLines(sql), figures, fromRollups };
}

const latestName = (name: NameColumn) => `argMax(c_${name}, ${nameRank(`c_${name}`, `c_${name}_ms`)})`;

const ALL_PARTS = { isFinalized: true, isOpen: true };

/** How many tables a statement may read, and whether the events of all its days; as of a tenant with dated costs and open days. */
export function readsOf(split: Split): { readonly tables: number; readonly source: Statement['source'] } {
  const shape: Shape = {
    ...split,
    ...{ order: [], onlyKeys: false, hasCosts: true, hasSpendTaxes: true, hasRates: false, clock: 'steady' },
    ...{ hasCatalogue: true, isCut: false, startsLate: false, hasUnknown: false },
    parts: { traffic: ALL_PARTS, money: ALL_PARTS },
  };
  const sources = sourcesOf(shape, figuresOf(shape));
  return {
    tables: sources.flatMap(({ parts }) => parts).length,
    source: sources.every(({ fromRollups }) => fromRollups) ? 'rollup' : 'facts',
  };
}

const withoutEmptyLines = (sql: string) => sql.replace(/\n\s*(?=\n)/g, '');

const keyTextSql = (keyNames: readonly string[]) => {
  const keys = keyNames.map((name) => `toString(${name})`);
  return keys.length === 1 ? keys[0] : `concat(${keys.join(`, '\\n', `)})`;
};
/** The keys of a group as one text, as a statement compares them. */
export const keyText = (keys: readonly string[]): string => keys.join('\n');

function figuresOf({ sums, by, filters, hasCosts, hasSpendTaxes, isCut, hasUnknown }: Shape): Figure[] {
  const asked = new Set(sums.flatMap((sum) => (sum === 'expenses' || sum === 'leads' ? [] : FIGURES_OF[sum])));
  // By checkout and product, where settings are dated; else what the checkouts report is enough.
  const needed = [...asked].filter((figure) => {
    if (UNCUT.includes(figure)) return isCut || hasUnknown || hasHours({ by, filters });
    return figure === 'spend_tax' ? hasSpendTaxes : hasCosts || !OF_COSTS.has(figure);
  });
  const order: readonly Figure[] = ['clicks', 'page_views', ...SALES, ...ORDER_FIGURES, ...SPEND];
  return order.filter((figure) => needed.includes(figure) && knowsAll(factOf(figure), { by, filters }));
}

const factOf = (figure: Figure): Fact => {
  if (figure === 'clicks') return 'clicks';
  if (figure === 'page_views') return 'pageViews';
  if (SPEND.includes(figure)) return 'spend';
  return (ORDER_FIGURES as readonly Figure[]).includes(figure) ? 'orders' : 'sales';
};

function sourcesOf(shape: Shape, figures: readonly Figure[]): Sources[] {
  const { by, filters, hasCosts, hasSpendTaxes, hasRates, hasCatalogue, clock, isCut, startsLate, hasUnknown, parts } =
    shape;
  const dimensions = [...by, ...filters.map(({ dim }) => dim)];
  const needs: Needs = {
    columns: new Set(dimensions.map((dimension) => DIMENSION_SQL[dimension].column)),
    names: new Set(by.flatMap((dimension) => DIMENSION_SQL[dimension].name ?? [])),
    time: dimensions.some((one) => one === 'hour' || one === 'quarterHour') ? 'hour' : 'day',
    figures: new Set(figures),
    hasCosts: hasCosts && figures.some((figure) => OF_COSTS.has(figure)),
    hasSpendTaxes,
    hasRates,
    hasCatalogue,
    clock,
    isCut,
    startsLate,
    hasUnknown,
    parts,
  };
  const facts = new Set(figures.map(factOf));
  const asked = { clicks: facts.has('clicks'), views: facts.has('pageViews') };
  return [
    ...(asked.clicks || asked.views ? [trafficSources(needs, asked)] : []),
    ...(facts.has('sales') ? [conversionSources(needs)] : []),
    ...(facts.has('orders') ? [orderSources(needs)] : []),
    ...(facts.has('spend') ? [spendSources(needs)] : []),
  ];
}

interface PartColumns {
  readonly columns: readonly Column[];
  readonly names: readonly NameColumn[];
  readonly figures: readonly Figure[];
  readonly shape: Shape;
}

function partSql(part: Source, { columns, names, figures, shape }: PartColumns): string {
  const selected = [
    ...(shape.isOfTenants ? ['toString(tenant_id) AS c_tenant'] : []),
    ...columns.map((column) => `${part.column(column)} AS c_${column}`),
    ...names.flatMap((name) => {
      const [text, ms] = part.name(name);
      return [`${text} AS c_${name}`, `${ms} AS c_${name}_ms`];
    }),
    // A part that does not count a figure has 0 there, which costs the engine less to understand than a typed one.
    ...figures.map((figure) => `${part.figures[figure] ?? '0'} AS n_${figure}`),
  ];
  return `SELECT ${selected.join(', ')}
      FROM ${part.from}
      WHERE ${[...part.where, ...conditionsOf(part, shape)].join(' AND ')}`;
}

const conditionsOf = (part: Source, { filters, clock }: Shape): string[] =>
  filters.map(({ dim, op }, index) => {
    const { column, key } = DIMENSION_SQL[dim];
    return conditionSql(key(part.column(column), localMs(clock)), { dim, op }, index);
  });

/** Of the filter at this place; its values are bound by `boundValues`. */
export function conditionSql(
  key: string,
  { dim, op }: { readonly dim: FigureDimension; readonly op: FilterOp },
  index: number,
): string {
  const values = `{filter${index + 1}:Array(String)}`;
  switch (op) {
    case 'is':
      return `${key} IN ${values}`;
    case 'not':
      return `${key} NOT IN ${values}`;
    case 'none':
      return `${key} = ''`;
    case 'has': {
      const contains = `multiSearchAny(${foldedSql(key)}, ${values})`;
      return KEYS_OF_NAMED[dim] ? `(${contains} OR ${key} IN {named${index + 1}:Array(String)})` : contains;
    }
  }
}

/** As `folded` of the schemas: letters without their marks, in lower case. Most texts are ASCII, which has neither marks nor a second sigma. */
export const foldedSql = (text: string): string => {
  const whole = `toString(${text})`;
  const decomposed = `replaceRegexpAll(normalizeUTF8NFD(${whole}), '\\\\p{M}', '')`;
  return `if(length(${whole}) = lengthUTF8(${whole}), lower(${whole}), replaceAll(lowerUTF8(${decomposed}), 'ς', 'σ'))`;
};
