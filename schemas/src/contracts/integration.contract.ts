import { z } from 'zod';
import { LINK_TEMPLATES } from '../capture/read-link.ts';
import { CampaignId } from '../primitives/ids.ts';
import { Instant } from '../primitives/time.ts';
import { defineContract } from './define-contract.ts';

/** Data for the installation of the script, and whether it works. */

export const readIntegration = defineContract('integration.read', 'GET /api/integration', 'editor', {
  summary:
    'What all public addresses of the company begin with, and its sites: those that people confirmed, and those of its campaigns.',
  response: z.object({
    /** Without a trailing slash. It is the server's setting: the address in the browser may be that of an internal network. */
    publicUrl: z.string(),
    /** Hosts without 'www.'; what is below one of them is the tenant's, too. */
    sites: z.object({ confirmed: z.array(z.string()), ofCampaigns: z.array(z.string()) }),
  }),
});

/** How far back a view still says that the script is in place. */
export const SCRIPT_SEEN_DAYS = 30;

const SeenPage = z.object({ at: Instant, host: z.string(), page: z.string() });

export const ScriptStatus = z.object({
  /** Null when no page of the tenant's sites reported itself in the last 30 days. */
  lastViewAt: Instant.nullable(),
  /** Of that view, as `example.com/page`: without its query, which holds what an ad reported of its visitor. */
  lastViewPage: z.string().nullable(),
  host: z.string().nullable(),
  lastClickAt: Instant.nullable(),
  /** The latest view on a site that is not known as the tenant's: anyone can send one. */
  unknown: SeenPage.nullable(),
});
export type ScriptStatus = z.infer<typeof ScriptStatus>;

export const readScriptStatus = defineContract(
  'integration.script-status',
  'GET /api/integration/script-status',
  'editor',
  {
    summary:
      'The latest page view on the company’s own sites and the latest click, of the company or of one campaign, in the last 30 days; and the latest view on any other site.',
    query: z.object({ campaignId: z.string().max(64).optional() }),
    response: ScriptStatus,
  },
);

export const SITES_MAX = 50;

const SiteHost = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^(?=.{1,253}$)(?:localhost|[a-z0-9-]+(?:\.[a-z0-9-]+)+)$/, 'Informe só o domínio, como loja.com.br.');

export const confirmSite = defineContract('integration.confirm-site', 'POST /api/integration/sites', 'editor', {
  summary: `Says that a host is the company’s: its pages tick the first steps. At most ${SITES_MAX}; those of campaigns’ destinations need not be named.`,
  body: z.object({ host: SiteHost }),
});

export const removeSite = defineContract('integration.remove-site', 'DELETE /api/integration/sites/:host', 'editor', {
  summary: 'Takes back that a host is the company’s. 404 for one that nobody confirmed.',
  params: z.object({ host: SiteHost }),
});

const Read = z.string().nullable();
const ReadObject = z.object({ id: Read, name: Read }).nullable();

/** What a click of the link says of its ad; a macro, as '{{ad.id}}', where the platform fills it in. */
export const ReadLink = z.object({
  reads: z.object({
    /** Of the tracker; null when the link names none: its clicks count for that of the script's tag. */
    cmpid: Read,
    /** Of the ad platform, as what follows. */
    campaign: ReadObject,
    adset: ReadObject,
    ad: ReadObject,
    placement: Read,
    source: Read,
    channel: Read,
  }),
  template: z.enum(LINK_TEMPLATES),
  /** The tracker's campaign of `cmpid`; null when the tenant has none of that name. */
  trackedCampaign: z.object({ campaignId: CampaignId, name: z.string() }).nullable(),
  missing: z.array(z.enum(['campaign', 'adset', 'ad', 'placement', 'source', 'channel'])),
});
export type ReadLink = z.infer<typeof ReadLink>;

export const LINK_LENGTH_MAX = 4096;

export const readLink = defineContract('integration.read-link', 'POST /api/integration/read-link', 'viewer', {
  keyScope: 'read',
  summary:
    'What a click of an ad’s link would be counted under: the address of an ad, or its parameters alone. Nothing is stored.',
  body: z.object({ url: z.string().trim().min(1, 'Cole o link de um anúncio.').max(LINK_LENGTH_MAX) }),
  response: ReadLink,
});
