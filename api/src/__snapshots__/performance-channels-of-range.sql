SELECT traffic, sum(visits) AS clicks, sum(sales) AS conversions, sum(tracked_sales) AS tracked, sum(earned) AS revenue
FROM (
  SELECT
    toString(channel) AS traffic,
    sum(clicks) AS visits, 0 AS sales, 0 AS tracked_sales, 0 AS earned
  FROM visits_daily_by_campaign
  WHERE tenant_id = {tenantId:String} AND day_start >= fromUnixTimestamp64Milli({fromMs:Int64}) AND day_start < fromUnixTimestamp64Milli({toMs:Int64})
    AND generation IN {generations:Array(UInt64)} AND is_bot = 0 AND clicks > 0
  GROUP BY traffic
  UNION ALL
  SELECT
    toString(channel) AS traffic,
    count() AS visits, 0 AS sales, 0 AS tracked_sales, 0 AS earned
  FROM clicks FINAL
  WHERE tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({openFromMs:Int64}) AND ts < fromUnixTimestamp64Milli({openToMs:Int64})
    AND (ts < fromUnixTimestamp64Milli({openUntilMs:Int64}) OR ts >= fromUnixTimestamp64Milli({openAgainMs:Int64})) AND is_bot = 0 AND is_prefetch = 0
  GROUP BY traffic
  UNION ALL
  SELECT
    if(click_id = '', 'direct', toString(channel)) AS traffic,
    0 AS visits, count() AS sales, countIf(click_id != '') AS tracked_sales, sum(revenue) AS earned
  FROM conversions FINAL
  WHERE tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({fromMs:Int64}) AND ts < fromUnixTimestamp64Milli({toMs:Int64}) AND is_counted = 1 AND is_test = 0
  GROUP BY traffic
)
GROUP BY traffic
ORDER BY revenue DESC, clicks DESC, traffic ASC
LIMIT {limit:UInt32}
SETTINGS max_execution_time = 20, max_result_rows = 100000, max_memory_usage = 1000000000, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0, do_not_merge_across_partitions_select_final = 1, use_uncompressed_cache = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1, date_time_output_format = 'iso', session_timezone = 'UTC', log_comment = 'performance-channels-of-range'
