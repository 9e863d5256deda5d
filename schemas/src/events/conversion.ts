import { z } from 'zod';
import { AMOUNTS_IN } from '../checkouts/mapping.ts';
import { CheckoutId } from '../checkouts/registry.ts';
import { EncryptedPerson } from './encrypted-person.ts';
import { eventSchema } from './envelope.ts';

/**
 * A checkout's delivery. It is mapped when it is read, so that a corrected mapping improves history. The event's id is the hash
 * of (tenant, checkout, raw body): a repeated delivery is the same event, and `deliveryId` distinguishes the repetitions.
 */
export const ConversionEvent = eventSchema(
  'conversion',
  1,
  z.object({
    /** The format that the body has. */
    provider: CheckoutId,
    /** A JSON object as text. CPF and card data are redacted and personal fields taken out (they stand in `person`). */
    body: z.string().max(1_500_000),
    /** sha256 of the raw bytes, in hex; absent in the oldest events, where it is that of `body`. */
    bodyHash: z.string().length(64).optional(),
    /** True when a tracking key or the checkout's secret vouched for it; false when only the click id named the tenant. */
    verified: z.boolean(),
    /** One per delivery. Absent in the oldest events. */
    deliveryId: z.uuid().optional(),
    /** Of one without proof: the sender's network as a name that is the same within one day only. Absent: not known. */
    network: z.string().max(64).optional(),
    /** Of one without proof that is no conversion: the network that sent it, without the host. It belongs to no buyer. */
    senderNetwork: z.string().max(64).optional(),
    /** Of a body in the generic format at the generic address: the unit that its tenant had set. Absent elsewhere, and in the oldest events. */
    amountsIn: z.enum(AMOUNTS_IN).optional(),
    /** Of an answer that the product got from the checkout's API: the path it asked. No delivery has it, so no one else can say it. */
    lookedUp: z.string().max(128).optional(),
    person: EncryptedPerson.nullable().optional(),
    /** Present when ingest rejected it: the code of the reason (`DeliveryReason`). The inbox shows it, and nothing else is made of it. */
    rejected: z.string().max(256).optional(),
  }),
);
export type ConversionEvent = z.infer<typeof ConversionEvent>;
