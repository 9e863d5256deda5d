SELECT countIf(is_new) AS conversions, ifNotFinite(quantileExactIf(0.5)(toFloat64(gross_brl), is_new), 0) AS median,
  countIf(NOT is_new) AS usual_conversions, ifNotFinite(quantileExactIf(0.5)(toFloat64(gross_brl), NOT is_new), 0) AS usual_median
FROM (
  SELECT gross_brl, provider = 'generic' AND received_at >= fromUnixTimestamp64Milli({newMs:Int64}) AS is_new
  FROM conversions FINAL
  WHERE tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({fromMs:Int64})
    AND ts < fromUnixTimestamp64Milli({toMs:Int64}) AND is_counted = 1 AND is_test = 0 AND conversion_type != 'lead' AND gross_brl > 0
)
SETTINGS max_execution_time = 20, max_result_rows = 100000, max_memory_usage = 1000000000, max_bytes_before_external_group_by = 300000000, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0, do_not_merge_across_partitions_select_final = 1, use_uncompressed_cache = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1, date_time_output_format = 'iso', session_timezone = 'UTC', log_comment = 'webhook-conversion-medians'
