// Days that are over are read from their cells, the others from the facts, in one statement (ADR 14):
//
//   WITH ${SEALED_DAYS}
//   SELECT … FROM (
//     SELECT … sum(clicks) … FROM clicks_daily_by_campaign FINAL WHERE tenant_id = {tenantId:String} AND ${IN_SEALED_DAYS}
//     UNION ALL
//     SELECT … count() … FROM clicks FINAL WHERE tenant_id = {tenantId:String} AND ${IN_RANGE} AND ${IN_OPEN_DAYS} AND ${REAL_CLICK}
//   ) …
//
// Which days are sealed is asked once, and both halves go by that one answer: a day is in exactly one of them, whatever is sealed or
// re-opened meanwhile. Parameters: `fromMs`, `toMs`, and the company's `timeZone`. The range need not begin with a day.

const FROM = 'fromUnixTimestamp64Milli({fromMs:Int64})';
const TO = 'fromUnixTimestamp64Milli({toMs:Int64})';
const DAY_MS = 'toUnixTimestamp64Milli(day_start)';

/**
 * `generations`: the counts to read, one for each sealed day that lies in the range as a whole. `gaps`: the stretches between those days,
 * [from, to) in milliseconds; mostly today alone, which is after all of them.
 */
export const SEALED_DAYS = `
    (
      SELECT (
        maxMap([${DAY_MS}], [generation]) AS newest,
        arrayZip(
          arrayPushFront(maxMap([${DAY_MS}], [toUnixTimestamp64Milli(day_end)]).2, {fromMs:Int64}),
          arrayPushBack(newest.1, {toMs:Int64})
        )
      )
      FROM sealed_days FINAL
      WHERE tenant_id = {tenantId:String} AND time_zone = {timeZone:String} AND state = 2
        AND day_start >= ${FROM} AND day_start < ${TO} AND day_end <= ${TO}
    ) AS sealed,
    sealed.1.2 AS generations,
    arrayFilter(gap -> gap.1 < gap.2, sealed.2) AS gaps`;

/** Of a table of cells. */
export const IN_SEALED_DAYS = `day_start >= ${FROM} AND day_start < ${TO} AND generation IN (generations)`;

const instant = (ms: string) => `fromUnixTimestamp64Milli(${ms})`;
const GAP_DATES = `arrayFlatten(arrayMap(
            gap -> arrayMap(n -> toDate(${instant('gap.1')}) + n, range(toUInt32(intDiv(gap.2 - gap.1, 86400000) + 2))), gaps))`;

/**
 * Of facts, beside their range. The first two lines are for the primary key, and all that is needed for one gap or two; for more the
 * dates of UTC are, before each row is looked at.
 */
export const IN_OPEN_DAYS = `ts >= ${instant('gaps[1].1')} AND ts < ${instant('gaps[-1].2')}
        AND (length(gaps) > 2 OR ts < ${instant('gaps[1].2')} OR ts >= ${instant('gaps[-1].1')})
        AND (length(gaps) <= 2 OR (has(${GAP_DATES}, toDate(ts))
          AND gaps.2[indexOf(gaps.1, roundDown(toUnixTimestamp64Milli(ts), gaps.1))] > toUnixTimestamp64Milli(ts)))`;
