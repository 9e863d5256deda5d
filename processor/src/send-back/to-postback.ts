import { saleEventId } from '@tracker/schemas/send-back/event-id';
import { fillTemplate } from '@tracker/schemas/send-back/macros';
import type { SaleToSend } from './read-sales.ts';

/** The address to call for a sale. It tells nothing of the buyer. */
export function toPostback(template: string, { sale, click, conversionId }: SaleToSend, approvedAtMs: number): URL {
  const sub = (number: number): string => click?.subs[number - 1] ?? '';
  return fillTemplate(template, {
    clickid: click?.clickId ?? '',
    transaction: sale.transactionId,
    eventid: saleEventId({ provider: sale.provider, transactionId: sale.transactionId, conversionId }),
    value: sale.value,
    currency: sale.currency,
    status: sale.status,
    campaign: click?.campaignId ?? '',
    source: click?.source ?? '',
    sub1: sub(1),
    sub2: sub(2),
    sub3: sub(3),
    sub4: sub(4),
    sub5: sub(5),
    sub6: sub(6),
    sub7: sub(7),
    sub8: sub(8),
    provider: sale.provider,
    timestamp: String(Math.floor(approvedAtMs / 1000)),
  });
}
