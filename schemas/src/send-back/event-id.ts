/**
 * The id of a conversion for the ad platform, which accepts one event per name and id. A page that reports the purchase to its
 * own pixel uses the same id: `fbq('track', 'Purchase', {…}, { eventID: 'hotmart:HP123' })`.
 */
export const conversionEventId = (conversion: {
  readonly provider: string;
  /** '' when the checkout gives none. */
  readonly transactionId: string;
  readonly conversionId: string;
}): string =>
  conversion.transactionId === '' ? conversion.conversionId : `${conversion.provider}:${conversion.transactionId}`;
