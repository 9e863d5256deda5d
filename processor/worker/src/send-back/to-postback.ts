import { AD_TAGS, mapTags } from '@tracker/schemas/events/click-tags';
import { conversionEventId } from '@tracker/schemas/send-back/event-id';
import { fillTemplate } from '@tracker/schemas/send-back/macros';
import type { ConversionToSend } from './read-conversions.ts';

/** The URL to call for a conversion. It contains nothing about the buyer. */
export function toPostback(
  template: string,
  { state, click, conversionId }: ConversionToSend,
  approvedAtMs: number,
): URL {
  return fillTemplate(template, {
    clickid: click?.clickId ?? '',
    transaction: state.transactionId,
    eventid: conversionEventId({ provider: state.provider, transactionId: state.transactionId, conversionId }),
    value: state.value,
    currency: state.currency,
    status: state.status,
    campaign: click?.campaignId ?? '',
    source: click?.source ?? '',
    ...(click?.adTags ?? mapTags(AD_TAGS, () => '')),
    provider: state.provider,
    timestamp: String(Math.floor(approvedAtMs / 1000)),
  });
}
