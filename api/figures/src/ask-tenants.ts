// The totals of several tenants, each in its own zone and by its own settings: what `askFigures` answers of each, read by a few statements over all of them.
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import { defineTenantsQuery } from '@tracker/infra/clickhouse/define-query';
import type { FigureQuery } from '@tracker/schemas/figures/figure-query';
import { type FigureMetric, type Sum, sumsOf } from '@tracker/schemas/figures/metrics';
import { DAY_MS } from '@tracker/schemas/primitives/durations';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import { startOfDay } from '@tracker/schemas/primitives/tenant-day';
import { z } from 'zod';
import { type Asker, assertUnlimited } from './asker.ts';
import { shapeOfAll, type TenantInRange, valuesOfAll } from './bind-totals.ts';
import { REAL_CLICK } from './columns.ts';
import type { DayRange } from './day-range.ts';
import type { AskedGroups, Group, WholeGroups } from './groups.ts';
import { comparedRange, rangeOf } from './plan.ts';
import { groupsOfFound, isWhole, rangeSince, rowsOfPostgres, withTracked } from './read.ts';
import { settingsOf, type TenantSettings } from './settings.ts';
import { totalsStatementOf } from './sql/totals-of-tenants.ts';
import type { FigureStores, Tenant } from './tenant.ts';
import type { TrackedSince } from './tracked-since.ts';
import { readPartsOfTenants } from './traffic-range.ts';
import { valueOfMetric } from './value.ts';

export type AskedTotals = Pick<FigureQuery, 'from' | 'to' | 'metrics' | 'compare' | 'sameWeekdays'>;

type Values = Readonly<Partial<Record<FigureMetric, number | null>>>;

export interface TotalsOfTenant {
  readonly tenantId: TenantId;
  readonly values: Values;
  readonly previous: Values | null;
}

/** In the order of the asker's tenants. @throws AppError 400 when the days are out of range, 403 for an asker who sees a part of the figures */
export async function askTenants(stores: FigureStores, asker: Asker, asked: AskedTotals): Promise<TotalsOfTenant[]> {
  assertUnlimited(asker);
  const sums = sumsOf(asked.metrics);
  const all = asker.tenants.map((tenant): Asking => {
    const range = rangeOf(stores, tenant, asked);
    return {
      ...{ tenant, range, compared: comparedRange(stores, tenant, asked, range) },
      settings: settingsOf(stores, tenant, { by: [], sums }),
    };
  });
  const sinceOf = await readSince(stores.clickhouse, asker.turn, all);
  const read = (ranges: ReadonlyMap<TenantId, DayRange>) =>
    readTotals(stores.clickhouse, asker.turn, { all, ranges, sums, sinceOf });
  const [now, before] = await Promise.all([
    read(new Map(all.map(({ tenant, range }) => [tenant.tenantId, range]))),
    read(new Map(all.flatMap(({ tenant, compared }) => (compared ? [[tenant.tenantId, compared]] : [])))),
  ]);
  const valuesOf = (group: Group | undefined): Values =>
    Object.fromEntries(asked.metrics.map((metric) => [metric, valueOfMetric(metric, group)]));
  return all.map(({ tenant: { tenantId }, compared }) => ({
    tenantId,
    values: valuesOf(now.get(tenantId)),
    previous: compared && valuesOf(before.get(tenantId)),
  }));
}

interface Asking {
  readonly tenant: Tenant;
  readonly range: DayRange;
  readonly compared: DayRange | null;
  readonly settings: TenantSettings;
}

// --- When tracking began

/** Of the last day before the asked ones: a tenant with clicks then was tracked before, and it need not be known since when. */
export const trackedBefore = defineTenantsQuery({
  name: 'figures-tenants-tracked-before',
  params: z.object({ fromMs: z.number().int(), toMs: z.number().int() }),
  row: z.object({ tenant_id: z.string() }),
  sql: `
    SELECT tenant_id
    FROM clicks FINAL
    WHERE tenant_id IN {tenantIds:Array(String)} AND ${REAL_CLICK}
      AND ts >= fromUnixTimestamp64Milli({fromMs:Int64}) AND ts < fromUnixTimestamp64Milli({toMs:Int64})
    GROUP BY tenant_id`,
});

type Since = TrackedSince | null | 'before';

async function readSince(
  clickhouse: ClickHouse,
  turn: string,
  all: readonly Asking[],
): Promise<ReadonlyMap<TenantId, Since>> {
  const starts = all.map(({ tenant, range, compared }) => {
    const first = compared && compared.first < range.first ? compared.first : range.first;
    return startOfDay(first, tenant.timeZone);
  });
  const toMs = Math.min(...starts);
  const tenantIds = all.map(({ tenant }) => tenant.tenantId);
  const rows = await trackedBefore.run(clickhouse, { tenantIds, turn }, { fromMs: toMs - DAY_MS, toMs });
  const before = new Set(rows.map(({ tenant_id }) => tenant_id));
  const since = all.map(async ({ tenant, settings }) => {
    const known: Since = before.has(tenant.tenantId) ? 'before' : await settings.trackedSince();
    return [tenant.tenantId, known] as const;
  });
  return new Map(await Promise.all(since));
}

// --- Totals

interface AskedOfAll {
  readonly all: readonly Asking[];
  /** A tenant without one is not asked. */
  readonly ranges: ReadonlyMap<TenantId, DayRange>;
  readonly sums: readonly Sum[];
  readonly sinceOf: ReadonlyMap<TenantId, Since>;
}

/** As `groupsWithoutNamesOfSpend` of each. */
async function readTotals(clickhouse: ClickHouse, turn: string, asked: AskedOfAll): Promise<Map<TenantId, Group>> {
  const { all, ranges, sums, sinceOf } = asked;
  const later = new Map<TenantId, DayRange>();
  const wholes = new Set<TenantId>();
  for (const { tenant } of all) {
    const { tenantId, timeZone } = tenant;
    const range = ranges.get(tenantId);
    const since = sinceOf.get(tenantId) ?? null;
    if (!range) continue;
    if (since === 'before' || (since !== null && isWhole(since, { range, sums }, tenant))) wholes.add(tenantId);
    else {
      const sinceThen = rangeSince(since, range, timeZone);
      if (sinceThen) later.set(tenantId, sinceThen);
    }
  }
  const [found, tracked] = await Promise.all([
    wholeTotals(clickhouse, turn, asked),
    wholeTotals(clickhouse, turn, { ...asked, ranges: later }),
  ]);
  const groups = [...found].map(([tenantId, { groups }]) => {
    const [group] = groups;
    if (group && wholes.has(tenantId)) return [tenantId, { ...group, tracked: group }] as const;
    const question = questionOf(ranges.get(tenantId) as DayRange, sums);
    const ofTenant = { groups, total: 1, source: 'facts' as const };
    return [tenantId, withTracked(question, ofTenant, tracked.get(tenantId)?.groups ?? []).groups[0] as Group] as const;
  });
  return new Map(groups);
}

const questionOf = (range: DayRange, sums: readonly Sum[]): AskedGroups => ({ range, by: [], sums, limit: 1 });

/** Of all days of each range, by one statement. */
async function wholeTotals(
  clickhouse: ClickHouse,
  turn: string,
  { all, ranges, sums }: AskedOfAll,
): Promise<Map<TenantId, WholeGroups>> {
  const asking = all.flatMap(({ tenant, settings }) => {
    const range = ranges.get(tenant.tenantId);
    return range ? [{ tenant, settings, range }] : [];
  });
  if (asking.length === 0) return new Map();
  const [days, settings] = await Promise.all([
    readPartsOfTenants(
      clickhouse,
      turn,
      asking.map(({ tenant, range: { fromMs, toMs } }) => ({ ...tenant, fromMs, toMs })),
    ),
    Promise.all(asking.map((one) => one.settings.of(one.range))),
  ]);
  const tenants = asking.map(({ tenant, range }, place) => ({
    ...{ tenant, range, settings: settings[place] },
    days: days.get(tenant.tenantId),
  })) as TenantInRange[];
  const statement = totalsStatementOf(shapeOfAll(tenants, sums));
  const values = valuesOfAll(tenants);
  const bound = Object.fromEntries([...(statement?.binds ?? [])].map((name) => [name, values[name]]));
  const tenantIds = tenants.map(({ tenant }) => tenant.tenantId);
  const rows = statement ? await statement.run(clickhouse, { tenantIds, turn }, bound) : new Map();
  return new Map(
    tenants.map(({ tenant: { tenantId }, range, settings: own }) => {
      const question = questionOf(range, sums);
      const row = rows.get(tenantId);
      const ofPostgres = rowsOfPostgres(question, own);
      const source = statement?.source ?? 'rollup';
      return [tenantId, groupsOfFound(question, own, { found: row ? [row] : [], ofPostgres, source })];
    }),
  );
}
