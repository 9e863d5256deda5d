SELECT tenant_id, fromUnixTimestamp64Milli(day_ms) AS day_start,
  arrayElement({buildIds:Array(UInt64)}, indexOf({bounds:Array(Int64)}, day_ms)) AS build_id, country_code, region, timezone, device_type, count() AS clicks
FROM (
  SELECT tenant_id, roundDown(toUnixTimestamp64Milli(ts), {bounds:Array(Int64)}) AS day_ms, country_code, region, timezone, device_type
  FROM clicks FINAL
  WHERE tenant_id = {tenantId:String}
    AND ts >= fromUnixTimestamp64Milli({fromMs:Int64}) AND ts < fromUnixTimestamp64Milli({toMs:Int64}) AND is_prefetch = 0 AND is_bot = 0
)
GROUP BY tenant_id, day_ms, country_code, region, timezone, device_type
SETTINGS max_execution_time = 20, max_memory_usage = 1000000000, max_bytes_before_external_group_by = 300000000, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0, do_not_merge_across_partitions_select_final = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1, date_time_output_format = 'iso', session_timezone = 'UTC', log_comment = 'rollup:rollup-clicks-by-place'
