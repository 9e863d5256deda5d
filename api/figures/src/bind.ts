// The statement of a question, and what it binds: the days, the tenant's clock and settings, filters and keys.
import { SUMS, type Sum } from '@tracker/schemas/figures/metrics';
import { DAY_MS } from '@tracker/schemas/primitives/durations';
import { daysFrom, startOfDay } from '@tracker/schemas/primitives/tenant-day';
import type { TimeZone } from '@tracker/schemas/primitives/time';
import { zoneOffsets } from '@tracker/schemas/primitives/zone-offsets';
import type { AskedGroups } from './groups.ts';
import { boundValues, type KeyFilter } from './named-filters.ts';
import type { Catalogue } from './product-catalogue.ts';
import type { FigureSettings, TenantSettings } from './settings.ts';
import { keyText, knowsAll, type OrderedFigure, type Shape, type Statement, statementOf } from './sql/statement.ts';

const DEFAULT_ORDER = ['revenue', 'clicks', 'spend'] as const;

interface Given {
  readonly timeZone: TimeZone;
  readonly settings: FigureSettings;
  readonly days: Awaited<ReturnType<TenantSettings['daysOf']>>;
}

interface BoundStatement {
  /** Null: there is nothing to read. */
  readonly statement: Statement | null;
  readonly values: Readonly<Record<string, unknown>>;
}

export function boundStatement(asked: AskedGroups, { timeZone, settings, days }: Given): BoundStatement {
  const { range, by, filters = [], sums, shownBy, onlyKeys, part, limit } = asked;
  const { rates, costs, mainCampaignId, catalogue, adAccounts, unknownSpend } = settings;
  const { range: bounds, parts } = days;
  const split = { by, filters };
  const daysOfRange = daysFrom(range.first, range.last);
  const offsets = zoneOffsets(range, timeZone);
  const shape: Shape = {
    by,
    filters: filters.map(({ dim, op }) => ({ dim, op })),
    ...{ sums, shownBy },
    order: asked.order ?? DEFAULT_ORDER.filter((figure) => has(sums, figure, split)).map(descending),
    onlyKeys: onlyKeys !== undefined,
    ...(part && { isPart: true }),
    hasCosts: costs.params !== null,
    hasSpendTaxes: costs.spendTaxParams !== null,
    hasRates: rates !== null,
    hasCatalogue: catalogue.params !== null,
    clock: offsets.length > 1 ? 'changing' : 'steady',
    isCut: range.isCut === true,
    startsLate: range.spendFromMs !== undefined,
    hasUnknown: unknownSpend !== null,
    parts,
  };
  const statement = statementOf(shape);
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
    startSecond: Math.floor((range.spendFromMs ?? range.fromMs) / 1000),
    mainCampaignId: mainCampaignId ?? '',
    offsetMs: offsets[0]?.offsetMs ?? 0,
    offsetsFromMs: offsets.map(({ fromMs }) => fromMs),
    offsetsMs: offsets.map(({ offsetMs }) => offsetMs),
    ...(shape.clock === 'changing' && {
      days: daysOfRange.map((day) => Date.parse(`${day}T00:00:00Z`) / DAY_MS),
      dayStartsMs: daysOfRange.map((day) => startOfDay(day, timeZone)),
    }),
    ...boundValues(filters.map((filter) => withProducts(filter, catalogue))),
    onlyKeys: onlyKeys?.map(keyText),
    part: part?.index,
    parts: part?.of,
    limit,
  };
  const bound = Object.fromEntries([...(statement?.binds ?? [])].map((name) => [name, values[name]]));
  return { statement, values: bound };
}

const descending = <Name extends OrderedFigure>(figure: Name) => ({ figure, descending: true });

const has = (sums: readonly Sum[], sum: Sum, split: Split): boolean => sums.includes(sum) && knowsAll(SUMS[sum], split);

/** An id of a checkout that became part of a product is no key any more: who asks for it asks for the product. */
export function withProducts(filter: KeyFilter, catalogue: Catalogue): KeyFilter {
  if (filter.dim !== 'product' || (filter.op !== 'is' && filter.op !== 'not')) return filter;
  return { ...filter, values: filter.values.flatMap((id) => [id, ...catalogue.productsOf(id)]) };
}

type Split = Parameters<typeof knowsAll>[1];
