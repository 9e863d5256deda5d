// The script is configured by the parameters of its own URL (specification §7.6), which the server also writes into what it serves, so that a copy
// at another address works. Each parameter is taken only in the form it must have.
import { CAMPAIGN_ID } from '@tracker/schemas/primitives/click-id-layout';
import type { Model } from './attribution.ts';

export interface Config {
  /** Where the endpoints are: the folder of the script, with its '/' at the end. */
  readonly base: string;
  /** Where they are by what the server wrote into the script. */
  readonly served: string;
  /** The script is a copy at another address, which gets no corrections. */
  readonly isCopy: boolean;
  readonly model: Model;
  /** '' for the page's own host. */
  readonly cookieDomain: string;
  readonly cookieDays: number;
  /** '' for none. */
  readonly campaignId: string;
  /** One view a session instead of one a page. */
  readonly viewOnce: boolean;
  /** The routes of the app are behind '#'. */
  readonly hashViews: boolean;
}

/** The parameters of the tag, each in its form. */
export const TAG_PARAMETERS = {
  attribution: /^(firstclick|lastclick|firstpaid|lastpaid)$/,
  cookiedomain: /^[a-z0-9.-]+$/i,
  cookieduration: /^\d{1,4}$/,
  defaultcampaignid: new RegExp(`^${CAMPAIGN_ID}$`),
  regviewonce: /^(true|1)$/,
  hashviews: /^(true|1)$/,
};

/** With parameters: a plugin's copy has others, or none. */
const TAG = /\/mc\.js\?.*(attribution|cookied|campaignid|view)/;

/**
 * The tag as its page wrote it goes before what was served: it may lead through the page's own server. A tag manager may take its tag away again,
 * and a plugin may have made a copy: then there is only what was served.
 */
export function readConfig(servedUrl: string): Config {
  const { currentScript, scripts } = document;
  const sources = [currentScript, ...[...scripts].reverse()].map((script) =>
    script ? (script as HTMLScriptElement).src : '',
  );
  const found = sources.find((source) => TAG.test(source));
  const url = new URL(found || servedUrl);
  const served = new URL('.', servedUrl).href;
  const parameter = (name: keyof typeof TAG_PARAMETERS) => {
    const value = (url.searchParams.get(name) || '').trim();
    return TAG_PARAMETERS[name].test(value) ? value : '';
  };
  return {
    base: new URL('.', url).href,
    served,
    isCopy: !found && !!currentScript && !sources[0]!.includes(served),
    model: (parameter('attribution') || 'lastpaid') as Model,
    cookieDomain: parameter('cookiedomain'),
    // No browser keeps a cookie longer than 400 days.
    cookieDays: Math.min(+parameter('cookieduration') || 90, 400),
    campaignId: parameter('defaultcampaignid'),
    viewOnce: !!parameter('regviewonce'),
    hashViews: !!parameter('hashviews'),
  };
}
