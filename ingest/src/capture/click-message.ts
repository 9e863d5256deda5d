import type { CampaignEntry } from '@tracker/infra/caches/campaign-cache';
import { AppError } from '@tracker/infra/errors/app-error';
import type { RawQuery } from '@tracker/schemas/capture/track';
import { type ClickId, parseClickId } from '@tracker/schemas/primitives/click-id';
import type { FastifyRequest } from 'fastify';
import type { IngestDeps } from '../deps.ts';
import type { Limits } from '../limits/limits.ts';
import { mayWaitForClick } from './click-moment.ts';
import { campaignsOfTag } from './tag-campaigns.ts';
import type { UnknownCampaigns } from './unknown-campaigns.ts';

export type MessageRequest = FastifyRequest<{ Querystring: RawQuery }>;

/** The click that a message in JSON is about, and its campaign. */
export interface MessageOwner {
  readonly clickId: ClickId;
  readonly clickedAtMs: number;
  readonly campaign: CampaignEntry;
}

const LIMIT = { identify: 'identity', checkout: 'checkout', notice: 'notice' } as const;

/**
 * Undefined for a click that is unknown or cannot be stored: it gets the same answer as others, since the visitor's page could not react to an
 * error. Throws beyond a limit, and without a click id.
 */
export async function ownerOfMessage(
  deps: Pick<IngestDeps, 'campaigns' | 'tenants' | 'clock'>,
  { limits, unknown }: { readonly limits: Limits; readonly unknown: UnknownCampaigns },
  { route, request, clickId }: { route: keyof typeof LIMIT; request: MessageRequest; clickId: string },
): Promise<MessageOwner | undefined> {
  if (clickId === '') throw new AppError('message-click-id-missing', { field: 'clickid' });
  limits.assertRoom();
  const clicked = parseClickId(clickId);
  limits.takeCampaign(LIMIT[route], request, clicked?.campaignId ?? '');
  const campaign = clicked && (await campaignsOfTag(deps.campaigns, request.query).find(clicked.campaignId));
  if (!campaign) {
    unknown.count(route);
    return undefined;
  }
  limits.takeTenant(LIMIT[route], request, campaign.tenantId);
  if (!(await mayWaitForClick(deps, { tenantId: campaign.tenantId, clickId }, route))) return undefined;
  return { clickId: clickId as ClickId, clickedAtMs: clicked.clickedAtMs, campaign };
}
