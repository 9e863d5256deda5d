// Which campaigns of a platform are linked by themselves, and which only suggested (ADR 61).
import type { WantedLink } from '@tracker/infra/ad-platforms/make-links';
import type { AdAccount, PlatformCampaign } from '@tracker/schemas/contracts/ad-platforms.contract';

export interface NamedBy {
  readonly campaignId: string;
  readonly clicks: number;
}

export interface KnownLinks {
  /** By ad account: the tenant's campaign, or null for one each. */
  readonly rules: ReadonlyMap<string, string | null>;
  /** By the platform's campaign: the tenant's campaigns whose clicks carry its id. */
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
 * A rule that names a campaign goes first: a person decided. Then clicks of exactly one campaign. Several are a suggestion. A campaign of
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
    const [first, ...others] = clicks.get(campaign.id) ?? [];
    if (typeof rule === 'string') links.push({ campaign, account, campaignId: rule, origin: 'account' });
    else if (first && others.length === 0)
      links.push({ campaign, account, campaignId: first.campaignId, origin: 'clicks' });
    else if (first) for (const one of [first, ...others]) suggestions.push({ campaign, ...one });
    else if (rule === null) links.push({ campaign, account, campaignId: null, origin: 'account' });
  }
  return { links, suggestions };
}
