SELECT intDiv(toUnixTimestamp64Milli(ts) - toUnixTimestamp64Milli(assumeNotNull(click_ts)), 3600000) AS hours, count() AS conversions
FROM conversions FINAL
WHERE tenant_id = {tenantId:String} AND toDate(ts) >= toDate(fromUnixTimestamp64Milli({fromMs:Int64})) AND is_counted = 1 AND is_test = 0 AND verified = 1
  AND click_id != '' AND click_ts IS NOT NULL AND click_ts <= ts
GROUP BY hours
HAVING hours < {hoursMax:UInt32}
ORDER BY hours
SETTINGS max_execution_time = 20, max_result_rows = 100000, max_memory_usage = 1000000000, max_bytes_before_external_group_by = 300000000, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0, do_not_merge_across_partitions_select_final = 1, use_uncompressed_cache = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1, date_time_output_format = 'iso', session_timezone = 'UTC', log_comment = 'figures-conversion-lags'
