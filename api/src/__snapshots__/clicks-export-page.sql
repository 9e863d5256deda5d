SELECT
  c.ts AS created_at, c.click_id AS click_id,
  [c.click_id, campaign_id, source, referrer, '', country_code, city, device_type, browser, ad_id, adset_id, ad_campaign_id, ad_name, adset_name, ad_campaign_name, placement, site_source, utm_source, utm_medium, utm_campaign, utm_content, utm_term, utm_id, '', '', ''] AS texts,
  ip_address, address_key, address_encrypted, s.conversion_count AS conversion_count, s.conversion_value AS conversion_value
FROM (SELECT * FROM clicks FINAL
WHERE tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({fromMs:Int64}) AND ts < fromUnixTimestamp64Milli({toMs:Int64}) AND is_prefetch = 0 AND ({bots:UInt8} = 1 OR is_bot = 0)
    AND ({campaignId:String} = '' OR campaign_id = {campaignId:String})
    AND (({q:String} = '' OR positionCaseInsensitiveUTF8(concat('mc_', campaign_id, '_'), {q:String}) > 0 OR positionCaseInsensitiveUTF8(source, {q:String}) > 0 OR positionCaseInsensitiveUTF8(referrer, {q:String}) > 0 OR positionCaseInsensitiveUTF8(user_agent, {q:String}) > 0) OR (match({q:String}, '^[A-Za-z0-9_-]*[0-9][A-Za-z0-9_-]*$') AND positionCaseInsensitiveUTF8(click_id, {q:String}) > 0)) AND ({source:String} = '' OR source = {source:String} OR ({source:String} = 'direct' AND source = '')) AND (ts, click_id) < (fromUnixTimestamp64Milli({beforeMs:Int64}), {beforeId:String})
ORDER BY ts DESC, click_id DESC
LIMIT {limit:UInt32}) AS c
LEFT JOIN (
  SELECT click_id, count() AS conversion_count, sum(revenue) AS conversion_value
  FROM conversions FINAL
  WHERE tenant_id = {tenantId:String} AND is_counted = 1 AND is_test = 0 AND click_id != ''
    AND click_ts >= fromUnixTimestamp64Milli({fromMs:Int64}) - toIntervalDay(1) AND click_ts < fromUnixTimestamp64Milli({toMs:Int64})
  GROUP BY click_id
) AS s ON s.click_id = c.click_id
ORDER BY c.ts DESC, c.click_id DESC
SETTINGS max_execution_time = 20, max_result_rows = 100000, max_memory_usage = 1000000000, max_bytes_before_external_group_by = 300000000, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0, do_not_merge_across_partitions_select_final = 1, use_uncompressed_cache = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1, date_time_output_format = 'iso', session_timezone = 'UTC', log_comment = 'clicks-export-page'
