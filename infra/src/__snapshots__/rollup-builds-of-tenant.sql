SELECT
  half, day_start, day_end, time_zone, max(state = 2) AS is_finalized, max(build_id) AS last_build
FROM finalized_days FINAL
WHERE tenant_id = {tenantId:String} AND day_start >= fromUnixTimestamp64Milli({fromMs:Int64})
GROUP BY half, day_start, day_end, time_zone
HAVING is_finalized OR half = 'money'
ORDER BY day_start
SETTINGS max_execution_time = 20, max_result_rows = 100000, max_memory_usage = 1000000000, max_bytes_before_external_group_by = 300000000, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0, do_not_merge_across_partitions_select_final = 1, use_uncompressed_cache = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1, date_time_output_format = 'iso', session_timezone = 'UTC', log_comment = 'rollup-builds-of-tenant'
