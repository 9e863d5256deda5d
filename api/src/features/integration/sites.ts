// The sites that people of a tenant confirm, and take back.
import { siteOf } from '@tracker/figures/own-sites';
import { AppError, notFound } from '@tracker/infra/errors/app-error';
import type { Database } from '@tracker/infra/postgres/database';
import { SITES_MAX } from '@tracker/schemas/contracts/integration.contract';
import { sql, type Transaction } from 'kysely';
import type { AuditActor } from '../../store/audit.ts';
import { record } from '../../store/audit.ts';

type Trx = Transaction<Database>;

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
