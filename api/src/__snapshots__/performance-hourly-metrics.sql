WITH
  traffic AS (
    SELECT roundDown(toUnixTimestamp64Milli(ts), {hourStartsMs:Array(Int64)}) AS hour_start_ms, clicks
    FROM (
    SELECT ts, clicks
    FROM traffic_daily_by_hour
    WHERE tenant_id = {tenantId:String} AND day_start >= fromUnixTimestamp64Milli({fromMs:Int64}) AND day_start < fromUnixTimestamp64Milli({toMs:Int64})
    AND build_id IN {buildIds:Array(UInt64)} AND clicks > 0 AND 1
    UNION ALL
    SELECT ts, 1 AS clicks
    FROM clicks FINAL
    WHERE tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({openFromMs:Int64}) AND ts < fromUnixTimestamp64Milli({openToMs:Int64})
    AND (ts < fromUnixTimestamp64Milli({openUntilMs:Int64}) OR ts >= fromUnixTimestamp64Milli({openAgainMs:Int64})) AND is_prefetch = 0 AND is_bot = 0 AND 1
  )
  ),
  conversion_sums AS (
    SELECT roundDown(toUnixTimestamp64Milli(ts), {hourStartsMs:Array(Int64)}) AS hour_start_ms, attributed AS conversions
    FROM (
    SELECT ts, conversions, attributed, revenue, fees, unknown_fees, unknown_fees_of
    FROM money_daily
    WHERE tenant_id = {tenantId:String} AND day_start >= fromUnixTimestamp64Milli({fromMs:Int64}) AND day_start < fromUnixTimestamp64Milli({toMs:Int64})
    AND build_id IN {buildIds:Array(UInt64)}
    UNION ALL
    SELECT ts, toUInt64(1) AS conversions, toUInt64(click_id != '') AS attributed, revenue, ifNull(fee_brl, toDecimal64(0, 4)) AS fees, toUInt64(fee_brl IS NULL AND gross_brl != 0) AS unknown_fees, if(fee_brl IS NULL, gross_brl, toDecimal64(0, 4)) AS unknown_fees_of
    FROM conversions FINAL
    WHERE tenant_id = {tenantId:String} AND toDate(ts) IN {openMoneyDays:Array(Date)}
    AND arrayCount(edge -> edge <= toUnixTimestamp64Milli(ts), {openMoneyEdgesMs:Array(Int64)}) % 2 = 1 AND is_counted = 1 AND is_test = 0
  )
  )
SELECT hour_start_ms, sum(clicks) AS clicks, sum(conversions) AS conversions
FROM (
  SELECT hour_start_ms, clicks, 0 AS conversions FROM traffic
  UNION ALL
  SELECT hour_start_ms, 0 AS clicks, conversions FROM conversion_sums
)
GROUP BY hour_start_ms
ORDER BY hour_start_ms
SETTINGS max_execution_time = 20, max_result_rows = 100000, max_memory_usage = 1000000000, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0, do_not_merge_across_partitions_select_final = 1, use_uncompressed_cache = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1, date_time_output_format = 'iso', session_timezone = 'UTC', log_comment = 'performance-hourly-metrics'
