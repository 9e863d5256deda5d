// POST /identify, and its neutral alias /i: what the page learned of a click after it.
import { AppError } from '@tracker/infra/errors/app-error';
import type { Server } from '@tracker/infra/http/server';
import { newEvent } from '@tracker/infra/identity/new-event';
import { readIdentification } from '@tracker/schemas/capture/identify';
import type { ClickIdentityEvent } from '@tracker/schemas/events/click-identity';
import type { FastifyReply } from 'fastify';
import { type MessageRequest, ownerOfMessage } from '../capture/click-message.ts';
import { previousClick } from '../capture/previous-click.ts';
import type { UnknownCampaigns } from '../capture/unknown-campaigns.ts';
import type { IngestDeps } from '../deps.ts';
import { INGEST_LIMITS } from '../limits/limit-table.ts';
import type { Limits } from '../limits/limits.ts';

export function registerIdentify(app: Server, deps: IngestDeps, unknown: UnknownCampaigns, limits: Limits): void {
  const { recorder, clock } = deps;

  async function identify(request: MessageRequest, reply: FastifyReply): Promise<FastifyReply> {
    const asked = readIdentification(typeof request.body === 'string' ? request.body : '');
    if (!asked) throw new AppError('message-not-json');
    const owner = await ownerOfMessage(
      deps,
      { limits, unknown },
      { route: 'identify', request, clickId: asked.clickId },
    );
    reply.code(204);
    if (!owner) return reply.send();
    const { clickId, campaign } = owner;
    const nowMs = clock.now();
    const { fbp, fbc, ttp } = asked;
    const prev = previousClick(asked.prev, clickId, nowMs);
    if (fbp === '' && fbc === '' && ttp === '' && !prev) return reply.send();
    const { tenantId, campaignId } = campaign;
    const payload = { clickId, fbp, fbc, ...(ttp && { ttp }), ...(prev && { prev }) };
    const event: ClickIdentityEvent = newEvent({ type: 'click-identity', tenantId, campaignId, payload }, nowMs);
    await recorder.record({ key: clickId, event });
    return reply.send();
  }

  for (const path of ['/identify', '/i']) app.post(path, { bodyLimit: INGEST_LIMITS.keylessBodyMax }, identify);
}
