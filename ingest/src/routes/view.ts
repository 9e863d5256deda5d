// GET /view, and its neutral alias /v: one page view. An unknown click id is answered with OK, too: the caller is a visitor's
// page, which could not react to an error.
import { AppError } from '@tracker/infra/errors/app-error';
import type { Server } from '@tracker/infra/http/server';
import { uuidV7 } from '@tracker/infra/identity/uuid-v7';
import { firstTextOf } from '@tracker/schemas/capture/field-names';
import { readPage } from '@tracker/schemas/capture/page';
import type { RawQuery } from '@tracker/schemas/capture/track';
import type { PageViewEvent } from '@tracker/schemas/events/page-view';
import { parseClickId } from '@tracker/schemas/primitives/click-id';
import type { ViewId } from '@tracker/schemas/primitives/ids';
import { cleanText, TEXT_LIMITS } from '@tracker/schemas/primitives/text';
import { instantFromMs } from '@tracker/schemas/primitives/time';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { mayWaitForClick } from '../capture/click-moment.ts';
import { gatewayRequest } from '../capture/gateway-request.ts';
import { campaignsOfTag } from '../capture/tag-campaigns.ts';
import type { UnknownCampaigns } from '../capture/unknown-campaigns.ts';
import { refererHeader, requestFacts } from '../capture/visitor.ts';
import type { IngestDeps } from '../deps.ts';
import type { Limits } from '../limits/limits.ts';

interface ViewRoute {
  Querystring: RawQuery;
}

export function registerView(app: Server, deps: IngestDeps, unknown: UnknownCampaigns, limits: Limits): void {
  const { recorder, campaigns, clock, addresses } = deps;

  async function view(request: FastifyRequest<ViewRoute>, reply: FastifyReply): Promise<FastifyReply> {
    const { query } = request;
    const clickId = cleanText(firstTextOf(query, 'clickId'), TEXT_LIMITS.tag);
    if (clickId === '') throw new AppError('click-id-missing', { field: 'clickid' });
    reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8');
    if (request.method === 'HEAD') return reply.send('OK');

    const clicked = parseClickId(clickId);
    const campaign = clicked && (await campaignsOfTag(campaigns, query).find(clicked.campaignId));
    if (!campaign) {
      unknown.count('view');
      return reply.send('OK');
    }
    limits.takeTenant('page-view', request, campaign.tenantId);
    const refusal = limits.refusalOfKeyless(request, campaign.tenantId);
    if (refusal) throw refusal;
    if (!(await mayWaitForClick(deps, { tenantId: campaign.tenantId, clickId }, 'view'))) return reply.send('OK');
    const nowMs = clock.now();
    // All attempts of the gateway are one page view: its key is of what they share.
    const attempt = gatewayRequest(request, nowMs);
    const viewedMs = attempt?.arrivedMs ?? nowMs;
    const viewId = uuidV7(viewedMs, attempt?.id) as ViewId;
    const { url, title, referrer } = readPage(query, refererHeader(request));
    const event: PageViewEvent = {
      id: viewId,
      type: 'page-view',
      schemaVersion: 1,
      tenantId: campaign.tenantId,
      campaignId: campaign.campaignId,
      occurredAt: instantFromMs(viewedMs),
      receivedAt: instantFromMs(nowMs),
      payload: {
        viewId,
        clickId,
        url,
        title,
        request: requestFacts(request, { referrer, atMs: nowMs, addresses }),
      },
    };
    await recorder.record({ key: clickId, event });
    return reply.send('OK');
  }

  for (const path of ['/view', '/v']) app.get<ViewRoute>(path, view);
}
