import type { Graph } from '@tracker/infra/facebook/graph';
import type { TimeZone } from '@tracker/schemas/primitives/time';
import type { Link } from './links.ts';
import { inDaysOf, type LinkSpend, toCells } from './spend-cells.ts';
import { accountWindow, coveringWindow, type Window } from './sync-window.ts';

export interface FetchOptions {
  readonly graph: Graph;
  readonly token: string;
  readonly companyZone: TimeZone;
  readonly window: Window;
  readonly signal: AbortSignal;
}

/** The spend of links of one ad account and one day basis, by the provider's campaign id. Throws `GraphError`. */
export async function fetchSpend(links: readonly Link[], options: FetchOptions): Promise<Map<string, LinkSpend>> {
  const [first] = links;
  if (!first) return new Map();
  const { campaigns, ads, window } = await (first.dayBasis === 'company' ? byHour : byDay)(first, links, options);
  const campaignRows = Map.groupBy(campaigns, ({ campaignId }) => campaignId);
  const adRows = Map.groupBy(ads, ({ campaignId }) => campaignId);
  return new Map(
    links.map(({ facebookCampaignId: id }) => [id, toCells(window, campaignRows.get(id) ?? [], adRows.get(id) ?? [])]),
  );
}

async function byDay({ adAccountId, timeZone }: Link, links: readonly Link[], options: FetchOptions) {
  const { graph, token, signal } = options;
  const window = accountWindow(options.window, timeZone);
  const query = { adAccountId, campaignIds: links.map((link) => link.facebookCampaignId), ...window };
  const campaigns = await graph.dailyInsights(token, { ...query, level: 'campaign' }, signal);
  const ads = await graph.dailyInsights(token, { ...query, level: 'ad' }, signal);
  return { campaigns, ads, window };
}

async function byHour({ adAccountId, timeZone }: Link, links: readonly Link[], options: FetchOptions) {
  const { graph, token, companyZone, signal } = options;
  const covering = coveringWindow(options.window, companyZone, timeZone);
  const query = { adAccountId, campaignIds: links.map((link) => link.facebookCampaignId), ...covering };
  const campaigns = await graph.hourlyInsights(token, { ...query, level: 'campaign' }, signal);
  const ads = await graph.hourlyInsights(token, { ...query, level: 'ad' }, signal);
  return {
    campaigns: inDaysOf(campaigns, timeZone, companyZone),
    ads: inDaysOf(ads, timeZone, companyZone),
    window: options.window,
  };
}
