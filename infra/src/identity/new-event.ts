import type { TenantId } from '@tracker/schemas/primitives/ids';
import { type Instant, instantFromMs } from '@tracker/schemas/primitives/time';
import { uuidV7 } from './uuid-v7.ts';

interface EventFacts<Type, CampaignId, Payload> {
  readonly type: Type;
  readonly tenantId: TenantId;
  readonly campaignId: CampaignId;
  readonly payload: Payload;
}

interface NewEvent<Type, CampaignId, Payload> extends EventFacts<Type, CampaignId, Payload> {
  readonly id: string;
  readonly schemaVersion: 1;
  readonly occurredAt: Instant;
  readonly receivedAt: Instant;
}

/** An event that occurs and is received now (`nowMs`), with an identity of its own. */
export function newEvent<const Type extends string, CampaignId, Payload>(
  { type, tenantId, campaignId, payload }: EventFacts<Type, CampaignId, Payload>,
  nowMs: number,
): NewEvent<Type, CampaignId, Payload> {
  const at = instantFromMs(nowMs);
  return { id: uuidV7(nowMs), type, schemaVersion: 1, tenantId, campaignId, occurredAt: at, receivedAt: at, payload };
}
