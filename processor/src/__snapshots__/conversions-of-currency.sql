WITH {keys:Array(Tuple(String, String, String, UInt32))}[1] AS wanted
SELECT conversion_id
FROM conversion_ledger FINAL
WHERE (tenant_id, currency, wanted.3, wanted.4) IN {keys:Array(Tuple(String, String, String, UInt32))}
  AND tenant_id = wanted.1 AND conversion_id > wanted.3
ORDER BY tenant_id, conversion_id
LIMIT 1 BY conversion_id
LIMIT wanted.4
SETTINGS max_execution_time = 20, max_result_rows = 100000, max_memory_usage = 1000000000, max_bytes_before_external_group_by = 300000000, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0, do_not_merge_across_partitions_select_final = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1, date_time_output_format = 'iso', session_timezone = 'UTC', log_comment = 'pipeline:conversions-of-currency'
