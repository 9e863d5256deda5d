// The script is configured by the parameters of its own URL (specification §7.6). Each is taken only in the form it must have.
import { CAMPAIGN_ID } from '@tracker/schemas/primitives/click-id-layout';
import type { Model } from './attribution.ts';

export interface Config {
  /** Where the endpoints are: the folder of the script, with its '/' at the end. '' when the script cannot find itself. */
  readonly base: string;
  readonly model: Model;
  /** '' for the page's own host. */
  readonly cookieDomain: string;
  readonly cookieDays: number;
  /** '' for none. */
  readonly campaignId: string;
  /** One view a session instead of one a page. */
  readonly viewOnce: boolean;
}

const CAMPAIGN = new RegExp(`^${CAMPAIGN_ID}$`);

const MODELS = /^(firstclick|lastclick|firstpaid|lastpaid)$/;
const OURS = /\/mc\.js([?#]|$)/;

/** A tag manager may leave no `currentScript`, and may take its tag away again: then the list of what was loaded still has it. */
export function findOwnUrl(): string {
  const { currentScript, scripts } = document;
  const candidates = [currentScript, ...Array.from(scripts).reverse()].map(
    (script) => (script as HTMLScriptElement | null)?.src || '',
  );
  const found = candidates.find((src) => OURS.test(src));
  if (found) return found;
  const loaded = performance.getEntriesByType('resource').filter(({ name }) => OURS.test(name));
  return loaded.length > 0 ? loaded[loaded.length - 1]!.name : '';
}

export function readConfig(ownUrl: string): Config {
  const url = ownUrl ? new URL(ownUrl) : undefined;
  const parameter = (name: string, form: RegExp) => {
    const value = (url?.searchParams.get(name) || '').trim();
    return form.test(value) ? value : '';
  };
  return {
    base: url ? new URL('.', url).href : '',
    model: (parameter('attribution', MODELS) || 'lastpaid') as Model,
    cookieDomain: parameter('cookiedomain', /^[a-z0-9.-]+$/i),
    // No browser keeps a cookie longer than 400 days.
    cookieDays: Math.min(Number(parameter('cookieduration', /^\d{1,4}$/)) || 90, 400),
    campaignId: parameter('defaultcampaignid', CAMPAIGN),
    viewOnce: parameter('regviewonce', /^(true|1)$/) !== '',
  };
}
