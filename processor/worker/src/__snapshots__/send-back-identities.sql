SELECT
  click_id,
  argMinIf(fbp, (received_at, event_id), fbp != '') AS first_fbp,
  argMinIf(fbc, (received_at, event_id), fbc != '') AS first_fbc,
  argMinIf(ttp, (received_at, event_id), ttp != '') AS first_ttp
FROM click_identities FINAL
WHERE (tenant_id, ts, click_id) IN {keys:Array(Tuple(String, DateTime64(3, 'UTC'), String))}
GROUP BY click_id
SETTINGS max_execution_time = 20, max_result_rows = 100000, max_memory_usage = 1000000000, max_bytes_before_external_group_by = 300000000, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0, do_not_merge_across_partitions_select_final = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1, date_time_output_format = 'iso', session_timezone = 'UTC', log_comment = 'pipeline:send-back-identities'
