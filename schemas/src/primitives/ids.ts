import { z } from 'zod';
import { CAMPAIGN_ID } from './click-id-layout.ts';

/**
 * Branded ids, so that the compiler refuses a campaign id in place of a tenant id. All are opaque texts except the click id,
 * whose parts have a meaning (see `click-id.ts`).
 */
const opaqueId = (prefix: string) => z.string().regex(new RegExp(`^${prefix}_[0-9a-zA-Z]{8,64}$`));

export const TenantId = opaqueId('tn').brand('TenantId');
export type TenantId = z.infer<typeof TenantId>;

export const UserId = opaqueId('us').brand('UserId');
export type UserId = z.infer<typeof UserId>;

export const InviteId = opaqueId('iv').brand('InviteId');
export type InviteId = z.infer<typeof InviteId>;

export const ConversionId = opaqueId('cv').brand('ConversionId');
export type ConversionId = z.infer<typeof ConversionId>;

export const LeadId = opaqueId('ld').brand('LeadId');
export type LeadId = z.infer<typeof LeadId>;

/** Page views: a UUIDv7, whose first 48 bits are the time of receipt. */
export const ViewId = z.uuid().brand('ViewId');
export type ViewId = z.infer<typeof ViewId>;

/** Globally unique, because the public tracking URL carries no tenant. */
export const CampaignId = z
  .string()
  .regex(new RegExp(`^${CAMPAIGN_ID}$`), 'Use de 2 a 40 letras minúsculas, números, hífens ou sublinhados.')
  .brand('CampaignId');
export type CampaignId = z.infer<typeof CampaignId>;

/** Of the two ids of a campaign: `campaignId`, or its `id`, which the API changes into it. */
export const EitherCampaignId = z
  .string()
  .regex(new RegExp(`^(?:${CAMPAIGN_ID}|cp_\\w{1,60})$`), 'Informe o ID de uma campanha.');

/** The part of a tenant's URL; the same rule on the form and on the server. */
export const TenantSlug = z.string().regex(/^[a-z0-9-]{2,63}$/, 'Use de 2 a 63 letras minúsculas, números ou hífens.');
