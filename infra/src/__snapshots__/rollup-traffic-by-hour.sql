SELECT {tenantId:String}, fromUnixTimestamp64Milli(day_ms) AS day_start,
  arrayElement({buildIds:Array(UInt64)}, indexOf({bounds:Array(Int64)}, day_ms)) AS build_id, min(at), campaign_id, source, channel, country_code, device_type, sum(clicks), sum(page_views)
FROM (
  SELECT day_ms, hour, min(ts) AS at, campaign_id, source, channel, country_code, device_type, count() AS clicks, 0 AS page_views
  FROM (
    SELECT ts, roundDown(toUnixTimestamp64Milli(ts), {bounds:Array(Int64)}) AS day_ms, intDiv(toUnixTimestamp64Milli(ts) + transform(roundDown(toUnixTimestamp64Milli(ts), {offsetsFromMs:Array(Int64)}),
      {offsetsFromMs:Array(Int64)}, {offsetsMs:Array(Int64)}, toInt64(0)), 3600000) AS hour, campaign_id, source, channel, country_code, device_type
    FROM clicks FINAL
    WHERE tenant_id = {tenantId:String}
    AND ts >= fromUnixTimestamp64Milli({fromMs:Int64}) AND ts < fromUnixTimestamp64Milli({toMs:Int64}) AND is_prefetch = 0 AND is_bot = 0
  )
  GROUP BY day_ms, hour, campaign_id, source, channel, country_code, device_type
  UNION ALL
  SELECT day_ms, hour, min(ts), campaign_id, source, channel, country_code, device_type, 0, count()
  FROM (
    SELECT ts, roundDown(toUnixTimestamp64Milli(ts), {bounds:Array(Int64)}) AS day_ms, intDiv(toUnixTimestamp64Milli(ts) + transform(roundDown(toUnixTimestamp64Milli(ts), {offsetsFromMs:Array(Int64)}),
      {offsetsFromMs:Array(Int64)}, {offsetsMs:Array(Int64)}, toInt64(0)), 3600000) AS hour, campaign_id, source, channel, country_code, device_type
    FROM page_views FINAL
    WHERE tenant_id = {tenantId:String}
    AND ts >= fromUnixTimestamp64Milli({fromMs:Int64}) AND ts < fromUnixTimestamp64Milli({toMs:Int64}) AND is_bot = 0
  )
  GROUP BY day_ms, hour, campaign_id, source, channel, country_code, device_type
)
GROUP BY day_ms, hour, campaign_id, source, channel, country_code, device_type
SETTINGS max_execution_time = 20, max_memory_usage = 1000000000, max_bytes_before_external_group_by = 300000000, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0, do_not_merge_across_partitions_select_final = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1, date_time_output_format = 'iso', session_timezone = 'UTC', log_comment = 'rollup:rollup-traffic-by-hour'
