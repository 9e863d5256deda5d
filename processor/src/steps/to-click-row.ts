import type { ClickRow } from '@tracker/infra/clickhouse/tables/clicks';
import type { ClickEvent } from '@tracker/schemas/events/click';
import { parseClickId } from '@tracker/schemas/primitives/click-id';
import { instantFromMs, msFromInstant } from '@tracker/schemas/primitives/time';
import { channelOf } from '../lookups/channel.ts';
import { deadLetter, ok } from '../pipeline/outcome.ts';
import { step } from '../pipeline/step.ts';
import { firstReceiptVersion } from '../version.ts';
import { requestColumns, type WithPlace } from './visit.ts';

export const toClickRow = () =>
  step<WithPlace<ClickEvent>, ClickRow>('to-click-row', (visit) => {
    const { event } = visit;
    const { clickId, tags, request, isPrefetch } = event.payload;
    const parts = parseClickId(clickId);
    if (!parts) return deadLetter('the click id has no time in it');
    return ok({
      tenant_id: event.tenantId,
      ts: instantFromMs(parts.clickedAtMs),
      click_id: clickId,
      campaign_id: parts.campaignId,
      event_id: event.id,
      received_at: event.receivedAt,
      source: tags.source,
      ...requestColumns(visit),
      fbp: tags.fbp,
      fbc: tags.fbc,
      sub1: tags.sub1,
      sub2: tags.sub2,
      sub3: tags.sub3,
      sub4: tags.sub4,
      sub5: tags.sub5,
      sub6: tags.sub6,
      sub7: tags.sub7,
      sub8: tags.sub8,
      utm_source: tags.utmSource,
      utm_medium: tags.utmMedium,
      utm_campaign: tags.utmCampaign,
      utm_content: tags.utmContent,
      utm_term: tags.utmTerm,
      utm_id: tags.utmId,
      channel: channelOf({ source: tags.source, utmSource: tags.utmSource, referrer: request.referrer }),
      is_prefetch: isPrefetch,
      ver: firstReceiptVersion(msFromInstant(event.receivedAt)),
    });
  });
