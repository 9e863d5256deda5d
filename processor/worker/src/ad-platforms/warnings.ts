import type { SyncWarning } from '@tracker/schemas/ad-platforms/problems';
import type { TimeZone } from '@tracker/schemas/primitives/time';
import type { BelievedSpend } from './fetch-spend.ts';
import type { Link } from './links.ts';
import type { SpendValue } from './spend-value.ts';

/** What is odd about a link's figures although they came. */
export function warningsOf(
  link: Link,
  tenantZone: TimeZone,
  {
    daysWithoutRate,
    isWithoutAds,
    leftOut,
  }: Pick<SpendValue, 'daysWithoutRate'> & Pick<BelievedSpend, 'isWithoutAds' | 'leftOut'>,
): SyncWarning[] {
  const { timeZone, dayBasis, currency } = link;
  const warnings: SyncWarning[] = [];
  if (timeZone !== tenantZone && dayBasis === 'account') {
    warnings.push({ code: 'days_of_account', accountZone: timeZone, companyZone: tenantZone });
  }
  if (daysWithoutRate > 0) warnings.push({ code: 'rate_missing', currency, days: daysWithoutRate });
  if (isWithoutAds) warnings.push({ code: 'ad_spend_missing' });
  if (leftOut.length > 0) warnings.push({ code: 'days_left_out', days: leftOut.length });
  return warnings;
}

/** Those of one kind and currency become one, with the most days: links of one account lack the same ones. */
export function distinctWarnings(warnings: readonly SyncWarning[]): SyncWarning[] {
  const found = new Map<string, SyncWarning>();
  for (const warning of warnings) {
    const { days, ...what } = { days: 0, ...warning };
    const key = JSON.stringify(what);
    const before = found.get(key);
    if (before === undefined || ('days' in before && before.days < days)) found.set(key, warning);
  }
  return [...found.values()];
}
