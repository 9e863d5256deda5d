import type { ConversionLinkRow } from '@tracker/infra/clickhouse/tables/conversion-links';
import { linkedConversionIdsOf } from '@tracker/infra/identity/conversion-id';
import { msFromInstant } from '@tracker/schemas/primitives/time';
import { drop, ok } from '../pipeline/outcome.ts';
import { step } from '../pipeline/step.ts';
import { firstReceiptVersion } from '../version.ts';
import type { InterpretedDelivery } from './interpret-delivery.ts';

/** By its payment. Only a verified delivery links: a stranger could give the money of one conversion to another. */
export const toConversionLinkRow = () =>
  step<InterpretedDelivery, ConversionLinkRow>('to-conversion-link-row', ({ event, verdict }) => {
    const link = verdict.kind === 'processed' || verdict.kind === 'ignored' ? verdict.link : undefined;
    if (!link || !event.payload.verified) return drop('no link');
    const { tenantId, receivedAt } = event;
    const { paymentId, conversionId } = linkedConversionIdsOf(tenantId, link);
    return ok({
      tenant_id: tenantId,
      conversion_id: paymentId,
      other_id: conversionId,
      event_id: event.id,
      is_payment: true,
      provider: link.checkout,
      payment: link.payment,
      transaction_id: link.transactionId,
      amount: link.amount,
      is_test: link.isTest,
      received_at: receivedAt,
      ver: firstReceiptVersion(msFromInstant(receivedAt)),
    });
  });
