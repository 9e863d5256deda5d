import { AppError, notFound } from '@tracker/infra/errors/app-error';
import type { Postgres } from '@tracker/infra/postgres/client';
import type { Stored } from '@tracker/infra/postgres/database';
import { lockTenant } from '@tracker/infra/postgres/wire';
import { CAMPAIGNS_MAX } from '@tracker/schemas/contracts/campaigns.contract';
import type { CampaignId, TenantId } from '@tracker/schemas/primitives/ids';
import { type AuditActor, record } from './audit.ts';

export type StoredCampaign = Omit<Stored<'campaigns'>, 'tenant_id'>;

export interface CampaignValues {
  readonly name?: string | undefined;
  readonly status?: string | undefined;
  readonly destination_url?: string | null | undefined;
  readonly leads_are_conversions?: boolean | undefined;
  readonly target_cpa?: string | null | undefined;
  readonly target_roas?: string | null | undefined;
}

export interface CampaignRepository {
  /** Newest first. */
  list(tenantId: TenantId): Promise<StoredCampaign[]>;
  /** Undefined for no campaign of the tenant. */
  destinationOf(tenantId: TenantId, campaignId: string): Promise<string | null | undefined>;
  namesOf(tenantId: TenantId, campaignIds: readonly string[]): Promise<Map<string, string>>;
  /** Of the campaign with this `id` or `campaignId`. */
  campaignIdOf(tenantId: TenantId, id: string): Promise<string | undefined>;
  /** 404 when the tenant has no such campaign. */
  assertExists(tenantId: TenantId, campaignId: string): Promise<void>;
  create(actor: AuditActor, campaign: StoredCampaign & { campaign_id: CampaignId }): Promise<void>;
  /** 404 when the tenant has no such campaign. `assert` may refuse the change for what is stored. */
  change(
    actor: AuditActor,
    campaignId: string,
    values: CampaignValues,
    assert: (stored: StoredCampaign) => void,
  ): Promise<StoredCampaign>;
}

/** What the screens call each column, for the audit log. */
const FIELDS: Readonly<Record<keyof CampaignValues, string>> = {
  name: 'name',
  status: 'status',
  destination_url: 'destinationUrl',
  leads_are_conversions: 'leadsAreConversions',
  target_cpa: 'targetCpa',
  target_roas: 'targetRoas',
};

const columns = [
  'id',
  'campaign_id',
  'name',
  'status',
  'destination_url',
  'leads_are_conversions',
  'target_cpa',
  'target_roas',
  'created_at',
] as const;

export function createCampaignRepository(postgres: Postgres): CampaignRepository {
  return {
    list: (tenantId) =>
      postgres.withTenant(tenantId, (trx) =>
        trx.selectFrom('campaigns').select(columns).orderBy('created_at', 'desc').orderBy('campaign_id').execute(),
      ),

    async destinationOf(tenantId, campaignId) {
      const found = await postgres.withTenant(tenantId, (trx) =>
        trx.selectFrom('campaigns').select('destination_url').where('campaign_id', '=', campaignId).executeTakeFirst(),
      );
      return found?.destination_url;
    },

    async namesOf(tenantId, campaignIds) {
      if (campaignIds.length === 0) return new Map();
      const rows = await postgres.withTenant(tenantId, (trx) =>
        trx.selectFrom('campaigns').select(['campaign_id', 'name']).where('campaign_id', 'in', campaignIds).execute(),
      );
      return new Map(rows.map((row) => [row.campaign_id, row.name]));
    },

    async campaignIdOf(tenantId, id) {
      const found = await postgres.withTenant(tenantId, (trx) =>
        trx
          .selectFrom('campaigns')
          .select('campaign_id')
          .where((where) => where.or([where('id', '=', id), where('campaign_id', '=', id)]))
          // People may have given a campaign the id of another one.
          .orderBy((order) => order('campaign_id', '=', id), 'desc')
          .executeTakeFirst(),
      );
      return found?.campaign_id;
    },

    async assertExists(tenantId, campaignId) {
      const found = await postgres.withTenant(tenantId, (trx) =>
        trx.selectFrom('campaigns').select('campaign_id').where('campaign_id', '=', campaignId).executeTakeFirst(),
      );
      if (!found) throw notFound();
    },

    create: (actor, campaign) =>
      postgres.withTenant(actor.tenantId, async (trx) => {
        const { campaign_id: campaignId, name } = campaign;
        // One after the other: two at once must not both be the last that there is room for.
        await lockTenant(trx, 'campaigns', actor.tenantId);
        const { count } = await trx
          .selectFrom('campaigns')
          .select(({ fn }) => fn.countAll<string>().as('count'))
          .executeTakeFirstOrThrow();
        if (Number(count) >= CAMPAIGNS_MAX)
          throw new AppError('too-many-campaigns', { params: { max: CAMPAIGNS_MAX } });
        await trx
          .insertInto('campaigns')
          .values({ ...campaign, tenant_id: actor.tenantId })
          .execute();
        await record(trx, actor, 'campaign.create', { campaignId, name });
      }),

    change: (actor, campaignId, values, assert) =>
      postgres.withTenant(actor.tenantId, async (trx) => {
        const before = await trx
          .selectFrom('campaigns')
          .select(columns)
          .where('campaign_id', '=', campaignId)
          .forUpdate()
          .executeTakeFirst();
        if (!before) throw notFound();
        assert(before);
        const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
        const fields = Object.keys(given).map((column) => FIELDS[column as keyof CampaignValues]);
        if (fields.length === 0) return before;
        const row = await trx
          .updateTable('campaigns')
          .set(given)
          .where('campaign_id', '=', campaignId)
          .returning(columns)
          .executeTakeFirstOrThrow();
        await record(trx, actor, 'campaign.edit', { campaignId, name: row.name, fields });
        return row;
      }),
  };
}
