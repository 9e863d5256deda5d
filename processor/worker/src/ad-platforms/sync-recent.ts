// Brings today's spend of all links, and yesterday's in the runs of the day: one question to the platform for each ad account.
import { type AdPlatform, AdPlatformError } from '@tracker/infra/ad-platforms/ad-platform';
import type { ConnectionStore } from '@tracker/infra/ad-platforms/connection-store';
import { createRates } from '@tracker/infra/conversions/rates';
import { eachApart } from '@tracker/infra/lifecycle/each-apart';
import { believeAbsence } from './believe-absence.ts';
import { believeLess } from './believe-less.ts';
import type { SpendDeps } from './deps.ts';
import { fetchRecent, type Spends } from './fetch-recent.ts';
import type { Fetched } from './fetch-spend.ts';
import { createLinkStore, type Link, type LinkOutcome } from './links.ts';
import { valueSpend } from './spend-value.ts';
import { hasNews, type SpendOfLink, storeSpend } from './store-spend.ts';
import { canWaitFor, type LinkResult, NO_SPEND, NOTHING, type Run, throwFirst, tokenOf } from './sync-links.ts';
import { tenantWindow } from './sync-window.ts';
import { warningsOf } from './warnings.ts';

export interface RecentResults {
  readonly results: readonly LinkResult[];
  /** The longest wait that the platform asked for; 0 when it did not. */
  readonly waitMs: number;
}

/** Throws as `SyncLinks`. A run that is repeated begins with the first account again. */
export type SyncRecent = (run: Run) => Promise<RecentResults>;

export function createSyncRecent(
  deps: SpendDeps & { readonly platform: AdPlatform; readonly connections: ConnectionStore },
): SyncRecent {
  const { platform, postgres, clickhouse, tenants, clock, connections } = deps;
  const store = createLinkStore(postgres, platform.descriptor.id);
  const rates = createRates({ sql: postgres.sql, tenants });

  async function syncAccount(run: Run, links: readonly Link[], token: string): Promise<LinkResult[]> {
    const { tenantId, timeZone, today, signal, trigger } = run;
    const window = tenantWindow(trigger === 'today' ? trigger : 'intraday', run.startedAtMs, timeZone);
    const readAtMs = clock.now();
    const options = { platform, token, tenantZone: timeZone, window, signal };
    const onlyChanges = trigger === 'intraday';
    const ofLinks = (sums: Spends): SpendOfLink[] =>
      links.map((link) => ({ link, days: sums.get(link.platformCampaignId)?.days ?? [] }));
    const recent = await fetchRecent(links, {
      ...options,
      hasNews: async (sums) =>
        !onlyChanges || (await hasNews(deps, tenantId, ofLinks(sums), { readAtMs, tenantZone: timeZone })),
    });
    await store.rename(tenantId, links, recent.spends);
    const believing = { ...options, tenantId, clickhouse, readAtMs, above: run.above, isZeroHeld: false };
    const believe = async (spends: Spends) => {
      const held = await believeLess(links, spends, believing);
      const lists = [];
      for (const some of Map.groupBy(links, ({ dayBasis }) => dayBasis).values()) {
        const own = new Map(some.map(({ platformCampaignId: id }) => [id, held.get(id) ?? NO_SPEND]));
        lists.push(await believeAbsence(some, own, believing));
      }
      return new Map(lists.flatMap((list) => [...list]));
    };
    const asTheyCame = (spends: Spends) => new Map([...spends].map(([id, spend]) => [id, { ...NO_SPEND, ...spend }]));
    const believed: ReadonlyMap<string, Fetched> = recent.isNews
      ? await believe(recent.spends)
      : asTheyCame(recent.spends);
    const results: LinkResult[] = [];
    const spends = [];
    for (const link of links) {
      const own = believed.get(link.platformCampaignId) ?? NO_SPEND;
      const isLeftOut = 'leftOut' in own && own.leftOut.length > 0 && trigger === 'today';
      if ('refusal' in own) results.push({ link, outcome: { ...NOTHING, error: own.refusal } });
      // A person asked for that day alone.
      else if (isLeftOut) results.push({ link, outcome: { ...NOTHING, error: { code: 'spend_vanished' } } });
      else spends.push({ link, ...own });
    }
    if (recent.isNews)
      await storeSpend(deps, tenantId, spends, { nowMs: clock.now(), readAtMs, tenantZone: timeZone, onlyChanges });
    for (const { link, ...spend } of spends) {
      await store.markRead(run, link, { ...spend, readAtMs });
      const value = await valueSpend(rates, { tenantId, timeZone, today }, link, spend.days);
      const outcome: LinkOutcome = {
        dataPoints: spend.sent.size,
        totalSpend: value.total,
        todaySpend: value.today,
        error: null,
        warnings: warningsOf(link, timeZone, { ...value, ...spend }),
      };
      results.push({ link, outcome });
    }
    return results;
  }

  return async (run) => {
    const { tenantId, signal } = run;
    const links = await store.list({ ...run, campaignId: null });
    const failed = (some: readonly Link[], error: LinkOutcome['error']) =>
      some.map((link) => ({ link, outcome: { ...NOTHING, error } }));
    if (links.length === 0) return { results: [], waitMs: 0 };
    const token = tokenOf(platform.isConfigured ? await connections.find(tenantId) : undefined);
    if ('refusal' in token) {
      const results = failed(links, token.refusal);
      await store.markSynced(tenantId, results, new Date(clock.now()));
      return { results, waitMs: 0 };
    }

    const results: LinkResult[] = [];
    const putOff: AdPlatformError[] = [];
    const defects: unknown[] = [];
    let waitMs = 0;
    let ended: AdPlatformError | undefined;
    await eachApart(
      Map.groupBy(links, ({ adAccountId }) => adAccountId).values(),
      async (some) => {
        signal.throwIfAborted();
        results.push(...(ended ? failed(some, ended.problem) : await syncAccount(run, some, token.text)));
      },
      async (some, error) => {
        if (!(error instanceof AdPlatformError)) {
          defects.push(error);
          return;
        }
        if (error.action === 'reconnect') {
          await connections.end(tenantId, token.text, error.problem);
          ended = error;
        } else if (canWaitFor(error, run)) putOff.push(error);
        waitMs = Math.max(waitMs, error.waitMs ?? 0);
        results.push(...failed(some, error.problem));
      },
    );
    await store.markSynced(tenantId, results, new Date(clock.now()));
    throwFirst(putOff, defects);
    return { results, waitMs };
  };
}
