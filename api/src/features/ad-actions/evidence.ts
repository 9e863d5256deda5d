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

/** What is known of an object when a person decides, since tracking began: spend, clicks of people, and conversions that a checkout or an import vouches for. */
export async function evidenceOf(
  deps: FigureDeps,
  asker: Asker,
  { level, id }: { readonly level: keyof typeof DIMENSIONS; readonly id: string },
): Promise<AdEvidence> {
  const to = dayOf(deps.clock.now(), tenantOf(asker).timeZone);
  const period = { from: addDays(to, 1 - DAYS), to };
  const { total, trackedSince } = await askFigures(deps, asker, {
    ...{ ...period, by: [], limit: 1 },
    metrics: ['trackedSpend', 'clicks', 'verifiedConversions', 'verifiedRevenue'],
    filters: [{ dim: DIMENSIONS[level], op: 'is', values: [id] }],
  });
  const {
    trackedSpend: spend = null,
    clicks = null,
    verifiedConversions = null,
    verifiedRevenue = null,
  } = total.values;
  // Spend of before tracking began proves nothing.
  const from = trackedSince && trackedSince > period.from ? trackedSince : period.from;
  return { from, to, spend, clicks, conversions: verifiedConversions, revenue: verifiedRevenue };
}
