WITH
  traffic AS (
    SELECT toString(campaign_id) AS campaign, clicks,
      if(source != '', clicks, 0) AS paid_clicks, if(source != '', page_views, 0) AS paid_views
    FROM (
    SELECT campaign_id, source, clicks, page_views
    FROM traffic_daily_by_campaign
    WHERE tenant_id = {tenantId:String} AND day_start >= fromUnixTimestamp64Milli({fromMs:Int64}) AND day_start < fromUnixTimestamp64Milli({toMs:Int64})
    AND build_id IN {buildIds:Array(UInt64)} AND is_bot = 0
    UNION ALL
    SELECT campaign_id, source, 1 AS clicks, 0 AS page_views
    FROM clicks FINAL
    WHERE tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({openFromMs:Int64}) AND ts < fromUnixTimestamp64Milli({openToMs:Int64})
    AND (ts < fromUnixTimestamp64Milli({openUntilMs:Int64}) OR ts >= fromUnixTimestamp64Milli({openAgainMs:Int64})) AND is_prefetch = 0 AND is_bot = 0
    UNION ALL
    SELECT campaign_id, source, 0 AS clicks, 1 AS page_views
    FROM page_views FINAL
    WHERE tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({openFromMs:Int64}) AND ts < fromUnixTimestamp64Milli({openToMs:Int64})
    AND (ts < fromUnixTimestamp64Milli({openUntilMs:Int64}) OR ts >= fromUnixTimestamp64Milli({openAgainMs:Int64})) AND is_bot = 0
  )
  ),
  costs AS (
    SELECT toString(campaign_id) AS campaign, sum(spend) AS cost
    FROM ad_spend FINAL
  WHERE tenant_id = {tenantId:String} AND day BETWEEN {firstDay:Date} AND {lastDay:Date} AND currency = 'BRL' AND kind = 'reported'
    GROUP BY campaign
  )
SELECT campaign, sum(clicks) AS clicks, sum(paid_clicks) AS paid_clicks, sum(paid_views) AS paid_views,
  sum(cost) AS spend
FROM (
  SELECT campaign, clicks, paid_clicks, paid_views, 0 AS cost FROM traffic
  UNION ALL
  SELECT campaign, 0 AS clicks, 0 AS paid_clicks, 0 AS paid_views, cost FROM costs
)
GROUP BY campaign
ORDER BY campaign
SETTINGS max_execution_time = 20, max_result_rows = 100000, max_memory_usage = 1000000000, max_bytes_before_external_group_by = 300000000, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0, do_not_merge_across_partitions_select_final = 1, use_uncompressed_cache = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1, date_time_output_format = 'iso', session_timezone = 'UTC', log_comment = 'tracking-health-campaigns'
