SELECT from_ms, sum(in_slice) AS row_count
FROM (
  SELECT toUnixTimestamp64Milli(day_start) AS from_ms, sum(clicks) AS in_slice
  FROM traffic_daily_by_campaign
  WHERE tenant_id = {tenantId:String} AND day_start >= fromUnixTimestamp64Milli({fromMs:Int64}) AND day_start < fromUnixTimestamp64Milli({toMs:Int64})
    AND build_id IN {buildIds:Array(UInt64)} AND clicks > 0 AND ({bots:UInt8} = 1 OR is_bot = 0) AND ({campaignId:String} = '' OR campaign_id = {campaignId:String}) AND ({source:String} = '' OR source = {source:String} OR ({source:String} = 'direct' AND source = ''))
  GROUP BY from_ms
  UNION ALL
  SELECT
    if(ts < fromUnixTimestamp64Milli({openUntilMs:Int64}), {openFromMs:Int64}, {openAgainMs:Int64}) + intDiv(toUnixTimestamp64Milli(ts) - if(ts < fromUnixTimestamp64Milli({openUntilMs:Int64}), {openFromMs:Int64}, {openAgainMs:Int64}), {sliceMs:Int64}) * {sliceMs:Int64} AS from_ms,
    count() AS in_slice
  FROM clicks FINAL
  WHERE tenant_id = {tenantId:String} AND is_prefetch = 0 AND ({bots:UInt8} = 1 OR is_bot = 0) AND ({campaignId:String} = '' OR campaign_id = {campaignId:String}) AND ({source:String} = '' OR source = {source:String} OR ({source:String} = 'direct' AND source = '')) AND ts >= fromUnixTimestamp64Milli({openFromMs:Int64}) AND ts < fromUnixTimestamp64Milli({openToMs:Int64})
    AND (ts < fromUnixTimestamp64Milli({openUntilMs:Int64}) OR ts >= fromUnixTimestamp64Milli({openAgainMs:Int64}))
  GROUP BY from_ms
)
GROUP BY from_ms
ORDER BY from_ms DESC
SETTINGS max_execution_time = 20, max_result_rows = 100000, max_memory_usage = 1000000000, max_bytes_before_external_group_by = 300000000, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0, do_not_merge_across_partitions_select_final = 1, use_uncompressed_cache = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1, date_time_output_format = 'iso', session_timezone = 'UTC', log_comment = 'clicks-of-days'
