import type { DeliveryReason } from '@tracker/schemas/checkouts/delivery-reason';
import { interpretBody } from '@tracker/schemas/checkouts/interpret-body';
import type { ConversionLink, MappedConversion } from '@tracker/schemas/checkouts/mapping';
import type { ConversionEvent } from '@tracker/schemas/events/conversion';
import type { ConversionId } from '@tracker/schemas/primitives/ids';
import { msFromInstant, type TimeZone } from '@tracker/schemas/primitives/time';
import { type ClickReference, type OwnerOf, resolveClickReference } from './click-reference.ts';
import { conversionIdOfEvent } from './conversion-id.ts';

/** The verdict on a delivery. The ledger counts `processed` only; the inbox shows all four. */
export type DeliveryVerdict =
  | {
      readonly kind: 'processed';
      readonly conversion: MappedConversion;
      readonly click: ClickReference;
      readonly conversionId: ConversionId;
      /** What a person should know of it all the same. */
      readonly note: DeliveryReason | undefined;
      readonly link: ConversionLink | undefined;
    }
  /** Understood, and no conversion. */
  | { readonly kind: 'ignored'; readonly reason: DeliveryReason; readonly link?: ConversionLink }
  /** Only names what the checkout's API must be asked for. */
  | { readonly kind: 'look-up'; readonly reason: DeliveryReason & { readonly code: 'awaits_look_up' } }
  /** Refused by ingest, which gave the reason. */
  | { readonly kind: 'rejected'; readonly reason: DeliveryReason }
  /** Not understood. `error`: what our mapping threw, if it did. */
  | { readonly kind: 'dead-letter'; readonly reason: DeliveryReason; readonly error?: unknown };

/** The time zone (the tenant's) reads times that carry none; identity does not depend on it. Rejects when `ownerOf` does. */
export async function interpretDelivery(
  event: ConversionEvent,
  timeZone: TimeZone,
  ownerOf: OwnerOf,
): Promise<DeliveryVerdict> {
  const { tenantId, receivedAt, payload } = event;
  if (payload.rejected !== undefined) {
    const code = payload.rejected === 'unverified_amount' ? payload.rejected : 'wrong_secret';
    return { kind: 'rejected', reason: { code } };
  }
  const receivedAtMs = msFromInstant(receivedAt);
  const { amountsIn = 'reais', lookedUp } = payload;
  const context = { timeZone, receivedAtMs, amountsIn, isLookedUp: lookedUp !== undefined };
  const read = interpretBody(payload.provider, payload.body, context);
  if (read.kind === 'ignored') {
    if (read.reason.code !== 'awaits_look_up') return read;
    // Anyone can name a campaign of the tenant; only who has its key makes it ask.
    return payload.verified
      ? { kind: 'look-up', reason: read.reason }
      : { kind: 'ignored', reason: { code: 'look_up_without_key' } };
  }
  if (read.kind === 'invalid') return { ...read, kind: 'dead-letter' };
  const { conversion } = read;
  const click = await resolveClickReference(conversion.clickReferences, tenantId, ownerOf, receivedAtMs);
  const conversionId = conversionIdOfEvent(event, conversion, click.clickId);
  return { kind: 'processed', conversion, click, conversionId, note: noteOn(conversion), link: read.link };
}

function noteOn(conversion: MappedConversion): DeliveryReason | undefined {
  const { unnamedTransaction, unreadTime, eventTime, conversionTime } = conversion;
  if (unnamedTransaction !== undefined) return { code: 'unnamed_transaction', text: unnamedTransaction };
  if (unreadTime === undefined) return undefined;
  const instead = eventTime === null && conversionTime === null ? 'receipt' : 'other';
  return { code: 'unread_time', text: unreadTime, instead };
}
