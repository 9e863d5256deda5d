import type { PageViewRow } from '@tracker/infra/clickhouse/tables/page-views';
import type { PageViewEvent } from '@tracker/schemas/events/page-view';
import { msFromInstant } from '@tracker/schemas/primitives/time';
import { ok } from '../pipeline/outcome.ts';
import { step } from '../pipeline/step.ts';
import { firstReceiptVersion } from '../version.ts';
import { requestColumns, type WithPlace } from './visitor-request.ts';

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
      received_at: event.receivedAt,
      ver: firstReceiptVersion(msFromInstant(event.receivedAt)),
    });
  });
