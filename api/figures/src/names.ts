import type { Postgres } from '@tracker/infra/postgres/client';
import type { AdLevel } from '@tracker/schemas/ad-platforms/ad-object';
import { AdObjectId } from '@tracker/schemas/contracts/ad-objects.contract';
import type { FigureDimension } from '@tracker/schemas/figures/dimensions';
import { countryName } from '@tracker/schemas/primitives/country-name';
import { sql } from 'kysely';
import type { Tenant } from './tenant.ts';

interface Named {
  readonly keys: readonly string[];
  /** Of an ad, an ad set and the like: the latest one that was given. */
  readonly names: readonly string[];
}

const weekdays = new Intl.DateTimeFormat('pt-BR', { weekday: 'long', timeZone: 'UTC' });

export interface NameStores {
  readonly postgres: Postgres;
  /** What people call the campaigns of a tenant, by id. */
  readonly campaignNames: (tenant: Tenant, ids: string[]) => Promise<ReadonlyMap<string, string>>;
}
type Names = ReadonlyMap<string, string>;

/** What people call the keys of each group; null where a key has no other name than itself. */
export async function namesOfGroups(
  stores: NameStores,
  tenant: Tenant,
  by: readonly FigureDimension[],
  groups: readonly Named[],
): Promise<(string | null)[][]> {
  const places = await Promise.all(
    by.map((dimension, place) => {
      // Where no click and no report of spend names it, its platform does.
      const ids = groups.flatMap(({ keys, names }) =>
        dimension === 'campaign' || !names[place] ? keys[place] || [] : [],
      );
      return namesOf(stores, tenant, dimension, [...new Set(ids)]);
    }),
  );
  return groups.map(({ keys, names }) =>
    by.map((dimension, index) => nameOf(dimension, keys[index] ?? '', names[index] ?? '', places[index]!) || null),
  );
}

const AD_LEVEL_OF: Partial<Readonly<Record<FigureDimension, AdLevel>>> = {
  ...{ platformCampaign: 'campaign', adset: 'adset', ad: 'ad' },
};
const NO_NAMES: Names = new Map();

async function namesOf(
  { postgres, campaignNames }: NameStores,
  tenant: Tenant,
  dimension: FigureDimension,
  ids: string[],
): Promise<Names> {
  if (ids.length === 0) return NO_NAMES;
  if (dimension === 'campaign') return campaignNames(tenant, ids);
  const level = AD_LEVEL_OF[dimension];
  return level ? readAdNames(postgres, tenant, level, ids) : NO_NAMES;
}

/** The newest names that ad platforms gave, with their objects or where a campaign was linked. An id of two platforms is named by neither. */
const readAdNames = (postgres: Postgres, { tenantId }: Tenant, level: AdLevel, ids: string[]): Promise<Names> =>
  postgres.withTenant(tenantId, async (trx) => {
    // Other keys were written into links by hand.
    const ofPlatforms = ids.filter((id) => AdObjectId.safeParse(id).success);
    const wanted = sql<string[]>`string_to_array(${ofPlatforms.join(' ')}, ' ')`;
    const { rows } = await sql<{ id: string; name: string }>`
      SELECT id, (array_agg(name ORDER BY at DESC, name))[1] AS name FROM (
        SELECT platform, object_id AS id, name, seen_at AS at FROM ad_objects
        WHERE tenant_id = ${tenantId} AND level = ${level} AND object_id = ANY(${wanted})
        UNION ALL
        SELECT platform, platform_campaign_id, name, coalesce(last_sync_at, linked_at) FROM ad_platform_campaign_links
        WHERE tenant_id = ${tenantId} AND ${level} = 'campaign' AND platform_campaign_id = ANY(${wanted})
      ) named WHERE name <> '' GROUP BY id HAVING count(DISTINCT platform) = 1`.execute(trx);
    return new Map(rows.map(({ id, name }) => [id, name]));
  });

function nameOf(dimension: FigureDimension, key: string, name: string, known: Names) {
  switch (dimension) {
    case 'campaign':
      return known.get(key);
    case 'country':
      return countryName(key);
    case 'weekday':
      // The fourth of January 1970 was a Sunday.
      return weekdays.format(Date.UTC(1970, 0, 4 + Number(key)));
    default:
      // What has no ad is in no ad, although its click may have brought a name.
      return key === '' ? '' : name || known.get(key);
  }
}
