import type { ConversionLedgerRow } from '@tracker/infra/clickhouse/tables/conversion-ledger';
import { toSoldRow } from '@tracker/infra/clickhouse/tables/sold-columns';
import { leadConversionIdOf } from '@tracker/infra/identity/conversion-id';
import { NOT_GIVEN } from '@tracker/schemas/checkouts/sold';
import { NO_UTM } from '@tracker/schemas/checkouts/utm';
import type { LeadEvent } from '@tracker/schemas/events/lead';
import { BRL, ZERO } from '@tracker/schemas/primitives/money';
import { msFromInstant } from '@tracker/schemas/primitives/time';
import { ok } from '../pipeline/outcome.ts';
import { step } from '../pipeline/step.ts';
import { firstReceiptVersion } from '../version.ts';

/**
 * A lead as a conversion of type lead with value zero. All posts of one lead are one ledger entry with the lead's id: the first
 * receipt wins. Of the person it has the hash alone, which says nothing after an erasure, so that it stays then.
 */
export const toLeadLedgerRow = () =>
  step<{ readonly event: LeadEvent }, ConversionLedgerRow>('to-lead-ledger-row', ({ event }) => {
    const { leadId, clickId, person } = event.payload;
    return ok({
      tenant_id: event.tenantId,
      conversion_id: leadConversionIdOf(event.tenantId, leadId),
      event_id: leadId,
      provider: 'generic',
      transaction_id: leadId,
      conversion_type: 'lead',
      status: 'approved',
      event_time: event.occurredAt,
      sale_time: event.occurredAt,
      received_at: event.receivedAt,
      click_ref: clickId,
      click_id: clickId,
      campaign_hint: event.campaignId ?? '',
      amount: ZERO,
      refund_amount: ZERO,
      refund_is_total: false,
      currency: BRL,
      ...NO_UTM,
      ...toSoldRow(NOT_GIVEN),
      person_id: person?.personId ?? '',
      is_test: false,
      // Posting leads needs no key.
      verified: false,
      network: '',
      import_id: '',
      is_import_undone: false,
      ver: firstReceiptVersion(msFromInstant(event.receivedAt)),
    });
  });
