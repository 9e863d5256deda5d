import type { CampaignEntry } from '@tracker/infra/directories/campaign-directory';
import type { ClickEvent, ClickTags } from '@tracker/schemas/events/click';
import type { RequestFacts } from '@tracker/schemas/events/request-facts';
import type { ClickId } from '@tracker/schemas/primitives/click-id';
import { instantFromMs } from '@tracker/schemas/primitives/time';

export interface Click {
  readonly campaign: CampaignEntry;
  readonly clickId: ClickId;
  readonly tags: ClickTags;
  readonly request: RequestFacts;
  readonly isPrefetch: boolean;
  readonly receivedAtMs: number;
}

/** A click's identity is its click id, and the moment in it is when it occurred. */
export function clickEvent({ campaign, clickId, tags, request, isPrefetch, receivedAtMs }: Click): ClickEvent {
  return {
    id: clickId,
    type: 'click',
    schemaVersion: 1,
    tenantId: campaign.tenantId,
    campaignId: campaign.campaignId,
    occurredAt: instantFromMs(Number(clickId.slice(-19, -6))),
    receivedAt: instantFromMs(receivedAtMs),
    payload: { clickId, request, tags, isPrefetch },
  };
}
