import { z } from 'zod';
import { CampaignId, TenantId } from '../primitives/ids.ts';
import { Instant } from '../primitives/time.ts';

/**
 * The common fields of every event in the log. `id` is its one identity, minted before the first attempt to store it and never
 * changed by retry or replay: two events with the same id are the same event.
 */
export function eventSchema<Type extends string, Payload extends z.ZodType>(
  type: Type,
  version: number,
  payload: Payload,
) {
  return z.object({
    id: z.string().min(1).max(128),
    type: z.literal(type),
    schemaVersion: z.literal(version),
    tenantId: TenantId,
    campaignId: CampaignId.nullable(),
    /** When it happened, by the client's or the checkout's clock. */
    occurredAt: Instant,
    /** When we received it, by ours. */
    receivedAt: Instant,
    payload,
  });
}
