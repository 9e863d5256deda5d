// Syncs the spend of campaign links, one ad account after the other. Each finished link is stored at once: a run that pauses or crashes
// continues behind it, so a throttled run makes progress.
import { type AdPlatform, AdPlatformError } from '@tracker/infra/ad-platforms/ad-platform';
import type { ConnectionStore, StoredConnection } from '@tracker/infra/ad-platforms/connection-store';
import type { SyncRequest } from '@tracker/infra/ad-platforms/sync-request';
import type { SyncState } from '@tracker/infra/ad-platforms/sync-state';
import { createRates } from '@tracker/infra/conversions/rates';
import { RetryJobLater } from '@tracker/infra/jobs/job-queue';
import { eachApart } from '@tracker/infra/lifecycle/each-apart';
import type { AdPlatformProblem } from '@tracker/schemas/ad-platforms/problems';
import { sumMoney, ZERO } from '@tracker/schemas/primitives/money';
import type { TenantDay } from '@tracker/schemas/primitives/tenant-day';
import type { TimeZone } from '@tracker/schemas/primitives/time';
import { believeAbsence } from './believe-absence.ts';
import type { SpendDeps } from './deps.ts';
import { type BelievedSpend, fetchSpend } from './fetch-spend.ts';
import type { LevelAbove } from './level-above.ts';
import { createLinkStore, type Link, type LinkOutcome } from './links.ts';
import { valueSpend } from './spend-value.ts';
import { storeSpend } from './store-spend.ts';
import { tenantWindow, type Window, windowsOf } from './sync-window.ts';
import { distinctWarnings, warningsOf } from './warnings.ts';

export interface Run extends SyncRequest {
  readonly runId: string;
  readonly startedAtMs: number;
  /** Of the tenant, as `today`. */
  readonly timeZone: TimeZone;
  readonly today: TenantDay;
  /** Whether a throttled run waits. A call that failed was repeated by the adapter; another attempt would ask the same again. */
  readonly mayWait: boolean;
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, total: number) => void;
  readonly above: LevelAbove;
}

export interface LinkResult {
  readonly link: Link;
  readonly outcome: LinkOutcome;
}

/** Throws `RetryJobLater` when the platform throttles, and what stops it in the middle; everything else is an outcome of its link. */
export type SyncLinks = (run: Run) => Promise<LinkResult[]>;

export function createSyncLinks(
  deps: SpendDeps & {
    readonly platform: AdPlatform;
    readonly state: SyncState;
    readonly connections: ConnectionStore;
  },
): SyncLinks {
  const { platform, postgres, tenants, clock, state, connections } = deps;
  const store = createLinkStore(postgres, platform.descriptor.id);
  const rates = createRates({ sql: postgres.sql, tenants });

  return async (run) => {
    const { tenantId, runId, timeZone, today, signal } = run;
    const links = await store.list(run);
    const outcomes = await store.outcomesOf(tenantId, runId);
    const windowsFor = ({ gap }: Link): Window[] => {
      if (run.trigger !== 'linked') return [tenantWindow(run.trigger, run.startedAtMs, timeZone)];
      return gap === null ? [] : windowsOf(gap, run.startedAtMs);
    };
    const putOff: AdPlatformError[] = [];
    const defects: unknown[] = [];

    const report = async () => {
      run.onProgress(outcomes.size, links.length);
      await state.progress(tenantId, runId, { done: outcomes.size, total: links.length });
    };
    const keep = async (link: Link, outcome: LinkOutcome) => {
      await store.keep(run, link, outcome, new Date(clock.now()));
      outcomes.set(link.platformCampaignId, outcome);
      await report();
    };
    const keepFailure = async (some: readonly Link[], error: AdPlatformProblem) => {
      for (const link of some) await keep(link, { ...NOTHING, error });
    };
    const pending = () => links.filter((link) => !outcomes.has(link.platformCampaignId));

    async function storeDays(link: Link, spend: BelievedSpend, readAtMs: number): Promise<LinkOutcome> {
      const value = await valueSpend(rates, { tenantId, timeZone, today }, link, spend.days);
      await storeSpend(deps, tenantId, [{ link, ...spend }], { nowMs: clock.now(), readAtMs, tenantZone: timeZone });
      await store.markRead(run, link, { ...spend, readAtMs });
      return {
        dataPoints: spend.sent.size,
        totalSpend: value.total,
        todaySpend: value.today,
        error: null,
        warnings: warningsOf(link, timeZone, { ...value, ...spend }),
      };
    }

    async function syncAccount(some: readonly Link[], token: string) {
      try {
        const brought = new Map(some.map((link) => [link, [] as LinkOutcome[]]));
        for (const window of some[0] ? windowsFor(some[0]) : []) {
          const readAtMs = clock.now();
          const options = { platform, token, tenantZone: timeZone, window, signal };
          const fetched = await fetchSpend(some, options);
          await store.rename(tenantId, some, fetched);
          const spend = await believeAbsence(some, fetched, {
            ...{ ...options, tenantId, clickhouse: deps.clickhouse, readAtMs, above: run.above, isZeroHeld: true },
          });
          for (const [link, outcomes] of brought) {
            signal.throwIfAborted(); // hundreds of links take longer than a program may take to stop
            const own = spend.get(link.platformCampaignId) ?? NO_SPEND;
            if ('refusal' in own) {
              await keepFailure([link], own.refusal);
              brought.delete(link);
            } else outcomes.push(await storeDays(link, own, readAtMs));
          }
          await report();
        }
        for (const [link, outcomes] of brought) await keep(link, together(outcomes));
      } catch (error) {
        if (!(error instanceof AdPlatformError)) throw error;
        if (error.action === 'reconnect') {
          await connections.end(tenantId, token, error.problem);
          await keepFailure(pending(), error.problem);
        } else if (canWaitFor(error, run)) putOff.push(error);
        else await keepFailure(some, error.problem);
      }
    }

    await report();
    const token = tokenOf(platform.isConfigured ? await connections.find(tenantId) : undefined);
    if ('refusal' in token) await keepFailure(pending(), token.refusal);
    else {
      await eachApart(
        byAccount(pending(), run.trigger),
        async (some) => {
          signal.throwIfAborted();
          const left = some.filter((link) => !outcomes.has(link.platformCampaignId));
          if (left.length > 0) await syncAccount(left, token.text);
        },
        // The other accounts go on, and another attempt brings this one.
        (_, error) => void defects.push(error),
      );
    }
    throwFirst(putOff, defects);
    return links.flatMap((link) => {
      const outcome = outcomes.get(link.platformCampaignId);
      return outcome ? [{ link, outcome }] : [];
    });
  };
}

/** Of several windows of one link. */
const together = (outcomes: readonly LinkOutcome[]): LinkOutcome => ({
  dataPoints: outcomes.reduce((sum, { dataPoints }) => sum + dataPoints, 0),
  totalSpend: sumMoney(outcomes.map(({ totalSpend }) => totalSpend)),
  todaySpend: sumMoney(outcomes.map(({ todaySpend }) => todaySpend)),
  error: null,
  warnings: distinctWarnings(outcomes.flatMap(({ warnings }) => warnings)),
});

export const NO_SPEND: BelievedSpend = { days: [], sent: new Set(), isWithoutAds: false, leftOut: [], unknown: [] };
export const NOTHING: Omit<LinkOutcome, 'error'> = { dataPoints: 0, totalSpend: ZERO, todaySpend: ZERO, warnings: [] };

export function tokenOf(
  connection: StoredConnection | undefined,
): { readonly text: string } | { readonly refusal: AdPlatformProblem } {
  if (!connection) return { refusal: { code: 'not_connected' } };
  return connection.isAlive
    ? { text: connection.token() }
    : { refusal: connection.endedBecause ?? { code: 'reconnect_needed' } };
}

/** One question to the platform for each: links of one account whose days are cut in the same way, and which lack the same days. */
const byAccount = (links: readonly Link[], trigger: SyncRequest['trigger']): Link[][] => [
  ...Map.groupBy(links, ({ adAccountId, dayBasis, gap }) =>
    [adAccountId, dayBasis, ...(trigger === 'linked' ? [gap?.since, gap?.until] : [])].join(' '),
  ).values(),
];

export const canWaitFor = ({ action }: AdPlatformError, { mayWait }: Run): boolean => action === 'throttled' && mayWait;

/** What stopped an account, then a pause: it goes before an attempt, and spends none. */
export function throwFirst(putOff: readonly AdPlatformError[], defects: readonly unknown[]): void {
  if (defects.length > 0) throw defects[0];
  const pauses = putOff.flatMap(({ waitMs }) => (waitMs === undefined ? [] : [waitMs]));
  if (pauses.length > 0) throw new RetryJobLater(Math.min(...pauses), 'the ad platform throttles');
  if (putOff[0]) throw putOff[0];
}
