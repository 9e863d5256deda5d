// POST /identify, and its neutral alias /i: what the page learned of a click after it. An unknown click gets the
// same answer, as in /view: the visitor's page could not react to an error.
import { AppError } from '@tracker/infra/errors/app-error';
import type { Server } from '@tracker/infra/http/server';
import { newEvent } from '@tracker/infra/identity/new-event';
import { readIdentification } from '@tracker/schemas/capture/identify';
import type { RawQuery } from '@tracker/schemas/capture/track';
import type { ClickIdentityEvent } from '@tracker/schemas/events/click-identity';
import { type ClickId, parseClickId } from '@tracker/schemas/primitives/click-id';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { mayWaitForClick } from '../capture/click-moment.ts';
import { previousClick } from '../capture/previous-click.ts';
import { campaignsOfTag } from '../capture/tag-campaigns.ts';
import type { UnknownCampaigns } from '../capture/unknown-campaigns.ts';
import type { IngestDeps } from '../deps.ts';
import { INGEST_LIMITS } from '../limits/limit-table.ts';
import type { Limits } from '../limits/limits.ts';

interface IdentifyRoute {
  Querystring: RawQuery;
}

export function registerIdentify(app: Server, deps: IngestDeps, unknown: UnknownCampaigns, limits: Limits): void {
  const { recorder, campaigns, clock } = deps;

  async function identify(request: FastifyRequest<IdentifyRoute>, reply: FastifyReply): Promise<FastifyReply> {
    const asked = readIdentification(typeof request.body === 'string' ? request.body : '');
    if (!asked) throw new AppError('identify-not-json');
    const { clickId, fbp, fbc } = asked;
    if (clickId === '') throw new AppError('identify-click-id-missing', { field: 'clickid' });

    limits.assertRoom();
    const clicked = parseClickId(clickId);
    limits.takeCampaign('identity', request, clicked?.campaignId ?? '');
    const campaign = clicked && (await campaignsOfTag(campaigns, request.query).find(clicked.campaignId));
    if (!campaign) {
      unknown.count('identify');
      return reply.code(204).send();
    }
    limits.takeTenant('identity', request, campaign.tenantId);
    const nowMs = clock.now();
    const prev = clicked && previousClick(asked.prev, clickId as ClickId, nowMs);
    if (fbp === '' && fbc === '' && !prev) return reply.code(204).send();
    if (!(await mayWaitForClick(deps, { tenantId: campaign.tenantId, clickId }, 'identify')))
      return reply.code(204).send();
    const { tenantId, campaignId } = campaign;
    const payload = { clickId: clickId as ClickId, fbp, fbc, ...(prev && { prev }) };
    const event: ClickIdentityEvent = newEvent({ type: 'click-identity', tenantId, campaignId, payload }, nowMs);
    await recorder.record({ key: clickId, event });
    return reply.code(204).send();
  }

  for (const path of ['/identify', '/i'])
    app.post<IdentifyRoute>(path, { bodyLimit: INGEST_LIMITS.keylessBodyMax }, identify);
}
