import { knowDaysBefore } from '@tracker/infra/ad-platforms/make-links';
import type { Database } from '@tracker/infra/postgres/database';
import type { AdObject } from '@tracker/schemas/ad-platforms/ad-object';
import { cleanText, TEXT_LIMITS } from '@tracker/schemas/primitives/text';
import { sql, type Transaction } from 'kysely';
import { renameLinks } from './links.ts';

/** Longer addresses are none of a picture. */
const URL_LENGTH_MAX = 2_048;

export interface Place {
  readonly platform: string;
  readonly adAccountId: string;
  readonly today: string;
  readonly at: Date;
}

/** Keeps how these are set now; each goes to the row of its day. */
export async function writeObjects(
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
  // A picture that does not come stays: one ad's may be refused for all, and the next reading asks again. One that is as it was goes to its own row, which is seen once more; another begins one of today, or replaces it.
  await sql`
    INSERT INTO ad_objects AS o (tenant_id, platform, level, object_id, day, ad_account_id, parent_id, name, status,
      effective_status, budget, thumbnail_url, changed_at, seen_at)
    SELECT ${tenantId}, ${platform}, s.level, s.object_id, CASE WHEN n.state = s.state THEN n.day ELSE greatest(n.day, ${today}::date) END,
      ${adAccountId}, s.parent_id, s.name, s.status, s.effective_status, s.budget, coalesce(s.thumbnail_url, n.thumbnail_url), ${at}, ${at}
    FROM (
      SELECT r.*, jsonb_build_array(r.parent_id, r.name, r.status, r.effective_status, r.budget) AS state
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) AS r (level text, object_id text, parent_id text, name text,
        status text, effective_status text, budget jsonb, thumbnail_url text)
    ) s
    LEFT JOIN LATERAL (
      SELECT day, thumbnail_url, jsonb_build_array(parent_id, name, status, effective_status, budget) AS state FROM ad_objects
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
  await renameLinks(
    trx,
    { tenantId, platform },
    rows.flatMap(({ level, object_id, name }) => (level === 'campaign' ? [{ campaign: object_id, name }] : [])),
  );
  await knowDaysBefore(
    trx,
    { tenantId, platform },
    objects.flatMap(({ level, id, createdAt }) =>
      level === 'campaign' && createdAt !== undefined ? [{ campaign: id, createdAt }] : [],
    ),
  );
  const account = rows.find(({ level, name }) => level === 'account' && name !== '');
  if (account === undefined) return;
  await sql`
    UPDATE ad_platform_campaign_links SET account_name = ${account.name}
    WHERE tenant_id = ${tenantId} AND platform = ${platform} AND ad_account_id = ${adAccountId}
      AND account_name <> ${account.name}`.execute(trx);
}
