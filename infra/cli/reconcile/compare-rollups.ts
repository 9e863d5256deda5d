// Sums up finalized days again from the rows that they were built from, with the statements that build them, and compares the result with the
// rollups that figures are read from. A day that was changed in a rollup by hand is in no other comparison.
import { paramTypesOf } from '@tracker/infra/clickhouse/param-types';
import { DAY_STATES, type DayHalf } from '@tracker/infra/clickhouse/tables/finalized-days';
import { ROLLUPS } from '@tracker/infra/rollups/queries';
import { dayOf, instantsOf, type TenantDay } from '@tracker/schemas/primitives/tenant-day';
import type { TimeZone } from '@tracker/schemas/primitives/time';
import { zoneOffsets } from '@tracker/schemas/primitives/zone-offsets';
import type { OpsDeps } from '../command.ts';
import { count, table } from '../format.ts';

type Rollup = (typeof ROLLUPS)[DayHalf][number];

interface Build {
  readonly tenant_id: string;
  readonly half: DayHalf;
  readonly time_zone: TimeZone;
  readonly start_ms: string;
  readonly end_ms: string;
  readonly build_id: string;
}

export interface RollupDifference {
  readonly table: string;
  readonly tenantId: string;
  readonly day: TenantDay;
  /** As figures show the day, and as its facts add up. */
  readonly rollup: Readonly<Record<string, string>>;
  readonly facts: Readonly<Record<string, string>>;
}

export interface RollupComparison {
  /** Halves of finalized days (or of parts of them) that were summed up again. */
  readonly days: number;
  readonly differences: readonly RollupDifference[];
}

interface Options extends Pick<OpsDeps, 'clickhouse' | 'postgres'> {
  readonly signal: AbortSignal;
  onTenant?(done: number, total: number): void;
}

/** A statement over more days would read more rows than it may. */
const DAYS_MAX = 31;
const FIGURES = ['clicks', 'page_views', 'conversions', 'revenue', 'fees'];
const LIMITS = `SETTINGS max_execution_time = 600, do_not_merge_across_partitions_select_final = 1, session_timezone = 'UTC', compile_expressions = 0, compile_aggregate_expressions = 0`;

/** `which`: all finalized days of all tenants when absent. Days whose clicks the retention has deleted are left out: nothing has them but their rollups. */
export async function compareRollups(
  options: Options,
  which: { readonly day?: TenantDay; readonly tenantId?: string } = {},
): Promise<RollupComparison> {
  const { signal, onTenant } = options;
  const builds = await finalizedBuilds(options, which);
  const tenants = [...Map.groupBy(builds, ({ tenant_id }) => tenant_id).values()];
  const found: (RollupDifference & { readonly build: Build })[] = [];
  for (const [index, own] of tenants.entries()) {
    onTenant?.(index, tenants.length);
    for (const run of consecutive(own)) {
      signal.throwIfAborted();
      for (const rollup of ROLLUPS[run[0].half]) found.push(...(await compareRun(options, rollup, run)));
    }
  }
  onTenant?.(tenants.length, tenants.length);
  // An event that came meanwhile has re-opened its day.
  const still = found.length === 0 ? [] : await finalizedBuilds(options, which);
  const isFinalized = new Set(still.map(({ build_id }) => build_id));
  return {
    days: builds.length,
    differences: found
      .filter(({ build }) => isFinalized.has(build.build_id))
      .map(({ build: _, ...difference }) => difference),
  };
}

async function finalizedBuilds(
  { clickhouse, postgres }: Options,
  { day, tenantId }: { readonly day?: TenantDay; readonly tenantId?: string },
): Promise<Build[]> {
  const builds = await clickhouse.query<Build>({
    name: 'reconcile-finalized-days',
    sql: `
      SELECT toString(tenant_id) AS tenant_id, toString(half) AS half, toString(time_zone) AS time_zone, toString(build_id) AS build_id,
        toString(toUnixTimestamp64Milli(day_start)) AS start_ms, toString(toUnixTimestamp64Milli(day_end)) AS end_ms
      FROM finalized_days FINAL WHERE state = ${DAY_STATES.finalized} ${tenantId === undefined ? '' : 'AND tenant_id = {tenantId:String}'}
      ORDER BY tenant_id, half, time_zone, day_start, build_id ${LIMITS}`,
    ...(tenantId !== undefined && { params: { tenantId } }),
  });
  const limits = await postgres.sql<{ tenant_id: string; clicks_kept_from: Date }[]>`
    SELECT tenant_id, clicks_kept_from FROM list_retention() WHERE clicks_kept_from IS NOT NULL`;
  const keptFromMs = new Map(limits.map((limit) => [limit.tenant_id, limit.clicks_kept_from.getTime()]));
  return builds.filter(({ tenant_id, half, time_zone, start_ms }) => {
    if (half === 'traffic' && Number(start_ms) < (keptFromMs.get(tenant_id) ?? 0)) return false;
    if (day === undefined) return true;
    const { fromMs, toMs } = instantsOf(day, day, time_zone);
    return Number(start_ms) >= fromMs && Number(start_ms) < toMs;
  });
}

/** Each run: builds of one half and zone, each of which begins where the one before it ends. */
function consecutive(builds: readonly Build[]): [Build, ...Build[]][] {
  const runs: [Build, ...Build[]][] = [];
  for (const build of builds) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    const follows = last?.half === build.half && last.time_zone === build.time_zone && last.end_ms === build.start_ms;
    if (run && follows && run.length < DAYS_MAX) run.push(build);
    else runs.push([build]);
  }
  return runs;
}

type Sums = Readonly<Record<string, string>> & { readonly build_id: string; readonly hash: string };

async function compareRun({ clickhouse }: Options, rollup: Rollup, run: readonly [Build, ...Build[]]) {
  const [{ tenant_id: tenantId, time_zone: timeZone, start_ms }] = run;
  const [fromMs, toMs] = [Number(start_ms), Number(run.at(-1)?.end_ms)];
  const offsets = zoneOffsets({ fromMs, toMs }, timeZone);
  const values: Readonly<Record<string, unknown>> = {
    ...{ tenantId, fromMs, toMs },
    bounds: [...run.map((build) => Number(build.start_ms)), toMs],
    buildIds: run.map((build) => BigInt(build.build_id)),
    offsetsFromMs: offsets.map((offset) => offset.fromMs),
    offsetsMs: offsets.map((offset) => offset.offsetMs),
  };
  const ask = async (from: string) => {
    const figures = FIGURES.filter((figure) => rollup.columns.includes(figure));
    const sql = `
      SELECT toString(build_id) AS build_id, toString(count()) AS rows, toString(sum(cityHash64(${rollup.columns.map((column) => `toString(${column})`).join(', ')}))) AS hash,
        ${figures.map((figure) => `toString(sum(${figure})) AS sum_of_${figure}`).join(', ')}
      FROM ${from} GROUP BY build_id ${LIMITS}`;
    const named = [...paramTypesOf(sql).keys()].map((name): [string, unknown] => [name, values[name]]);
    const rows = await clickhouse.query<Sums>({ name: 'reconcile-rollup', sql, params: Object.fromEntries(named) });
    return new Map(rows.map((row) => [row.build_id, row]));
  };
  const stored = await ask(`(
    SELECT ${rollup.columns.join(', ')} FROM ${rollup.table}
    WHERE tenant_id = {tenantId:String} AND build_id IN {buildIds:Array(UInt64)}
      AND day_start >= fromUnixTimestamp64Milli({fromMs:Int64}) AND day_start < fromUnixTimestamp64Milli({toMs:Int64}))`);
  const counted = await ask(`(${rowsOf(rollup, ROLLUPS[run[0].half][0])})`);
  return run.flatMap((build) => {
    const [one, other] = [stored.get(build.build_id), counted.get(build.build_id)];
    if (one?.hash === other?.hash && one?.rows === other?.rows) return [];
    const day = dayOf(Number(build.start_ms), timeZone);
    return [{ build, table: rollup.table, tenantId, day, rollup: figuresOf(one), facts: figuresOf(other) }];
  });
}

/** The rows that the rollup should have, under the names and types of its table. One that sums up the finest of its half does so from the facts here. */
function rowsOf({ table: name, columns, question }: Rollup, finest: Rollup): string {
  const ofFacts = question.replace(
    new RegExp(`FROM ${finest.table}(?=\\s+WHERE)`),
    () => `FROM (${rowsOf(finest, finest)}) AS built`,
  );
  return `SELECT ${columns.join(', ')} FROM ${name} WHERE 0 UNION ALL ${ofFacts}`;
}

function figuresOf(sums: Sums | undefined): Record<string, string> {
  if (!sums) return { rows: '0' };
  const { build_id: _, hash: __, ...figures } = sums;
  return Object.fromEntries(Object.entries(figures).map(([name, sum]) => [name.replace('sum_of_', ''), sum]));
}

/** More than a screen helps no one. */
const SHOWN_MAX = 50;

export function rollupLines({ days, differences }: RollupComparison): string[] {
  const compared = `Rollups of ${count(days)} halves of finalized days compared with their facts`;
  if (differences.length === 0) return [`${compared}: the same.`];
  const text = (one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>) =>
    Object.entries(one)
      .filter(([name, sum]) => sum !== other[name])
      .map(([name, sum]) => `${name} ${sum}`)
      .join(', ') || 'other names or groups';
  return [
    `${compared}: ${count(differences.length)} differ. \`replay swap\` builds all days again.`,
    ...table(
      ['table', 'company', 'day', 'rollup', 'facts'],
      differences
        .slice(0, SHOWN_MAX)
        .map((one) => [one.table, one.tenantId, one.day, text(one.rollup, one.facts), text(one.facts, one.rollup)]),
    ),
    ...(differences.length > SHOWN_MAX
      ? [`… and ${count(differences.length - SHOWN_MAX)} more; --json lists them all.`]
      : []),
  ];
}
