SELECT sum(clicks) AS bots FROM (
  SELECT campaign_id, clicks
  FROM traffic_daily_by_campaign
  WHERE tenant_id = {tenantId:String} AND day_start >= fromUnixTimestamp64Milli({fromMs:Int64}) AND day_start < fromUnixTimestamp64Milli({toMs:Int64})
  AND build_id IN {buildIds:Array(UInt64)} AND is_bot = 1 AND clicks > 0 AND 1
  UNION ALL
  SELECT campaign_id, 1 AS clicks
  FROM clicks FINAL
  WHERE tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({openFromMs:Int64}) AND ts < fromUnixTimestamp64Milli({openToMs:Int64})
  AND (ts < fromUnixTimestamp64Milli({openUntilMs:Int64}) OR ts >= fromUnixTimestamp64Milli({openAgainMs:Int64})) AND is_prefetch = 0 AND is_bot = 1 AND 1
)
SETTINGS max_execution_time = 20, max_result_rows = 100000, max_memory_usage = 1000000000, max_bytes_before_external_group_by = 300000000, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0, do_not_merge_across_partitions_select_final = 1, use_uncompressed_cache = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1, date_time_output_format = 'iso', session_timezone = 'UTC', log_comment = 'tracking-health-bots'
