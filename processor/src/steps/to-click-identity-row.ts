import type { ClickIdentityRow } from '@tracker/infra/clickhouse/tables/click-identities';
import type { ClickIdentityEvent } from '@tracker/schemas/events/click-identity';
import { parseClickId } from '@tracker/schemas/primitives/click-id';
import { instantFromMs, msFromInstant } from '@tracker/schemas/primitives/time';
import { deadLetter, ok } from '../pipeline/outcome.ts';
import { step } from '../pipeline/step.ts';
import { firstReceiptVersion } from '../version.ts';

export const toClickIdentityRow = () =>
  step<{ readonly event: ClickIdentityEvent }, ClickIdentityRow>('to-click-identity-row', ({ event }) => {
    const { clickId, fbp, fbc, ttp = '', prev = '' } = event.payload;
    const parts = parseClickId(clickId);
    if (!parts) return deadLetter('the click id has no time in it');
    return ok({
      tenant_id: event.tenantId,
      ts: instantFromMs(parts.clickedAtMs),
      click_id: clickId,
      event_id: event.id,
      fbp,
      fbc,
      ttp,
      prev,
      received_at: event.receivedAt,
      ver: firstReceiptVersion(msFromInstant(event.receivedAt)),
    });
  });
