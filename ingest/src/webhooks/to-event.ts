import { deliveryIdOf, rejectedDeliveryIdOf, unverifiedDeliveryIdOf } from '@tracker/infra/identity/conversion-id';
import { uuidV7 } from '@tracker/infra/identity/uuid-v7';
import { cutAddress } from '@tracker/infra/privacy/cut-address';
import type { DeliveryReason } from '@tracker/schemas/checkouts/delivery-reason';
import type { AmountsIn, MappingResult } from '@tracker/schemas/checkouts/mapping';
import type { CheckoutId } from '@tracker/schemas/checkouts/registry';
import type { ConversionEvent } from '@tracker/schemas/events/conversion';
import { type ClickId, parseClickId } from '@tracker/schemas/primitives/click-id';
import { instantFromMs } from '@tracker/schemas/primitives/time';
import type { DeliveryOwner } from './find-owner.ts';
import type { DeliveryBody } from './read-body.ts';

export interface Delivery {
  readonly owner: DeliveryOwner;
  /** False when only a click id, which anyone can copy from a URL, names the tenant. */
  readonly verified: boolean;
  readonly checkout: CheckoutId;
  /** The raw body: the event's identity is computed from it. */
  readonly came: DeliveryBody;
  /** The body that is kept, as JSON. */
  readonly kept: string;
  readonly mapped: MappingResult;
  readonly receivedAtMs: number;
  /** Of a sender without proof, named for the day; '' where it is not known. */
  readonly network: string;
  readonly ip: string;
  readonly amountsIn?: AmountsIn;
  /** Why it was refused. */
  readonly rejected?: DeliveryReason['code'];
}

export const campaignOf = (clickId: ClickId | null) => (clickId && parseClickId(clickId)?.campaignId) ?? null;

/** A refused delivery has a separate identity, and so has an unverified one: a forged body must not replace the true delivery. */
export function toEvent(delivery: Delivery): ConversionEvent {
  const { owner, verified, checkout, came, kept, mapped, receivedAtMs, network, ip, amountsIn, rejected } = delivery;
  const isRefused = !verified && (rejected !== undefined || mapped.kind !== 'conversion');
  const senderNetwork = isRefused ? cutAddress(ip) : '';
  const { tenantId, click } = owner;
  const receivedAt = instantFromMs(receivedAtMs);
  const id = deliveryIdOf(tenantId, checkout, came.text);
  const provenId = verified ? id : unverifiedDeliveryIdOf(id);
  return {
    id: rejected === undefined ? provenId : rejectedDeliveryIdOf(id),
    type: 'conversion',
    schemaVersion: 1,
    tenantId,
    campaignId: campaignOf(click.clickId),
    occurredAt: (mapped.kind === 'conversion' && mapped.conversion.eventTime) || receivedAt,
    receivedAt,
    payload: {
      provider: checkout,
      body: kept,
      bodyHash: came.hash,
      deliveryId: uuidV7(receivedAtMs),
      verified,
      ...(network !== '' && { network }),
      ...(senderNetwork !== '' && { senderNetwork }),
      ...(amountsIn !== undefined && { amountsIn }),
      ...(rejected !== undefined && { rejected }),
    },
  };
}
