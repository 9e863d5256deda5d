import type { FigureFilter } from '@tracker/schemas/figures/figure-query';
import { filtersByName } from './filters-by-name.ts';
import { type AskedGroups, type Groups, groupsBySettings, settingsOf } from './read-groups.ts';
import type { FigureStores, Tenant } from './tenant.ts';

/** The groups of a question whose filters are as people write them. */
export async function readGroups(
  stores: FigureStores,
  tenant: Tenant,
  asked: Omit<AskedGroups, 'filters'> & { readonly filters?: readonly FigureFilter[] },
): Promise<Groups> {
  const filters = await filtersByName(stores, tenant, asked.filters ?? [], [asked.range]);
  const question = { ...asked, filters };
  return groupsBySettings(stores.clickhouse, tenant, settingsOf(stores, tenant, question), question);
}
