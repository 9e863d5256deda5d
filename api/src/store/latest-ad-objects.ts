import type { Database } from '@tracker/infra/postgres/database';
import type { AdLevel } from '@tracker/schemas/ad-platforms/ad-object';
import { AD_OBJECTS_LISTED_MAX } from '@tracker/schemas/contracts/ad-objects.contract';
import type { Selectable, Transaction } from 'kysely';

export type LatestObject = Omit<Selectable<Database['ad_objects']>, 'day' | 'tenant_id'>;
const COLUMNS = [
  ...(['platform', 'level', 'object_id', 'ad_account_id', 'parent_id', 'name', 'status'] as const),
  ...(['effective_status', 'budget', 'thumbnail_url', 'changed_at', 'seen_at'] as const),
];

interface Wanted {
  readonly platforms: readonly string[];
  readonly level?: AdLevel | undefined;
  readonly ids?: readonly string[] | undefined;
}

/** The newest row of each object is how it is now. */
export async function readLatest(
  trx: Transaction<Database>,
  { platforms, level, ids }: Wanted,
): Promise<LatestObject[]> {
  let newest = trx
    .selectFrom('ad_objects')
    .distinctOn(['platform', 'level', 'object_id'])
    .select(COLUMNS)
    .where('platform', 'in', platforms)
    .orderBy('platform')
    .orderBy('level')
    .orderBy('object_id')
    .orderBy('day', 'desc');
  if (level) newest = newest.where('level', '=', level);
  if (ids) newest = newest.where('object_id', 'in', ids);
  return trx
    .selectFrom(newest.as('newest'))
    .selectAll()
    .orderBy('seen_at', 'desc')
    .orderBy('platform')
    .orderBy('level')
    .orderBy('object_id')
    .limit(AD_OBJECTS_LISTED_MAX)
    .execute();
}
