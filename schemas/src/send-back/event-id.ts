/**
 * What a sale is called to the ad platform, which takes an event of one name and id once. A page that tells its own pixel of the sale
 * gives it the same id: `fbq('track', 'Purchase', {…}, { eventID: 'hotmart:HP123' })`.
 */
export const saleEventId = (sale: {
  readonly provider: string;
  /** '' when the checkout gives none. */
  readonly transactionId: string;
  readonly conversionId: string;
}): string => (sale.transactionId === '' ? sale.conversionId : `${sale.provider}:${sale.transactionId}`);
