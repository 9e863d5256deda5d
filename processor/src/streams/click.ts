import type { TenantCache } from '@tracker/infra/caches/tenant-cache';
import { insertClicks } from '@tracker/infra/clickhouse/tables/clicks';
import { ClickEvent } from '@tracker/schemas/events/click';
import { parseClickId } from '@tracker/schemas/primitives/click-id';
import { tableSink } from '../batch/table-sink.ts';
import type { Geo } from '../lookups/geo.ts';
import type { UserAgents } from '../lookups/user-agents.ts';
import { stream } from '../pipeline/stream.ts';
import { retriedClick } from '../retried-clicks/fingerprint.ts';
import { markMinute } from '../rollups/reopen-days.ts';
import { decode } from '../steps/decode.ts';
import { dropOutOfRetention } from '../steps/drop-out-of-retention.ts';
import { putDevice } from '../steps/put-device.ts';
import { putPlace } from '../steps/put-place.ts';
import { refuseUnknownTenant } from '../steps/refuse-unknown-tenant.ts';
import { toClickRow } from '../steps/to-click-row.ts';

export interface RequestLookups {
  readonly tenants: TenantCache;
  readonly userAgents: UserAgents;
  readonly geo: Geo;
}

const sink = tableSink(insertClicks, ({ clicks, retries, proofs, moments }, row) => {
  const { tenant_id, click_id, ts } = row;
  clicks.push({ tenant_id, click_id, ts });
  if (row.retry_of !== '') retries.push(retriedClick(row));
  if (row.is_prefetch) proofs.push({ tenant_id, click_id, ts, seen_at: null, isPrefetch: true });
  markMinute(moments.traffic, tenant_id, ts);
});

/** The life of a click, from the log to its row. */
export const clickStream = ({ tenants, userAgents, geo }: RequestLookups) =>
  stream({ name: 'click', sink }, [
    decode(ClickEvent),
    refuseUnknownTenant<ClickEvent>(tenants),
    dropOutOfRetention<ClickEvent>(tenants, ({ payload }) => parseClickId(payload.clickId)?.clickedAtMs ?? 0),
    putDevice<ClickEvent>(userAgents),
    putPlace<ClickEvent>(geo),
    toClickRow(),
  ]);
