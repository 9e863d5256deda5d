import { type AdPlatform, type AdPlatforms, platformOf } from '@tracker/infra/ad-platforms/ad-platform';
import { notFound } from '@tracker/infra/errors/app-error';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import type { Postgres } from '@tracker/infra/postgres/client';
import type { Database } from '@tracker/infra/postgres/database';
import { AD_LEVELS, type AdLevel } from '@tracker/schemas/ad-platforms/ad-object';
import type {
  adObjectPicture,
  ListedAdObject,
  ListedBudget,
  listAdObjects,
} from '@tracker/schemas/contracts/ad-objects.contract';
import { instantFromMs } from '@tracker/schemas/primitives/time';
import type { Transaction } from 'kysely';
import type { z } from 'zod';
import type { Principal } from '../../http/access.ts';
import type { Picture } from '../../http/picture.ts';
import { type LatestObject as Row, readLatest } from '../../store/latest-ad-objects.ts';
import type { Pictures } from './pictures.ts';

export interface AdObjectService {
  /** As they were last seen; those of a platform that is not installed are left out. */
  list(principal: Principal, query: z.output<(typeof listAdObjects)['query']>): Promise<ListedAdObject[]>;
  /** 404 without one. */
  picture(principal: Principal, of: z.output<(typeof adObjectPicture)['params']>): Promise<Picture>;
}

export interface AdObjectDeps {
  readonly postgres: Postgres;
  readonly adPlatforms: AdPlatforms;
  readonly clock: Clock;
  readonly pictures: Pictures;
}

export function createAdObjectService(deps: AdObjectDeps): AdObjectService {
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
        const permitted = await readPermitted(trx, deps.clock.now());
        return rows.map((row) => ({
          ...{ id: row.object_id, platform: row.platform, level: row.level, parentId: row.parent_id },
          ...{ adAccountId: row.ad_account_id, name: row.name },
          ...{ status: row.status, effectiveStatus: row.effective_status },
          ...controlOf(row, platformOf(adPlatforms, row.platform), permitted),
          budget: budgetOf(row, above),
          pageUrl:
            platformOf(adPlatforms, row.platform)?.pageOf({
              ...{ level: row.level, id: row.object_id, adAccountId: row.ad_account_id },
            }) ?? null,
          thumbnailUrl: row.thumbnail_url === null ? null : picturePath(row),
          at: instantFromMs(row.seen_at.getTime()),
          spendAt: spendAt.get(keyOf(row.platform, row.ad_account_id)) ?? null,
        }));
      }),

    async picture({ tenantId }, { platform, level, id }) {
      const [row] = await postgres.withTenant(tenantId, (trx) =>
        readLatest(trx, { platforms: [platform], level, ids: [id] }),
      );
      const url = row?.thumbnail_url ?? null;
      const picture = url === null ? undefined : await deps.pictures.find(tenantId, keyOf(platform, level, id), url);
      if (!picture) throw notFound();
      return picture;
    },
  };
}

const picturePath = ({ platform, level, object_id }: Row) =>
  `/api/ad-objects/${platform}/${level}/${encodeURIComponent(object_id)}/picture`;

function controlOf(
  { level, status }: Row,
  platform: AdPlatform | undefined,
  permitted: ReadonlySet<string>,
): Pick<ListedAdObject, 'switch' | 'canChange'> {
  const { control } = platform ?? {};
  if (!platform || !control || level === 'account') return { switch: null, canChange: false };
  const isSet = control.switchOf(status);
  return { switch: isSet, canChange: isSet !== 'final' && permitted.has(platform.descriptor.id) };
}

/** The platforms whose live connection may change ads. */
async function readPermitted(trx: Transaction<Database>, nowMs: number): Promise<ReadonlySet<string>> {
  const rows = await trx
    .selectFrom('ad_platform_connections')
    .select('platform')
    .where('can_act', '=', true)
    .where('ended_at', 'is', null)
    .where((is) => is.or([is('expires_at', 'is', null), is('expires_at', '>', new Date(nowMs))]))
    .execute();
  return new Set(rows.map(({ platform }) => platform));
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
