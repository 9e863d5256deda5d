// GET /track/{campaignId}, and its neutral alias /t/{campaignId}: one click.
import { AppError } from '@tracker/infra/errors/app-error';
import { isOurSide } from '@tracker/infra/http/sender';
import type { Server } from '@tracker/infra/http/server';
import { counterDigits } from '@tracker/infra/identity/click-id';
import { firstValue, hasRawMacro, type RawQuery, readReferrer, readTags } from '@tracker/schemas/capture/track';
import { CampaignId } from '@tracker/schemas/primitives/ids';
import { NO_DESTINATION_TEXTS } from '@tracker/schemas/texts/no-destination';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { clickEvent } from '../capture/click-event.ts';
import { counterOf, gatewayRequest } from '../capture/gateway-request.ts';
import { landingUrlFor } from '../capture/landing-url.ts';
import { previousClick } from '../capture/previous-click.ts';
import { campaignsOfTag } from '../capture/tag-campaigns.ts';
import type { UnknownCampaigns } from '../capture/unknown-campaigns.ts';
import { isPrefetch, refererHeader, requestFacts } from '../capture/visitor.ts';
import type { IngestDeps } from '../deps.ts';
import type { Limits } from '../limits/limits.ts';

// What a person sees who follows the link of a campaign without a landing URL: a sentence instead of the JSON for scripts. Fixed text, so
// that no request can write into a page of our origin.

const { title, toVisitor, toOwner } = NO_DESTINATION_TEXTS;

const NO_DESTINATION_PAGE =
  `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
  `<meta name="robots" content="noindex"><meta name="color-scheme" content="light dark"><title>${title}</title>` +
  '<style>body{max-width:32rem;margin:20vh auto 0;padding:0 1.5rem;font:1rem/1.5 system-ui,sans-serif}h1{font-size:1.25rem}</style>' +
  `</head><body><main><h1>${title}</h1><p>${toVisitor}</p><p><small>${toOwner}</small></p></main></body></html>`;

/** Nothing is loaded, and no page shows it in a frame. */
const NO_DESTINATION_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

interface TrackRoute {
  Params: { campaignId: string };
  Querystring: RawQuery;
}

export function registerTrack(app: Server, deps: IngestDeps, unknown: UnknownCampaigns, limits: Limits): void {
  const { recorder, campaigns, clickIds, clock, addresses } = deps;

  async function track(request: FastifyRequest<TrackRoute>, reply: FastifyReply): Promise<FastifyReply> {
    const { query } = request;
    const campaignId = CampaignId.safeParse(request.params.campaignId);
    const campaign = campaignId.success ? await campaignsOfTag(campaigns, query).find(campaignId.data) : undefined;
    if (!campaign) {
      unknown.count('track');
      throw new AppError('unknown-campaign');
    }
    reply.header('cache-control', 'no-store');
    // A link checker only tests the link; it is no click.
    if (request.method === 'HEAD') return reply.code(200).send();

    limits.takeTenant('click', request, campaign.tenantId);

    const wantsJson = firstValue(query, 'format') === 'json';
    const tags = readTags(query);
    // A script passes the page's referrer on, and its own Referer is our customer's page. A link that is followed has no script.
    const referrer = readReferrer(query) || (wantsJson ? '' : refererHeader(request));
    const receivedAtMs = clock.now();
    const attempt = gatewayRequest(request, receivedAtMs);
    const wanted = attempt && { ms: attempt.arrivedMs, counter: counterOf(attempt) };
    const clickId = clickIds.mint(campaign.campaignId, wanted);
    const facts = requestFacts(request, { referrer, atMs: receivedAtMs, addresses });
    const event = clickEvent({
      campaign,
      clickId,
      tags: isOurSide(request) ? tags : limits.tagValues.admit(campaign.tenantId, tags, facts.ipAddress, receivedAtMs),
      request: facts,
      isPrefetch: isPrefetch(request),
      hasRawMacro: hasRawMacro(query, tags),
      // In a link that is followed, the author of the link wrote it.
      prev: wantsJson ? previousClick(firstValue(query, 'prev'), clickId.id, receivedAtMs) : undefined,
      retryOf: attempt?.isRetry ? counterDigits(counterOf(attempt)) : undefined,
      receivedAtMs,
    });
    await recorder.record({ key: clickId.id, event });

    const destination =
      wantsJson || campaign.destinationUrl === null
        ? undefined
        : landingUrlFor(campaign.destinationUrl, clickId.id, tags);
    if (destination !== undefined) return reply.redirect(destination, 302);
    if (!wantsJson && acceptsPage(request)) {
      return reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', NO_DESTINATION_POLICY)
        .send(NO_DESTINATION_PAGE);
    }
    // A click id needs no escaping.
    return reply.type('application/json; charset=utf-8').send(`{"clickid":"${clickId.id}"}`);
  }

  for (const path of ['/track/:campaignId', '/t/:campaignId']) app.get<TrackRoute>(path, track);
}

/** A person's browser asks for a page by its name; scripts and programs take anything. */
const acceptsPage = ({ headers }: FastifyRequest): boolean => /\btext\/html\b/i.test(headers.accept ?? '');
