import { randomText } from '@tracker/infra/identity/random-id';
import type { Postgres } from '@tracker/infra/postgres/client';
import {
  type CreatedTenant,
  createTenant as insertTenant,
  newTenantId,
} from '@tracker/infra/postgres/tables/create-tenant';
import type { CampaignId } from '@tracker/schemas/primitives/ids';
import type { TimeZone } from '@tracker/schemas/primitives/time';
import { namesTenant } from './tenant-log.ts';

export interface TestTenant extends CreatedTenant {
  readonly slug: string;
  /** The key of the checkout `generic`; /conversion accepts any key of the tenant. */
  readonly trackingKey: string;
}

/** Creates a tenant with its first campaign and its keys, like a registration, but without users. */
export async function createTenant(
  stack: { readonly postgres: Postgres },
  options: { name?: string; timeZone?: string; campaignId?: string; destinationUrl?: string } = {},
): Promise<TestTenant> {
  const tenantId = newTenantId();
  const slug = `empresa-${randomText(10).toLowerCase()}`;
  const { name = 'Empresa de Teste', timeZone, campaignId, destinationUrl } = options;
  const created = await stack.postgres.withTenant(tenantId, (transaction) =>
    insertTenant(transaction, {
      tenantId,
      name,
      slug,
      timeZone: timeZone as TimeZone | undefined,
      campaign: {
        campaignId: (campaignId ?? `campanha-${randomText(10).toLowerCase()}`) as CampaignId,
        name: 'Campanha principal',
        destinationUrl,
      },
    }),
  );
  namesTenant(tenantId, slug, created.campaignId);
  return { ...created, slug, trackingKey: created.trackingKeys.generic };
}
