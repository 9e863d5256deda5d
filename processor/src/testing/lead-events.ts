import { leadIdOf } from '@tracker/infra/identity/lead-id';
import { uuidV7 } from '@tracker/infra/identity/uuid-v7';
import { personIdOf } from '@tracker/infra/privacy/person-id';
import type { LeadEvent } from '@tracker/schemas/events/lead';
import type { CampaignId } from '@tracker/schemas/primitives/ids';
import { instantFromMs } from '@tracker/schemas/primitives/time';
import type { Stack } from '@tracker/test/kit/stack';
import { type EventOwner, NOON } from './events.ts';

export interface LeadChange {
  readonly email?: string;
  readonly clickId?: string;
  readonly campaignId?: CampaignId | null;
  readonly source?: string;
  readonly medium?: string;
  readonly name?: string;
  readonly phone?: string;
  readonly atMs?: number;
  readonly isConversion?: boolean;
  readonly hasKey?: boolean;
}

export interface LeadStores {
  readonly caches: Pick<Stack['caches'], 'tenants'>;
  readonly persons: Stack['persons'];
}

/** A lead as ingest writes it: the person encrypted with a key of their own. */
export async function lead(stack: LeadStores, owner: EventOwner, change: LeadChange = {}): Promise<LeadEvent> {
  const {
    email = 'ana@example.com',
    clickId = '',
    campaignId = owner.campaignId,
    source = '',
    medium = '',
    name = 'Ana Sá',
    phone = '',
    atMs = NOON,
    isConversion,
    hasKey,
  } = change;
  const { tenantId } = owner;
  const salt = (await stack.caches.tenants.find(tenantId))?.personSalt ?? '';
  const personId = personIdOf(salt, email);
  const receivedAt = instantFromMs(atMs);
  const fields = { name, email, phone };
  return {
    id: uuidV7(atMs),
    type: 'lead',
    schemaVersion: 1,
    tenantId,
    campaignId,
    occurredAt: receivedAt,
    receivedAt,
    payload: {
      leadId: leadIdOf(tenantId, campaignId, personId),
      clickId,
      source,
      medium,
      campaign: '',
      person: await stack.persons.encrypt(tenantId, receivedAt, { personId, fields }),
      request: { userAgent: '', ipAddress: '', referrer: '', place: null },
      ...(isConversion !== undefined && { isConversion }),
      ...(hasKey !== undefined && { hasKey }),
      ...(phone !== '' && { hasPhone: true }),
    },
  };
}
