import type { TenantCache } from '@tracker/infra/caches/tenant-cache';
import { insertScriptNotices } from '@tracker/infra/clickhouse/tables/script-notices';
import { ScriptNoticeEvent } from '@tracker/schemas/events/script-notice';
import { msFromInstant } from '@tracker/schemas/primitives/time';
import { tableSink } from '../batch/table-sink.ts';
import { stream } from '../pipeline/stream.ts';
import { decode } from '../steps/decode.ts';
import { dropOutOfRetention } from '../steps/drop-out-of-retention.ts';
import { refuseUnknownTenant } from '../steps/refuse-unknown-tenant.ts';
import { toScriptNoticeRow } from '../steps/to-script-notice-row.ts';

/** The life of what the script noticed on a page, from the log to its row. */
export const scriptNoticeStream = ({ tenants }: { readonly tenants: TenantCache }) =>
  stream({ name: 'script-notice', takes: 'script-notice', sink: tableSink(insertScriptNotices) }, [
    decode(ScriptNoticeEvent),
    refuseUnknownTenant<ScriptNoticeEvent>(tenants),
    dropOutOfRetention<ScriptNoticeEvent>(tenants, ({ receivedAt }) => msFromInstant(receivedAt)),
    toScriptNoticeRow(),
  ]);
