// Keeps what is set in the linked ad accounts at each sync: who ran, with which budget. A platform knows its present alone: what is not kept is lost.
import { type AdPlatform, AdPlatformError } from '@tracker/infra/ad-platforms/ad-platform';
import type { ConnectionStore } from '@tracker/infra/ad-platforms/connection-store';
import { knowDaysBefore } from '@tracker/infra/ad-platforms/make-links';
import type { SyncRequest } from '@tracker/infra/ad-platforms/sync-request';
import { eachApart } from '@tracker/infra/lifecycle/each-apart';
import type { Database } from '@tracker/infra/postgres/database';
import { AD_OBJECT_DAYS_MAX, AD_OBJECTS_MAX, type AdObject } from '@tracker/schemas/ad-platforms/ad-object';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@tracker/schemas/primitives/durations';
import { addDays } from '@tracker/schemas/primitives/tenant-day';
import { sql, type Transaction } from 'kysely';
import type { SpendDeps } from './deps.ts';
import { isFinal } from './fetch-spend.ts';
import { createLinkStore } from './links.ts';
import { writeObjects } from './store-objects.ts';
import type { Run } from './sync-links.ts';

/** How often they are read; the other runs are few. */
const EVERY_MS: Readonly<Partial<Record<SyncRequest['trigger'], number>>> = {
  intraday: HOUR_MS,
  nightly: 10 * MINUTE_MS,
  all: 10 * MINUTE_MS,
  linked: 0,
};
/** From this share of the platform's budget for calls on, in percent, an account is left for the next run. */
const FULL_PERCENT = 75;
const ROWS_AT_ONCE = 2_000;
/** Platforms keep 37 months. */
const HISTORY_DAYS = 1_150;
/** Campaigns of which a run asks when they were made. */
const UNLISTED_A_RUN = 20;

/** Never rejects for what the platform does: spend is more important. */
export type ReadObjects = (run: Run) => Promise<void>;

export function createReadObjects(
  deps: SpendDeps & { readonly platform: AdPlatform; readonly connections: ConnectionStore },
): ReadObjects {
  const { platform, postgres, connections, clock, logger } = deps;
  const { id } = platform.descriptor;
  const links = createLinkStore(postgres, id);

  /** One run at a time reads them, and the next one after the pause, also when this one fails. */
  async function claim({ tenantId }: Run, everyMs: number): Promise<boolean> {
    const now = clock.now();
    const claimed = await postgres.withTenant(tenantId, (trx) =>
      trx
        .updateTable('ad_platform_connections')
        .set({ objects_at: new Date(now) })
        .where('platform', '=', id)
        .where('ended_at', 'is', null)
        .where(sql<boolean>`coalesce(objects_at <= ${new Date(now - everyMs)}, true)`)
        .returning('platform')
        .executeTakeFirst(),
    );
    return claimed !== undefined;
  }

  async function store({ tenantId, today }: Run, adAccountId: string, objects: readonly AdObject[]): Promise<void> {
    const place = { platform: id, adAccountId, today, at: new Date(clock.now()) };
    // Pages that move on under the reader repeat an object.
    const once = [...new Map(objects.map((object) => [`${object.level} ${object.id}`, object])).values()];
    const kept = once.slice(0, AD_OBJECTS_MAX);
    for (let from = 0; from < kept.length; from += ROWS_AT_ONCE) {
      const some = kept.slice(from, from + ROWS_AT_ONCE);
      await postgres.withTenant(tenantId, (trx) => writeObjects(trx, tenantId, place, some));
    }
  }

  /** A linked campaign that is in no list, archived or deleted, cost nothing before it was made either. */
  async function learnOfUnlisted(run: Run, adAccountId: string, token: string, objects: readonly AdObject[]) {
    const { tenantId, today, signal } = run;
    const listed = new Set(objects.flatMap((one) => (one.level === 'campaign' ? [one.id] : [])));
    const place = { adAccountId, lastDay: addDays(today, -HISTORY_DAYS) };
    const unlisted = (await links.withUnknownBegin(tenantId, place)).filter((one) => !listed.has(one));
    for (const campaignId of unlisted.slice(0, UNLISTED_A_RUN)) {
      signal.throwIfAborted();
      const createdAt = await platform.campaignMadeAt(token, { adAccountId, campaignId }, signal).catch((error) => {
        // The platform does not say it of one that is gone for good.
        if (error instanceof AdPlatformError && isFinal(error)) return undefined;
        throw error;
      });
      if (createdAt === undefined) continue;
      await postgres.withTenant(tenantId, (trx) =>
        knowDaysBefore(trx, { tenantId, platform: id }, [{ campaign: campaignId, createdAt }]),
      );
    }
  }

  return async (run) => {
    const { tenantId, trigger, signal, today } = run;
    const everyMs = EVERY_MS[trigger];
    if (everyMs === undefined || !platform.isConfigured || !(await claim(run, everyMs))) return;
    const connection = await connections.find(tenantId);
    if (!connection?.isAlive) return;
    const linked = await links.list({ ...run, trigger: 'all', campaignId: null });
    await eachApart(
      new Set(linked.map(({ adAccountId }) => adAccountId)),
      async (adAccountId) => {
        signal.throwIfAborted();
        if (platform.budgetUsed(adAccountId, 'management') >= FULL_PERCENT) return;
        const objects = await platform.adObjects(connection.token(), adAccountId, signal);
        await store(run, adAccountId, objects);
        if (trigger !== 'intraday') await learnOfUnlisted(run, adAccountId, connection.token(), objects);
      },
      (adAccountId, err) => {
        signal.throwIfAborted();
        if (err instanceof AdPlatformError && err.action === 'permission') return;
        logger.warn(
          { event: 'ad-platform.objects.not-read', err, tenantId, adAccountId },
          'states of the campaigns and ads of an ad account not read; trying again at a later sync',
        );
      },
    );
    await postgres.withTenant(tenantId, (trx) => forgetOld(trx, addDays(today, -AD_OBJECT_DAYS_MAX)));
  };
}

/** How each was on the first kept day stays known, but for those that were gone by then. */
async function forgetOld(trx: Transaction<Database>, before: string): Promise<void> {
  await sql`
    DELETE FROM ad_objects o
    WHERE o.day < ${before}::date AND (o.seen_at < ${new Date(Date.parse(before) - DAY_MS)} OR EXISTS (
      SELECT FROM ad_objects newer WHERE newer.tenant_id = o.tenant_id AND newer.platform = o.platform AND newer.level = o.level
        AND newer.object_id = o.object_id AND newer.day > o.day AND newer.day <= ${before}::date
    ))`.execute(trx);
}
