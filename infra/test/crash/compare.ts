import { type Account, revenueCents } from './account.ts';
import type { Figures } from './figures.ts';

export interface Comparison {
  readonly lost: number;
  readonly countedTwice: number;
  /** One sentence for each conversion whose amount or click differs from the checkout's. */
  readonly wrongConversions: readonly string[];
  readonly expectedRevenueCents: number;
}

/** Compares the product's figures with the clients' account. */
export function compare(account: Account, figures: Figures): Comparison {
  const expected = [...account.conversions.values()];
  const missingConversions = [...account.conversions.keys()].filter((key) => !figures.conversionsByKey.has(key)).length;
  const missingClicks = [...account.clickIds].filter((id) => !figures.clickIds.has(id)).length;
  const missingViews = Math.max(0, account.views - figures.views);
  const missingCheckouts = [...account.opened].filter((id) => !figures.opened.has(id)).length;
  const leads = new Set(figures.leads);
  const missingLeads = [...account.leads].filter((email) => !leads.has(email)).length;

  // A click or page view whose response was lost may be recorded, and its retry is a separate event.
  const more = [
    figures.clicks - account.clickIds.size - account.lostAnswers.clicks,
    figures.views - account.views - account.lostAnswers.views,
    figures.clicks - figures.clickIds.size,
    figures.openedCheckouts - figures.opened.size,
    figures.conversions - expected.filter((conversion) => !conversion.isRefunded).length,
    figures.conversionsByKey.size - account.conversions.size,
    figures.leads.length - account.leads.size,
  ];
  return {
    lost: missingConversions + missingClicks + missingViews + missingCheckouts + missingLeads,
    countedTwice: more.reduce((sum, one) => sum + Math.max(0, one), 0),
    wrongConversions: wrongConversions(account, figures),
    expectedRevenueCents: revenueCents(account),
  };
}

function wrongConversions(account: Account, figures: Figures): string[] {
  const wrong: string[] = [];
  for (const [key, conversion] of account.conversions) {
    const found = figures.conversionsByKey.get(key);
    if (!found) continue;
    const cents = conversion.isRefunded ? 0 : conversion.cents;
    if (found.cents !== cents) wrong.push(`${key}: ${found.cents} cents instead of ${cents}`);
    const clickId = conversion.clickId ?? null;
    if (found.clickId !== clickId) wrong.push(`${key}: click ${found.clickId} instead of ${clickId}`);
  }
  return wrong;
}
