SELECT source, count() AS clicks
FROM clicks FINAL
WHERE tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({fromMs:Int64}) AND ts < fromUnixTimestamp64Milli({toMs:Int64}) AND is_prefetch = 0 AND ({bots:UInt8} = 1 OR is_bot = 0)
    AND ({campaignId:String} = '' OR campaign_id = {campaignId:String})
    AND (({q:String} = '' OR positionCaseInsensitiveUTF8(concat('mc_', campaign_id, '_'), {q:String}) > 0 OR positionCaseInsensitiveUTF8(source, {q:String}) > 0 OR positionCaseInsensitiveUTF8(referrer, {q:String}) > 0 OR positionCaseInsensitiveUTF8(user_agent, {q:String}) > 0) OR (match({q:String}, '^[A-Za-z0-9_-]*[0-9][A-Za-z0-9_-]*$') AND positionCaseInsensitiveUTF8(click_id, {q:String}) > 0))
GROUP BY source
ORDER BY clicks DESC, source
LIMIT {limit:UInt32}
SETTINGS max_execution_time = 20, max_result_rows = 100000, max_memory_usage = 1000000000, max_bytes_before_external_group_by = 300000000, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0, do_not_merge_across_partitions_select_final = 1, use_uncompressed_cache = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1, date_time_output_format = 'iso', session_timezone = 'UTC', log_comment = 'clicks-sources-searched'
