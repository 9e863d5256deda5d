SELECT countIf(is_prefetch = 0 AND is_bot = 0 AND ad_id != '') AS found, toUnixTimestamp64Milli(minIf(ts, is_prefetch = 0 AND is_bot = 0 AND ad_id != '')) AS first_ms, countIf(is_prefetch = 0 AND is_bot = 0) AS clicks,
  uniqExactIf(ip_address, is_prefetch = 0 AND is_bot = 0 AND ad_id != '') AS networks_of_ads,
  countIf(is_prefetch = 0 AND is_bot = 0 AND ad_id != '' AND click_id IN (
    SELECT click_id FROM page_views FINAL
    WHERE tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({fromMs:Int64}) AND click_id != '' AND is_bot = 0 AND arrayExists(site -> lower(extract(url, '^[A-Za-z]+://(?:[^/?#@]*@)?(?:www[.])?([^/:?#]+)')) = site OR endsWith(lower(extract(url, '^[A-Za-z]+://(?:[^/?#@]*@)?(?:www[.])?([^/:?#]+)')), concat('.', site)), {sites:Array(String)})
  )) AS seen_again,
  countIf(is_prefetch = 0 AND is_bot = 0 AND has_raw_macro = 1) AS raw, topKIf(3)(ip_address, ip_address != '' AND is_prefetch = 0 AND is_bot = 0) AS networks,
  topKIf(3)(ip_address, ip_address != '' AND is_prefetch = 0 AND is_bot = 0 AND has_raw_macro = 1) AS raw_networks, countIf(is_bot = 1) AS robots
FROM clicks FINAL
WHERE tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({fromMs:Int64})
SETTINGS max_execution_time = 20, max_result_rows = 100000, max_memory_usage = 1000000000, max_bytes_before_external_group_by = 300000000, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0, do_not_merge_across_partitions_select_final = 1, use_uncompressed_cache = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1, date_time_output_format = 'iso', session_timezone = 'UTC', log_comment = 'onboarding-first-click-of-ad'
