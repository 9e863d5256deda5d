SELECT
  tenant_id, day_start, build_id, campaign_id, source, channel, ad_id, adset_id, sum(clicks), sum(page_views),
  argMax(ad_name, if(ad_name = '', 0, toUInt64(ad_named_ms) * 1048576 + cityHash64(ad_name) % 1048576)), max(ad_named_ms), argMax(adset_name, if(adset_name = '', 0, toUInt64(adset_named_ms) * 1048576 + cityHash64(adset_name) % 1048576)), max(adset_named_ms)
FROM traffic_daily
WHERE tenant_id = {tenantId:String} AND build_id IN {buildIds:Array(UInt64)}
  AND day_start >= fromUnixTimestamp64Milli({fromMs:Int64}) AND day_start < fromUnixTimestamp64Milli({toMs:Int64}) AND is_bot = 0
GROUP BY tenant_id, day_start, build_id, campaign_id, source, channel, ad_id, adset_id
SETTINGS max_execution_time = 20, max_memory_usage = 1000000000, max_bytes_before_external_group_by = 300000000, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0, do_not_merge_across_partitions_select_final = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1, date_time_output_format = 'iso', session_timezone = 'UTC', log_comment = 'rollup:rollup-traffic-by-ad'
