import { PLATFORMS, type Platform } from '../../ad-links/platforms.ts';

/** The state in the URL: the tab, the settings of the generator and the platform of the links. Defaults are left out. */

export const MODELS = ['lastpaid', 'firstclick', 'lastclick', 'firstpaid'] as const;
export type Model = (typeof MODELS)[number];

/** Specification §2.9. */
export const DEFAULT_MODEL: Model = 'lastpaid';
export const DEFAULT_COOKIE_DAYS = '90';
/** In the place of a campaign's id: the script names none. */
export const NO_CAMPAIGN = '-';

const TABS = ['reference', 'side-by-side'] as const;
export type IntegrationTab = (typeof TABS)[number];
/** Undefined: what has to be installed. */
export const tabOf = (text: unknown): IntegrationTab | undefined => TABS.find((one) => one === text);

export interface IntegrationSearch {
  tab?: IntegrationTab | undefined;
  model?: Model | undefined;
  /** As typed, so that a mistake stays where it was made. */
  days?: string | undefined;
  domain?: string | undefined;
  /** The default campaign; absent for the tenant's oldest active one. */
  campaign?: string | undefined;
  once?: true | undefined;
  /** Routes behind '#' are pages of their own. */
  hash?: true | undefined;
  platform?: Platform | undefined;
  /** Whose links are shown; absent for the generator's campaign. */
  links?: string | undefined;
}

export function parseIntegrationSearch(search: Record<string, unknown>): IntegrationSearch {
  const text = (name: string) => {
    const value = search[name];
    return typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, 253) : undefined;
  };
  const model = MODELS.find((one) => one === search.model);
  const tab = tabOf(search.tab);
  const platform = PLATFORMS.find((one) => one === search.platform);
  const [days, domain, campaign, links] = [text('days'), text('domain'), text('campaign'), text('links')];
  return {
    ...(tab && { tab }),
    ...(model && model !== DEFAULT_MODEL && { model }),
    ...(days !== undefined && days !== DEFAULT_COOKIE_DAYS && { days }),
    ...(domain && { domain }),
    ...(campaign && { campaign }),
    ...(search.once === true && { once: true as const }),
    ...(search.hash === true && { hash: true as const }),
    ...(platform && platform !== PLATFORMS[0] && { platform }),
    ...(links && { links }),
  };
}
