import { DEFAULT_COOKIE_DAYS, DEFAULT_MODEL, type IntegrationSearch, type Model, NO_CAMPAIGN } from './search.ts';

/** Generates the tag for a page from the chosen options. */

export interface ScriptSettings {
  model: Model;
  days: string;
  domain: string;
  /** '' for none. */
  campaignId: string;
  viewOnce: boolean;
  hashViews: boolean;
}

export type ScriptErrors = Partial<Record<'days' | 'domain', string>>;

/** `ours`: the campaigns of the tenant, newest first. `main`: the main one of its settings. */
export function settingsOf(
  search: IntegrationSearch,
  ours: readonly { campaignId: string; status: string }[],
  main?: string | null,
): ScriptSettings {
  return {
    model: search.model ?? DEFAULT_MODEL,
    days: search.days ?? DEFAULT_COOKIE_DAYS,
    domain: search.domain ?? '',
    campaignId: campaignOf(search.campaign, ours, main),
    viewOnce: search.once ?? false,
    hashViews: search.hash ?? false,
  };
}

/** Without a choice the main one, which direct conversions are given to, too; else the oldest active one. */
function campaignOf(
  chosen: string | undefined,
  ours: readonly { campaignId: string; status: string }[],
  main: string | null | undefined,
): string {
  if (chosen === NO_CAMPAIGN) return '';
  for (const wanted of [chosen, main]) {
    if (ours.some(({ campaignId }) => campaignId === wanted)) return wanted ?? '';
  }
  return ours.findLast(({ status }) => status === 'active')?.campaignId ?? ours.at(-1)?.campaignId ?? '';
}

/** The script takes at most 400 days: no browser keeps a cookie longer. */
const COOKIE_DAYS_MAX = 400;

export function errorsOf({ days, domain }: ScriptSettings): ScriptErrors {
  const errors: ScriptErrors = {};
  const count = Number(days);
  if (!/^\d+$/.test(days.trim()) || count < 1 || count > COOKIE_DAYS_MAX) {
    errors.days = `Informe um número inteiro de 1 a ${COOKIE_DAYS_MAX}.`;
  }
  const name = domain.trim();
  if (/[/:]/.test(name)) errors.domain = 'Informe só o domínio, sem https:// e sem caminho.';
  else if (name !== '' && !/^\.?([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/i.test(name)) {
    errors.domain = 'Informe um domínio como .sualoja.com.br.';
  }
  return errors;
}

/** What is wrong is left out, so that the code is right at any moment; the field says what to mend. */
export function scriptUrl(publicUrl: string, settings: ScriptSettings): string {
  const errors = errorsOf(settings);
  const query = new URLSearchParams({ attribution: settings.model });
  if (!errors.domain && settings.domain.trim()) query.set('cookiedomain', settings.domain.trim().toLowerCase());
  query.set('cookieduration', errors.days ? DEFAULT_COOKIE_DAYS : String(Number(settings.days)));
  if (settings.campaignId) query.set('defaultcampaignid', settings.campaignId);
  query.set('regviewonce', String(settings.viewOnce));
  if (settings.hashViews) query.set('hashviews', 'true');
  return `${publicUrl}/mc.js?${query}`;
}

export const scriptTag = (publicUrl: string, settings: ScriptSettings): string =>
  `<script async src="${scriptUrl(publicUrl, settings).replaceAll('&', '&amp;')}"></script>`;
