// POST /checkout, and its neutral alias /k: the visitor of a click used a link or form that leads to a checkout.
import { AppError } from '@tracker/infra/errors/app-error';
import type { Server } from '@tracker/infra/http/server';
import { newEvent } from '@tracker/infra/identity/new-event';
import { openedCheckoutId } from '@tracker/infra/identity/opened-checkout-id';
import { readOpenedCheckout } from '@tracker/schemas/capture/opened-checkout';
import type { OpenedCheckoutEvent } from '@tracker/schemas/events/opened-checkout';
import type { FastifyReply } from 'fastify';
import { type MessageRequest, ownerOfMessage } from '../capture/click-message.ts';
import { createRecentIds } from '../capture/recent-ids.ts';
import type { UnknownCampaigns } from '../capture/unknown-campaigns.ts';
import type { IngestDeps } from '../deps.ts';
import { INGEST_LIMITS } from '../limits/limit-table.ts';
import type { Limits } from '../limits/limits.ts';

export function registerCheckout(app: Server, deps: IngestDeps, unknown: UnknownCampaigns, limits: Limits): void {
  const { recorder, clock } = deps;
  /** A repeat is the same event in any case; this only spares the log. */
  const recent = createRecentIds();

  async function checkout(request: MessageRequest, reply: FastifyReply): Promise<FastifyReply> {
    const asked = readOpenedCheckout(typeof request.body === 'string' ? request.body : '');
    if (!asked) throw new AppError('message-not-json');
    const owner = await ownerOfMessage(
      deps,
      { limits, unknown },
      { route: 'checkout', request, clickId: asked.clickId },
    );
    reply.code(204);
    const { url } = asked;
    if (!owner || url === '') return reply.send();
    const { clickId, clickedAtMs, campaign } = owner;
    const nowMs = clock.now();
    const id = openedCheckoutId(clickId, url, nowMs - clickedAtMs);
    if (recent.has(id)) return reply.send();
    const { tenantId, campaignId } = campaign;
    const payload = { clickId, url };
    const event: OpenedCheckoutEvent = {
      ...newEvent({ type: 'checkout', tenantId, campaignId, payload }, nowMs),
      id,
    };
    await recorder.record({ key: clickId, event });
    recent.add(id);
    return reply.send();
  }

  for (const path of ['/checkout', '/k']) app.post(path, { bodyLimit: INGEST_LIMITS.keylessBodyMax }, checkout);
}
