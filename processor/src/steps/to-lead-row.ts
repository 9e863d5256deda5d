import type { LeadEvent } from '@tracker/schemas/events/lead';
import { possibleClickMs } from '@tracker/schemas/primitives/click-id';
import { cleanTag } from '@tracker/schemas/primitives/text';
import { msFromInstant } from '@tracker/schemas/primitives/time';
import { clickMinute } from '../batch/waiting-for-clicks.ts';
import type { LeadRow } from '../leads/lead-row.ts';
import { drop, ok } from '../pipeline/outcome.ts';
import { step } from '../pipeline/step.ts';

export const toLeadRow = () =>
  step<{ readonly event: LeadEvent }, LeadRow>('to-lead-row', ({ event }) => {
    const { leadId, clickId, source, medium, campaign, person, hasKey = false } = event.payload;
    if (person === null) return drop('the person was erased before the lead was stored');
    const clickedAtMs = possibleClickMs(clickId, msFromInstant(event.receivedAt));
    return ok({
      tenant_id: event.tenantId,
      id: leadId,
      event_id: event.id,
      received_at: event.receivedAt,
      has_key: hasKey,
      campaign_id: event.campaignId,
      click_id: clickId,
      click_minute: clickedAtMs === undefined ? null : clickMinute(clickedAtMs),
      // Again, for events of older programs.
      source: cleanTag(source),
      medium: cleanTag(medium),
      campaign: cleanTag(campaign),
      person_id: person.personId,
      person_key_id: person.keyId,
      person_encrypted: person.sealed,
    });
  });
