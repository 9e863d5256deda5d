import { type ConversionLinkRow, insertConversionLinks } from '@tracker/infra/clickhouse/tables/conversion-links';
import { insertWebhookDeliveries } from '@tracker/infra/clickhouse/tables/webhook-deliveries';
import { ConversionEvent } from '@tracker/schemas/events/conversion';
import { markConversion } from '../batch/changes.ts';
import { ledgerSink } from '../batch/ledger-sink.ts';
import type { Sink } from '../batch/sink.ts';
import { tableSink } from '../batch/table-sink.ts';
import { sharedSteps, stream } from '../pipeline/stream.ts';
import { decode } from '../steps/decode.ts';
import { dropNoConversion } from '../steps/drop-no-conversion.ts';
import { type DeliveryLookups, interpretDelivery } from '../steps/interpret-delivery.ts';
import { toConversionLinkRow } from '../steps/to-conversion-link-row.ts';
import { toDeliveryRow } from '../steps/to-delivery-row.ts';
import { toLedgerRow } from '../steps/to-ledger-row.ts';

/** What only names what happened is asked for, after the batch is stored. */
const deliverySink = tableSink(insertWebhookDeliveries, ({ lookUps }, row) => {
  if (row.verdict !== 'look-up') return;
  const { resource } = JSON.parse(row.reason_params) as { resource: string };
  lookUps.push({ tenantId: row.tenant_id, provider: row.provider, resource, receivedAt: row.received_at });
});

/** By each of its ends, which are both computed again. */
const linkSink: Sink<ConversionLinkRow> = {
  async store(clickhouse, rows, changes) {
    const turned = rows.map((row) => ({
      ...row,
      conversion_id: row.other_id,
      other_id: row.conversion_id,
      is_payment: false,
    }));
    await insertConversionLinks.run(clickhouse, [...rows, ...turned]);
    for (const row of [...rows, ...turned]) {
      markConversion(changes, { tenantId: row.tenant_id, conversionId: row.conversion_id });
    }
  },
};

/** The life of a checkout's delivery. It is interpreted once: the ledger and the inbox read one verdict and cannot differ. */
export function conversionStreams(lookups: DeliveryLookups) {
  const interpreted = sharedSteps('interpreted', [decode(ConversionEvent), interpretDelivery(lookups)]);
  return [
    // To the ledger; `conversions/` folds its events into conversions.
    stream({ name: 'conversion', sink: ledgerSink }, [interpreted, dropNoConversion(), toLedgerRow()]),
    // Which payment paid which conversion, where it says so.
    stream({ name: 'conversion-link', takes: 'conversion', sink: linkSink }, [interpreted, toConversionLinkRow()]),
    // To the webhook inbox: its owner finds every delivery there, with any verdict.
    stream({ name: 'delivery', takes: 'conversion', sink: deliverySink }, [interpreted, toDeliveryRow()]),
  ] as const;
}
