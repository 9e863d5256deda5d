// How far clicks came: the unit is the click, its day is the day of the figures, and its steps are the first page view, opened checkout, order, paid and
// kept conversion within some days after it. Their order does not matter: a click that reached a step counts for all steps before it.

import { createHash } from 'node:crypto';
import { shapeQuery } from '@tracker/infra/clickhouse/define-query';
import { paramTypesOf } from '@tracker/infra/clickhouse/param-types';
import { Count } from '@tracker/infra/clickhouse/row-types';
import { COUNTED, PAID } from '@tracker/infra/clickhouse/tables/conversions';
import { AppError } from '@tracker/infra/errors/app-error';
import type { FunnelAnswer } from '@tracker/schemas/contracts/funnel.contract';
import { dimensionOf, type FigureDimension, isKnownBy } from '@tracker/schemas/figures/dimensions';
import type { FigureFilter, FigureQuery } from '@tracker/schemas/figures/figure-query';
import { FUNNEL_STEPS, type FunnelStep, type FunnelWindow } from '@tracker/schemas/figures/funnel';
import { keyLabel } from '@tracker/schemas/figures/key-labels';
import type { FigureMetric } from '@tracker/schemas/figures/metrics';
import { DAY_MS, HOUR_MS } from '@tracker/schemas/primitives/durations';
import { countDays } from '@tracker/schemas/primitives/tenant-day';
import { zoneOffsets } from '@tracker/schemas/primitives/zone-offsets';
import { FUNNEL_TEXTS } from '@tracker/schemas/texts/funnel';
import { z } from 'zod';
import { adAccountParams, NO_AD_ACCOUNTS, readAdAccounts } from '../ad-accounts.ts';
import { readGroups } from '../ask-groups.ts';
import { assertWithin } from '../asker.ts';
import { IN_RANGE, REAL_CLICK, REAL_VIEW } from '../columns.ts';
import type { CostOfQuestion } from '../cost-of-question.ts';
import type { DayRange } from '../day-range.ts';
import type { Groups } from '../groups.ts';
import { boundValues, filterParams, type KeyFilter } from '../named-filters.ts';
import { namesOfGroups } from '../names.ts';
import type { FigureDeps } from '../plan.ts';
import { DIMENSION_SQL, localMs } from '../sql/dimension-sql.ts';
import { clicksWith } from '../sql/sources.ts';
import { conditionSql } from '../sql/statement.ts';
import type { Tenant } from '../tenant.ts';
import { askSpecial, type Special } from './special.ts';

export type FunnelQuery = Pick<FigureQuery, 'from' | 'to' | 'by' | 'filters' | 'compare' | 'limit'> & {
  readonly window: FunnelWindow;
};

/** The events of all days of four tables; of most clicks there are several. */
export const costOfFunnel = ({ from, to, compare }: FunnelQuery): CostOfQuestion => ({
  tableDays: 8 * countDays(from, to) * (compare === undefined ? 1 : 2),
  source: 'facts',
});

/** The steps after the click. */
const EVENTS = FUNNEL_STEPS.slice(1);

interface Found {
  readonly funnel: Funnel;
  readonly previous: Funnel | null;
  readonly sold: Groups;
}

const funnel: Special<FunnelQuery, Found, FunnelAnswer> = {
  async asks(deps, { asker, tenant, range, compared, filters, limit, by: [dimension] }, asked) {
    checkDimensions({ by: asked.by, filters });
    // A step is a count of each of these.
    assertWithin(asker, { metrics: STEP_METRICS, days: [] });
    const read = (days: DayRange, split?: FigureDimension) =>
      readFunnel(deps, tenant, { range: days, dimension: split, filters, window: asked.window, limit });
    const [ofRange, previous, sold] = await Promise.all([
      read(range, dimension),
      compared && read(compared),
      readGroups(deps, asker, {
        range,
        by: [],
        filters: asked.filters,
        sums: ['conversions', 'attributed'],
        limit: 1,
      }),
    ]);
    return { funnel: ofRange, previous, sold };
  },

  async answers(deps, { tenant, by, range, limit }, { funnel: { all, groups: found }, previous, sold }, { window }) {
    const [dimension] = by;
    const groups = found.slice(0, limit);
    const names = await namesOfGroups(deps, tenant, by, groups);
    const { conversions, attributed } = sold.groups[0]?.sums ?? { conversions: 0, attributed: 0 };
    return {
      steps: all,
      previous: previous?.all ?? null,
      groups: groups.map(({ keys: [key = ''], steps }, index) => ({
        key: key || null,
        label: dimension ? keyLabel(dimension, key || null, names[index]?.[0] ?? null) : '',
        steps,
      })),
      isCut: found.length > limit,
      direct: conversions == null || attributed == null ? null : conversions - attributed,
      open: range.toMs + window * DAY_MS > deps.clock.now(),
    };
  },
};

/** @throws AppError 400 for a dimension that clicks do not know, and for more than one group; 403 for what the asker may not see */
export const askFunnel = askSpecial(funnel);

const STEP_METRICS: readonly FigureMetric[] = ['clicks', 'pageViews', 'conversions', 'attributed'];

function checkDimensions({ by, filters }: Pick<FunnelQuery, 'by'> & { filters: readonly FigureFilter[] }): void {
  const unknown = [...by, ...filters.map(({ dim }) => dim)].find((dim) => !isKnownBy('clicks', dim));
  const sentence =
    unknown !== undefined
      ? FUNNEL_TEXTS.unknown(dimensionOf(unknown).label)
      : by.length > 1
        ? FUNNEL_TEXTS.tooMany
        : undefined;
  if (sentence !== undefined) throw new AppError('invalid-question', { params: { sentence } });
}

interface Asked {
  readonly range: DayRange;
  readonly dimension: FigureDimension | undefined;
  readonly filters: readonly KeyFilter[];
  readonly window: FunnelWindow;
  readonly limit: number;
}

interface Group {
  readonly keys: readonly string[];
  readonly names: readonly string[];
  readonly steps: FunnelStep[];
}

interface Funnel {
  readonly all: FunnelStep[];
  /** None where it is not divided. */
  readonly groups: Group[];
}

async function readFunnel({ clickhouse, postgres, clock }: FigureDeps, tenant: Tenant, asked: Asked): Promise<Funnel> {
  const { range, dimension, filters, window, limit } = asked;
  const isByAccount = dimension === 'adAccount' || filters.some(({ dim }) => dim === 'adAccount');
  const adAccounts = isByAccount ? await readAdAccounts(postgres, tenant) : NO_AD_ACCOUNTS;
  const { fromMs, toMs } = range;
  const offsets = zoneOffsets(range, tenant.timeZone);
  const sql = statementOf(dimension, filters);
  const values: Record<string, unknown> = {
    // Next to the groups there is a row of all, and one more says that there are more.
    ...{ fromMs, toMs, limit: limit + 2, windowMs: window * DAY_MS, untilMs: toMs + window * DAY_MS },
    ...adAccounts.params,
    // By the hour: answers are kept by their parameters.
    youngFromMs: Math.floor(clock.now() / HOUR_MS) * HOUR_MS - window * DAY_MS,
    offsetsFromMs: offsets.map(({ fromMs }) => fromMs),
    offsetsMs: offsets.map(({ offsetMs }) => offsetMs),
    ...boundValues(filters),
  };
  const bound = [...paramTypesOf(sql).keys()].filter((name) => name !== 'tenantId');
  const digest = createHash('sha256').update(sql).digest('hex').slice(0, 12);
  const query = shapeQuery({
    ...{ name: `figures-funnel-${digest}`, sql, row },
    params: z.object(Object.fromEntries(bound.map((name) => [name, params.shape[name as keyof typeof params.shape]]))),
  });
  const given = Object.fromEntries(bound.map((name) => [name, values[name]]));
  const rows = await query.run(clickhouse, tenant.tenantId, given as never);
  const nameOf = ({ key, name }: Row) => (dimension === 'adAccount' ? adAccounts.names.get(key) : undefined) ?? name;
  const all = rows.find(({ is_all }) => is_all === 1);
  const groups = rows.filter(({ is_all }) => is_all === 0);
  return {
    all: all ? stepsOf(all) : NO_STEPS,
    groups: groups.map((found) => ({ keys: [found.key], names: [nameOf(found)], steps: stepsOf(found) })),
  };
}

const ms = z.number().int();
const params = z.object({
  ...{ fromMs: ms, toMs: ms, untilMs: ms, windowMs: ms, youngFromMs: ms, limit: ms },
  ...{ offsetsFromMs: z.array(ms), offsetsMs: z.array(ms) },
  ...adAccountParams,
  ...filterParams,
});

const ofEvents = <Value>(prefix: string, schema: Value) =>
  Object.fromEntries(EVENTS.map((step) => [`${prefix}_${step}`, schema])) as Record<string, Value>;
const row = z.object({
  is_all: Count,
  key: z.string(),
  name: z.string(),
  click: Count,
  young_click: Count,
  ...ofEvents('reached', Count),
  ...ofEvents('seen', Count),
  ...ofEvents('young', Count),
  ...ofEvents('median', z.number().nullable()),
});

/** Events of the days of the clicks, and of the window after the last one. */
const IN_WINDOW = 'ts >= fromUnixTimestamp64Milli({fromMs:Int64}) AND ts < fromUnixTimestamp64Milli({untilMs:Int64})';
const ORDERED = `is_test = 0 AND (verified = 1 OR ${COUNTED})`;

interface Part {
  readonly from: string;
  readonly at: string;
  readonly where: string;
  /** Which steps a row of the table brings its click to, as SQL; each table is read once. */
  readonly steps: Readonly<Partial<Record<(typeof EVENTS)[number], string>>>;
}

const PARTS: readonly Part[] = [
  { from: 'page_views', at: 'ts', where: `${IN_WINDOW} AND ${REAL_VIEW}`, steps: { page: '1' } },
  { from: 'opened_checkouts', at: 'opened_at', where: IN_RANGE, steps: { checkout: '1' } },
  {
    ...{ from: 'conversions', at: 'ts', where: `${IN_WINDOW} AND conversion_type != 'lead'` },
    steps: { order: ORDERED, approved: `${ORDERED} AND ${PAID}`, kept: COUNTED },
  },
];

function statementOf(dimension: FigureDimension | undefined, filters: readonly FigureFilter[]): string {
  const asked = [...(dimension ? [dimension] : []), ...filters.map(({ dim }) => dim)];
  const source = clicksWith(new Set(asked.map((dim) => DIMENSION_SQL[dim].column)));
  const keyOf = (dim: FigureDimension) => {
    const { column, key } = DIMENSION_SQL[dim];
    return key(source.column(column), localMs('changing'));
  };
  const name = dimension && DIMENSION_SQL[dimension].name;
  const conditions = filters.map((filter, index) => conditionSql(keyOf(filter.dim), filter, index));
  const clicks = ['tenant_id = {tenantId:String}', IN_RANGE, REAL_CLICK, ...conditions];
  const atMs = (at: string) => `toUnixTimestamp64Milli(${at})`;
  // Within the window, from the first one on.
  const seen = (step: string) => `(${step}_ms > 0 AND ${step}_ms - click_ms < {windowMs:Int64})`;
  const after = (step: string) => `(${step}_ms >= click_ms AND ${seen(step)})`;
  const from = (step: string) =>
    EVENTS.slice(EVENTS.indexOf(step as never))
      .map(seen)
      .join(' OR ');
  const counts = EVENTS.flatMap((step) => [
    `countIf(${from(step)}) AS reached_${step}`,
    `countIf(${seen(step)}) AS seen_${step}`,
    `countIf(click_ms >= {youngFromMs:Int64} AND (${from(step)})) AS young_${step}`,
    // A clock that runs behind says nothing of how long it took.
    `if(countIf(${after(step)}) = 0, NULL, quantileExactIf(0.5)(${step}_ms - click_ms, ${after(step)}) / 1000) AS median_${step}`,
  ]);
  const timesOf = ({ at, steps }: Part) =>
    EVENTS.map((step) => (steps[step] ? `if(${steps[step]}, ${atMs(at)}, 0)` : 'toInt64(0)')).join(', ');
  return `
    SELECT key, ${dimension ? 'grouping(key)' : '1'} AS is_all, argMaxIf(group_name, click_ms, group_name != '') AS name, count() AS click,
      countIf(click_ms >= {youngFromMs:Int64}) AS young_click, ${counts.join(', ')}
    FROM (
      SELECT
        click_id, max(click_at) AS click_ms, ${dimension ? 'max(c_key)' : "''"} AS key, ${name ? 'max(c_name)' : "''"} AS group_name,
        ${EVENTS.map((step) => `minIf(${step}_at, ${step}_at > 0) AS ${step}_ms`).join(', ')}
      FROM (
        SELECT click_id, ${atMs('ts')} AS click_at, ${EVENTS.map((step) => `toInt64(0) AS ${step}_at`).join(', ')},
          ${dimension ? `toString(${keyOf(dimension)})` : `''`} AS c_key, ${name ?? `''`} AS c_name
        FROM ${source.from}
        WHERE ${clicks.join(' AND ')}
        ${PARTS.map(
          (part) => `UNION ALL
        SELECT click_id, toInt64(0), ${timesOf(part)}, '', ''
        FROM ${part.from} FINAL
        WHERE tenant_id = {tenantId:String} AND click_id != '' AND ${part.where}`,
        ).join('\n        ')}
      )
      GROUP BY click_id
      HAVING click_ms > 0
    )
    GROUP BY ${dimension ? 'GROUPING SETS ((key), ())' : 'key'}
    ORDER BY is_all DESC, click DESC, key
    LIMIT {limit:UInt32}`;
}

type Row = z.output<typeof row>;

function stepsOf(found: Row): FunnelStep[] {
  const values = found as unknown as Readonly<Record<string, number | null>>;
  const reached = [found.click, ...EVENTS.map((step) => Number(values[`reached_${step}`]))];
  return FUNNEL_STEPS.map((id, index) => {
    const clicks = reached[index] ?? 0;
    const before = reached[index - 1] ?? 0;
    return {
      ...{ id, clicks },
      unseen: index === 0 ? 0 : clicks - Number(values[`seen_${id}`]),
      young: Number(values[`young_${id}`]),
      ofPrevious: index === 0 || before === 0 ? null : (clicks / before) * 100,
      medianSeconds: index === 0 ? null : (values[`median_${id}`] ?? null),
    };
  });
}

const NO_STEPS: FunnelStep[] = FUNNEL_STEPS.map((id) => ({
  ...{ id, clicks: 0, unseen: 0, young: 0 },
  ...{ ofPrevious: null, medianSeconds: null },
}));
