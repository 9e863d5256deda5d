import { type AdPlatforms, platformOf } from '@tracker/infra/ad-platforms/ad-platform';
import type { Postgres } from '@tracker/infra/postgres/client';
import type { Database } from '@tracker/infra/postgres/database';
import { AD_LEVELS, type AdLevel } from '@tracker/schemas/ad-platforms/ad-object';
import {
  AD_OBJECTS_LISTED_MAX,
  type ListedAdObject,
  type ListedBudget,
  type listAdObjects,
} from '@tracker/schemas/contracts/ad-objects.contract';
import { instantFromMs } from '@tracker/schemas/primitives/time';
import type { Selectable, Transaction } from 'kysely';
import type { z } from 'zod';
import type { Principal } from '../../http/access.ts';

export interface AdObjectService {
  /** As they were last seen; those of a platform that is not installed are left out. */
  list(principal: Principal, query: z.output<(typeof listAdObjects)['query']>): Promise<ListedAdObject[]>;
}

type Row = Omit<Selectable<Database['ad_objects']>, 'day' | 'tenant_id'>;
const COLUMNS = [
  ...(['platform', 'level', 'object_id', 'ad_account_id', 'parent_id', 'name', 'status'] as const),
  ...(['effective_status', 'budget', 'thumbnail_url', 'changed_at', 'seen_at'] as const),
];

export function createAdObjectService(deps: {
  readonly postgres: Postgres;
  readonly adPlatforms: AdPlatforms;
}): AdObjectService {
  const { postgres, adPlatforms } = deps;
  return {
    list: ({ tenantId }, query) =>
      postgres.withTenant(tenantId, async (trx) => {
        const installed = adPlatforms.map(({ descriptor }) => descriptor.id);
        const wanted = query.platform ? installed.filter((id) => id === query.platform) : installed;
        if (wanted.length === 0) return [];
        const rows = await readLatest(trx, { platforms: wanted, level: query.level, ids: query.ids });
        const above = await readAbove(trx, rows);
        const spendAt = await readSpendTimes(trx);
        return rows.map((row) => ({
          ...{ id: row.object_id, platform: row.platform, level: row.level, parentId: row.parent_id },
          ...{ adAccountId: row.ad_account_id, name: row.name },
          ...{ status: row.status, effectiveStatus: row.effective_status },
          budget: budgetOf(row, above),
          pageUrl:
            platformOf(adPlatforms, row.platform)?.pageOf({
              ...{ level: row.level, id: row.object_id, adAccountId: row.ad_account_id },
            }) ?? null,
          at: instantFromMs(row.seen_at.getTime()),
          spendAt: spendAt.get(keyOf(row.platform, row.ad_account_id)) ?? null,
        }));
      }),
  };
}

interface Wanted {
  readonly platforms: readonly string[];
  readonly level?: AdLevel | undefined;
  readonly ids?: readonly string[] | undefined;
}

/** The newest row of each object is how it is now. */
async function readLatest(trx: Transaction<Database>, { platforms, level, ids }: Wanted): Promise<Row[]> {
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

const keyOf = (...parts: readonly string[]) => parts.join(' ');

/** What is above these rows, level by level, by its key. */
async function readAbove(trx: Transaction<Database>, rows: readonly Row[]): Promise<ReadonlyMap<string, Row>> {
  const known = new Map(rows.map((row) => [keyOf(row.platform, row.level, row.object_id), row]));
  for (const level of ['adset', 'campaign'] as const) {
    const below = [...known.values()].filter((row) => levelAbove(row.level) === level && row.budget === null);
    const missing = below.filter(
      ({ platform, parent_id: id }) => id !== null && !known.has(keyOf(platform, level, id)),
    );
    if (missing.length === 0) continue;
    const platforms = [...new Set(missing.map(({ platform }) => platform))];
    const ids = [...new Set(missing.flatMap(({ parent_id: id }) => id ?? []))];
    for (const row of await readLatest(trx, { platforms, level, ids })) {
      known.set(keyOf(row.platform, row.level, row.object_id), row);
    }
  }
  return known;
}

const levelAbove = (level: AdLevel): AdLevel | undefined => AD_LEVELS[AD_LEVELS.indexOf(level) - 1];

/** Its own, else that of the nearest object above. */
function budgetOf(row: Row, above: ReadonlyMap<string, Row>): ListedBudget | null {
  if (row.budget) return { ...row.budget, level: row.level, sharedWith: 0 };
  const level = levelAbove(row.level);
  const parent = level && row.parent_id !== null ? above.get(keyOf(row.platform, level, row.parent_id)) : undefined;
  return parent ? budgetOf(parent, above) : null;
}

/** When the spend of all linked campaigns of an account was last read: the oldest is how old its figures may be. */
async function readSpendTimes(trx: Transaction<Database>): Promise<ReadonlyMap<string, ListedAdObject['spendAt']>> {
  const rows = await trx
    .selectFrom('ad_platform_campaign_links')
    .select(['platform', 'ad_account_id', (links) => links.fn.min('last_sync_at').as('at')])
    .groupBy(['platform', 'ad_account_id'])
    .execute();
  return new Map(
    rows.map((row) => [keyOf(row.platform, row.ad_account_id), row.at ? instantFromMs(row.at.getTime()) : null]),
  );
}
