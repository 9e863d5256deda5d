// What a filter means: people write what they see, programs the id. 'é' and 'contém' take both, wherever a question is asked.
import { AppError } from '@tracker/infra/errors/app-error';
import type { FigureDimension } from '@tracker/schemas/figures/dimensions';
import { type FigureFilter, SORTED_GROUPS_MAX } from '@tracker/schemas/figures/figure-query';
import { keyLabel } from '@tracker/schemas/figures/key-labels';
import type { FigureMetric, Sum } from '@tracker/schemas/figures/metrics';
import { folded } from '@tracker/schemas/primitives/text';
import { FILTER_TEXTS } from '@tracker/schemas/texts/filters';
import { type Asker, assertWithin, tenantOf } from './asker.ts';
import type { DayRange } from './day-range.ts';
import { KEYS_OF_NAMED, type KeyFilter } from './named-filters.ts';
import { namesOfGroups } from './names.ts';
import { groupsBySettings, sumsKnownBy } from './read.ts';
import { settingsOf } from './settings.ts';
import type { GroupedBy } from './sql/dimension-sql.ts';
import type { FigureStores, Tenant } from './tenant.ts';

/** More keys are no list that a statement can be sent with. */
const NAMED_MAX = 5_000;

interface AskedWithin {
  readonly by?: readonly GroupedBy[];
  readonly metrics?: readonly FigureMetric[];
  readonly sums?: readonly Sum[];
  /** Those whose names were read are taken as they are. */
  readonly filters?: readonly (FigureFilter | KeyFilter)[];
  /** The days asked for; then compared ones, whose keys are called as in those that were asked for, where they are there. */
  readonly ranges: readonly DayRange[];
}

/**
 * The one door of all that is asked of figures: of groups, values, funnels and lists.
 * @returns the filters of the question and those of its asker
 * @throws AppError 403 for what the asker may not see, 400 for a name that too many have
 */
export async function filtersWithin(
  stores: FigureStores,
  asker: Asker,
  { filters = [], ranges, ...asked }: AskedWithin,
): Promise<KeyFilter[]> {
  assertWithin(asker, { ...asked, filters, days: ranges.map(({ first }) => first) });
  return filtersByName(stores, tenantOf(asker), [...filters, ...asker.within.filters], ranges);
}

const filtersByName = (
  stores: FigureStores,
  tenant: Tenant,
  filters: readonly (FigureFilter | KeyFilter)[],
  ranges: readonly DayRange[],
): Promise<KeyFilter[]> =>
  Promise.all(
    filters.map(async (filter): Promise<KeyFilter> => {
      const { dim, op, values } = filter;
      if ('named' in filter) return filter;
      const isKey = KEYS_OF_NAMED[dim];
      if (!isKey || op === 'none') return { ...filter, named: [] };
      if (op !== 'has' && values.every((value) => value === '' || isKey.test(value))) return { ...filter, named: [] };
      const labels = await labelsOf(stores, tenant, dim, op, ranges);
      const sought = op === 'has' ? values.map(folded) : values;
      const isMeant = (label: string) =>
        op === 'has' ? sought.some((value) => folded(label).includes(value)) : sought.includes(label);
      const named = [...new Set([...labels].flatMap(([key, label]) => (isMeant(label) ? [key] : [])))];
      if (named.length > NAMED_MAX) {
        throw new AppError('invalid-question', { params: { sentence: FILTER_TEXTS.tooManyNamed(NAMED_MAX) } });
      }
      return op === 'has'
        ? { ...filter, named }
        : { ...filter, values: [...new Set([...values, ...named])], named: [] };
    }),
  );

/** What people see for each key, as in the list of the filter's values; and what a program may call it by. */
async function labelsOf(
  stores: FigureStores,
  tenant: Tenant,
  dim: FigureDimension,
  op: FigureFilter['op'],
  ranges: readonly DayRange[],
): Promise<Iterable<readonly [key: string, label: string]>> {
  if (dim === 'campaign') return campaignLabels(stores, tenant, op);
  const found = await Promise.all(
    ranges.map(async (range) => {
      const asked = { range, by: [dim], sums: sumsKnownBy(dim), limit: SORTED_GROUPS_MAX };
      const found = await groupsBySettings(stores.clickhouse, tenant, settingsOf(stores, tenant, asked), asked);
      const groups = found.groups.filter(({ keys: [key] }) => key !== '');
      const names = await namesOfGroups({ ...stores, campaignNames: async () => new Map() }, tenant, [dim], groups);
      return groups.map(({ keys: [key = ''] }, index) => [key, keyLabel(dim, key, names[index]?.[0] ?? null)] as const);
    }),
  );
  return new Map(found.toReversed().flat());
}

/** `id` is compared whole: parts of it are random, and would be found by short texts. */
const campaignLabels = ({ postgres }: FigureStores, { tenantId }: Tenant, op: FigureFilter['op']) =>
  postgres.withTenant(tenantId, async (trx) => {
    const rows = await trx.selectFrom('campaigns').select(['id', 'campaign_id', 'name']).execute();
    return rows.flatMap(({ id, campaign_id, name }) =>
      (op === 'has' ? [name] : [name, id]).map((label) => [campaign_id, label] as const),
    );
  });
