import type { ClickRow } from '@tracker/infra/clickhouse/tables/clicks';
import type { ClickEvent } from '@tracker/schemas/events/click';
import { mapTagColumns, TAG_NAMES } from '@tracker/schemas/events/click-tags';
import { parseClickId } from '@tracker/schemas/primitives/click-id';
import { instantFromMs, msFromInstant } from '@tracker/schemas/primitives/time';
import { channelOf } from '../lookups/channel.ts';
import { deadLetter, ok } from '../pipeline/outcome.ts';
import { step } from '../pipeline/step.ts';
import { firstReceiptVersion } from '../version.ts';
import { requestColumns, type WithPlace } from './visitor-request.ts';

export const toClickRow = () =>
  step<WithPlace<ClickEvent>, ClickRow>('to-click-row', (state) => {
    const { event } = state;
    const { clickId, tags, request, isPrefetch, retryOf = '' } = event.payload;
    const parts = parseClickId(clickId);
    if (!parts) return deadLetter('the click id has no time in it');
    return ok({
      tenant_id: event.tenantId,
      ts: instantFromMs(parts.clickedAtMs),
      click_id: clickId,
      campaign_id: parts.campaignId,
      event_id: event.id,
      received_at: event.receivedAt,
      ...requestColumns(state),
      ...mapTagColumns(TAG_NAMES, (name) => tags[name]),
      channel: channelOf({ source: tags.source, utmSource: tags.utmSource, referrer: request.referrer }),
      is_prefetch: isPrefetch,
      retry_of: retryOf,
      ver: firstReceiptVersion(msFromInstant(event.receivedAt)),
    });
  });
