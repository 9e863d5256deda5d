SELECT at FROM (
  SELECT ts AS at FROM clicks FINAL
  WHERE tenant_id = {tenantId:String} AND ts < fromUnixTimestamp64Milli({beforeMs:Int64}) AND is_prefetch = 0 AND is_bot = 0
  ORDER BY tenant_id, ts LIMIT 1
)
UNION ALL
SELECT at FROM (
  SELECT ts AS at FROM conversions FINAL
  WHERE tenant_id = {tenantId:String} AND ts < fromUnixTimestamp64Milli({beforeMs:Int64})
    AND (verified = 1 AND received_at < ts + toIntervalDay(6) OR is_imported = 1) AND is_counted = 1 AND is_test = 0
  ORDER BY tenant_id, toDate(ts), ts LIMIT 1
)
SETTINGS max_execution_time = 20, max_result_rows = 100000, max_memory_usage = 1000000000, max_bytes_before_external_group_by = 300000000, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0, do_not_merge_across_partitions_select_final = 1, use_uncompressed_cache = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1, date_time_output_format = 'iso', session_timezone = 'UTC', log_comment = 'figures-first-facts'
