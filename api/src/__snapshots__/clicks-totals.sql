SELECT
  sum(visits) AS clicks, sum(sold) AS converted, sum(earned) AS worth,
  uniqExactIf(campaign, visits > 0) AS campaigns, uniqExactIf(origin, visits > 0 AND origin != '') AS sources
FROM (
  SELECT toString(campaign_id) AS campaign, toString(source) AS origin, sum(clicks) AS visits, 0 AS sold, 0 AS earned
  FROM visits_daily_by_campaign
  WHERE tenant_id = {tenantId:String} AND day_start >= fromUnixTimestamp64Milli({fromMs:Int64}) AND day_start < fromUnixTimestamp64Milli({toMs:Int64})
    AND generation IN {generations:Array(UInt64)} AND clicks > 0 AND ({bots:UInt8} = 1 OR is_bot = 0) AND ({campaignId:String} = '' OR campaign_id = {campaignId:String}) AND ({source:String} = '' OR source = {source:String} OR ({source:String} = 'direct' AND source = ''))
  GROUP BY campaign, origin
  UNION ALL
  SELECT toString(campaign_id) AS campaign, toString(source) AS origin, count() AS visits, 0 AS sold, 0 AS earned
  FROM clicks FINAL
  WHERE tenant_id = {tenantId:String} AND is_prefetch = 0 AND ({bots:UInt8} = 1 OR is_bot = 0) AND ({campaignId:String} = '' OR campaign_id = {campaignId:String}) AND ts >= fromUnixTimestamp64Milli({openFromMs:Int64}) AND ts < fromUnixTimestamp64Milli({openToMs:Int64})
    AND (ts < fromUnixTimestamp64Milli({openUntilMs:Int64}) OR ts >= fromUnixTimestamp64Milli({openAgainMs:Int64})) AND ({source:String} = '' OR source = {source:String} OR ({source:String} = 'direct' AND source = ''))
  GROUP BY campaign, origin
  UNION ALL
  SELECT '' AS campaign, '' AS origin, 0 AS visits, uniqExact(click_id) AS sold, sum(revenue) AS earned
  FROM conversions FINAL
  WHERE tenant_id = {tenantId:String} AND is_counted = 1 AND is_test = 0 AND click_id != ''
    AND click_ts >= fromUnixTimestamp64Milli({fromMs:Int64}) AND click_ts < fromUnixTimestamp64Milli({toMs:Int64}) AND ({bots:UInt8} = 1 OR click_is_bot = 0) AND ({campaignId:String} = '' OR campaign_id = {campaignId:String}) AND ({source:String} = '' OR source = {source:String} OR ({source:String} = 'direct' AND source = ''))
)
SETTINGS max_execution_time = 20, max_result_rows = 100000, max_memory_usage = 1000000000, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0, do_not_merge_across_partitions_select_final = 1, use_uncompressed_cache = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1, date_time_output_format = 'iso', session_timezone = 'UTC', log_comment = 'clicks-totals'
