// Brings the spend of links, one ad account after the other. What is done is written down at once: a run that pauses or crashes goes on
// behind it, so that a throttled one ends some time.
import type { ConnectionStore, StoredConnection } from '@tracker/infra/ad-platforms/connection-store';
import { GraphError } from '@tracker/infra/ad-platforms/facebook/graph-error';
import type { SyncRequest } from '@tracker/infra/ad-platforms/sync-queue';
import type { SyncState } from '@tracker/infra/ad-platforms/sync-state';
import { RetryJobLater } from '@tracker/infra/jobs/job-queue';
import { NOT_CONNECTED, RECONNECT } from '@tracker/schemas/contracts/ad-platforms.contract';
import { ZERO } from '@tracker/schemas/primitives/money';
import type { TenantDay } from '@tracker/schemas/primitives/tenant-day';
import type { TimeZone } from '@tracker/schemas/primitives/time';
import { createRates } from '../conversions/rates.ts';
import type { SpendDeps } from './deps.ts';
import { type FetchedSpend, fetchSpend } from './fetch-spend.ts';
import { createLinkStore, type Link, type LinkOutcome } from './links.ts';
import { valueSpend } from './spend-value.ts';
import { storeSpend } from './store-spend.ts';
import { companyWindow } from './sync-window.ts';
import { warningOf } from './warnings.ts';

export interface Run extends SyncRequest {
  readonly runId: string;
  readonly startedAtMs: number;
  /** Of the company, as the day. */
  readonly timeZone: TimeZone;
  readonly today: TenantDay;
  /** Whether what the provider puts off is waited for, and what it fails to answer is asked for in another attempt. */
  readonly mayWait: boolean;
  readonly mayTryAgain: boolean;
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, total: number) => void;
}

export interface LinkResult {
  readonly link: Link;
  readonly outcome: LinkOutcome;
}

/** Throws `RetryJobLater` when the provider throttles, and what stops it in the middle; everything else is an outcome of its link. */
export type BringSpend = (run: Run) => Promise<LinkResult[]>;

export function createBringSpend(
  deps: SpendDeps & { readonly state: SyncState; readonly connections: ConnectionStore },
): BringSpend {
  const { facebook, postgres, tenants, clock, state, connections } = deps;
  const store = createLinkStore(postgres);
  const rates = createRates({ sql: postgres.sql, tenants });

  return async (run) => {
    const { tenantId, runId, timeZone, today, signal } = run;
    const links = await store.list(tenantId, run.campaignId);
    const outcomes = await store.outcomesOf(tenantId, runId);
    const window = companyWindow(run.trigger, run.startedAtMs, timeZone);
    const putOff: GraphError[] = [];

    const tell = async () => {
      run.onProgress(outcomes.size, links.length);
      await state.progress(tenantId, runId, { done: outcomes.size, total: links.length });
    };
    const keep = async (link: Link, outcome: LinkOutcome) => {
      await store.keep(tenantId, runId, link, outcome, new Date(clock.now()));
      outcomes.set(link.facebookCampaignId, outcome);
      await tell();
    };
    const keepFailure = async (some: readonly Link[], error: string) => {
      for (const link of some) await keep(link, { ...NOTHING, error });
    };
    const pending = () => links.filter((link) => !outcomes.has(link.facebookCampaignId));

    async function keepSpend(link: Link, spend: FetchedSpend) {
      const value = await valueSpend(rates, { tenantId, timeZone, today }, link, spend.cells);
      await storeSpend(deps, tenantId, link, spend.cells, clock.now());
      await keep(link, {
        dataPoints: spend.dataPoints,
        totalSpend: value.total,
        todaySpend: value.today,
        error: null,
        warning: warningOf(link, timeZone, { ...value, ...spend }),
      });
    }

    async function bringAccount(some: readonly Link[], token: string) {
      try {
        const spend = await fetchSpend(some, { graph: facebook.graph, token, companyZone: timeZone, window, signal });
        for (const link of some) await keepSpend(link, spend.get(link.facebookCampaignId) ?? NO_SPEND);
      } catch (error) {
        if (!(error instanceof GraphError)) throw error;
        if (error.action === 'reconnect') {
          await connections.end(tenantId, token);
          await keepFailure(pending(), error.sentence);
        } else if (canWaitFor(error, run)) putOff.push(error);
        else await keepFailure(some, error.sentence);
      }
    }

    await tell();
    const token = tokenOf(facebook.isConfigured ? await connections.find(tenantId) : undefined);
    if ('refusal' in token) await keepFailure(pending(), token.refusal);
    else {
      for (const some of byAccount(pending())) {
        signal.throwIfAborted();
        const left = some.filter((link) => !outcomes.has(link.facebookCampaignId));
        if (left.length > 0) await bringAccount(left, token.text);
      }
    }
    throwFirst(putOff);
    return links.flatMap((link) => {
      const outcome = outcomes.get(link.facebookCampaignId);
      return outcome ? [{ link, outcome }] : [];
    });
  };
}

const NO_SPEND: FetchedSpend = { cells: [], dataPoints: 0, isWithoutAds: false };
const NOTHING: Omit<LinkOutcome, 'error'> = { dataPoints: 0, totalSpend: ZERO, todaySpend: ZERO, warning: null };

function tokenOf(connection: StoredConnection | undefined): { readonly text: string } | { readonly refusal: string } {
  if (!connection) return { refusal: NOT_CONNECTED };
  return connection.isAlive ? { text: connection.token() } : { refusal: RECONNECT };
}

/** One question to the provider for each: links of one account whose days are cut in the same way. */
const byAccount = (links: readonly Link[]): Link[][] => [
  ...Map.groupBy(links, ({ adAccountId, dayBasis }) => `${adAccountId} ${dayBasis}`).values(),
];

const canWaitFor = ({ action }: GraphError, { mayWait, mayTryAgain }: Run): boolean =>
  (action === 'throttled' && mayWait) || (action === 'retry' && mayTryAgain);

/** A pause goes before an attempt: it spends none. */
function throwFirst(putOff: readonly GraphError[]): void {
  const pauses = putOff.flatMap(({ waitMs }) => (waitMs === undefined ? [] : [waitMs]));
  if (pauses.length > 0) throw new RetryJobLater(Math.min(...pauses), 'the ad platform throttles');
  if (putOff[0]) throw putOff[0];
}
