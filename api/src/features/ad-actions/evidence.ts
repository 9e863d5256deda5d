import { askFigures } from '@tracker/figures/ask-figures';
import { type Asker, tenantOf } from '@tracker/figures/asker';
import type { FigureDeps } from '@tracker/figures/plan';
import type { AdEvidence } from '@tracker/schemas/ad-platforms/ad-action';
import type { AdLevel } from '@tracker/schemas/ad-platforms/ad-object';
import type { FigureDimension } from '@tracker/schemas/figures/dimensions';
import { addDays, dayOf } from '@tracker/schemas/primitives/tenant-day';

const DIMENSIONS: Readonly<Record<Exclude<AdLevel, 'account'>, FigureDimension>> = {
  campaign: 'platformCampaign',
  adset: 'adset',
  ad: 'ad',
};
/** As many as people look at before they decide. */
const DAYS = 7;

/** What is known of an object when a person decides: spend, clicks of people, and conversions that a checkout or an import vouches for. */
export async function evidenceOf(
  deps: FigureDeps,
  asker: Asker,
  { level, id }: { readonly level: keyof typeof DIMENSIONS; readonly id: string },
): Promise<AdEvidence> {
  const to = dayOf(deps.clock.now(), tenantOf(asker).timeZone);
  const period = { from: addDays(to, 1 - DAYS), to };
  const { total } = await askFigures(deps, asker, {
    ...{ ...period, by: [], limit: 1 },
    metrics: ['spend', 'clicks', 'verifiedConversions', 'verifiedRevenue'],
    filters: [{ dim: DIMENSIONS[level], op: 'is', values: [id] }],
  });
  const { spend = null, clicks = null, verifiedConversions = null, verifiedRevenue = null } = total.values;
  return { ...period, spend, clicks, conversions: verifiedConversions, revenue: verifiedRevenue };
}
