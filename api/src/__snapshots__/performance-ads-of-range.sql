WITH
  traffic AS (
    SELECT ad_id, argMax(ad_name, if(ad_name = '', 0, toUInt64(ad_named_ms) * 1048576 + cityHash64(ad_name) % 1048576)) AS name, max(if(ad_name = '', 0, toUInt64(ad_named_ms) * 1048576 + cityHash64(ad_name) % 1048576)) AS name_rank, sum(clicks) AS clicks
    FROM (
    SELECT ad_id, ad_name, ad_named_ms, clicks
    FROM traffic_daily_by_ad
    WHERE tenant_id = {tenantId:String} AND day_start >= fromUnixTimestamp64Milli({fromMs:Int64}) AND day_start < fromUnixTimestamp64Milli({toMs:Int64})
    AND build_id IN {buildIds:Array(UInt64)} AND clicks > 0 AND ad_id != ''
    UNION ALL
    SELECT ad_id, ad_name, toUnixTimestamp64Milli(ts) AS ad_named_ms, 1 AS clicks
    FROM clicks FINAL
    WHERE tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({openFromMs:Int64}) AND ts < fromUnixTimestamp64Milli({openToMs:Int64})
    AND (ts < fromUnixTimestamp64Milli({openUntilMs:Int64}) OR ts >= fromUnixTimestamp64Milli({openAgainMs:Int64})) AND is_prefetch = 0 AND is_bot = 0 AND ad_id != ''
  )
    GROUP BY ad_id
  ),
  conversion_sums AS (
    SELECT ad_id, argMax(ad_name, if(ad_name = '', 0, toUInt64(ad_named_ms) * 1048576 + cityHash64(ad_name) % 1048576)) AS name, max(if(ad_name = '', 0, toUInt64(ad_named_ms) * 1048576 + cityHash64(ad_name) % 1048576)) AS name_rank, sum(conversions) AS conversions,
      sum(revenue) AS revenue, sum(fees) AS fees
    FROM (
    SELECT ad_id, ad_name, ad_named_ms, conversions, attributed, revenue, fees, unknown_fees, unknown_fees_of
    FROM money_daily_by_ad
    WHERE tenant_id = {tenantId:String} AND day_start >= fromUnixTimestamp64Milli({fromMs:Int64}) AND day_start < fromUnixTimestamp64Milli({toMs:Int64})
    AND build_id IN {buildIds:Array(UInt64)}
    UNION ALL
    SELECT ad_id, ad_name, toUnixTimestamp64Milli(ifNull(click_ts, ts)) AS ad_named_ms, toUInt64(1) AS conversions, toUInt64(click_id != '') AS attributed, revenue, ifNull(fee_brl, toDecimal64(0, 4)) AS fees, toUInt64(fee_brl IS NULL AND gross_brl != 0) AS unknown_fees, if(fee_brl IS NULL, gross_brl, toDecimal64(0, 4)) AS unknown_fees_of
    FROM conversions FINAL
    WHERE tenant_id = {tenantId:String} AND toDate(ts) IN {openMoneyDays:Array(Date)}
    AND arrayCount(edge -> edge <= toUnixTimestamp64Milli(ts), {openMoneyEdgesMs:Array(Int64)}) % 2 = 1 AND is_counted = 1 AND is_test = 0
  )
    WHERE ad_id != ''
    GROUP BY ad_id
  ),
  costs AS (
    SELECT ad_id, argMax(ad_name, if(ad_name = '', 0, toUInt64(toInt64(toUInt32(day))) * 1048576 + cityHash64(ad_name) % 1048576)) AS name, max(if(ad_name = '', 0, toUInt64(toInt64(toUInt32(day))) * 1048576 + cityHash64(ad_name) % 1048576)) AS name_rank, sum(ad_spent) AS cost, count() AS reports
    FROM ad_spend FINAL
  ARRAY JOIN ad_ids AS ad_id, ad_names AS ad_name, ad_spends AS ad_spent
  WHERE tenant_id = {tenantId:String} AND day BETWEEN {firstDay:Date} AND {lastDay:Date} AND currency = 'BRL' AND kind = 'reported' AND ad_id != ''
    GROUP BY ad_id
  )
SELECT
  ad_id, argMax(name, name_rank) AS ad_name,
  sum(clicks) AS clicks, sum(conversions) AS conversions, sum(revenue) AS revenue, sum(cost) AS spend,
  sum(reports) AS reports, [toString(revenue), toString(sum(fees)), '0', '0', '0', '0', toString(sum(cost)), '0'] AS lines
FROM (
  SELECT ad_id, name, name_rank, clicks, 0 AS conversions, 0 AS revenue, 0 AS fees, 0 AS cost, 0 AS reports FROM traffic
  UNION ALL
  SELECT ad_id, name, name_rank, 0 AS clicks, conversions, revenue, fees, 0 AS cost, 0 AS reports FROM conversion_sums
  UNION ALL
  SELECT ad_id, name, name_rank, 0 AS clicks, 0 AS conversions, 0 AS revenue, 0 AS fees, cost, reports FROM costs
)
GROUP BY ad_id
HAVING clicks > 0 OR conversions > 0 OR spend != 0
ORDER BY revenue DESC, clicks DESC, spend DESC, ad_id ASC
LIMIT {limit:UInt32}
SETTINGS max_execution_time = 20, max_result_rows = 100000, max_memory_usage = 1000000000, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0, do_not_merge_across_partitions_select_final = 1, use_uncompressed_cache = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1, date_time_output_format = 'iso', session_timezone = 'UTC', log_comment = 'performance-ads-of-range'
