WITH
  traffic AS (
    SELECT if(source = '', 'direct', toString(source)) AS key_1, sum(clicks) AS clicks, sum(page_views) AS page_views
    FROM (
    SELECT source, clicks, page_views
    FROM traffic_daily_by_campaign
    WHERE tenant_id = {tenantId:String} AND day_start >= fromUnixTimestamp64Milli({fromMs:Int64}) AND day_start < fromUnixTimestamp64Milli({toMs:Int64})
    AND build_id IN {buildIds:Array(UInt64)} AND is_bot = 0
    UNION ALL
    SELECT source, 1 AS clicks, 0 AS page_views
    FROM clicks FINAL
    WHERE tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({openFromMs:Int64}) AND ts < fromUnixTimestamp64Milli({openToMs:Int64})
    AND (ts < fromUnixTimestamp64Milli({openUntilMs:Int64}) OR ts >= fromUnixTimestamp64Milli({openAgainMs:Int64})) AND is_prefetch = 0 AND is_bot = 0
    UNION ALL
    SELECT source, 0 AS clicks, 1 AS page_views
    FROM page_views FINAL
    WHERE tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({openFromMs:Int64}) AND ts < fromUnixTimestamp64Milli({openToMs:Int64})
    AND (ts < fromUnixTimestamp64Milli({openUntilMs:Int64}) OR ts >= fromUnixTimestamp64Milli({openAgainMs:Int64})) AND is_bot = 0
  )
    GROUP BY key_1
  ),
  conversion_sums AS (
    SELECT if(source = '', 'direct', toString(source)) AS key_1, sum(conversions) AS conversions, sum(attributed) AS attributed, sum(revenue) AS revenue, sum(fees) AS fees
    FROM (
    SELECT source, conversions, attributed, revenue, fees, unknown_fees, unknown_fees_of
    FROM money_daily_by_campaign
    WHERE tenant_id = {tenantId:String} AND day_start >= fromUnixTimestamp64Milli({fromMs:Int64}) AND day_start < fromUnixTimestamp64Milli({toMs:Int64})
    AND build_id IN {buildIds:Array(UInt64)}
    UNION ALL
    SELECT source, toUInt64(1) AS conversions, toUInt64(click_id != '') AS attributed, revenue, ifNull(fee_brl, toDecimal64(0, 4)) AS fees, toUInt64(fee_brl IS NULL AND gross_brl != 0) AS unknown_fees, if(fee_brl IS NULL, gross_brl, toDecimal64(0, 4)) AS unknown_fees_of
    FROM conversions FINAL
    WHERE tenant_id = {tenantId:String} AND toDate(ts) IN {openMoneyDays:Array(Date)}
    AND arrayCount(edge -> edge <= toUnixTimestamp64Milli(ts), {openMoneyEdgesMs:Array(Int64)}) % 2 = 1 AND is_counted = 1 AND is_test = 0
  )
    GROUP BY key_1
  ),
  costs AS (
    SELECT substringIndex(toString(source), '/', 1) AS key_1, sum(spend) AS cost, count() AS reports
    FROM ad_spend FINAL
  WHERE tenant_id = {tenantId:String} AND day BETWEEN {firstDay:Date} AND {lastDay:Date} AND currency = 'BRL' AND kind = 'reported'
    GROUP BY key_1
  )
SELECT
  key_1, '' AS key_2, '' AS label_1, '' AS label_2,
  sum(clicks) AS clicks, sum(page_views) AS page_views, sum(conversions) AS conversions, sum(attributed) AS attributed,
  sum(revenue) AS revenue, sum(cost) AS spend, sum(reports) AS reports,
  [toString(revenue), toString(sum(fees)), '0', '0', '0', '0', toString(sum(cost)), '0'] AS lines,
  count() OVER () AS groups
FROM (
  SELECT key_1, clicks, page_views, 0 AS conversions, 0 AS attributed, 0 AS revenue, 0 AS fees, 0 AS cost, 0 AS reports FROM traffic
  UNION ALL
  SELECT key_1, 0 AS clicks, 0 AS page_views, conversions, attributed, revenue, fees, 0 AS cost, 0 AS reports FROM conversion_sums
  UNION ALL
  SELECT key_1, 0 AS clicks, 0 AS page_views, 0 AS conversions, 0 AS attributed, 0 AS revenue, 0 AS fees, cost, reports FROM costs
)
WHERE (empty({firstKeys:Array(String)}) OR has({firstKeys:Array(String)}, key_1))
GROUP BY key_1
HAVING clicks > 0 OR page_views > 0 OR conversions > 0 OR spend != 0
ORDER BY revenue DESC, clicks DESC, spend DESC, key_1
LIMIT {limit:UInt32}
SETTINGS max_execution_time = 20, max_result_rows = 100000, max_memory_usage = 1000000000, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0, do_not_merge_across_partitions_select_final = 1, use_uncompressed_cache = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1, date_time_output_format = 'iso', session_timezone = 'UTC', log_comment = 'analytics-breakdown-by-source'
