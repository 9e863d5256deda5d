SELECT click_id, toString(any(campaign_id)) AS campaign, arraySort(groupArray(conversion_id)) AS conversions,
  minOrNullIf(ts, is_counted = 1 AND is_test = 0) AS converted_at, sumIf(revenue, is_counted = 1 AND is_test = 0) AS worth
FROM conversions FINAL
WHERE tenant_id = {tenantId:String} AND click_id IN {ids:Array(String)} AND {upTo:UInt64} >= 0
GROUP BY click_id
SETTINGS max_execution_time = 20, max_result_rows = 100000, max_memory_usage = 1000000000, max_bytes_before_external_group_by = 300000000, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0, do_not_merge_across_partitions_select_final = 1, use_uncompressed_cache = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1, date_time_output_format = 'iso', session_timezone = 'UTC', log_comment = 'changes-assigned-clicks'
