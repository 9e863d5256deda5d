SELECT
  key_1, '' AS key_2, '' AS label_1, '' AS label_2,
  sum(visits) AS clicks, sum(page_visits) AS views, sum(sales) AS conversions, sum(tracked_sales) AS tracked,
  sum(earned) AS revenue, sum(spent) AS spend, sum(spend_rows) AS spend_rows,
  count() OVER () AS groups
FROM (
  SELECT
    if(source = '', 'direct', toString(source)) AS key_1, sum(clicks) AS visits, sum(views) AS page_visits, 0 AS sales, 0 AS tracked_sales, 0 AS earned, 0 AS spent, 0 AS spend_rows
  FROM visits_daily_by_campaign
  WHERE tenant_id = {tenantId:String} AND day_start >= fromUnixTimestamp64Milli({fromMs:Int64}) AND day_start < fromUnixTimestamp64Milli({toMs:Int64})
    AND generation IN {generations:Array(UInt64)} AND is_bot = 0
  GROUP BY key_1
  UNION ALL
  SELECT
    if(source = '', 'direct', toString(source)) AS key_1, count() AS visits, 0 AS page_visits, 0 AS sales, 0 AS tracked_sales, 0 AS earned, 0 AS spent, 0 AS spend_rows
  FROM clicks FINAL
  WHERE tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({openFromMs:Int64}) AND ts < fromUnixTimestamp64Milli({openToMs:Int64})
    AND (ts < fromUnixTimestamp64Milli({openUntilMs:Int64}) OR ts >= fromUnixTimestamp64Milli({openAgainMs:Int64})) AND is_bot = 0 AND is_prefetch = 0
  GROUP BY key_1
  UNION ALL
  SELECT
    if(click.source = '', 'direct', toString(click.source)) AS key_1, 0 AS visits, count() AS page_visits, 0 AS sales, 0 AS tracked_sales, 0 AS earned, 0 AS spent, 0 AS spend_rows
  FROM (
    SELECT ts, campaign_id, country_code, device_type, if(toInt64OrZero(substring(click_id, -19, 13)) <= toUnixTimestamp64Milli(ts) + 60000, click_id, '') AS click_id
    FROM page_views FINAL
    WHERE tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({openFromMs:Int64}) AND ts < fromUnixTimestamp64Milli({openToMs:Int64})
    AND (ts < fromUnixTimestamp64Milli({openUntilMs:Int64}) OR ts >= fromUnixTimestamp64Milli({openAgainMs:Int64})) AND is_bot = 0
  ) AS view
  LEFT JOIN (
    SELECT click_id, source, channel, ad_id, adset_id, placement
    FROM clicks FINAL
    WHERE tenant_id = {tenantId:String}
      AND (ts, click_id) IN (SELECT (fromUnixTimestamp64Milli(toInt64OrZero(substring(click_id, -19, 13))), click_id) FROM page_views FINAL WHERE tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({openFromMs:Int64}) AND ts < fromUnixTimestamp64Milli({openToMs:Int64})
    AND (ts < fromUnixTimestamp64Milli({openUntilMs:Int64}) OR ts >= fromUnixTimestamp64Milli({openAgainMs:Int64})) AND is_bot = 0 AND toInt64OrZero(substring(click_id, -19, 13)) <= toUnixTimestamp64Milli(ts) + 60000)
  ) AS click ON click.click_id = view.click_id
  GROUP BY key_1
  UNION ALL
  SELECT
    if(source = '', 'direct', toString(source)) AS key_1, 0 AS visits, 0 AS page_visits, count() AS sales, countIf(click_id != '') AS tracked_sales, sum(revenue) AS earned, 0 AS spent, 0 AS spend_rows
  FROM conversions FINAL
  WHERE tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({fromMs:Int64}) AND ts < fromUnixTimestamp64Milli({toMs:Int64}) AND is_counted = 1 AND is_test = 0
  GROUP BY key_1
  UNION ALL
  SELECT
    substringIndex(toString(source), '/', 1) AS key_1, 0 AS visits, 0 AS page_visits, 0 AS sales, 0 AS tracked_sales, 0 AS earned, sum(spend) AS spent, count() AS spend_rows
  FROM ad_spend FINAL
  WHERE tenant_id = {tenantId:String} AND day BETWEEN {firstDay:Date} AND {lastDay:Date} AND currency = 'BRL'
  GROUP BY key_1
)
GROUP BY key_1
HAVING clicks > 0 OR views > 0 OR conversions > 0 OR spend != 0
ORDER BY revenue DESC, clicks DESC, spend DESC, key_1
LIMIT {limit:UInt32}
SETTINGS max_execution_time = 20, max_result_rows = 100000, max_memory_usage = 1000000000, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0, do_not_merge_across_partitions_select_final = 1, use_uncompressed_cache = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1, date_time_output_format = 'iso', session_timezone = 'UTC', log_comment = 'analytics-breakdown-by-source'
