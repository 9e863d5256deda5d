import { AppError, notFound } from '@tracker/infra/errors/app-error';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import type { Postgres } from '@tracker/infra/postgres/client';
import type { Database } from '@tracker/infra/postgres/database';
import type {
  connectCampaign,
  DayBasis,
  FacebookConnection,
  Reconciliation,
} from '@tracker/schemas/contracts/ad-platforms.contract';
import { Money, subtractMoney } from '@tracker/schemas/primitives/money';
import type { TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { cleanText, TEXT_LIMITS } from '@tracker/schemas/primitives/text';
import { instantFromMs, TimeZone } from '@tracker/schemas/primitives/time';
import { type Selectable, sql } from 'kysely';
import type { z } from 'zod';
import type { Person, Principal } from '../../http/access.ts';
import { record } from '../../store/audit.ts';
import type { CampaignRepository } from '../../store/campaigns.ts';
import type { ConnectionService } from './connection-service.ts';

export interface LinkDeps {
  readonly postgres: Postgres;
  readonly campaigns: CampaignRepository;
  readonly connection: ConnectionService;
  readonly clock: Clock;
}

type ConnectBody = z.output<(typeof connectCampaign)['body']>;

/** Which of the provider's campaigns bring their spend into which of the company's. */
export interface LinkService {
  list(principal: Principal): Promise<FacebookConnection[]>;
  /** 404 for a campaign that the company does not have, or that its connection does not see; 409 when it is linked to another one. */
  connect(person: Person, campaignId: string, body: ConnectBody): Promise<{ success: true; message: string }>;
  change(person: Person, params: LinkParams, dayBasis: DayBasis): Promise<FacebookConnection>;
  /** The spend that came by it stays. */
  unlink(person: Person, params: LinkParams): Promise<null>;
  reconciliation(principal: Principal): Promise<Reconciliation[]>;
}

interface LinkParams {
  readonly campaignId: string;
  readonly facebookCampaignId: string;
}

const CONNECTED = { success: true, message: 'Campanha conectada ao Facebook com sucesso!' } as const;
const TAKEN = 'Esta campanha do Facebook já está conectada a outra campanha.';
const UNSEEN = 'Campanha não encontrada no Facebook. Confira o ID e o acesso desta conexão à conta de anúncios.';

export function createLinkService({ postgres, campaigns, connection, clock }: LinkDeps): LinkService {
  return {
    async list({ tenantId }) {
      const rows = await postgres.withTenant(tenantId, (trx) =>
        trx.selectFrom('facebook_links').selectAll().orderBy('linked_at').orderBy('facebook_campaign_id').execute(),
      );
      return rows.map(toConnection);
    },

    async connect(person, campaignId, body) {
      const { tenantId } = person;
      await campaigns.assertExists(tenantId, campaignId);
      const seen = await connection.findCampaign(person, body);
      if (!seen) throw new AppError('ad-platform-campaign-unseen', { params: { sentence: UNSEEN } });
      const { campaign: found, account } = seen;
      const zone = TimeZone.safeParse(account.timeZone);
      await postgres.withTenant(tenantId, async (trx) => {
        const link = {
          tenant_id: tenantId,
          facebook_campaign_id: found.id,
          campaign_id: campaignId,
          name: cleanText(found.name || (body.facebookCampaignName ?? ''), TEXT_LIMITS.tag),
          ad_account_id: account.id,
          account_name: cleanText(account.name, TEXT_LIMITS.tag),
          currency: account.currency,
          time_zone: zone.success ? zone.data : 'UTC',
          linked_at: new Date(clock.now()),
        };
        const made = await trx
          .insertInto('facebook_links')
          .values(link)
          .onConflict((taken) => taken.columns(['tenant_id', 'facebook_campaign_id']).doNothing())
          .returning('campaign_id')
          .executeTakeFirst();
        if (made) {
          await record(trx, person, 'campaign.connect-facebook', { campaignId, facebookCampaignId: found.id });
          return;
        }
        const there = await trx
          .selectFrom('facebook_links')
          .select('campaign_id')
          .where('facebook_campaign_id', '=', found.id)
          .executeTakeFirst();
        if (there?.campaign_id !== campaignId)
          throw new AppError('ad-platform-campaign-taken', { params: { sentence: TAKEN } });
      });
      return CONNECTED;
    },

    change: (person, { campaignId, facebookCampaignId }, dayBasis) =>
      postgres.withTenant(person.tenantId, async (trx) => {
        const row = await trx
          .updateTable('facebook_links')
          .set({ day_basis: dayBasis })
          .where('campaign_id', '=', campaignId)
          .where('facebook_campaign_id', '=', facebookCampaignId)
          .returningAll()
          .executeTakeFirst();
        if (!row) throw notFound();
        await record(trx, person, 'campaign.change-facebook', { campaignId, facebookCampaignId, dayBasis });
        return toConnection(row);
      }),

    unlink: (person, { campaignId, facebookCampaignId }) =>
      postgres.withTenant(person.tenantId, async (trx) => {
        const gone = await trx
          .deleteFrom('facebook_links')
          .where('campaign_id', '=', campaignId)
          .where('facebook_campaign_id', '=', facebookCampaignId)
          .returning('campaign_id')
          .executeTakeFirst();
        if (!gone) throw notFound();
        await record(trx, person, 'campaign.disconnect-facebook', { campaignId, facebookCampaignId });
        return null;
      }),

    async reconciliation({ tenantId }) {
      const rows = await postgres.withTenant(tenantId, (trx) =>
        trx
          .selectFrom('facebook_account_totals')
          .select(['ad_account_id', 'name', 'currency', 'account_spend', 'linked_spend', 'measured_at'])
          .select([sql<TenantDay>`since::text`.as('first'), sql<TenantDay>`until::text`.as('last')])
          .orderBy('name')
          .orderBy('ad_account_id')
          .execute(),
      );
      return rows.map((row) => ({
        adAccountId: row.ad_account_id,
        name: row.name,
        currency: row.currency,
        since: row.first,
        until: row.last,
        accountSpend: Number(row.account_spend),
        linkedSpend: Number(row.linked_spend),
        unallocated: Number(subtractMoney(Money.parse(row.account_spend), Money.parse(row.linked_spend))),
        measuredAt: instantFromMs(row.measured_at.getTime()),
      }));
    },
  };
}

const toConnection = (row: Selectable<Database['facebook_links']>): FacebookConnection => ({
  campaignId: row.campaign_id,
  facebookCampaignId: row.facebook_campaign_id,
  facebookCampaignName: row.name,
  adAccountId: row.ad_account_id,
  accountName: row.account_name,
  currency: row.currency,
  timeZone: row.time_zone,
  dayBasis: row.day_basis,
  lastSyncTime: row.last_sync_at === null ? null : instantFromMs(row.last_sync_at.getTime()),
});
