SELECT countIf(verdict IN ('processed', 'ignored') AND verified = 1 AND NOT (is_test = 1 AND JSONHas(body, 'is_test'))) AS found, toUnixTimestamp64Milli(minIf(received_at, verdict IN ('processed', 'ignored') AND verified = 1 AND NOT (is_test = 1 AND JSONHas(body, 'is_test')))) AS first_ms,
  countIf(verdict IN ('processed', 'ignored') AND verified = 1 AND (is_test = 1 AND JSONHas(body, 'is_test'))) AS tests, toUnixTimestamp64Milli(minIf(received_at, verdict IN ('processed', 'ignored') AND verified = 1 AND (is_test = 1 AND JSONHas(body, 'is_test')))) AS first_test_ms,
  topKIf(1)(provider, verdict IN ('processed', 'ignored') AND verified = 1 AND (is_test = 1 AND JSONHas(body, 'is_test'))) AS tested,
  countIf(verdict IN ('rejected', 'dead-letter')) AS refused
FROM webhook_deliveries FINAL
WHERE tenant_id = {tenantId:String} AND received_at >= fromUnixTimestamp64Milli({fromMs:Int64})
SETTINGS max_execution_time = 20, max_result_rows = 100000, max_memory_usage = 1000000000, max_bytes_before_external_group_by = 300000000, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0, do_not_merge_across_partitions_select_final = 1, use_uncompressed_cache = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1, date_time_output_format = 'iso', session_timezone = 'UTC', log_comment = 'onboarding-first-delivery'
