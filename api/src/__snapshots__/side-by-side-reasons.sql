SELECT
  intDiv(toUnixTimestamp64Milli(ts), 900000) AS quarter,
  multiIf(
    is_test = 1, 'test',
    uncounted_reason != '', 'unverified',
    status IN ('refunded', 'partially_refunded', 'chargeback'), 'taken-back',
    status = 'pending', 'pending',
    is_counted = 0, '',
    conversion_type = 'lead', 'lead',
    currency != 'BRL' AND net_value != 0 AND revenue = 0, 'without-rate',
    is_imported = 1, 'imported',
    ''
  ) AS reason,
  count() AS found,
  sum(gross_brl - if(is_counted = 1 AND is_imported = 0, revenue, toDecimal64(0, 4))) AS worth
FROM conversions FINAL
WHERE tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({fromMs:Int64}) AND ts < fromUnixTimestamp64Milli({toMs:Int64})
GROUP BY quarter, reason
HAVING reason != ''
ORDER BY quarter, reason
SETTINGS max_execution_time = 20, max_result_rows = 100000, max_memory_usage = 1000000000, max_bytes_before_external_group_by = 300000000, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0, do_not_merge_across_partitions_select_final = 1, use_uncompressed_cache = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1, date_time_output_format = 'iso', session_timezone = 'UTC', log_comment = 'side-by-side-reasons'
