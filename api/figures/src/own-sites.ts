// The sites of a tenant: the hosts of its campaigns' destinations, and those that its people confirmed. Anyone can send a page view with any
// address, so that only pages of these sites are shown as the tenant's own and tick a first step.
import type { Database } from '@tracker/infra/postgres/database';
import type { Transaction } from 'kysely';

export interface OwnSites {
  /** Confirmed by a person. */
  readonly confirmed: readonly string[];
  readonly ofCampaigns: readonly string[];
}

/** In lower case and without 'www.', as `HOST_OF_URL`. */
export const siteOf = (host: string): string => host.toLowerCase().replace(/^www\./, '');

export async function readOwnSites(trx: Transaction<Database>): Promise<OwnSites> {
  const { site_hosts: confirmed } = await trx.selectFrom('tenants').select('site_hosts').executeTakeFirstOrThrow();
  const campaigns = await trx
    .selectFrom('campaigns')
    .select('destination_url')
    .distinct()
    .where('destination_url', 'is not', null)
    .execute();
  const hosts = campaigns.flatMap(({ destination_url: url }) =>
    url !== null && URL.canParse(url) ? [siteOf(new URL(url).hostname)] : [],
  );
  return { confirmed, ofCampaigns: [...new Set(hosts)].sort() };
}

export const namesOfSites = ({ confirmed, ofCampaigns }: OwnSites): string[] => [
  ...new Set([...confirmed, ...ofCampaigns]),
];

/**
 * SQL over `url` of page views, for statements with the parameter `sites`: the host without 'www.', and whether it is one of the tenant's or below
 * one. The engine's own functions find no host without a dot.
 */
export const HOST_OF_URL = `lower(extract(url, '^[A-Za-z]+://(?:[^/?#@]*@)?(?:www[.])?([^/:?#]+)'))`;
export const ON_OWN_SITE = `arrayExists(site -> ${HOST_OF_URL} = site OR endsWith(${HOST_OF_URL}, concat('.', site)), {sites:Array(String)})`;
