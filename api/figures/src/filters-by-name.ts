// What a filter means: people write what they see, programs the id. 'é' and 'contém' take both, wherever a question is asked.
import { AppError } from '@tracker/infra/errors/app-error';
import type { FigureDimension } from '@tracker/schemas/figures/dimensions';
import { type FigureFilter, SORTED_GROUPS_MAX } from '@tracker/schemas/figures/figure-query';
import { keyLabel } from '@tracker/schemas/figures/key-labels';
import { folded } from '@tracker/schemas/primitives/text';
import { FILTER_TEXTS } from '@tracker/schemas/texts/filters';
import type { DayRange } from './day-range.ts';
import { KEYS_OF_NAMED, type KeyFilter } from './named-filters.ts';
import { namesOfGroups } from './names.ts';
import { groupsBySettings, settingsOf, sumsKnownBy } from './read-groups.ts';
import type { FigureStores, Tenant } from './tenant.ts';

/** More keys are no list that a statement can be sent with. */
const NAMED_MAX = 5_000;

/** @param ranges the days asked for; then compared ones, whose keys are called as in those that were asked for, where they are there */
export const filtersByName = (
  stores: FigureStores,
  tenant: Tenant,
  filters: readonly FigureFilter[],
  ranges: readonly DayRange[],
): Promise<KeyFilter[]> =>
  Promise.all(
    filters.map(async (filter): Promise<KeyFilter> => {
      const { dim, op, values } = filter;
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
