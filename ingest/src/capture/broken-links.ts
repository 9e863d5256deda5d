// A person followed a link of an ad that leads nowhere. Where the link names a campaign, its owner finds it on the health card: no other person
// sees such a visitor.
import type { CampaignEntry } from '@tracker/infra/caches/campaign-cache';
import { newEvent } from '@tracker/infra/identity/new-event';
import { decodeText, readQuery } from '@tracker/schemas/capture/link-text';
import { firstValue } from '@tracker/schemas/capture/track';
import type { ScriptNoticeEvent } from '@tracker/schemas/events/script-notice';
import { CampaignId } from '@tracker/schemas/primitives/ids';
import type { FastifyRequest } from 'fastify';
import type { IngestDeps } from '../deps.ts';
import type { Limits } from '../limits/limits.ts';
import { acceptsPage } from './person-page.ts';
import { createRecentIds } from './recent-ids.ts';
import { trackingLink } from './tracking-link.ts';
import type { UnknownCampaigns } from './unknown-campaigns.ts';
import { isPrefetch } from './visitor.ts';

export interface BrokenLinks {
  /** Resolves in any case: the person gets the page. */
  note(request: FastifyRequest): Promise<void>;
}

/** Behind which names people put a campaign that belongs into the path. Values of others, as `utm_source`, may be the id of a stranger's campaign. */
const NAMES = ['campaignid', 'campaign_id', 'campaign', 'defaultcampaignid', 'id'];
/** Each may cost a look-up. */
const NAMED_MAX = 6;
const PATH_MAX = 120;

export function createBrokenLinks(
  { recorder, campaigns, clock }: Pick<IngestDeps, 'recorder' | 'campaigns' | 'clock'>,
  unknown: UnknownCampaigns,
  limits: Limits,
): BrokenLinks {
  /** Of visitors who load the page again. */
  const recent = createRecentIds();

  async function campaignOf(url: string): Promise<CampaignEntry | undefined> {
    for (const id of campaignsIn(url)) {
      const campaign = await campaigns.find(id);
      if (campaign) return campaign;
    }
    return undefined;
  }

  async function record(request: FastifyRequest): Promise<void> {
    const url = request.raw.url ?? '';
    limits.takeNetwork('notice', request);
    const campaign = await campaignOf(url);
    if (!campaign) return;
    const { tenantId, campaignId } = campaign;
    const path = (url.split('?', 1)[0] ?? '').slice(0, PATH_MAX);
    const visit = `${campaignId} ${request.ip} ${path}`;
    if (recent.has(visit)) return;
    limits.takeTenant('notice', request, tenantId);
    const payload = { problem: 'broken-link' as const, url: path };
    const event: ScriptNoticeEvent = newEvent({ type: 'script-notice', tenantId, campaignId, payload }, clock.now());
    await recorder.record({ key: campaignId, event });
    recent.add(visit);
  }

  return {
    async note(request) {
      unknown.count('broken-link');
      if (!acceptsPage(request) || isPrefetch(request)) return;
      // A warning alone: beyond a limit, or while no store is there, it is left out.
      await record(request).catch(() => undefined);
    },
  };
}

/** What may be a campaign in a link that is broken: the parts of its path below the endpoint, and the values that are named like one. */
function campaignsIn(url: string): string[] {
  const { query } = trackingLink(url);
  const [path = ''] = decodeText(url).split('?', 1);
  const values = readQuery(query);
  const texts = [...path.split(/[/&;,\s]+/).slice(2), ...NAMES.map((name) => firstValue(values, name))];
  const ids = texts.flatMap((text) => CampaignId.safeParse(text.toLowerCase()).data ?? []);
  return [...new Set(ids)].slice(0, NAMED_MAX);
}
