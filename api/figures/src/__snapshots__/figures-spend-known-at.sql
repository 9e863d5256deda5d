SELECT campaign_id AS campaign, day, source, argMax(version.kind, reported_at) AS kind, argMax(version.currency, reported_at) AS currency,
  argMax(spend, reported_at) AS amount, toUInt8(countIf(whole_at <= fromUnixTimestamp64Milli({atMs:Int64})) > 0) AS isWhole
FROM spend_reports AS version FINAL
WHERE tenant_id = {tenantId:String} AND day BETWEEN {firstDay:Date} AND {lastDay:Date} AND reported_at <= fromUnixTimestamp64Milli({atMs:Int64})
GROUP BY campaign_id, day, source
ORDER BY campaign, day, source
SETTINGS max_execution_time = 20, max_result_rows = 100000, max_memory_usage = 1000000000, max_bytes_before_external_group_by = 300000000, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0, do_not_merge_across_partitions_select_final = 1, use_uncompressed_cache = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1, date_time_output_format = 'iso', session_timezone = 'UTC', log_comment = 'figures-spend-known-at'
