// The gateway asks another instance when it gets no answer to a click. Both may have stored it, each with an id of its own, and the visitor
// has the last one. The rule (ADR 53), a pure function of the events: a click is void when there is a second attempt of the same fingerprint.
// Of several second attempts the last one received counts.
import type { ClickHouse } from '@tracker/infra/clickhouse/client';
import { definePipelineQuery } from '@tracker/infra/clickhouse/define-pipeline-query';
import { Flag, InstantText } from '@tracker/infra/clickhouse/row-types';
import { insertVoidClicks } from '@tracker/infra/clickhouse/tables/clicks';
import { mapTagColumns, TAG_NAMES, tagColumnList } from '@tracker/schemas/events/click-tags';
import { z } from 'zod';
import type { StoredClick } from '../batch/waiting-for-clicks.ts';
import { TOMBSTONE_VERSION } from '../version.ts';
import { type AttemptRow, fingerprintOf, retriedClick } from './fingerprint.ts';
import type { RetriedClick, RetriedClicks, TenantRange } from './retried-clicks.ts';

/** The clicks of these moments, with what `fingerprintOf` needs. */
const clicksOfMoments = definePipelineQuery({
  name: 'clicks-of-moments',
  key: z.tuple([z.string(), z.string()]),
  row: z.object({
    tenant_id: z.string(),
    ts: InstantText,
    click_id: z.string(),
    received_at: InstantText,
    ip_address: z.string(),
    user_agent: z.string(),
    referrer: z.string(),
    is_prefetch: Flag,
    retry_of: z.string(),
    ...mapTagColumns(TAG_NAMES, () => z.string()),
  }),
  sql: `
    SELECT tenant_id, ts, click_id, received_at, ip_address, user_agent, referrer, is_prefetch, retry_of,
           ${tagColumnList(TAG_NAMES)}
    FROM clicks FINAL
    WHERE (tenant_id, ts) IN {keys:Array(Tuple(String, DateTime64(3, 'UTC')))}`,
});

/**
 * Call it when the rows of the batch are stored. A processor writes its rows, then its second attempts, and then reads both: of two that
 * have the attempts of one request, at least one sees both.
 */
export async function voidUnanswered(
  stores: { readonly clickhouse: ClickHouse; readonly retriedClicks: RetriedClicks },
  batch: { readonly clicks: readonly StoredClick[]; readonly retries: readonly RetriedClick[] },
): Promise<void> {
  if (batch.clicks.length === 0) return;
  if (batch.retries.length > 0) await stores.retriedClicks.note(batch.retries);
  // Of nearly all batches there is nothing more to ask.
  const retries = await stores.retriedClicks.within(rangesOf(batch.clicks));
  if (retries.length === 0) return;

  const changes = new Set(batch.clicks.map(({ tenant_id, ts }) => `${tenant_id} ${ts}`));
  const moments = new Map(
    retries
      .map(({ tenantId, clickedAt }): [string, string] => [tenantId, clickedAt])
      .map((moment) => [moment.join(' '), moment] as const)
      .filter(([name]) => changes.has(name)),
  );
  const rows = await clicksOfMoments.run(stores.clickhouse, [...moments.values()]);
  // Some may have been stored since the look-up in Postgres: a row says by itself that it is a second attempt.
  const known = [...retries, ...rows.filter(({ retry_of }) => retry_of !== '').map(retriedClick)];
  const attempts = Map.groupBy(known, ({ tenantId, fingerprint }) => `${tenantId} ${fingerprint}`);
  const unanswered = rows.filter((row) => {
    const others = attempts.get(`${row.tenant_id} ${fingerprintOf(row)}`) ?? [];
    return row.retry_of === '' ? others.length > 0 : others.some((other) => isAfter(other, row));
  });
  await insertVoidClicks.run(
    stores.clickhouse,
    unanswered.map(({ tenant_id, ts, click_id }) => ({
      tenant_id,
      ts,
      click_id,
      is_void: true,
      ver: TOMBSTONE_VERSION,
    })),
  );
}

const isAfter = ({ receivedAt, clickId }: RetriedClick, { received_at, click_id }: AttemptRow): boolean =>
  receivedAt === received_at ? clickId > click_id : receivedAt > received_at;

/** Of each tenant, from its first click to its last. Moments are texts of one form, which sort by time. */
function rangesOf(clicks: readonly StoredClick[]): TenantRange[] {
  const ranges = new Map<string, { tenantId: string; from: string; to: string }>();
  for (const { tenant_id, ts } of clicks) {
    const range = ranges.get(tenant_id);
    if (!range) ranges.set(tenant_id, { tenantId: tenant_id, from: ts, to: ts });
    else if (ts < range.from) range.from = ts;
    else if (ts > range.to) range.to = ts;
  }
  return [...ranges.values()];
}
