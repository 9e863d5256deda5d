// POST /notice, and its neutral alias /n: mc.js noticed something on a page that a person has to mend. A warning alone: it is in no figure,
// and on a site that is not the tenant's it decides nothing.
import { AppError } from '@tracker/infra/errors/app-error';
import type { Server } from '@tracker/infra/http/server';
import { newEvent } from '@tracker/infra/identity/new-event';
import { scriptNoticeId } from '@tracker/infra/identity/script-notice-id';
import { readScriptNotice } from '@tracker/schemas/capture/script-notice';
import type { ScriptNoticeEvent } from '@tracker/schemas/events/script-notice';
import type { FastifyReply } from 'fastify';
import { type MessageRequest, ownerOfMessage } from '../capture/click-message.ts';
import { createRecentIds } from '../capture/recent-ids.ts';
import type { UnknownCampaigns } from '../capture/unknown-campaigns.ts';
import type { IngestDeps } from '../deps.ts';
import { INGEST_LIMITS } from '../limits/limit-table.ts';
import type { Limits } from '../limits/limits.ts';

export function registerNotice(app: Server, deps: IngestDeps, unknown: UnknownCampaigns, limits: Limits): void {
  const { recorder, clock } = deps;
  /** A repeat is the same event in any case; this only spares the log. */
  const recent = createRecentIds();

  async function notice(request: MessageRequest, reply: FastifyReply): Promise<FastifyReply> {
    const asked = readScriptNotice(typeof request.body === 'string' ? request.body : '');
    if (!asked) throw new AppError('message-not-json');
    const owner = await ownerOfMessage(deps, { limits, unknown }, { route: 'notice', request, clickId: asked.clickId });
    reply.code(204);
    const { url, problem } = asked;
    if (!owner || url === '' || !problem) return reply.send();
    const { clickId, clickedAtMs, campaign } = owner;
    const { tenantId, campaignId } = campaign;
    const nowMs = clock.now();
    const payload = { clickId, problem, url };
    const id = scriptNoticeId(payload, { campaignId, nowMs, sinceClickMs: nowMs - clickedAtMs });
    if (recent.has(id)) return reply.send();
    const event: ScriptNoticeEvent = {
      ...newEvent({ type: 'script-notice', tenantId, campaignId, payload }, nowMs),
      id,
    };
    await recorder.record({ key: clickId, event });
    recent.add(id);
    return reply.send();
  }

  for (const path of ['/notice', '/n']) app.post(path, { bodyLimit: INGEST_LIMITS.keylessBodyMax }, notice);
}
