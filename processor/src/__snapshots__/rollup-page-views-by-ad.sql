SELECT
  {tenantId:String}, fromUnixTimestamp64Milli(day_ms) AS day_start,
  arrayElement({generations:Array(UInt64)}, indexOf({bounds:Array(Int64)}, day_ms)) AS generation, view.campaign_id, view.country_code, view.device_type,
  click.source, click.channel, click.sub1, click.sub2, click.sub7, count() AS views
FROM (
  SELECT roundDown(toUnixTimestamp64Milli(ts), {bounds:Array(Int64)}) AS day_ms, campaign_id, country_code, device_type, if(toInt64OrZero(substring(click_id, -19, 13)) <= toUnixTimestamp64Milli(ts) + 60000, click_id, '') AS click_id
  FROM page_views FINAL
  WHERE tenant_id = {tenantId:String}
    AND ts >= fromUnixTimestamp64Milli({fromMs:Int64}) AND ts < fromUnixTimestamp64Milli({toMs:Int64}) AND is_bot = 0
) AS view
LEFT JOIN (
  SELECT click_id, source, channel, sub1, sub2, sub7
  FROM clicks FINAL
  WHERE tenant_id = {tenantId:String} AND (ts, click_id) IN (
    SELECT (fromUnixTimestamp64Milli(toInt64OrZero(substring(click_id, -19, 13))), click_id) FROM page_views FINAL WHERE tenant_id = {tenantId:String}
    AND ts >= fromUnixTimestamp64Milli({fromMs:Int64}) AND ts < fromUnixTimestamp64Milli({toMs:Int64}) AND is_bot = 0 AND toInt64OrZero(substring(click_id, -19, 13)) <= toUnixTimestamp64Milli(ts) + 60000
  )
) AS click ON click.click_id = view.click_id
GROUP BY
  day_ms, view.campaign_id, view.country_code, view.device_type,
  click.source, click.channel, click.sub1, click.sub2, click.sub7
SETTINGS max_execution_time = 20, max_memory_usage = 1000000000, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0, do_not_merge_across_partitions_select_final = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1, date_time_output_format = 'iso', session_timezone = 'UTC', log_comment = 'rollup:rollup-page-views-by-ad'
