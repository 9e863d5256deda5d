import type { PageViewRow, ViewTraffic } from '@tracker/infra/clickhouse/tables/page-views';
import type { PageViewEvent } from '@tracker/schemas/events/page-view';
import { msFromInstant } from '@tracker/schemas/primitives/time';
import { ok } from '../pipeline/outcome.ts';
import { step } from '../pipeline/step.ts';
import { completedVersion } from '../version.ts';
import { requestColumns, type WithPlace } from './visitor-request.ts';

/** Of a view whose click is not known (yet): `page-views/view-sink.ts` looks it up. */
const NO_CLICK: ViewTraffic = { source: '', channel: '', ad_id: '', adset_id: '', placement: '' };

export const toPageViewRow = () =>
  step<WithPlace<PageViewEvent>, PageViewRow>('to-page-view-row', (state) => {
    const { event } = state;
    const { viewId, clickId, url, title } = event.payload;
    return ok({
      tenant_id: event.tenantId,
      ts: event.occurredAt,
      view_id: viewId,
      click_id: clickId,
      campaign_id: event.campaignId ?? '',
      url,
      title,
      ...requestColumns(state),
      ...NO_CLICK,
      received_at: event.receivedAt,
      ver: completedVersion(msFromInstant(event.receivedAt), false),
    });
  });
