import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { AdPlatform } from '@tracker/infra/ad-platforms/ad-platform';
import type { ConnectionStore } from '@tracker/infra/ad-platforms/connection-store';
import { readGaps } from '@tracker/infra/ad-platforms/spend-days';
import type { SyncReport, SyncRequest } from '@tracker/infra/ad-platforms/sync-request';
import type { SyncState } from '@tracker/infra/ad-platforms/sync-state';
import { AppError, notFound } from '@tracker/infra/errors/app-error';
import { type JobQueue, JobsUnavailableError } from '@tracker/infra/jobs/job-queue';
import { spendSync } from '@tracker/infra/jobs/queues';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import type { Postgres } from '@tracker/infra/postgres/client';
import type { Logger } from '@tracker/infra/telemetry/logger';
import type { AdPlatformDescriptor } from '@tracker/schemas/ad-platforms/descriptor';
import type { SyncOutcome, SyncRun, SyncStatus, syncToday } from '@tracker/schemas/contracts/ad-platforms.contract';
import type { facebookPaths } from '@tracker/schemas/contracts/facebook-paths.contract';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import { TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { instantFromMs } from '@tracker/schemas/primitives/time';
import { adPlatformAnswers, adPlatformProblemText, syncWarningText } from '@tracker/schemas/texts/ad-platforms';
import type { z } from 'zod';
import type { Person, Principal } from '../../http/access.ts';
import { requireToken } from '../../http/ask-platform.ts';
import { recordAlone } from '../../store/audit.ts';
import type { CampaignRepository } from '../../store/campaigns.ts';

export interface SyncDeps {
  readonly postgres: Postgres;
  readonly campaigns: CampaignRepository;
  readonly connections: ConnectionStore;
  readonly platform: AdPlatform;
  readonly jobs: JobQueue;
  readonly state: SyncState;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Aborted when the program stops: the runs continue elsewhere or later, and callers that wait for one get a 503. */
  readonly closing: AbortSignal;
}

type Answer<Name extends keyof typeof facebookPaths> = z.input<(typeof facebookPaths)[Name]['response']>;

/**
 * Syncs the ad spend of one platform. A run is a job. Calls of the specification wait for it, and it goes on when they do not. Without a
 * connection each call is a 409, as while another sync of the tenant runs there; an unknown campaign is a 404 before that.
 */
export interface SyncService {
  /** One campaign, or any (null). */
  isLinked(tenantId: TenantId, campaignId: string | null): Promise<boolean>;
  status(principal: Principal): Promise<SyncStatus>;
  /** Begins a run of one campaign, or of all (null), and waits for nothing. */
  start(person: Person, campaignId: string | null): Promise<{ runId: string }>;
  /** 404 for a run of another tenant, and for one that was forgotten. */
  run(principal: Principal, runId: string): Promise<{ outcome: SyncOutcome | null }>;
  campaign(person: Person, campaignId: string): Promise<Answer<'syncCampaign'>>;
  today(person: Person, campaignId: string): Promise<Required<z.input<typeof syncToday.response>>>;
  all(person: Person): Promise<Answer<'syncAll'>>;
  /**
   * Brings the days that links lack, in the background. Never rejects because the jobs' store does not answer: the next
   * run of the day finds such links too.
   */
  history(tenantId: TenantId): Promise<void>;
}

/** Until a worker has it and renews its lease itself. */
const CLAIM_MS = 60_000;
/** A call of the specification waits no longer than that; the run goes on. */
const WAIT_MS = 60_000;
/** What a program that stops waits for at most. */
const WAIT_STEP_MS = 1_000;
const HISTORY_MAX = 50;
/** A person waits 15 s at most for a run that no person asked for. */
const LOOK_MS = 250;
const LOOKS_MAX = 60;

export function createSyncService(deps: SyncDeps): SyncService {
  const { postgres, campaigns, connections, platform, state, clock } = deps;
  const { descriptor } = platform;

  async function isLinked(tenantId: TenantId, campaignId: string | null): Promise<boolean> {
    const link = await postgres.withTenant(tenantId, (trx) => {
      const links = trx
        .selectFrom('ad_platform_campaign_links')
        .select('campaign_id')
        .where('platform', '=', descriptor.id)
        .limit(1);
      return (campaignId === null ? links : links.where('campaign_id', '=', campaignId)).executeTakeFirst();
    });
    return link !== undefined;
  }

  /** Refuses a run that can bring nothing. */
  async function requestFor(
    { tenantId }: Person,
    trigger: 'manual' | 'today' | 'all',
    campaignId: string | null,
  ): Promise<SyncRequest> {
    const request = { tenantId, platform: descriptor.id, trigger, campaignId };
    if (campaignId === null) {
      await requireToken(platform, connections, tenantId);
      return request;
    }
    await campaigns.assertExists(tenantId, campaignId);
    await requireToken(platform, connections, tenantId);
    // Today's spend comes for all links, for any campaign that is asked about.
    if (!(await isLinked(tenantId, trigger === 'today' ? null : campaignId))) {
      throw new AppError('campaign-not-linked', {
        params: { sentence: adPlatformAnswers.campaignNotLinked(descriptor) },
      });
    }
    return request;
  }

  async function ofCampaign(person: Person, trigger: 'manual' | 'today', campaignId: string): Promise<SyncReport> {
    const report = await runToItsEnd(deps, person, await requestFor(person, trigger, campaignId));
    if (report.successfulLinks === 0) {
      throw report.error === null
        ? new AppError('sync-failed')
        : new AppError('sync-refused', { params: { sentence: adPlatformProblemText(report.error, descriptor) } });
    }
    return report;
  }

  return {
    isLinked,

    async history(tenantId) {
      try {
        await deps.jobs.add(spendSync.queue, {
          tenantId,
          platform: descriptor.id,
          trigger: 'linked',
          campaignId: null,
        });
      } catch (error) {
        if (!(error instanceof JobsUnavailableError)) throw error;
        deps.logger.warn(
          { event: 'spend.history.not-queued', err: error, tenantId },
          'spend of a new link not queued; the next run of the day brings it',
        );
      }
    },

    async status({ tenantId }) {
      const [running, lastSyncTime, syncHistory, { gaps, historyDays }] = await Promise.all([
        state.read(tenantId),
        readLastSync(postgres, tenantId, descriptor),
        readHistory(postgres, tenantId, descriptor),
        postgres.withTenant(tenantId, async (trx) => ({
          gaps: await readGaps(trx, { tenantId, platform: descriptor.id }, clock.now()),
          historyDays: (await trx.selectFrom('tenants').select('spend_history_days').executeTakeFirstOrThrow())
            .spend_history_days,
        })),
      ]);
      return {
        isRunning: running !== undefined,
        lastSyncTime,
        progress: running
          ? {
              done: running.done,
              total: running.total,
              waitingUntil: running.waitingUntilMs === null ? null : instantFromMs(running.waitingUntilMs),
            }
          : null,
        daysMissing: Math.max(0, ...gaps.map(({ days }) => days)),
        historyDays,
        syncHistory,
      };
    },

    start: async (person, campaignId) => {
      const request = await requestFor(person, campaignId === null ? 'all' : 'manual', campaignId);
      return { runId: await begin(deps, person, request) };
    },

    async run({ tenantId }, runId) {
      if (!(await isOwnRun(postgres, tenantId, runId))) throw notFound();
      const job = await deps.jobs.state(spendSync.queue, runId);
      if (!job) throw notFound();
      if (job.state === 'failed') return { outcome: NOTHING };
      if (job.state !== 'done') return { outcome: null };
      const { links, successfulLinks, dataPoints, totalSpend, durationMs, error } = job.result;
      return {
        outcome: {
          ...{ links, successfulLinks, dataPoints, totalSpend: Number(totalSpend), durationMs },
          error: error && adPlatformProblemText(error, descriptor),
        },
      };
    },

    async campaign(person, campaignId) {
      const { error, dataPoints, totalSpend } = await ofCampaign(person, 'manual', campaignId);
      return { campaignId, success: error === null, dataPoints, totalSpend: Number(totalSpend) };
    },

    async today(person, campaignId) {
      const report = await ofCampaign(person, 'today', campaignId);
      const { error, today, todaySpend, totalTodaySpend, ownError, failedAccounts } = report;
      // What the others spent says nothing of the campaign that was asked for.
      if (ownError !== null) {
        throw new AppError('sync-refused', { params: { sentence: adPlatformProblemText(ownError, descriptor) } });
      }
      return {
        failedAccounts: failedAccounts.map(({ name, error: why }) => ({
          ...{ name, reason: adPlatformProblemText(why, descriptor) },
        })),
        success: error === null,
        campaignId,
        dailySpend: todaySpend === null ? null : Number(todaySpend),
        totalDailySpend: Number(totalTodaySpend),
        date: TenantDay.parse(today),
      };
    },

    async all(person) {
      const beganMs = clock.now();
      const report = await runToItsEnd(deps, person, await requestFor(person, 'all', null));
      return {
        totalCampaigns: report.links,
        successfulSyncs: report.successfulLinks,
        failedSyncs: report.links - report.successfulLinks,
        totalSpend: Number(report.totalSpend),
        totalDataPoints: report.dataPoints,
        durationMs: clock.now() - beganMs,
      };
    },
  };
}

/** Of a run that ended without a report. */
const NOTHING: SyncOutcome = {
  ...{ links: 0, successfulLinks: 0, dataPoints: 0, totalSpend: 0, durationMs: 0, error: null },
};

/** The queue knows no tenants: the run has the lease of this one, or is in its history. */
const isOwnRun = (postgres: Postgres, tenantId: TenantId, runId: string): Promise<boolean> =>
  postgres.withTenant(tenantId, async (trx) => {
    for (const table of ['ad_platform_sync_state', 'ad_platform_sync_runs'] as const) {
      const found = await trx.selectFrom(table).select('run_id').where('run_id', '=', runId).executeTakeFirst();
      if (found) return true;
    }
    return false;
  });

const runToItsEnd = async (deps: SyncDeps, person: Person, request: SyncRequest): Promise<SyncReport> =>
  waitForReport(deps, await begin(deps, person, request));

/** Gives the id of the run. */
async function begin(deps: SyncDeps, person: Person, request: SyncRequest): Promise<string> {
  const { postgres, jobs, state } = deps;
  const { tenantId, platform, trigger, campaignId } = request;
  const runId = randomUUID();
  if (!(await claimSoon(deps, tenantId, runId))) throw new AppError('sync-running');
  try {
    await recordAlone(postgres, person, 'spend.sync', { platform, trigger, campaignId });
    await jobs.add(spendSync.queue, request, { id: runId });
  } catch (error) {
    await state.release(tenantId, runId);
    throw error;
  }
  return runId;
}

/** A run that no person asked for is soon over: a person waits for its end instead of being refused. */
async function claimSoon({ state, closing }: SyncDeps, tenantId: TenantId, runId: string): Promise<boolean> {
  for (let looks = 1; ; looks += 1) {
    if (await state.claim(tenantId, runId, CLAIM_MS)) return true;
    const running = await state.read(tenantId);
    const isSoonOver = running === undefined || (running.isAutomatic && running.waitingUntilMs === null);
    if (!isSoonOver || looks >= LOOKS_MAX || closing.aborted) return false;
    await delay(LOOK_MS, undefined, { signal: closing }).catch(() => undefined);
  }
}

/** In steps, so that a program that stops does not wait for the platform. */
async function waitForReport({ jobs, closing }: SyncDeps, runId: string): Promise<SyncReport> {
  const endsAt = performance.now() + WAIT_MS;
  while (!closing.aborted && performance.now() < endsAt) {
    const job = await jobs.waitFor(spendSync.queue, runId, WAIT_STEP_MS);
    if (job?.state === 'done') return job.result;
    if (job === undefined || job.state === 'failed') throw new AppError('sync-failed');
  }
  throw new AppError('sync-goes-on', { retryAfterSeconds: 60 });
}

async function readHistory(postgres: Postgres, tenantId: TenantId, platform: AdPlatformDescriptor): Promise<SyncRun[]> {
  const rows = await postgres.withTenant(tenantId, (trx) =>
    trx
      .selectFrom('ad_platform_sync_runs')
      .selectAll()
      .where('platform', '=', platform.id)
      .orderBy('started_at', 'desc')
      .orderBy('campaign_id')
      .limit(HISTORY_MAX)
      .execute(),
  );
  return rows.map((row) => ({
    campaignId: row.campaign_id,
    trigger: row.trigger,
    startedAt: instantFromMs(row.started_at.getTime()),
    durationMs: row.ended_at.getTime() - row.started_at.getTime(),
    success: row.success,
    dataPoints: row.data_points,
    totalSpend: Number(row.total_spend),
    error: row.error && adPlatformProblemText(row.error, platform),
    warning: syncWarningText(row.warnings, platform),
  }));
}

async function readLastSync(postgres: Postgres, tenantId: TenantId, { id }: AdPlatformDescriptor) {
  const row = await postgres.withTenant(tenantId, (trx) =>
    trx
      .selectFrom('ad_platform_sync_runs')
      .select((table) => table.fn.max('ended_at').as('at'))
      .where('platform', '=', id)
      .where('success', '=', true)
      .executeTakeFirst(),
  );
  return row?.at ? instantFromMs(row.at.getTime()) : null;
}
