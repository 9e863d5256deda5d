// GET /track/{campaignId}, and its neutral alias /t/{campaignId}: one click.
import { AppError } from '@tracker/infra/errors/app-error';
import { isOurSide } from '@tracker/infra/http/sender';
import type { Server } from '@tracker/infra/http/server';
import { counterDigits } from '@tracker/infra/identity/click-id';
import { readQuery } from '@tracker/schemas/capture/link-text';
import {
  firstValue,
  hasRawMacro,
  keptQuery,
  type RawQuery,
  readClick,
  readReferrer,
  tagsSayAll,
} from '@tracker/schemas/capture/track';
import { Consent } from '@tracker/schemas/events/click';
import { CampaignId } from '@tracker/schemas/primitives/ids';
import { BROKEN_LINK_TEXTS, NO_DESTINATION_TEXTS } from '@tracker/schemas/texts/no-destination';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BrokenLinks } from '../capture/broken-links.ts';
import { clickEvent } from '../capture/click-event.ts';
import { counterOf, gatewayRequest } from '../capture/gateway-request.ts';
import { landingUrlFor } from '../capture/landing-url.ts';
import { acceptsPage, personPage, sendPage } from '../capture/person-page.ts';
import { previousClick } from '../capture/previous-click.ts';
import { campaignsOfTag } from '../capture/tag-campaigns.ts';
import { isPlain, trackingLink } from '../capture/tracking-link.ts';
import { hasPrivacySignal, isPrefetch, refererHeader, requestFacts } from '../capture/visitor.ts';
import type { IngestDeps } from '../deps.ts';
import type { Limits } from '../limits/limits.ts';

const NO_DESTINATION_PAGE = personPage(NO_DESTINATION_TEXTS);
const BROKEN_LINK_PAGE = personPage(BROKEN_LINK_TEXTS);

interface TrackRoute {
  Querystring: RawQuery;
}

export function registerTrack(app: Server, deps: IngestDeps, brokenLinks: BrokenLinks, limits: Limits): void {
  const { recorder, campaigns, clickIds, clock, addresses } = deps;

  async function track(request: FastifyRequest<TrackRoute>, reply: FastifyReply): Promise<FastifyReply> {
    const link = trackingLink(request.raw.url ?? '');
    const isPlainLink = isPlain(link);
    const query = isPlainLink ? request.query : readQuery(link.query);
    const wantsJson = firstValue(query, 'format') === 'json';
    const campaignId = CampaignId.safeParse(link.campaignId);
    const campaign = campaignId.success ? await campaignsOfTag(campaigns, query).find(campaignId.data) : undefined;
    reply.header('cache-control', 'no-store');
    if (!campaign) {
      await brokenLinks.note(request);
      if (!wantsJson && acceptsPage(request)) return sendPage(reply.code(404), BROKEN_LINK_PAGE);
      throw new AppError('unknown-campaign');
    }
    // A link checker only tests the link; it is no click.
    if (request.method === 'HEAD') return reply.code(200).send();

    limits.takeTenant('click', request, campaign.tenantId);

    // A script passes the page's referrer on, and its own Referer is our customer's page. A link that is followed has no script.
    const referrer = readReferrer(query) || (wantsJson ? '' : refererHeader(request));
    const receivedAtMs = clock.now();
    const attempt = gatewayRequest(request, receivedAtMs);
    const wanted = attempt && { ms: attempt.arrivedMs, counter: counterOf(attempt) };
    const consent = wantsJson ? firstValue(query, 'consent') : '';
    const clickId = clickIds.mint(campaign.campaignId, wanted);
    const tags = readClick(query, clickId.ms);
    const facts = requestFacts(request, { referrer, atMs: receivedAtMs, addresses });
    const counted = isOurSide(request)
      ? tags
      : limits.tagValues.admit(campaign.tenantId, tags, facts.ipAddress, receivedAtMs);
    const event = clickEvent({
      campaign,
      clickId,
      tags: counted,
      query:
        counted !== tags || (isPlainLink && tagsSayAll(link.query, query, tags)) ? undefined : keptQuery(link.query),
      request: facts,
      isPrefetch: isPrefetch(request),
      hasRawMacro: hasRawMacro(query, tags),
      gpc: hasPrivacySignal(request),
      // In a link that is followed, the author of the link wrote these.
      consent: consent === '' ? undefined : Consent.safeParse(consent).data,
      prev: wantsJson ? previousClick(firstValue(query, 'prev'), clickId.id, receivedAtMs) : undefined,
      retryOf: attempt?.isRetry ? counterDigits(counterOf(attempt)) : undefined,
      receivedAtMs,
    });
    const destination =
      wantsJson || campaign.destinationUrl === null
        ? undefined
        : landingUrlFor(campaign.destinationUrl, clickId.id, tags, query);
    const refusal = limits.refusalOfKeyless(request, campaign.tenantId);
    // The visitor of an ad is led on in any case.
    if (refusal && destination === undefined) throw refusal;
    if (!refusal) await recorder.record({ key: clickId.id, event });
    if (destination !== undefined) return reply.redirect(destination, 302);
    if (!wantsJson && acceptsPage(request)) return sendPage(reply, NO_DESTINATION_PAGE);
    // A click id needs no escaping.
    return reply.type('application/json; charset=utf-8').send(`{"clickid":"${clickId.id}"}`);
  }

  for (const path of ['/track/:campaignId', '/t/:campaignId', '/track/*', '/t/*']) app.get<TrackRoute>(path, track);
}
