SELECT
  'revenue' AS figure, tupleElement(sumMapIf([intDiv(at - {yesterdayMs:Int64}, 60000)], [revenue], true), 1) AS part_starts, tupleElement(sumMapIf([intDiv(at - {yesterdayMs:Int64}, 60000)], [revenue], true), 2) AS parts,
  0 AS without_hours, 0 AS received_ms
FROM (
  SELECT revenue, toUnixTimestamp64Milli(ts) AS at
  FROM conversions FINAL
  WHERE tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({yesterdayMs:Int64})
    AND ts < fromUnixTimestamp64Milli({tomorrowMs:Int64}) AND is_counted = 1 AND is_test = 0
)
UNION ALL
SELECT
  'spend' AS figure,
  tupleElement(sumMapIf(arrayMap(start -> toInt64(start), hour_starts), arrayMap(part -> part, hour_spends), day = {yesterday:Date}), 1) AS part_starts, tupleElement(sumMapIf(arrayMap(start -> toInt64(start), hour_starts), arrayMap(part -> part, hour_spends), day = {yesterday:Date}), 2) AS parts,
  countIf(day = {yesterday:Date} AND spend != 0 AND empty(hour_starts)) AS without_hours,
  toUnixTimestamp64Milli(max(received_at)) AS received_ms
FROM ad_spend FINAL
WHERE tenant_id = {tenantId:String} AND (day BETWEEN {first:Date} AND {firstEnd:Date} OR day BETWEEN {second:Date} AND {last:Date}) AND currency = 'BRL' AND kind = 'reported'
SETTINGS max_execution_time = 20, max_result_rows = 100000, max_memory_usage = 1000000000, max_bytes_before_external_group_by = 300000000, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0, do_not_merge_across_partitions_select_final = 1, use_uncompressed_cache = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1, date_time_output_format = 'iso', session_timezone = 'UTC', log_comment = 'performance-parts-of-days'
