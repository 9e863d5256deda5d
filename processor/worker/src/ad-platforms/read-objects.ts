// Keeps what is set in the linked ad accounts at each sync: who ran, with which budget. A platform knows its present alone: what is not kept is lost.
import { type AdPlatform, AdPlatformError } from '@tracker/infra/ad-platforms/ad-platform';
import type { ConnectionStore } from '@tracker/infra/ad-platforms/connection-store';
import type { SyncRequest } from '@tracker/infra/ad-platforms/sync-request';
import { eachApart } from '@tracker/infra/lifecycle/each-apart';
import type { Database } from '@tracker/infra/postgres/database';
import { AD_OBJECT_DAYS_MAX, AD_OBJECTS_MAX, type AdObject } from '@tracker/schemas/ad-platforms/ad-object';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@tracker/schemas/primitives/durations';
import { addDays } from '@tracker/schemas/primitives/tenant-day';
import { cleanText, TEXT_LIMITS } from '@tracker/schemas/primitives/text';
import { sql, type Transaction } from 'kysely';
import type { SpendDeps } from './deps.ts';
import { createLinkStore } from './links.ts';
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
/** Longer addresses are none of a picture. */
const URL_LENGTH_MAX = 2_048;

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
        if (platform.budgetUsed(adAccountId) >= FULL_PERCENT) return;
        await store(run, adAccountId, await platform.adObjects(connection.token(), adAccountId, signal));
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

interface Place {
  readonly platform: string;
  readonly adAccountId: string;
  readonly today: string;
  readonly at: Date;
}

async function writeObjects(
  trx: Transaction<Database>,
  tenantId: string,
  { platform, adAccountId, today, at }: Place,
  objects: readonly AdObject[],
): Promise<void> {
  const rows = objects.map(({ level, id, parentId, name, status, effectiveStatus, budget, thumbnailUrl }) => ({
    ...{ level, object_id: id, parent_id: parentId, name: cleanText(name, TEXT_LIMITS.tag), status, budget },
    effective_status: effectiveStatus,
    thumbnail_url: thumbnailUrl !== null && thumbnailUrl.length <= URL_LENGTH_MAX ? thumbnailUrl : null,
  }));
  // One that is as it was goes to its own row, which is seen once more; another begins one of today, or replaces it.
  await sql`
    INSERT INTO ad_objects AS o (tenant_id, platform, level, object_id, day, ad_account_id, parent_id, name, status,
      effective_status, budget, thumbnail_url, changed_at, seen_at)
    SELECT ${tenantId}, ${platform}, s.level, s.object_id, CASE WHEN n.state = s.state THEN n.day ELSE greatest(n.day, ${today}::date) END,
      ${adAccountId}, s.parent_id, s.name, s.status, s.effective_status, s.budget, s.thumbnail_url, ${at}, ${at}
    FROM (
      SELECT r.*, jsonb_build_array(r.parent_id, r.name, r.status, r.effective_status, r.budget) AS state
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) AS r (level text, object_id text, parent_id text, name text,
        status text, effective_status text, budget jsonb, thumbnail_url text)
    ) s
    LEFT JOIN LATERAL (
      SELECT day, jsonb_build_array(parent_id, name, status, effective_status, budget) AS state FROM ad_objects
      WHERE tenant_id = ${tenantId} AND platform = ${platform} AND level = s.level AND object_id = s.object_id
      ORDER BY day DESC LIMIT 1
    ) n ON true
    ON CONFLICT (tenant_id, platform, level, object_id, day) DO UPDATE SET
      changed_at = CASE WHEN jsonb_build_array(o.parent_id, o.name, o.status, o.effective_status, o.budget)
        = jsonb_build_array(excluded.parent_id, excluded.name, excluded.status, excluded.effective_status, excluded.budget)
        THEN o.changed_at ELSE excluded.changed_at END,
      ad_account_id = excluded.ad_account_id, parent_id = excluded.parent_id, name = excluded.name, status = excluded.status,
      effective_status = excluded.effective_status, budget = excluded.budget, thumbnail_url = excluded.thumbnail_url,
      seen_at = excluded.seen_at`.execute(trx);
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
