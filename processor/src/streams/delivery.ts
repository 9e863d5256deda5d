import { insertWebhookDeliveries } from '@tracker/infra/clickhouse/tables/webhook-deliveries';
import { ConversionEvent } from '@tracker/schemas/events/conversion';
import { stream } from '../pipeline/stream.ts';
import { tableSink } from '../sinks/table-sink.ts';
import { decode } from '../steps/decode.ts';
import { judgeDelivery } from '../steps/judge-delivery.ts';
import { toDeliveryRow } from '../steps/to-delivery-row.ts';
import type { ConversionLookups } from './conversion.ts';

/** The life of a checkout's delivery, from the log to the webhook inbox: whatever became of it, its owner finds it there. */
export const deliveryStream = (lookups: ConversionLookups) =>
  stream({ name: 'delivery', takes: 'conversion', sink: tableSink(insertWebhookDeliveries) }, [
    decode(ConversionEvent),
    judgeDelivery(lookups),
    toDeliveryRow(),
  ]);
