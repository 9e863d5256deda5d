SELECT
  ad AS ad_id, argMax(name, named) AS ad_name,
  sum(visits) AS clicks, sum(sales) AS conversions, sum(earned) AS revenue, sum(spent) AS spend, sum(told) AS reports
FROM (
  SELECT
    ad_id AS ad,
    argMax(ad_name, if(ad_name = '', 0, toUInt64(ad_named_ms) * 1048576 + cityHash64(ad_name) % 1048576)) AS name, max(if(ad_name = '', 0, toUInt64(ad_named_ms) * 1048576 + cityHash64(ad_name) % 1048576)) AS named,
    sum(clicks) AS visits, 0 AS sales, 0 AS earned, 0 AS spent, 0 AS told
  FROM visits_daily_by_ad
  WHERE tenant_id = {tenantId:String} AND day_start >= fromUnixTimestamp64Milli({fromMs:Int64}) AND day_start < fromUnixTimestamp64Milli({toMs:Int64})
    AND generation IN {generations:Array(UInt64)} AND ad_id != ''
  GROUP BY ad
  UNION ALL
  SELECT
    ad_id AS ad,
    argMax(ad_name, if(ad_name = '', 0, toUInt64(toUnixTimestamp64Milli(ts)) * 1048576 + cityHash64(ad_name) % 1048576)) AS name, max(if(ad_name = '', 0, toUInt64(toUnixTimestamp64Milli(ts)) * 1048576 + cityHash64(ad_name) % 1048576)) AS named,
    count() AS visits, 0 AS sales, 0 AS earned, 0 AS spent, 0 AS told
  FROM clicks FINAL
  WHERE tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({openFromMs:Int64}) AND ts < fromUnixTimestamp64Milli({openToMs:Int64})
    AND (ts < fromUnixTimestamp64Milli({openUntilMs:Int64}) OR ts >= fromUnixTimestamp64Milli({openAgainMs:Int64})) AND is_bot = 0 AND is_prefetch = 0 AND ad_id != ''
  GROUP BY ad
  UNION ALL
  SELECT
    ad_id AS ad,
    argMax(ad_name, if(ad_name = '', 0, toUInt64(toUnixTimestamp64Milli(ts)) * 1048576 + cityHash64(ad_name) % 1048576)) AS name, max(if(ad_name = '', 0, toUInt64(toUnixTimestamp64Milli(ts)) * 1048576 + cityHash64(ad_name) % 1048576)) AS named,
    0 AS visits, count() AS sales, sum(revenue) AS earned, 0 AS spent, 0 AS told
  FROM conversions FINAL
  WHERE tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({fromMs:Int64}) AND ts < fromUnixTimestamp64Milli({toMs:Int64}) AND is_counted = 1 AND is_test = 0 AND click_id != '' AND ad_id != ''
  GROUP BY ad
  UNION ALL
  SELECT
    ad_id AS ad,
    argMax(ad_name, if(ad_name = '', 0, toUInt64(toInt64(toUInt32(day))) * 1048576 + cityHash64(ad_name) % 1048576)) AS name, max(if(ad_name = '', 0, toUInt64(toInt64(toUInt32(day))) * 1048576 + cityHash64(ad_name) % 1048576)) AS named,
    0 AS visits, 0 AS sales, 0 AS earned, sum(ad_spent) AS spent, count() AS told
  FROM ad_spend FINAL
  ARRAY JOIN ad_ids AS ad_id, ad_names AS ad_name, ad_spends AS ad_spent
  WHERE tenant_id = {tenantId:String} AND day BETWEEN {firstDay:Date} AND {lastDay:Date} AND currency = 'BRL' AND ad_id != ''
  GROUP BY ad
)
GROUP BY ad
HAVING clicks > 0 OR conversions > 0 OR spend != 0
ORDER BY revenue DESC, clicks DESC, spend DESC, ad_id ASC
LIMIT {limit:UInt32}
SETTINGS max_execution_time = 20, max_result_rows = 100000, max_memory_usage = 1000000000, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0, do_not_merge_across_partitions_select_final = 1, use_uncompressed_cache = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1, date_time_output_format = 'iso', session_timezone = 'UTC', log_comment = 'performance-ads-of-range'
