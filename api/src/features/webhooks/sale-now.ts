import { type OwnerOf, resolveClickReference } from '@tracker/infra/identity/click-reference';
import { saleIdOf } from '@tracker/infra/identity/conversion-id';
import { mapCheckout, parseBody } from '@tracker/schemas/checkouts/map-checkout';
import type { ConversionEvent } from '@tracker/schemas/events/conversion';
import { DEFAULT_TIME_ZONE, msFromInstant } from '@tracker/schemas/primitives/time';

/** The sale that the mappings of today see in a delivery, by its id; '' when they see none. A sale's identity knows no time zone. */
export async function saleNow(event: ConversionEvent, ownerOf: OwnerOf): Promise<string> {
  const { tenantId, receivedAt, payload } = event;
  const context = { timeZone: DEFAULT_TIME_ZONE, receivedAtMs: msFromInstant(receivedAt) };
  const mapped = mapCheckout(payload.provider, parseBody(payload.body) ?? {}, context);
  if (mapped.kind !== 'conversion') return '';
  const click = await resolveClickReference(mapped.conversion.clickReferences, tenantId, ownerOf);
  return saleIdOf(event, mapped.conversion, click.clickId);
}
