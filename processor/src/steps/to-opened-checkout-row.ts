import type { OpenedCheckoutRow } from '@tracker/infra/clickhouse/tables/opened-checkouts';
import type { OpenedCheckoutEvent } from '@tracker/schemas/events/opened-checkout';
import { parseClickId } from '@tracker/schemas/primitives/click-id';
import { instantFromMs, msFromInstant } from '@tracker/schemas/primitives/time';
import { deadLetter, ok } from '../pipeline/outcome.ts';
import { step } from '../pipeline/step.ts';
import { firstReceiptVersion } from '../version.ts';

export const toOpenedCheckoutRow = () =>
  step<{ readonly event: OpenedCheckoutEvent }, OpenedCheckoutRow>('to-opened-checkout-row', ({ event }) => {
    const { clickId, url } = event.payload;
    const parts = parseClickId(clickId);
    if (!parts) return deadLetter('the click id has no time in it');
    return ok({
      tenant_id: event.tenantId,
      ts: instantFromMs(parts.clickedAtMs),
      click_id: clickId,
      event_id: event.id,
      opened_at: event.receivedAt,
      url,
      ver: firstReceiptVersion(msFromInstant(event.receivedAt)),
    });
  });
