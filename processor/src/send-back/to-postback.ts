import { AD_TAGS, mapTags } from '@tracker/schemas/events/click-tags';
import { saleEventId } from '@tracker/schemas/send-back/event-id';
import { fillTemplate } from '@tracker/schemas/send-back/macros';
import type { SaleToSend } from './read-sales.ts';

/** The URL to call for a conversion. It contains nothing about the buyer. */
export function toPostback(template: string, { sale, click, conversionId }: SaleToSend, approvedAtMs: number): URL {
  return fillTemplate(template, {
    clickid: click?.clickId ?? '',
    transaction: sale.transactionId,
    eventid: saleEventId({ provider: sale.provider, transactionId: sale.transactionId, conversionId }),
    value: sale.value,
    currency: sale.currency,
    status: sale.status,
    campaign: click?.campaignId ?? '',
    source: click?.source ?? '',
    ...(click?.adTags ?? mapTags(AD_TAGS, () => '')),
    provider: sale.provider,
    timestamp: String(Math.floor(approvedAtMs / 1000)),
  });
}
