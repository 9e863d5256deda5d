import type { ConversionAssignmentRow } from '@tracker/infra/clickhouse/tables/conversion-assignments';
import type { ConversionAssignmentEvent } from '@tracker/schemas/events/conversion-assignment';
import { msFromInstant } from '@tracker/schemas/primitives/time';
import { ok } from '../pipeline/outcome.ts';
import { step } from '../pipeline/step.ts';
import { firstReceiptVersion } from '../version.ts';

export const toConversionAssignmentRow = () =>
  step<{ readonly event: ConversionAssignmentEvent }, ConversionAssignmentRow>(
    'to-conversion-assignment-row',
    ({ event }) =>
      ok({
        tenant_id: event.tenantId,
        conversion_id: event.payload.conversionId,
        received_at: event.receivedAt,
        event_id: event.id,
        campaign_id: event.campaignId ?? '',
        channel: event.payload.channel,
        ver: firstReceiptVersion(msFromInstant(event.receivedAt)),
      }),
  );
