import type { Database } from '@tracker/infra/postgres/database';
import type { AdLevel } from '@tracker/schemas/ad-platforms/ad-object';
import { AD_OBJECTS_LISTED_MAX } from '@tracker/schemas/contracts/ad-objects.contract';
import { type Selectable, sql, type Transaction } from 'kysely';

export type LatestObject = Omit<Selectable<Database['ad_objects']>, 'day' | 'tenant_id'>;
const COLUMNS = [
  ...(['platform', 'level', 'object_id', 'ad_account_id', 'parent_id', 'name', 'status'] as const),
  ...(['effective_status', 'budget', 'thumbnail_url', 'changed_at', 'seen_at'] as const),
];

interface Wanted {
  readonly parentId?: string | undefined;
  readonly platforms: readonly string[];
  readonly level?: AdLevel | undefined;
  readonly ids?: readonly string[] | undefined;
}

/**
 * The newest row of each object is how it is now. Only what is below a linked campaign, and the accounts of linked campaigns: another tenant may
 * have linked the others of the same account.
 */
export async function readLatest(
  trx: Transaction<Database>,
  { platforms, level, ids, parentId }: Wanted,
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
    .where(isLinked)
    .$if(parentId !== undefined, (all) => all.where('parent_id', '=', parentId ?? null))
    .orderBy('seen_at', 'desc')
    .orderBy('platform')
    .orderBy('level')
    .orderBy('object_id')
    .limit(AD_OBJECTS_LISTED_MAX)
    .execute();
}

const isLinked = sql<boolean>`CASE level
  WHEN 'account' THEN EXISTS (
    SELECT FROM ad_platform_campaign_links l WHERE l.platform = newest.platform AND l.ad_account_id = newest.ad_account_id)
  WHEN 'ad' THEN EXISTS (
    SELECT FROM ad_platform_campaign_links l JOIN ad_objects o ON o.platform = l.platform AND o.parent_id = l.platform_campaign_id
    WHERE l.platform = newest.platform AND o.level = 'adset' AND o.object_id = newest.parent_id)
  ELSE EXISTS (
    SELECT FROM ad_platform_campaign_links l WHERE l.platform = newest.platform
    AND l.platform_campaign_id = CASE level WHEN 'campaign' THEN object_id ELSE parent_id END)
END`;
