// Reads the groups of a question: rows of its facts from the analytics store, expenses and leads from Postgres.
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import { type FigureDimension, isKnownBy } from '@tracker/schemas/figures/dimensions';
import { SUMS, type Sum } from '@tracker/schemas/figures/metrics';
import { startOfDay } from '@tracker/schemas/primitives/tenant-day';
import { boundStatement } from './bind.ts';
import type { DayRange } from './day-range.ts';
import {
  ALL_KEYS,
  type AskedGroups,
  type Group,
  type Groups,
  ONLY_KEYS_MAX,
  type Summed,
  type WholeGroup,
  type WholeGroups,
} from './groups.ts';
import { NO_LINES, withExpenses } from './net.ts';
import { postgresRows } from './of-postgres.ts';
import { isInPart } from './part.ts';
import type { FigureSettings, TenantSettings } from './settings.ts';
import { DIMENSION_SQL, type GroupedBy } from './sql/dimension-sql.ts';
import { type FoundGroup, keyText, knowsAll } from './sql/statement.ts';
import type { Tenant } from './tenant.ts';
import type { TrackedSince } from './tracked-since.ts';
import { knownOf, NO_GROUP, sumsOfNothing, toSums } from './value.ts';

/** Of all facts that bring names. */
const NAMING = ['clicks', 'pageViews', 'conversions', 'spend'] as const satisfies readonly Sum[];
/** Of an order in any status. */
const ORDERED = ['pending', 'approved', 'lost'] as const satisfies readonly Sum[];
/** Groups that are read where Postgres has some of its own. */
const POSTGRES_GROUPS_MAX = 10_000;

/** Of all facts that have groups of a dimension. */
export const sumsKnownBy = (dimension: FigureDimension): Sum[] =>
  [...NAMING, ...ORDERED].filter((sum) => isKnownBy(SUMS[sum], dimension));

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
      const alone = { range: asked.range, by: [dimension], sums: NAMING };
      const known = new Map<string, string>();
      const read = async (wanted: Pick<AskedGroups, 'onlyKeys' | 'limit'>) => {
        const { groups } = await wholeGroups(clickhouse, tenant, settings, { ...alone, ...wanted });
        for (const group of groups) known.set(group.keys[0] ?? '', group.names[0] ?? '');
      };
      // All keys are read at once where they are as many as there may be; of one part there are many more.
      if (keys.length > ONLY_KEYS_MAX && !asked.part) await read(ALL_KEYS);
      else
        for (let from = 0; from < keys.length; from += ONLY_KEYS_MAX) {
          const some = keys.slice(from, from + ONLY_KEYS_MAX);
          await read({ onlyKeys: some.map((key) => [key]), limit: some.length });
        }
      return known;
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
  const { by } = asked;
  const [found, since] = await Promise.all([wholeGroups(clickhouse, tenant, settings, asked), settings.trackedSince()]);
  if (since !== null && isWhole(since, asked, tenant))
    return { ...found, groups: found.groups.map((group) => ({ ...group, tracked: group })) };
  const keys = found.groups.map((group) => group.keys);
  const wanted = by.length > 0 && keys.length <= ONLY_KEYS_MAX ? { onlyKeys: keys, limit: keys.length } : ALL_KEYS;
  const range = rangeSince(since, asked.range, tenant.timeZone);
  const isAsked = range !== null && keys.length > 0;
  const sinceThen = { ...asked, ...wanted, order: undefined, range: range ?? asked.range };
  const tracked = isAsked ? (await wholeGroups(clickhouse, tenant, settings, sinceThen)).groups : [];
  return withTracked(asked, found, tracked);
}

/** Next to what each group has in all days, what it has in those since tracking began. */
export function withTracked(asked: AskedGroups, found: WholeGroups, tracked: readonly WholeGroup[]): Groups {
  const byKeys = new Map(tracked.map((group) => [keyText(group.keys), group]));
  // Before tracking began nothing is compared with spend, which may be unknown all the same.
  const nothing = ({ keys, sums }: WholeGroup): Summed => ({
    sums: { ...sumsOfNothing(asked, keys), ...(sums.spend === null && { spend: null }) },
    lines: NO_LINES,
    isUntracked: sums.spend !== undefined && sums.spend !== 0,
  });
  return {
    ...found,
    groups: found.groups.map((group) => ({
      ...group,
      tracked: byKeys.get(keyText(group.keys)) ?? nothing(group),
    })),
  };
}

/** All of the range was tracked, or what was not has no spend in the answer. */
export function isWhole(
  since: TrackedSince,
  { range, sums }: Pick<AskedGroups, 'range' | 'sums'>,
  { timeZone }: Tenant,
): boolean {
  if (since.day !== range.first) return since.day < range.first;
  return since.atMs <= startOfDay(since.day, timeZone) || !sums.some((sum) => SUMS[sum] === 'spend');
}

/** Its days since tracking began; null: in none of them. */
export const rangeSince = (
  since: TrackedSince | null,
  range: DayRange,
  timeZone: Tenant['timeZone'],
): DayRange | null =>
  since !== null && since.day <= range.last ? { ...range, ...startingAt(since, range, timeZone) } : null;

function startingAt(
  { day, atMs }: TrackedSince,
  { first }: DayRange,
  timeZone: Tenant['timeZone'],
): Pick<DayRange, 'first' | 'fromMs' | 'spendFromMs'> {
  const from = day > first ? day : first;
  return { first: from, fromMs: startOfDay(from, timeZone), ...(day >= first && { spendFromMs: atMs }) };
}

/** Of all days of the range. */
async function wholeGroups(
  clickhouse: ClickHouse,
  { tenantId, timeZone }: Tenant,
  settings: TenantSettings,
  asked: AskedGroups,
): Promise<WholeGroups> {
  const { range, limit } = asked;
  const [days, ofRange] = await Promise.all([settings.daysOf(range), settings.of(range)]);
  const ofPostgres = rowsOfPostgres(asked, ofRange);
  // Which groups are Postgres's alone is known of all groups, and not of the first ones.
  const limitOfRows = ofPostgres.size > 0 ? Math.max(limit, POSTGRES_GROUPS_MAX) : limit;
  const { statement, values } = boundStatement({ ...asked, limit: limitOfRows }, { timeZone, settings: ofRange, days });
  const found = statement ? await statement.run(clickhouse, tenantId, values) : [];
  return groupsOfFound(asked, ofRange, { found, ofPostgres, source: statement?.source ?? 'rollup' });
}

/** Expenses and leads, where they can be split as asked. */
export function rowsOfPostgres({ by, filters = [], sums }: AskedGroups, { costs, leads }: FigureSettings) {
  const isAsked = (sum: 'expenses' | 'leads') => sums.includes(sum) && knowsAll(sum, { by, filters });
  return postgresRows({ by, filters, costs, hasExpenses: isAsked('expenses'), leads: isAsked('leads') ? leads : [] });
}

interface FoundInStores extends Pick<Groups, 'source'> {
  readonly found: readonly FoundGroup[];
  readonly ofPostgres: ReturnType<typeof rowsOfPostgres>;
}

/** What a statement found, and what Postgres has, as groups. */
export function groupsOfFound(
  { by, filters = [], sums, onlyKeys, part, limit }: AskedGroups,
  { costs, catalogue, adAccounts }: FigureSettings,
  { found, ofPostgres, source }: FoundInStores,
): WholeGroups {
  const split = { by, filters };
  const known = new Map(found.map((group) => [keyText(group.keys), group]));
  const total = found[0]?.groups ?? 0;
  const missing = found.length === total ? [...ofPostgres.keys()].filter((key) => !known.has(key)).sort() : [];
  const all = [
    ...found,
    ...missing
      .map((key) => ({ ...NO_GROUP, keys: by.length === 0 ? [] : key.split('\n'), names: by.map(() => '') }))
      .filter(({ keys }) => onlyKeys === undefined || onlyKeys.some((one) => keyText(one) === keyText(keys)))
      .filter(({ keys }) => isInPart(part, by, keys)),
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
      sums: toSums(sums, group, {
        ...{ lines, isKnown, leads: extra?.leads ?? 0 },
        ofEvidence: costs.linesOfEvidence(group.amounts),
      }),
    };
  };
  // Of no dimension there is one group, which may be of zeros.
  const rows = by.length === 0 && all.length === 0 ? [NO_GROUP] : all;
  return {
    groups: rows.slice(0, limit).map(toGroup),
    total: Math.max(total + all.length - found.length, by.length === 0 ? 1 : 0),
    source,
  };
}
