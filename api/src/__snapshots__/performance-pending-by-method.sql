SELECT
  payment_method AS method,
  countIf(status = 'pending') AS pending, sumIf(gross_brl, status = 'pending') AS pending_value,
  countIf(status IN ('approved', 'completed', 'disputed', 'partially_refunded', 'refunded', 'chargeback')) AS approved, sumIf(gross_brl, status IN ('approved', 'completed', 'disputed', 'partially_refunded', 'refunded', 'chargeback')) AS approved_value,
  countIf(status IN ('expired', 'refused', 'canceled')) AS lost, sumIf(gross_brl, status IN ('expired', 'refused', 'canceled')) AS lost_value,
  countIf(was_pending = 1 AND status IN ('approved', 'completed', 'disputed', 'partially_refunded', 'refunded', 'chargeback')) AS recovered, sumIf(gross_brl, was_pending = 1 AND status IN ('approved', 'completed', 'disputed', 'partially_refunded', 'refunded', 'chargeback')) AS recovered_value,
  countIf(status IN ('refunded', 'partially_refunded')) AS refunds, sumIf(gross_brl - revenue, status IN ('refunded', 'partially_refunded')) AS refunds_value,
  countIf(status = 'chargeback') AS chargebacks, sumIf(gross_brl - revenue, status = 'chargeback') AS chargebacks_value
FROM conversions FINAL
WHERE tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({fromMs:Int64}) AND ts < fromUnixTimestamp64Milli({toMs:Int64}) AND verified = 1 AND is_test = 0 AND conversion_type != 'lead'
GROUP BY method
ORDER BY pending_value DESC, approved_value DESC, method
SETTINGS max_execution_time = 20, max_result_rows = 100000, max_memory_usage = 1000000000, max_bytes_before_external_group_by = 300000000, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0, do_not_merge_across_partitions_select_final = 1, use_uncompressed_cache = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1, date_time_output_format = 'iso', session_timezone = 'UTC', log_comment = 'performance-pending-by-method'
