import { createPasswords } from '@tracker/api/http/password';
import type { Postgres } from '@tracker/infra/postgres/client';
import { createTenant } from '@tracker/infra/postgres/tables/create-tenant';
import { createUser } from '@tracker/infra/postgres/tables/create-user';
import type { CampaignId, TenantId, UserId } from '@tracker/schemas/primitives/ids';
import type { TimeZone } from '@tracker/schemas/primitives/time';

/** A tenant of a recording, with ids that never change. */
export interface GoldenTenant {
  readonly tenantId: TenantId;
  readonly name: string;
  readonly timeZone: TimeZone;
  /** The first is the main campaign. */
  readonly campaignIds: readonly CampaignId[];
}

const tenant = (name: string, timeZone: string, campaigns: readonly string[]): GoldenTenant => ({
  tenantId: `tn_golden${name}` as TenantId,
  name,
  timeZone: timeZone as TimeZone,
  campaignIds: campaigns.map((campaign) => `${name}-${campaign}` as CampaignId),
});

/** Three time zones: one without daylight saving, one with it, one at half an hour. */
export const TENANTS: readonly GoldenTenant[] = [
  tenant('saopaulo', 'America/Sao_Paulo', ['curso', 'livro', 'mentoria']),
  tenant('newyork', 'America/New_York', ['course', 'book']),
  tenant('kolkata', 'Asia/Kolkata', ['app', 'webinar']),
];

/** Nothing ever happens to it. */
export const EMPTY = tenant('lisbon', 'Europe/Lisbon', ['vazia']);

/** By it a person has the same id in every run. */
export const saltOf = (tenantId: TenantId): string => `golden-salt-${tenantId}`;

export const ROLES = ['admin', 'viewer'] as const;
export type RoleOfRun = (typeof ROLES)[number];
export const PASSWORD = 'segredo-1';
export const userIdOf = ({ name }: Pick<GoldenTenant, 'name'>, role: RoleOfRun) => `us_golden${name}${role}` as UserId;
export const emailOf = ({ name }: GoldenTenant, role: RoleOfRun): string => `${role}@${name}.example.com`;

/** Gives the webhook keys by tenant and checkout: they are random. */
export async function createTenants(postgres: Postgres, tenants: readonly GoldenTenant[], createdAtMs: number) {
  const createdAt = new Date(createdAtMs);
  const password_hash = await createPasswords().hash(PASSWORD);
  const keys = new Map<string, Readonly<Record<string, string>>>();
  for (const { tenantId, name, timeZone, campaignIds } of tenants) {
    const [main, ...others] = campaignIds;
    const { trackingKeys } = await postgres.withTenant(tenantId, async (transaction) => {
      const created = await createTenant(transaction, {
        ...{ tenantId, name, timeZone, createdAt },
        slug: `golden-${name}`,
        campaign: { campaignId: main!, name: `Campanha ${main}`, destinationUrl: 'https://loja.example.com/{clickid}' },
      });
      for (const campaign_id of others) {
        const names = { campaign_id, id: `cp_${campaign_id}`, name: `Campanha ${campaign_id}` };
        const values = { ...names, tenant_id: tenantId, destination_url: null, created_at: createdAt };
        await transaction.insertInto('campaigns').values(values).execute();
      }
      await transaction
        .updateTable('tenants')
        .set({ person_salt: saltOf(tenantId), main_campaign_id: main })
        .where('id', '=', tenantId)
        .execute();
      for (const role of ROLES) {
        const names = {
          id: userIdOf({ name }, role),
          email: `${role}@${name}.example.com`,
          first_name: role,
        };
        const values = { ...names, last_name: name, tenant_id: tenantId, role, password_hash, created_at: createdAt };
        await createUser(transaction, values);
      }
      return created;
    });
    keys.set(tenantId, trackingKeys);
  }
  return keys;
}
