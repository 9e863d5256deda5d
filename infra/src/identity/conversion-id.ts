import { createHash } from 'node:crypto';
import { conversionIdentity } from '@tracker/schemas/checkouts/identity';
import type { ConversionLink, MappedConversion } from '@tracker/schemas/checkouts/mapping';
import type { CheckoutId } from '@tracker/schemas/checkouts/registry';
import type { ConversionEvent } from '@tracker/schemas/events/conversion';
import type { ClickId } from '@tracker/schemas/primitives/click-id';
import type { ConversionId, TenantId } from '@tracker/schemas/primitives/ids';

/** sha256 as 64 hex digits: the identity of a body without an id of its own. */
export function hashOf(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** A conversion's id is a function of its identity (`conversionIdentity`), so that two posts that race make one conversion. */
export function conversionIdOf(identityKey: string): ConversionId {
  return `cv_${hashOf(identityKey).slice(0, 32)}` as ConversionId;
}

/** Of the body as it came; the oldest events carry it only as it was kept. */
export const bodyHashOf = ({ bodyHash, body }: ConversionEvent['payload']): string => bodyHash ?? hashOf(body);

/** The conversion id of a delivery: the same in the answer, in the store and in lists. */
export const conversionIdOfEvent = (
  event: ConversionEvent,
  conversion: MappedConversion,
  clickId: ClickId | null,
): ConversionId => conversionIdOf(conversionIdentity(event.tenantId, conversion, clickId, bodyHashOf(event.payload)));

/** Of both ends of a link, as deliveries that name them have it. */
export function linkedConversionIdsOf(
  tenantId: string,
  { checkout, paymentCheckout = checkout, payment, transactionId, isTest }: ConversionLink,
): { readonly paymentId: ConversionId; readonly conversionId: ConversionId } {
  const idOf = (of: CheckoutId, transaction: string) =>
    conversionIdOf(JSON.stringify([tenantId, of, ...(isTest ? ['test'] : []), 'transaction', transaction]));
  return { paymentId: idOf(paymentCheckout, payment), conversionId: idOf(checkout, transactionId) };
}

/** Of a row of a file: that of a delivery of the same transaction. */
export const importedConversionIdOf = (tenantId: string, checkout: CheckoutId, transactionId: string): ConversionId =>
  conversionIdOf(JSON.stringify([tenantId, checkout, 'transaction', transactionId]));

/** The conversion of a lead that was posted to `/leads`, when its campaign counts leads as conversions. */
export const leadConversionIdOf = (tenantId: string, leadId: string): ConversionId =>
  conversionIdOf(JSON.stringify([tenantId, 'lead', leadId]));

/** The identity of a checkout's delivery: the same body sent again to the same tenant is the same event. */
export function deliveryIdOf(tenantId: TenantId, checkout: CheckoutId, body: string): string {
  return hashOf(JSON.stringify([tenantId, checkout, body]));
}

/** That of a delivery without proof: a copy of a body that a stranger sends never takes the place of the checkout's own. */
export const unverifiedDeliveryIdOf = (deliveryId: string): string => hashOf(`unverified ${deliveryId}`);

/** That of a delivery that was refused: apart from that of the true one, which may have the same body. */
export const rejectedDeliveryIdOf = (deliveryId: string): string => hashOf(`rejected ${deliveryId}`);
