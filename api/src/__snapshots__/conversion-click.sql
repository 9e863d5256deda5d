SELECT
  ts AS created_at, click_id, campaign_id, referrer, ip_address, address_key, address_encrypted, country_code, region, city, timezone,
  user_agent, device_type, browser, operating_system, is_bot, prev, source, fbp, fbc, ad_id, adset_id, ad_campaign_id, ad_name, adset_name, ad_campaign_name, placement, site_source, utm_source, utm_medium, utm_campaign, utm_content, utm_term, utm_id, gclid, gbraid, wbraid, ttclid, kwai_click_id, msclkid, ctwa_clid, ttp
FROM clicks FINAL
WHERE tenant_id = {tenantId:String} AND ts = fromUnixTimestamp64Milli({atMs:Int64}) AND click_id = {clickId:String}
LIMIT 1
SETTINGS max_execution_time = 20, max_result_rows = 100000, max_memory_usage = 1000000000, max_bytes_before_external_group_by = 300000000, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0, do_not_merge_across_partitions_select_final = 1, use_uncompressed_cache = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1, date_time_output_format = 'iso', session_timezone = 'UTC', log_comment = 'conversion-click'
