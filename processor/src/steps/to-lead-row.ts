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
    const { leadId, clickId, source, medium, campaign, person, hasKey = false, hasPhone = false } = event.payload;
    if (person === null) return drop('the person was erased before the lead was stored');
    const firstWith = (value: string) => (value === '' ? null : `${event.receivedAt}|${event.id}|${value}`);
    const clickedAtMs = possibleClickMs(clickId, msFromInstant(event.receivedAt));
    const minute = clickedAtMs === undefined ? null : clickMinute(clickedAtMs);
    // Again, for events of older programs.
    const tags = { source: cleanTag(source), medium: cleanTag(medium), campaign: cleanTag(campaign) };
    return ok({
      tenant_id: event.tenantId,
      id: leadId,
      event_id: event.id,
      received_at: event.receivedAt,
      has_key: hasKey,
      campaign_id: event.campaignId,
      click_id: clickId,
      click_minute: minute,
      ...tags,
      person_id: person.personId,
      person_key_id: person.keyId,
      person_encrypted: person.sealed,
      first_click: firstWith(clickId === '' ? '' : `${minute ?? ''}|${clickId}`),
      first_source: firstWith(tags.source),
      first_medium: firstWith(tags.medium),
      first_campaign: firstWith(tags.campaign),
      first_phone: firstWith(hasPhone ? person.sealed : ''),
    });
  });
