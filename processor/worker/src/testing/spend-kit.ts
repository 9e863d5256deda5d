// Runs spend syncs like the job queue, without its waiting: a postponed attempt advances the clock and continues.
import { randomUUID } from 'node:crypto';
import { saveConnection } from '@tracker/infra/ad-platforms/connection-store';
import type { SyncReport, SyncRequest } from '@tracker/infra/ad-platforms/sync-request';
import { RetryJobLater } from '@tracker/infra/jobs/job-queue';
import { spendSync } from '@tracker/infra/jobs/queues';
import type { DayBasis } from '@tracker/schemas/contracts/ad-platforms.contract';
import type { TestTenant } from '@tracker/test/kit/tenant-fixture';
import type { GraphTest } from '@tracker/test/kit/use-graph';
import { withoutAdPlatforms } from '@tracker/test/kit/without-ad-platforms';
import type { SpendDeps } from '../ad-platforms/deps.ts';
import { createSpendSync } from '../ad-platforms/spend-sync.ts';

export interface SpendLink {
  /** A campaign of the stub. */
  readonly platformCampaignId: string;
  /** By default the tenant's first campaign. */
  readonly campaignId?: string;
  readonly dayBasis?: DayBasis;
}

export interface RunOptions {
  /** The same id continues the same run. */
  readonly runId?: string;
  readonly signal?: AbortSignal;
}

type Stores = Omit<SpendDeps, 'jobs' | 'adPlatforms' | 'tenants' | 'clock'> & {
  readonly caches: { readonly tenants: SpendDeps['tenants'] };
};

export type SpendKit = ReturnType<typeof createSpendKit>;

export function createSpendKit(stores: Stores, { platform, stub, clock, token }: GraphTest) {
  const { postgres, keyring, logger } = stores;
  const { jobs, ...away } = withoutAdPlatforms(clock, logger);
  /** What the runs themselves asked for. */
  const added: unknown[] = [];
  const deps: SpendDeps = {
    ...stores,
    ...away,
    jobs: {
      ...jobs,
      async add(_, payload) {
        added.push(payload);
        return { id: randomUUID(), added: true };
      },
    },
    adPlatforms: [platform],
    tenants: stores.caches.tenants,
    clock,
  };
  const sync = createSpendSync(deps);
  const accountOf = (id: string) => stub.accounts.find((account) => account.campaigns.some((one) => one.id === id));

  return {
    deps,
    added,

    async connect({ tenantId }: TestTenant, given = token): Promise<void> {
      const { id, name } = stub.tokens.user;
      const connection = { token: given, userId: id, accountName: name, expiresAtMs: null };
      await postgres.withTenant(tenantId, (trx) =>
        saveConnection(trx, { keyring, clock }, { tenantId, platform: 'facebook' }, connection),
      );
    },

    async link({ tenantId, campaignId }: TestTenant, link: SpendLink): Promise<void> {
      const account = accountOf(link.platformCampaignId);
      if (!account) throw new Error(`the stand-in has no campaign ${link.platformCampaignId}`);
      await postgres.withTenant(tenantId, (trx) =>
        trx
          .insertInto('ad_platform_campaign_links')
          .values({
            tenant_id: tenantId,
            platform: 'facebook',
            platform_campaign_id: link.platformCampaignId,
            campaign_id: link.campaignId ?? campaignId,
            name: link.platformCampaignId,
            ad_account_id: `act_${account.id}`,
            account_name: account.name,
            currency: account.currency,
            time_zone: account.timeZone,
            day_basis: link.dayBasis ?? 'account',
            linked_at: new Date(clock.now()),
          })
          .execute(),
      );
    },

    /** One attempt, as by a worker that is killed afterwards. */
    attempt(request: SyncRequest, { runId = randomUUID(), signal = new AbortController().signal }: RunOptions = {}) {
      return sync({ id: runId, payload: request, attempt: 1, signal, progress: () => undefined });
    },

    /** Runs to the end. */
    async run(request: SyncRequest, options: RunOptions = {}): Promise<SyncReport> {
      const { runId = randomUUID(), signal = new AbortController().signal } = options;
      for (let attempt = 1; ; ) {
        try {
          return await sync({ id: runId, payload: request, attempt, signal, progress: () => undefined });
        } catch (error) {
          if (error instanceof RetryJobLater) clock.advance(error.afterMs);
          else if (attempt >= spendSync.queue.attempts) throw error;
          else attempt += 1;
        }
      }
    },
  };
}
