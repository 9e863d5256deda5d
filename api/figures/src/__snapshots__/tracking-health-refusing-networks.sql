SELECT network, deliveries, all_deliveries
FROM (
  SELECT sender_network AS network, count() AS deliveries, sum(deliveries) OVER () AS all_deliveries
  FROM webhook_deliveries FINAL
  WHERE tenant_id = {tenantId:String} AND received_at >= fromUnixTimestamp64Milli({sinceMs:Int64})
    AND verdict IN ('rejected', 'dead-letter') AND NOT (reason_code = 'unreadable' AND verified = 1) AND is_test = 0
  GROUP BY network
)
WHERE network != ''
ORDER BY deliveries DESC, network
LIMIT {limit:UInt32}
SETTINGS max_execution_time = 20, max_result_rows = 100000, max_memory_usage = 1000000000, max_bytes_before_external_group_by = 300000000, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0, do_not_merge_across_partitions_select_final = 1, use_uncompressed_cache = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1, date_time_output_format = 'iso', session_timezone = 'UTC', log_comment = 'tracking-health-refusing-networks'
