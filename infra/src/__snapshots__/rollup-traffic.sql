SELECT {tenantId:String}, fromUnixTimestamp64Milli(day_ms) AS day_start,
  arrayElement({buildIds:Array(UInt64)}, indexOf({bounds:Array(Int64)}, day_ms)) AS build_id, campaign_id, source, channel, ad_id, adset_id, placement, country_code, device_type, is_bot, sum(clicks), sum(page_views), argMax(ad, if(ad = '', 0, toUInt64(ad_ms) * 1048576 + cityHash64(ad) % 1048576)), max(ad_ms), argMax(adset, if(adset = '', 0, toUInt64(adset_ms) * 1048576 + cityHash64(adset) % 1048576)), max(adset_ms)
FROM (
  SELECT
    day_ms, campaign_id, source, channel, ad_id, adset_id, placement, country_code, device_type, is_bot, count() AS clicks, 0 AS page_views,
    argMax(ad_name, if(ad_name = '', 0, toUInt64(toUnixTimestamp64Milli(ts)) * 1048576 + cityHash64(ad_name) % 1048576)) AS ad, maxIf(toUnixTimestamp64Milli(ts), ad_name != '') AS ad_ms, argMax(adset_name, if(adset_name = '', 0, toUInt64(toUnixTimestamp64Milli(ts)) * 1048576 + cityHash64(adset_name) % 1048576)) AS adset, maxIf(toUnixTimestamp64Milli(ts), adset_name != '') AS adset_ms
  FROM (
    SELECT ts, roundDown(toUnixTimestamp64Milli(ts), {bounds:Array(Int64)}) AS day_ms, ad_name, adset_name, campaign_id, source, channel, ad_id, adset_id, placement, country_code, device_type, is_bot
    FROM clicks FINAL
    WHERE tenant_id = {tenantId:String}
    AND ts >= fromUnixTimestamp64Milli({fromMs:Int64}) AND ts < fromUnixTimestamp64Milli({toMs:Int64}) AND is_prefetch = 0
  )
  GROUP BY day_ms, campaign_id, source, channel, ad_id, adset_id, placement, country_code, device_type, is_bot
  UNION ALL
  SELECT day_ms, campaign_id, source, channel, ad_id, adset_id, placement, country_code, device_type, toUInt8(0) AS is_bot, 0, count(), '', toInt64(0), '', toInt64(0)
  FROM (
    SELECT roundDown(toUnixTimestamp64Milli(ts), {bounds:Array(Int64)}) AS day_ms, campaign_id, source, channel, ad_id, adset_id, placement, country_code, device_type
    FROM page_views FINAL
    WHERE tenant_id = {tenantId:String}
    AND ts >= fromUnixTimestamp64Milli({fromMs:Int64}) AND ts < fromUnixTimestamp64Milli({toMs:Int64}) AND is_bot = 0
  )
  GROUP BY day_ms, campaign_id, source, channel, ad_id, adset_id, placement, country_code, device_type
)
GROUP BY day_ms, campaign_id, source, channel, ad_id, adset_id, placement, country_code, device_type, is_bot
SETTINGS max_execution_time = 20, max_memory_usage = 1000000000, max_bytes_before_external_group_by = 300000000, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0, do_not_merge_across_partitions_select_final = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1, date_time_output_format = 'iso', session_timezone = 'UTC', log_comment = 'rollup:rollup-traffic'
