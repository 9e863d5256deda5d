import { z } from 'zod';
import { CampaignId } from '../primitives/ids.ts';
import { MoneySum } from '../primitives/money.ts';
import { Instant } from '../primitives/time.ts';
import { DayRangeQuery, Figure } from './common.ts';
import { defineContract } from './define-contract.ts';
import { TargetChange, Targets } from './targets.ts';
import { withSeen } from './with-seen.ts';

/** The landing URL; macros such as `{clickid}` are allowed in path and query, never in scheme or host. */
export const DestinationUrl = z
  .string()
  .trim()
  .max(2048, 'O endereço pode ter até 2048 caracteres.')
  .refine(isDestination, 'Informe um endereço http ou https completo.');

export const CampaignStatus = z.enum(['active', 'paused']);

const CampaignName = z
  .string()
  .trim()
  .min(1, 'Informe o nome da campanha.')
  .max(120, 'O nome pode ter até 120 caracteres.');

export const Campaign = z.object({
  id: z.string(),
  campaignId: CampaignId,
  name: z.string(),
  status: CampaignStatus,
  destinationUrl: z.string().nullable(),
  /** A lead counts as a conversion of type lead, of value 0. */
  leadsAreConversions: z.boolean(),
  /** Null: that of the tenant. */
  ...Targets,
  trackingUrl: z.string(),
  createdAt: Instant,
  /** Spend of the range, in BRL. */
  totalSpend: MoneySum,
  clicks: Figure,
  pageViews: Figure,
  conversions: Figure,
  revenue: Figure,
  /** Null, and with it all that follows from it, where no run has read a day of it; `totalSpend` is what is known. */
  spend: Figure.nullable(),
  /** Of the days since tracking began: ratios are of these, and of their sums those of several campaigns. Spend is null where that of the range is. */
  ofTrackedDays: z.object({ conversions: Figure, revenue: Figure, spend: Figure.nullable() }),
  roas: Figure.nullable(),
  cpa: Figure.nullable(),
  roi: Figure.nullable(),
  /** After taxes, fees, product costs and the campaign's own expenses; null where spend is unknown. The ratios as in `NetFigures`. */
  netProfit: Figure.nullable(),
  netRoas: Figure.nullable(),
  netRoi: Figure.nullable(),
  conversionRate: Figure,
});
export type Campaign = z.infer<typeof Campaign>;

/** Ids are global, and the list has no pages. */
export const CAMPAIGNS_MAX = 1_000;

export const NewCampaign = z.object({
  name: CampaignName,
  campaignId: CampaignId.optional(),
  destinationUrl: DestinationUrl.nullable().optional(),
  leadsAreConversions: z.boolean().optional(),
});
export const CampaignChange = withSeen(
  z.object({
    name: CampaignName.optional(),
    status: CampaignStatus.optional(),
    destinationUrl: DestinationUrl.nullable().optional(),
    leadsAreConversions: z.boolean().optional(),
    ...TargetChange,
  }),
);

export const listCampaigns = defineContract('campaigns.list', 'GET /api/campaigns', 'viewer', {
  summary: 'The company’s campaigns, newest first, with the figures of the range (default: the last 30 days).',
  query: DayRangeQuery,
  response: z.array(Campaign),
  figures: true,
  keptOffline: true,
});

export const createCampaign = defineContract('campaigns.create', 'POST /api/campaigns', 'editor', {
  creates: true,
  summary: 'Creates a campaign; its id is generated when none is given.',
  body: NewCampaign,
  status: 201,
  response: Campaign,
});

export const editCampaign = defineContract('campaigns.edit', 'PATCH /api/campaigns/:campaignId', 'editor', {
  summary:
    'Changes a campaign’s name, status, destination, target CPA or ROAS, and whether its leads are conversions. A paused campaign still records clicks.',
  params: z.object({ campaignId: z.string().max(64) }),
  body: CampaignChange,
  response: Campaign,
});

function isDestination(text: string): boolean {
  const origin = /^(https?:\/\/[^/?#]+)/i.exec(text)?.[1];
  return origin !== undefined && !/[{}\s\\]/.test(origin) && URL.canParse(text);
}
