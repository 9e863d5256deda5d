import { Amount, IN_RANGE } from '@tracker/figures/columns';
import { defineSpendQuery } from '@tracker/figures/spend';
import { defineQuery } from '@tracker/infra/clickhouse/define-query';
import { Count, DecimalText } from '@tracker/infra/clickhouse/row-types';
import { COUNTED } from '@tracker/infra/clickhouse/tables/conversions';
import { UncountedReason } from '@tracker/schemas/unverified-conversions';
import { z } from 'zod';

const day = z.string();
const ms = z.number().int();

/** The days of one or two spans. */
const IN_SPANS = '(day BETWEEN {first:Date} AND {firstEnd:Date} OR day BETWEEN {second:Date} AND {last:Date})';

/** Sums of the parts of a day: the answer stays the same all day, for any part of it. */
const inParts = (parts: string) =>
  `tupleElement(sumMapIf(${parts}), 1) AS part_starts, tupleElement(sumMapIf(${parts}), 2) AS parts`;

/** Revenue of yesterday and today by minute, and spend of yesterday by hour. Rollups know no minutes: they are read from the conversions. */
export const partsOfDays = defineSpendQuery({
  name: 'performance-parts-of-days',
  params: z.object({
    yesterdayMs: ms,
    tomorrowMs: ms,
    yesterday: day,
    first: day,
    firstEnd: day,
    second: day,
    last: day,
  }),
  row: z.object({
    figure: z.enum(['revenue', 'spend']),
    /** Of revenue minutes since yesterday began; of spend seconds since 1970 in which an hour begins. */
    part_starts: z.array(Count),
    parts: z.array(Amount),
    /** Of spend: days of yesterday whose hours are unknown, and when the newest report of the spans came; 0 for none. */
    without_hours: Count,
    received_ms: Count,
  }),
  sql: (spend) => `
    SELECT
      'revenue' AS figure, ${inParts('[intDiv(at - {yesterdayMs:Int64}, 60000)], [revenue], true')},
      0 AS without_hours, 0 AS received_ms
    FROM (
      SELECT revenue, toUnixTimestamp64Milli(ts) AS at
      FROM conversions FINAL
      WHERE tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({yesterdayMs:Int64})
        AND ts < fromUnixTimestamp64Milli({tomorrowMs:Int64}) AND ${COUNTED}
    )
    UNION ALL
    SELECT
      'spend' AS figure,
      ${inParts(`arrayMap(start -> toInt64(start), hour_starts), ${spend.hoursSpent}, day = {yesterday:Date}`)},
      countIf(day = {yesterday:Date} AND spend != 0 AND empty(hour_starts)) AS without_hours,
      toUnixTimestamp64Milli(max(received_at)) AS received_ms
    FROM ad_spend FINAL
    WHERE tenant_id = {tenantId:String} AND ${IN_SPANS} AND ${spend.counted(IN_SPANS)}`,
});

/** Conversions without a key that are outside of the figures, and what they would add. */
export const uncountedByReason = defineQuery({
  name: 'performance-uncounted-by-reason',
  params: z.object({ fromMs: ms, toMs: ms }),
  row: z.object({ reason: UncountedReason, uncounted: Count, worth: DecimalText }),
  sql: `
    SELECT uncounted_reason AS reason, count() AS uncounted, sum(uncounted_revenue) AS worth
    FROM conversions FINAL
    WHERE tenant_id = {tenantId:String} AND ${IN_RANGE} AND uncounted_reason != '' AND is_test = 0
    GROUP BY reason
    ORDER BY worth DESC, reason`,
});
