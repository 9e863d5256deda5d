// Which campaigns of a platform are linked by themselves, and which only suggested (ADR 61, 84). Clicks are public: a stranger sends any number of
// them, but from few networks.
import type { WantedLink } from '@tracker/infra/ad-platforms/make-links';
import type { AdAccount, PlatformCampaign } from '@tracker/schemas/contracts/ad-platforms.contract';

export interface NamedBy {
  readonly campaignId: string;
  readonly clicks: number;
  /** From which they came: an IPv4 /24 or IPv6 /48 each. */
  readonly networks: number;
  /** On which they came (UTC). */
  readonly days: number;
}

/** What clicks must be from before they link by themselves. */
const NETWORKS_MIN = 3;
const DAYS_MIN = 2;
/** Of the networks that name a campaign of the platform, those that name the same campaign of the tenant. */
const AGREEMENT_MIN = 0.8;

export interface KnownLinks {
  /** By ad account: the tenant's campaign, or null for one each. */
  readonly rules: ReadonlyMap<string, string | null>;
  /** By the platform's campaign: the tenant's campaigns whose clicks carry its id, from the most networks first. */
  readonly clicks: ReadonlyMap<string, readonly NamedBy[]>;
  /** Campaigns of the platform that are linked, or that a person took out. */
  readonly settled: ReadonlySet<string>;
}

export interface Suggestion extends NamedBy {
  readonly campaign: PlatformCampaign;
}

export interface PlannedLinks {
  readonly links: readonly WantedLink[];
  readonly suggestions: readonly Suggestion[];
}

/**
 * A rule that names a campaign goes first: a person decided. Then clicks that are enough and agree; others are a suggestion. A campaign of
 * its own gets only what no click names: its clicks and its spend would be apart.
 */
export function planLinks(
  account: AdAccount,
  campaigns: readonly PlatformCampaign[],
  { rules, clicks, settled }: KnownLinks,
): PlannedLinks {
  const rule = rules.get(account.id);
  const links: WantedLink[] = [];
  const suggestions: Suggestion[] = [];
  for (const campaign of campaigns) {
    if (settled.has(campaign.id)) continue;
    const named = clicks.get(campaign.id) ?? [];
    const agreed = agreedOn(named);
    if (typeof rule === 'string') links.push({ campaign, account, campaignId: rule, origin: 'account' });
    else if (agreed !== undefined) links.push({ campaign, account, campaignId: agreed, origin: 'clicks' });
    else if (named.length > 0) suggestions.push(...named.map((one) => ({ campaign, ...one })));
    else if (rule === null) links.push({ campaign, account, campaignId: null, origin: 'account' });
  }
  return { links, suggestions };
}

/** The campaign of the tenant that the clicks mean, if they are enough. */
function agreedOn(named: readonly NamedBy[]): string | undefined {
  const [first] = named;
  if (!first || first.networks < NETWORKS_MIN || first.days < DAYS_MIN) return undefined;
  const all = named.reduce((sum, { networks }) => sum + networks, 0);
  return first.networks >= AGREEMENT_MIN * all ? first.campaignId : undefined;
}
