import type { CampaignEntry } from '@tracker/infra/caches/campaign-cache';
import type { MintedClickId } from '@tracker/infra/identity/click-id';
import { TAG_READER } from '@tracker/schemas/capture/track';
import type { ClickEvent, ClickTags, Consent } from '@tracker/schemas/events/click';
import type { RequestFacts } from '@tracker/schemas/events/request-facts';
import type { ClickId } from '@tracker/schemas/primitives/click-id';
import { instantFromMs } from '@tracker/schemas/primitives/time';

export interface Click {
  readonly campaign: CampaignEntry;
  readonly clickId: MintedClickId;
  readonly tags: ClickTags;
  /** Undefined: the tags say all of it or are not what it says, or it is too long to keep. */
  readonly query: string | undefined;
  readonly request: RequestFacts;
  readonly isPrefetch: boolean;
  readonly hasRawMacro: boolean;
  /** The browser sent the Global Privacy Control signal. */
  readonly gpc: boolean;
  readonly consent?: Consent | undefined;
  /** The visitor's click before this one. */
  readonly prev?: ClickId | undefined;
  /** Of a second attempt: what the click id of the first one ends in. */
  readonly retryOf?: string | undefined;
  readonly receivedAtMs: number;
}

/** The identity of a click event is its click id, and the time in the id is when it occurred. */
export function clickEvent(click: Click): ClickEvent {
  const { campaign, clickId, tags, query, request, isPrefetch, hasRawMacro, gpc, consent } = click;
  const { prev, retryOf, receivedAtMs } = click;
  return {
    id: clickId.id,
    type: 'click',
    schemaVersion: 1,
    tenantId: campaign.tenantId,
    campaignId: campaign.campaignId,
    occurredAt: instantFromMs(clickId.ms),
    receivedAt: instantFromMs(receivedAtMs),
    payload: {
      clickId: clickId.id,
      request,
      tags,
      isPrefetch,
      reader: TAG_READER,
      ...(query !== undefined && { query }),
      ...(hasRawMacro && { hasRawMacro }),
      ...(gpc && { gpc }),
      ...(consent !== undefined && { consent }),
      ...(prev !== undefined && { prev }),
      ...(retryOf !== undefined && { retryOf }),
    },
  };
}
