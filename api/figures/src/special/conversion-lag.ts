// How long the tenant's conversions take after their click, and what that means for the clicks of some days.
import { defineQuery } from '@tracker/infra/clickhouse/define-query';
import { Count } from '@tracker/infra/clickhouse/row-types';
import { COUNTED } from '@tracker/infra/clickhouse/tables/conversions';
import { LAG_DAYS, stillToCome } from '@tracker/schemas/figures/lag';
import { DAY_MS, HOUR_MS } from '@tracker/schemas/primitives/durations';
import { startOfDay, type TenantDay } from '@tracker/schemas/primitives/tenant-day';
import { z } from 'zod';
import { readGroups } from '../ask-groups.ts';
import { assertUnlimited } from '../asker.ts';
import type { Groups } from '../groups.ts';
import { askSpecial, type Special } from './special.ts';

const row = z.object({ hours: Count, conversions: Count });

/** How long did the approvals of the last days take after their click? A stranger's conversion is no evidence. */
export const conversionLags = defineQuery({
  name: 'figures-conversion-lags',
  params: z.object({ fromMs: z.number().int(), hoursMax: z.number().int() }),
  row,
  sql: `
    SELECT intDiv(toUnixTimestamp64Milli(ts) - toUnixTimestamp64Milli(assumeNotNull(click_ts)), ${HOUR_MS}) AS hours, count() AS conversions
    FROM conversions FINAL
    WHERE tenant_id = {tenantId:String} AND toDate(ts) >= toDate(fromUnixTimestamp64Milli({fromMs:Int64})) AND ${COUNTED} AND verified = 1
      AND click_id != '' AND click_ts IS NOT NULL AND click_ts <= ts
    GROUP BY hours
    HAVING hours < {hoursMax:UInt32}
    ORDER BY hours`,
});

export interface ConversionLag {
  /** From how many conversions it is known. */
  readonly conversions: number;
  /** In percent of all conversions that the clicks of these days bring; null: too few of them show it. */
  readonly stillToCome: number | null;
}

interface Period {
  readonly from: TenantDay;
  readonly to: TenantDay;
}
interface Found {
  readonly lags: readonly z.output<typeof row>[];
  readonly clicks: Groups;
}

const lag: Special<Period, Found, ConversionLag> = {
  async asks(deps, { asker, tenant, range }) {
    // Of all conversions of the last months.
    assertUnlimited(asker);
    // Answers are kept by their parameters: those of an hour are one.
    const fromMs = Math.floor(deps.clock.now() / HOUR_MS) * HOUR_MS - LAG_DAYS * DAY_MS;
    const [lags, clicks] = await Promise.all([
      conversionLags.run(deps.clickhouse, tenant.tenantId, { fromMs, hoursMax: LAG_DAYS * 24 }),
      readGroups(deps, asker, { range, by: ['day'], sums: ['clicks'], limit: LAG_DAYS * 5 }),
    ]);
    return { lags, clicks };
  },

  async answers({ clock }, { tenant }, { lags, clicks }) {
    const now = clock.now();
    const days = clicks.groups.map(({ keys, sums }) => {
      const beginsMs = startOfDay(keys[0] as TenantDay, tenant.timeZone);
      return { ageMs: now - (beginsMs + Math.min(now, beginsMs + DAY_MS)) / 2, clicks: sums.clicks ?? 0 };
    });
    return {
      conversions: lags.reduce((sum, { conversions }) => sum + conversions, 0),
      stillToCome: stillToCome(lags, days),
    };
  },
};

export const readConversionLag = askSpecial(lag);
