import { insertWebhookDeliveries } from '@tracker/infra/clickhouse/tables/webhook-deliveries';
import { ConversionEvent } from '@tracker/schemas/events/conversion';
import { ledgerSink } from '../batch/ledger-sink.ts';
import { tableSink } from '../batch/table-sink.ts';
import { sharedSteps, stream } from '../pipeline/stream.ts';
import { decode } from '../steps/decode.ts';
import { dropNoConversion } from '../steps/drop-no-conversion.ts';
import { type DeliveryLookups, interpretDelivery } from '../steps/interpret-delivery.ts';
import { toDeliveryRow } from '../steps/to-delivery-row.ts';
import { toLedgerRow } from '../steps/to-ledger-row.ts';

/** What only names what happened is asked for, after the batch is stored. */
const deliverySink = tableSink(insertWebhookDeliveries, ({ lookUps }, row) => {
  if (row.verdict !== 'look-up') return;
  const { resource } = JSON.parse(row.reason_params) as { resource: string };
  lookUps.push({ tenantId: row.tenant_id, provider: row.provider, resource, receivedAt: row.received_at });
});

/** The life of a checkout's delivery. It is interpreted once: the ledger and the inbox read one verdict and cannot differ. */
export function conversionStreams(lookups: DeliveryLookups) {
  const interpreted = sharedSteps('interpreted', [decode(ConversionEvent), interpretDelivery(lookups)]);
  return [
    // To the ledger; `conversions/` folds its events into conversions.
    stream({ name: 'conversion', sink: ledgerSink }, [interpreted, dropNoConversion(), toLedgerRow()]),
    // To the webhook inbox: its owner finds every delivery there, with any verdict.
    stream({ name: 'delivery', takes: 'conversion', sink: deliverySink }, [interpreted, toDeliveryRow()]),
  ] as const;
}
