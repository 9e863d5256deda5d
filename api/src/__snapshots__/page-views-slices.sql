SELECT intDiv(toUnixTimestamp64Milli(ts) - {fromMs:Int64}, {sliceMs:Int64}) AS slice, count() AS row_count
FROM page_views FINAL
WHERE tenant_id = {tenantId:String} AND is_bot = 0 AND ({campaignId:String} = '' OR campaign_id = {campaignId:String}) AND ts >= fromUnixTimestamp64Milli({fromMs:Int64}) AND ts < fromUnixTimestamp64Milli({toMs:Int64}) AND ({q:String} = '' OR positionCaseInsensitiveUTF8(click_id, {q:String}) > 0 OR positionCaseInsensitiveUTF8(url, {q:String}) > 0)
  AND ({source:String} = '' OR (channel != '' AND ({source:String} = '' OR source = {source:String} OR ({source:String} = 'direct' AND source = ''))))
GROUP BY slice
ORDER BY slice DESC
SETTINGS max_execution_time = 20, max_result_rows = 100000, max_memory_usage = 1000000000, max_bytes_before_external_group_by = 300000000, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0, do_not_merge_across_partitions_select_final = 1, use_uncompressed_cache = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1, date_time_output_format = 'iso', session_timezone = 'UTC', log_comment = 'page-views-slices'
