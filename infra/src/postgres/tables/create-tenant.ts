// Creates a tenant, the same for a registration, the demo data and a test: the tenant, its first campaign, the tax on spend,
// and one tracking key per checkout. Call it inside `withTenant` of the new id.
import type { CheckoutId } from '@tracker/schemas/checkouts/registry';
import { DEFAULT_SPEND_TAX, DEFAULT_SPEND_TAX_FROM, DEFAULT_SPEND_TAX_SOURCE } from '@tracker/schemas/costs/cost-rules';
import type { CampaignId, TenantId, UserId } from '@tracker/schemas/primitives/ids';
import { folded } from '@tracker/schemas/primitives/text';
import { DEFAULT_TIME_ZONE, type TimeZone } from '@tracker/schemas/primitives/time';
import type { Transaction } from 'kysely';
import { randomId, randomText } from '../../identity/random-id.ts';
import type { Database } from '../database.ts';
import { addMissingTrackingKeys } from './tracking-keys.ts';

export interface NewTenant {
  /** From `newTenantId()`; the same as the `withTenant` around it. */
  readonly tenantId: TenantId;
  readonly name: string;
  readonly slug: string;
  readonly timeZone?: TimeZone;
  readonly isDemo?: boolean;
  /** False: its e-mail is not confirmed yet. */
  readonly isConfirmed?: boolean;
  /** Default: 'Campanha principal' with an id made from the slug. */
  readonly campaign?: { readonly campaignId: CampaignId; readonly name: string; readonly destinationUrl?: string };
  readonly createdAt?: Date;
}

export interface CreatedTenant {
  readonly tenantId: TenantId;
  readonly campaignId: CampaignId;
  readonly trackingKeys: Readonly<Record<CheckoutId, string>>;
}

export const newTenantId = (): TenantId => randomId('tn') as TenantId;
export const newUserId = (): UserId => randomId('us') as UserId;

/** A campaign id that fits the public URL: a readable start and a random end, since it is unique among all tenants. */
export function newCampaignId(hint: string): CampaignId {
  const start = folded(hint)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 24);
  return `${start || 'campanha'}-${randomText(8).toLowerCase()}` as CampaignId;
}

export async function createTenant(transaction: Transaction<Database>, tenant: NewTenant): Promise<CreatedTenant> {
  const { tenantId } = tenant;
  const created_at = tenant.createdAt ?? new Date();
  const campaign = tenant.campaign ?? { campaignId: newCampaignId(tenant.slug), name: 'Campanha principal' };
  await transaction
    .insertInto('tenants')
    .values({
      id: tenantId,
      name: tenant.name,
      slug: tenant.slug,
      time_zone: tenant.timeZone ?? DEFAULT_TIME_ZONE,
      main_campaign_id: null,
      is_demo: tenant.isDemo ?? false,
      confirmed_at: tenant.isConfirmed === false ? null : created_at,
      created_at,
    })
    .execute();
  await transaction
    .insertInto('campaigns')
    .values({
      campaign_id: campaign.campaignId,
      tenant_id: tenantId,
      id: randomId('cp'),
      name: campaign.name,
      destination_url: campaign.destinationUrl ?? null,
      created_at,
    })
    .execute();
  await transaction
    .insertInto('costs')
    .values({
      ...{ tenant_id: tenantId, id: randomId('co'), kind: 'spend-tax', source: DEFAULT_SPEND_TAX_SOURCE },
      ...{ first_day: DEFAULT_SPEND_TAX_FROM, percent: DEFAULT_SPEND_TAX, changed_at: created_at },
    })
    .execute();
  await addMissingTrackingKeys(transaction, tenantId, created_at);
  const keys = await transaction.selectFrom('tracking_keys').select(['provider', 'key']).execute();
  return {
    tenantId,
    campaignId: campaign.campaignId,
    trackingKeys: Object.fromEntries(keys.map(({ provider, key }) => [provider, key])) as Record<CheckoutId, string>,
  };
}
