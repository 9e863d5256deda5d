import type { ScriptNoticeRow } from '@tracker/infra/clickhouse/tables/script-notices';
import type { ScriptNoticeEvent } from '@tracker/schemas/events/script-notice';
import { msFromInstant } from '@tracker/schemas/primitives/time';
import { ok } from '../pipeline/outcome.ts';
import { step } from '../pipeline/step.ts';
import { firstReceiptVersion } from '../version.ts';

export const toScriptNoticeRow = () =>
  step<{ readonly event: ScriptNoticeEvent }, ScriptNoticeRow>('to-script-notice-row', ({ event }) => {
    const { problem, url } = event.payload;
    return ok({
      tenant_id: event.tenantId,
      ts: event.receivedAt,
      event_id: event.id,
      problem,
      campaign_id: event.campaignId ?? '',
      url,
      ver: firstReceiptVersion(msFromInstant(event.receivedAt)),
    });
  });
