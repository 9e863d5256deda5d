import { createHash } from 'node:crypto';
import type { ClickRow } from '@tracker/infra/clickhouse/tables/clicks';
import { CLICK_TAGS, TAG_NAMES, type TagColumns, type TagName } from '@tracker/schemas/events/click-tags';
import type { RetriedClick } from './retried-clicks.ts';

/** What the attempts of one request share, as the row of a click has it. */
export type AttemptRow = Pick<
  ClickRow,
  | 'tenant_id'
  | 'click_id'
  | 'ts'
  | 'received_at'
  | 'ip_address'
  | 'user_agent'
  | 'referrer'
  | 'is_prefetch'
  | 'retry_of'
> &
  TagColumns<TagName, string>;

/**
 * A hash of what all attempts of one request share: campaign and millisecond (both in the click id), the visitor's facts, and the digits
 * that the request wants at the end of its click id. A first attempt has them there.
 */
export function fingerprintOf(row: AttemptRow): string {
  const { click_id, retry_of, ip_address, user_agent, referrer, is_prefetch } = row;
  const wanted = retry_of === '' ? click_id.slice(-3) : retry_of;
  const tags = TAG_NAMES.map((name) => row[CLICK_TAGS[name].column]);
  const shared = [click_id.slice(0, -6), wanted, ip_address, user_agent, referrer, is_prefetch, ...tags];
  return createHash('sha256').update(JSON.stringify(shared)).digest('base64url');
}

/** Of a row with `retry_of`. */
export const retriedClick = (row: AttemptRow): RetriedClick => ({
  tenantId: row.tenant_id,
  clickId: row.click_id,
  clickedAt: row.ts,
  fingerprint: fingerprintOf(row),
  receivedAt: row.received_at,
});
