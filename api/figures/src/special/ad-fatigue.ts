// Which ads tire: their last seven finished days against their first seven, by the evidence of a verdict (ADR 170).
import type { AdFatigue } from '@tracker/schemas/contracts/figures.contract';
import { type AdDay, FATIGUE_DAYS, FATIGUE_LOOK_BACK_DAYS, fatigueOf } from '@tracker/schemas/figures/fatigue';
import { addDays, dayOf, type TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { readGroups } from '../ask-groups.ts';
import { type Asker, tenantOf } from '../asker.ts';
import { ALL_KEYS, type Group } from '../groups.ts';
import { type FigureDeps, rangeOf } from '../plan.ts';
import { readConversionLag } from './conversion-lag.ts';

export const FATIGUE_SUMS = ['spend', 'evidence'] as const;

export async function readFatigue(deps: FigureDeps, asker: Asker): Promise<AdFatigue> {
  const tenant = tenantOf(asker);
  const to = addDays(dayOf(deps.clock.now(), tenant.timeZone), -1);
  const from = addDays(to, 1 - FATIGUE_LOOK_BACK_DAYS);
  const range = rangeOf(deps, tenant, { from, to });
  const [{ groups }, lag] = await Promise.all([
    readGroups(deps, asker, { range, by: ['ad', 'day'], sums: FATIGUE_SUMS, ...ALL_KEYS }),
    readConversionLag(deps, asker, { from: addDays(to, 1 - FATIGUE_DAYS), to }),
  ]);
  const stillToCome = (lag.stillToCome ?? 0) / 100;
  const ads = [...Map.groupBy(groups, ({ keys }) => keys[0] ?? '')].flatMap(([ad, days]) => {
    // Of a part of its spend nothing follows.
    if (ad === '' || days.some(({ isSpendUnread }) => isSpendUnread)) return [];
    const known = days.map(dayOfAd).sort((one, other) => (one.day < other.day ? -1 : 1));
    const fatigue = fatigueOf(known, to, stillToCome);
    return fatigue ? [{ ad, ...fatigue, days: known }] : [];
  });
  return { from, to, ads: ads.sort((one, other) => one.chance - other.chance) };
}

/** Nothing before tracking began. */
const dayOfAd = ({ keys, tracked: { sums } }: Group): AdDay => ({
  day: keys[1] as TenantDay,
  spend: sums.spend ?? 0,
  conversions: sums.evidence ?? 0,
});
