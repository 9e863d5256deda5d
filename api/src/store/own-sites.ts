// The sites of a tenant: the hosts of its campaigns' destinations, and those that its people confirmed. Anyone can send a page view with any
// address, so that only pages of these sites are shown as the tenant's own and tick a first step.
import { AppError, notFound } from '@tracker/infra/errors/app-error';
import type { Database } from '@tracker/infra/postgres/database';
import { SITES_MAX } from '@tracker/schemas/contracts/integration.contract';
import { sql, type Transaction } from 'kysely';
import type { AuditActor } from './audit.ts';
import { record } from './audit.ts';

type Trx = Transaction<Database>;

export interface OwnSites {
  /** Confirmed by a person. */
  readonly confirmed: readonly string[];
  readonly ofCampaigns: readonly string[];
}

/** In lower case and without 'www.', as in SQL (`HOST_OF_URL`). */
const siteOf = (host: string): string => host.toLowerCase().replace(/^www\./, '');

export async function readOwnSites(trx: Trx): Promise<OwnSites> {
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

export async function confirmSite(trx: Trx, actor: AuditActor, host: string): Promise<void> {
  const site = siteOf(host);
  // One after the other: two at once must not both be the last that there is room for.
  const { site_hosts: confirmed } = await trx
    .selectFrom('tenants')
    .select('site_hosts')
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (confirmed.includes(site)) return;
  if (confirmed.length >= SITES_MAX) throw new AppError('too-many-sites', { params: { max: SITES_MAX } });
  await trx
    .updateTable('tenants')
    .set({ site_hosts: sql`${JSON.stringify([...confirmed, site].sort())}::text::jsonb` })
    .where('id', '=', actor.tenantId)
    .execute();
  await record(trx, actor, 'site.confirm', { name: site });
}

export async function removeSite(trx: Trx, actor: AuditActor, host: string): Promise<void> {
  const site = siteOf(host);
  const removed = await trx
    .updateTable('tenants')
    .set({ site_hosts: sql`site_hosts - ${site}::text` })
    .where('id', '=', actor.tenantId)
    .where(sql<boolean>`site_hosts @> to_jsonb(${site}::text)`)
    .returning('id')
    .executeTakeFirst();
  if (!removed) throw notFound();
  await record(trx, actor, 'site.remove', { name: site });
}
