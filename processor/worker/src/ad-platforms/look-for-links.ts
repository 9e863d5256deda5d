// Links campaigns that have no link yet: by the rule of its ad account, or by the clicks that carry its id (ADR 61, 84). Part of a sync, under its lease.
import { type AdPlatform, AdPlatformError } from '@tracker/infra/ad-platforms/ad-platform';
import type { ConnectionStore } from '@tracker/infra/ad-platforms/connection-store';
import { type MadeLink, type MadeLinks, makeLinks } from '@tracker/infra/ad-platforms/make-links';
import type { SyncRequest } from '@tracker/infra/ad-platforms/sync-request';
import { StoreError } from '@tracker/infra/clickhouse/errors';
import { eachApart } from '@tracker/infra/lifecycle/each-apart';
import type { Database } from '@tracker/infra/postgres/database';
import { figuresChanged } from '@tracker/infra/postgres/figure-versions';
import { SYSTEM } from '@tracker/infra/postgres/tables/audit-log';
import type { AuditAction } from '@tracker/schemas/audit-actions';
import type { AdAccount } from '@tracker/schemas/contracts/ad-platforms.contract';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@tracker/schemas/primitives/durations';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import { cleanText, TEXT_LIMITS } from '@tracker/schemas/primitives/text';
import { sql, type Transaction } from 'kysely';
import type { SpendDeps } from './deps.ts';
import { type KnownLinks, type NamedBy, type PlannedLinks, planLinks } from './plan-links.ts';
import { campaignsInClicks } from './queries.ts';

/** How often campaigns are listed; a run of the day looks once an hour. The others come rarely, and again after a pause. */
const EVERY_MS: Readonly<Partial<Record<SyncRequest['trigger'], number>>> = {
  intraday: HOUR_MS,
  nightly: 10 * MINUTE_MS,
  all: 10 * MINUTE_MS,
};
/** Clicks of so many days say which campaign is meant. */
const CLICK_DAYS = 30;
/** A person may see the accounts of hundreds of clients; each costs a call. Those with a rule or a link go first. */
const ACCOUNTS_MAX = 20;
/** From this share of the platform's budget on, in percent, an account is left for the next look. */
const FULL_PERCENT = 75;

/** Returns how many links were made. Never rejects for what the platform does, nor for what clicks hold: spend is more important. */
export type LookForLinks = (look: {
  readonly tenantId: TenantId;
  readonly trigger: SyncRequest['trigger'];
  readonly signal: AbortSignal;
}) => Promise<number>;

export function createLookForLinks(
  deps: SpendDeps & { readonly platform: AdPlatform; readonly connections: ConnectionStore },
): LookForLinks {
  const { platform, postgres, clickhouse, connections, clock, logger } = deps;
  const { id } = platform.descriptor;

  /** One look at a time, and the next one after the pause, also when this one fails. */
  async function claim(tenantId: TenantId, everyMs: number): Promise<boolean> {
    const now = clock.now();
    const claimed = await postgres.withTenant(tenantId, (trx) =>
      trx
        .updateTable('ad_platform_connections')
        .set({ looked_at: new Date(now) })
        .where('platform', '=', id)
        .where('ended_at', 'is', null)
        .where(sql<boolean>`coalesce(looked_at <= ${new Date(now - everyMs)}, true)`)
        .returning('platform')
        .executeTakeFirst(),
    );
    return claimed !== undefined;
  }

  /** Undefined when the platform refuses; an account that this person may not read has no campaigns. */
  async function campaignsOf(tenantId: TenantId, token: string, account: AdAccount, signal: AbortSignal) {
    if (platform.budgetUsed(account.id, 'management') >= FULL_PERCENT) return undefined;
    try {
      return await platform.campaigns(token, account.id, signal);
    } catch (error) {
      if (!(error instanceof AdPlatformError)) throw error;
      if (error.action === 'permission') return [];
      warn(tenantId, error, account.id);
      return undefined;
    }
  }

  const warn = (tenantId: TenantId, err: unknown, adAccountId?: string) =>
    logger.warn(
      { event: 'ad-platform.campaigns.not-listed', err, tenantId, adAccountId },
      'campaigns of an ad account not listed; new ones are linked by the next look',
    );

  /** Undefined: the platform did not answer. `isWhole`: it did so for every account. */
  async function plan(
    tenantId: TenantId,
    token: string,
    known: KnownOfTenant,
    signal: AbortSignal,
  ): Promise<(PlannedLinks & { isWhole: boolean }) | undefined> {
    const open = new Set([...known.clicks.keys()].filter((named) => !known.settled.has(named)));
    if (open.size === 0 && known.rules.size === 0) return { links: [], suggestions: [], isWhole: true };
    let accounts: AdAccount[];
    try {
      accounts = await platform.adAccounts(token, signal);
    } catch (error) {
      if (!(error instanceof AdPlatformError)) throw error;
      warn(tenantId, error);
      return undefined;
    }
    const rank = ({ id: account }: AdAccount) => (known.rules.has(account) ? 0 : known.accounts.has(account) ? 1 : 2);
    const inOrder = accounts.toSorted((a, b) => rank(a) - rank(b)).slice(0, ACCOUNTS_MAX);
    const planned: PlannedLinks[] = [];
    let isWhole = true;
    await eachApart(
      inOrder,
      async (account) => {
        signal.throwIfAborted();
        if (open.size === 0 && !known.rules.has(account.id)) return;
        const campaigns = await campaignsOf(tenantId, token, account, signal);
        if (campaigns === undefined) {
          isWhole = false;
          return;
        }
        for (const campaign of campaigns) open.delete(campaign.id);
        planned.push(planLinks(account, campaigns, known));
      },
      (account, err) => {
        signal.throwIfAborted();
        isWhole = false;
        warn(tenantId, err, account.id);
      },
    );
    return {
      links: planned.flatMap(({ links }) => links),
      suggestions: planned.flatMap(({ suggestions }) => suggestions),
      isWhole,
    };
  }

  async function store(tenantId: TenantId, planned: PlannedLinks & { isWhole: boolean }): Promise<MadeLinks> {
    const place = { tenantId, platform: id, nowMs: clock.now() };
    return postgres.withTenant(tenantId, async (trx) => {
      if (planned.isWhole) await trx.deleteFrom('ad_platform_link_suggestions').where('platform', '=', id).execute();
      const made = await makeLinks(trx, place, planned.links);
      const campaigns = await trx.selectFrom('campaigns').select('campaign_id').execute();
      const existing = new Set(campaigns.map((one) => one.campaign_id));
      const suggestions = planned.suggestions.filter(({ campaignId }) => existing.has(campaignId)).slice(0, 500);
      if (suggestions.length > 0) {
        await trx
          .insertInto('ad_platform_link_suggestions')
          .values(
            suggestions.map(({ campaign, campaignId, clicks, networks }) => ({
              tenant_id: tenantId,
              platform: id,
              platform_campaign_id: campaign.id,
              campaign_id: campaignId,
              name: cleanText(campaign.name, TEXT_LIMITS.tag),
              ad_account_id: campaign.adAccountId,
              clicks,
              networks,
            })),
          )
          .onConflict((there) => there.doNothing())
          .execute();
      }
      await record(trx, tenantId, id, made);
      return made;
    });
  }

  /** Undefined: ClickHouse did not answer. Strangers make up ids, and a question about too many is refused. */
  async function rowsOf(tenantId: TenantId) {
    try {
      return await campaignsInClicks.run(clickhouse, tenantId, {
        platform: id,
        fromMs: clock.now() - CLICK_DAYS * DAY_MS,
      });
    } catch (err) {
      if (!(err instanceof StoreError)) throw err;
      logger.warn(
        { event: 'ad-platform.clicks.not-read', err, tenantId },
        'campaigns that clicks name not read; new campaigns are linked by the next look',
      );
      return undefined;
    }
  }

  return async ({ tenantId, trigger, signal }) => {
    const everyMs = EVERY_MS[trigger];
    if (everyMs === undefined || !platform.isConfigured || !(await claim(tenantId, everyMs))) return 0;
    const connection = await connections.find(tenantId);
    if (!connection?.isAlive) return 0;
    const known = await readKnown(postgres, tenantId, id);
    const rows = await rowsOf(tenantId);
    if (rows === undefined) return 0;
    const clicks = new Map<string, NamedBy[]>();
    for (const { named, campaign: campaignId, clicked, networks, days } of rows) {
      clicks.set(named, [...(clicks.get(named) ?? []), { campaignId, clicks: clicked, networks, days }]);
    }
    const planned = await plan(tenantId, connection.token(), { ...known, clicks }, signal);
    if (!planned) return 0;
    const { links, campaigns } = await store(tenantId, planned);
    if (links.length + campaigns.length > 0) await figuresChanged(postgres.sql, [tenantId]);
    return links.length;
  };
}

interface KnownOfTenant extends KnownLinks {
  /** Ad accounts with links. */
  readonly accounts: ReadonlySet<string>;
}

async function readKnown(postgres: SpendDeps['postgres'], tenantId: TenantId, platform: string) {
  return postgres.withTenant(tenantId, async (trx) => {
    const links = await trx
      .selectFrom('ad_platform_campaign_links')
      .select(['platform_campaign_id', 'ad_account_id'])
      .where('platform', '=', platform)
      .execute();
    const refusals = await trx
      .selectFrom('ad_platform_link_refusals')
      .select('platform_campaign_id')
      .where('platform', '=', platform)
      .execute();
    const rules = await trx
      .selectFrom('ad_platform_account_rules')
      .select(['ad_account_id', 'campaign_id'])
      .where('platform', '=', platform)
      .execute();
    return {
      settled: new Set([...links, ...refusals].map((row) => row.platform_campaign_id)),
      accounts: new Set(links.map((row) => row.ad_account_id)),
      rules: new Map(rules.map((row) => [row.ad_account_id, row.campaign_id])),
    };
  });
}

/** One row for each campaign of the tenant that got links or was made. */
async function record(
  trx: Transaction<Database>,
  tenantId: TenantId,
  platform: string,
  { links, campaigns }: MadeLinks,
): Promise<void> {
  const entries: { action: AuditAction; details: Record<string, unknown> }[] = [
    ...campaigns.map(({ campaignId, name }) => ({ action: 'campaign.create' as const, details: { campaignId, name } })),
    ...[...Map.groupBy(links, ({ campaignId, origin }) => `${origin} ${campaignId}`).values()].map((some) => ({
      action: 'campaign.connect-ad-platform' as const,
      details: detailsOf(platform, some),
    })),
  ];
  if (entries.length === 0) return;
  await trx
    .insertInto('audit_log')
    .values(
      entries.map((entry) => ({ tenant_id: tenantId, actor: SYSTEM, ...entry, outcome: 'ok', ended_at: new Date() })),
    )
    .execute();
}

const detailsOf = (platform: string, some: readonly MadeLink[]) => ({
  platform,
  campaignId: some[0]?.campaignId,
  origin: some[0]?.origin,
  links: some.length,
  platformCampaignIds: some.slice(0, 20).map(({ platformCampaignId }) => platformCampaignId),
});
