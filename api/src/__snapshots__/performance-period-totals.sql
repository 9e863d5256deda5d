SELECT
  'revenue' AS figure,
  sumIf(revenue, at >= {todayMs:Int64} AND at < {tomorrowMs:Int64}) AS today,
  sumIf(revenue, at >= {yesterdayMs:Int64} AND at < {todayMs:Int64}) AS yesterday,
  sumIf(revenue, at >= {monthMs:Int64} AND at < {tomorrowMs:Int64}) AS this_month,
  sumIf(revenue, at >= {firstMs:Int64} AND at < {afterLastMs:Int64}) AS in_range,
  [toString(sumIf(revenue, at >= {firstMs:Int64} AND at < {afterLastMs:Int64})), toString(sumIf(fees, at >= {firstMs:Int64} AND at < {afterLastMs:Int64})), '0', '0', '0', '0', toString(0), '0'] AS lines,
  [toString(sumIf(revenue, at >= {todayMs:Int64} AND at < {tomorrowMs:Int64})), toString(sumIf(fees, at >= {todayMs:Int64} AND at < {tomorrowMs:Int64})), '0', '0', '0', '0', toString(0), '0'] AS today_lines,
  sumIf(conversions, at >= {todayMs:Int64} AND at < {tomorrowMs:Int64}) AS conversions_today,
  emptyArrayInt64() AS part_starts, [] AS parts, 0 AS without_hours, 0 AS received_ms
FROM (
  SELECT revenue, fees, conversions, toUnixTimestamp64Milli(ts) AS at
  FROM (
    SELECT day_start AS ts, conversions, attributed, revenue, fees, unknown_fees, unknown_fees_of
    FROM money_daily_by_campaign
    WHERE tenant_id = {tenantId:String} AND day_start >= fromUnixTimestamp64Milli({fromMs:Int64}) AND day_start < fromUnixTimestamp64Milli({toMs:Int64})
    AND build_id IN {buildIds:Array(UInt64)}
    UNION ALL
    SELECT ts, toUInt64(1) AS conversions, toUInt64(click_id != '') AS attributed, revenue, ifNull(fee_brl, toDecimal64(0, 4)) AS fees, toUInt64(fee_brl IS NULL AND gross_brl != 0) AS unknown_fees, if(fee_brl IS NULL, gross_brl, toDecimal64(0, 4)) AS unknown_fees_of
    FROM conversions FINAL
    WHERE tenant_id = {tenantId:String} AND toDate(ts) IN {openMoneyDays:Array(Date)}
    AND arrayCount(edge -> edge <= toUnixTimestamp64Milli(ts), {openMoneyEdgesMs:Array(Int64)}) % 2 = 1 AND is_counted = 1 AND is_test = 0
  )
)
UNION ALL
SELECT
  'revenue-by-minute' AS figure, 0 AS today, 0 AS yesterday, 0 AS this_month, 0 AS in_range, [] AS lines,
  [] AS today_lines, 0 AS conversions_today,
  tupleElement(sumMapIf([intDiv(at - {yesterdayMs:Int64}, 60000)], [revenue], true), 1) AS part_starts, tupleElement(sumMapIf([intDiv(at - {yesterdayMs:Int64}, 60000)], [revenue], true), 2) AS parts,
  0 AS without_hours, 0 AS received_ms
FROM (
  SELECT revenue, toUnixTimestamp64Milli(ts) AS at
  FROM conversions FINAL
  WHERE tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({yesterdayMs:Int64})
    AND ts < fromUnixTimestamp64Milli({tomorrowMs:Int64}) AND is_counted = 1 AND is_test = 0
)
UNION ALL
SELECT
  'spend' AS figure,
  sumIf(spend, day = {today:Date}) AS today,
  sumIf(spend, day = {yesterday:Date}) AS yesterday,
  sumIf(spend, day BETWEEN {month:Date} AND {today:Date}) AS this_month,
  sumIf(spend, {hasRange:UInt8} = 1 AND day BETWEEN {first:Date} AND {last:Date}) AS in_range,
  [toString(0), toString(0), '0', '0', '0', '0', toString(sumIf(spend, {hasRange:UInt8} = 1 AND day BETWEEN {first:Date} AND {last:Date})), '0'] AS lines,
  [toString(0), toString(0), '0', '0', '0', '0', toString(sumIf(spend, day = {today:Date})), '0'] AS today_lines,
  0 AS conversions_today,
  tupleElement(sumMapIf(arrayMap(start -> toInt64(start), hour_starts), arrayMap(part -> part, hour_spends), day = {yesterday:Date}), 1) AS part_starts, tupleElement(sumMapIf(arrayMap(start -> toInt64(start), hour_starts), arrayMap(part -> part, hour_spends), day = {yesterday:Date}), 2) AS parts,
  countIf(day = {yesterday:Date} AND spend != 0 AND empty(hour_starts)) AS without_hours,
  toUnixTimestamp64Milli(max(received_at)) AS received_ms
FROM ad_spend FINAL
WHERE tenant_id = {tenantId:String} AND (day BETWEEN least({month:Date}, {yesterday:Date}) AND {today:Date} OR day BETWEEN {first:Date} AND {last:Date}) AND currency = 'BRL' AND kind = 'reported'
SETTINGS max_execution_time = 20, max_result_rows = 100000, max_memory_usage = 1000000000, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0, do_not_merge_across_partitions_select_final = 1, use_uncompressed_cache = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1, date_time_output_format = 'iso', session_timezone = 'UTC', log_comment = 'performance-period-totals'
