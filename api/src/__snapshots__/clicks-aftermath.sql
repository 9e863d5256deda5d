SELECT
  click_id, sum(sold) AS conversion_count, min(first_conversion) AS converted_at, sum(revenue) AS conversion_value,
  max(first_fbp) AS late_fbp, max(first_fbc) AS late_fbc, max(first_prev) AS late_prev
FROM (
  SELECT click_id, count() AS sold, toNullable(min(ts)) AS first_conversion, sum(revenue) AS revenue, '' AS first_fbp, '' AS first_fbc,
    '' AS first_prev
  FROM conversions FINAL
  WHERE tenant_id = {tenantId:String} AND is_counted = 1 AND is_test = 0 AND click_id != ''
    AND click_ts >= fromUnixTimestamp64Milli({fromMs:Int64}) AND click_ts < fromUnixTimestamp64Milli({toMs:Int64}) AND click_id IN {clickIds:Array(String)}
  GROUP BY click_id
  UNION ALL
  SELECT
    click_id, 0 AS sold, NULL AS first_conversion, 0 AS revenue,
    argMinIf(fbp, (received_at, event_id), fbp != '') AS first_fbp,
    argMinIf(fbc, (received_at, event_id), fbc != '') AS first_fbc,
    argMinIf(prev, (received_at, event_id), prev != '') AS first_prev
  FROM click_identities FINAL
  WHERE tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({fromMs:Int64}) AND ts < fromUnixTimestamp64Milli({toMs:Int64}) AND click_id IN {clickIds:Array(String)}
  GROUP BY click_id
)
GROUP BY click_id
SETTINGS max_execution_time = 20, max_result_rows = 100000, max_memory_usage = 1000000000, max_bytes_before_external_group_by = 300000000, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0, do_not_merge_across_partitions_select_final = 1, use_uncompressed_cache = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1, date_time_output_format = 'iso', session_timezone = 'UTC', log_comment = 'clicks-aftermath'
