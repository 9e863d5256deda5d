SELECT provider,
  countIf(is_taken) AS taken,
  toUnixTimestamp64Milli(minIf(received_at, is_taken)) AS first_ms,
  toUnixTimestamp64Milli(maxIf(received_at, is_taken)) AS last_ms,
  countIf(is_refused) AS refused,
  toUnixTimestamp64Milli(maxIf(received_at, is_refused)) AS refused_ms,
  countIf(is_unreadable AND is_of_week) AS unreadable,
  toUnixTimestamp64Milli(minIf(received_at, is_unreadable)) AS unreadable_first_ms,
  toUnixTimestamp64Milli(maxIf(received_at, is_unreadable)) AS unreadable_last_ms
FROM (
  SELECT provider, received_at,
    verdict IN ('processed', 'ignored') AND verified = 1 AS is_taken,
    received_at >= fromUnixTimestamp64Milli({sinceMs:Int64}) AS is_of_week,
    verdict = 'dead-letter' AND reason_code = 'unreadable' AND verified = 1 AS is_unreadable,
    verdict IN ('rejected', 'dead-letter') AND is_of_week AND NOT is_unreadable AS is_refused
  FROM webhook_deliveries FINAL
  WHERE tenant_id = {tenantId:String} AND received_at >= fromUnixTimestamp64Milli({fromMs:Int64}) AND is_test = 0
)
GROUP BY provider
ORDER BY provider
SETTINGS max_execution_time = 20, max_result_rows = 100000, max_memory_usage = 1000000000, max_bytes_before_external_group_by = 300000000, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0, do_not_merge_across_partitions_select_final = 1, use_uncompressed_cache = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1, date_time_output_format = 'iso', session_timezone = 'UTC', log_comment = 'tracking-health-checkouts'
