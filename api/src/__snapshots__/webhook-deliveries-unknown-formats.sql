SELECT provider, arraySlice(arraySort(JSONExtractKeys(body)), 1, 60) AS fields, reason_code, reason_params, count() AS deliveries,
  min(received_at) AS first_at, max(received_at) AS last_at, argMin(substringUTF8(body, 1, 16384), received_at) AS first_body
FROM webhook_deliveries FINAL
WHERE tenant_id = {tenantId:String} AND received_at >= fromUnixTimestamp64Milli({fromMs:Int64}) AND verdict IN ('dead-letter', 'ignored') AND reason_code IN ('no_amount', 'no_status', 'no_conversion_field', 'unknown_status',
    'unknown_event', 'other_format')
GROUP BY provider, fields, reason_code, reason_params
ORDER BY deliveries DESC, last_at DESC, provider, fields, reason_code, reason_params
LIMIT 20
SETTINGS max_execution_time = 20, max_result_rows = 100000, max_memory_usage = 1000000000, max_bytes_before_external_group_by = 300000000, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0, do_not_merge_across_partitions_select_final = 1, use_uncompressed_cache = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1, date_time_output_format = 'iso', session_timezone = 'UTC', log_comment = 'webhook-deliveries-unknown-formats'
