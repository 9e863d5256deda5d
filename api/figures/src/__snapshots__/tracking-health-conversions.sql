SELECT
  countIf(is_now) AS counted, countIf(is_now AND click_id != '') AS tracked,
  countIf(NOT is_now) AS counted_before, countIf(NOT is_now AND click_id != '') AS tracked_before,
  countIf(is_now AND click_id = '' AND click_ref = '' AND attribution != 'utm') AS no_id,
  countIf(is_now AND click_id = '' AND click_ref != '') AS unknown_click,
  countIf(is_now AND click_id = '' AND click_ref = '' AND attribution = 'utm') AS utm_only
FROM (
  SELECT click_id, click_ref, attribution, ts >= fromUnixTimestamp64Milli({sinceMs:Int64}) AS is_now
  FROM conversions FINAL
  WHERE tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({fromMs:Int64}) AND ts < fromUnixTimestamp64Milli({toMs:Int64}) AND is_counted = 1 AND is_test = 0 AND is_imported = 0
)
SETTINGS max_execution_time = 20, max_result_rows = 100000, max_memory_usage = 1000000000, max_bytes_before_external_group_by = 300000000, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0, do_not_merge_across_partitions_select_final = 1, use_uncompressed_cache = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1, date_time_output_format = 'iso', session_timezone = 'UTC', log_comment = 'tracking-health-conversions'
