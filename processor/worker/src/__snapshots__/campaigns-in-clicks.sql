SELECT ad_campaign_id AS named, campaign_id AS campaign, count() AS clicked,
  uniqExactIf(ip_address, ip_address != '') AS networks, uniqExact(toDate(ts, 'UTC')) AS days
FROM clicks FINAL
WHERE tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({fromMs:Int64}) AND ad_campaign_id != ''
  AND NOT is_bot AND NOT is_prefetch AND multiIf(gclid != '' OR gbraid != '' OR wbraid != '', 'google', ttclid != '', 'tiktok', kwai_click_id != '', 'kwai', msclkid != '', 'microsoft', ctwa_clid != '', 'facebook', channel IN ('facebook', 'fb', 'instagram', 'ig', 'meta', 'messenger'), 'facebook', channel IN ('google', 'google-ads', 'googleads', 'adwords', 'youtube'), 'google', channel IN ('tiktok', 'tiktok-ads', 'tiktokads'), 'tiktok', channel IN ('kwai', 'kwai-ads', 'kwaiads'), 'kwai', channel IN ('bing', 'bing-ads', 'microsoft'), 'microsoft', fbc != '', 'facebook', '') IN ('', {platform:String})
GROUP BY named, campaign
ORDER BY networks DESC, clicked DESC, named, campaign
LIMIT 10000
SETTINGS max_execution_time = 20, max_result_rows = 100000, max_memory_usage = 1000000000, max_bytes_before_external_group_by = 300000000, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0, do_not_merge_across_partitions_select_final = 1, use_uncompressed_cache = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1, date_time_output_format = 'iso', session_timezone = 'UTC', log_comment = 'campaigns-in-clicks'
