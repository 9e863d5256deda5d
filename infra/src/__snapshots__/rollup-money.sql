SELECT
  {tenantId:String}, fromUnixTimestamp64Milli(day_ms) AS day_start,
  arrayElement({buildIds:Array(UInt64)}, indexOf({bounds:Array(Int64)}, day_ms)) AS build_id, min(at), campaign_id, source, channel, ad_id, adset_id, placement, country_code, region, device_type, sum(conversions), sum(attributed), sum(verified), sum(verified_revenue), sum(revenue), sum(fees), sum(unknown_fees), sum(unknown_fees_of),
  argMax(ad_name, if(ad_name = '', 0, toUInt64(ad_named_ms) * 1048576 + cityHash64(ad_name) % 1048576)), max(ad_named_ms), argMax(adset_name, if(adset_name = '', 0, toUInt64(adset_named_ms) * 1048576 + cityHash64(adset_name) % 1048576)), max(adset_named_ms)
FROM (
  SELECT
    ts AS at, roundDown(toUnixTimestamp64Milli(ts), {bounds:Array(Int64)}) AS day_ms, intDiv(toUnixTimestamp64Milli(ts) + transform(roundDown(toUnixTimestamp64Milli(ts), {offsetsFromMs:Array(Int64)}),
      {offsetsFromMs:Array(Int64)}, {offsetsMs:Array(Int64)}, toInt64(0)), 3600000) AS hour, campaign_id, source, channel, ad_id, adset_id, placement, country_code, region, device_type, toUInt64(1) AS conversions, toUInt64(click_id != '') AS attributed, toUInt64(verified OR is_imported) AS verified, if(verified OR is_imported, revenue, toDecimal64(0, 4)) AS verified_revenue, revenue AS revenue, ifNull(fee_brl, toDecimal64(0, 4)) AS fees, toUInt64(fee_brl IS NULL AND gross_brl != 0) AS unknown_fees, if(fee_brl IS NULL, gross_brl, toDecimal64(0, 4)) AS unknown_fees_of,
    ad_name, if(ad_name = '', 0, toUnixTimestamp64Milli(ifNull(click_ts, ts))) AS ad_named_ms, adset_name, if(adset_name = '', 0, toUnixTimestamp64Milli(ifNull(click_ts, ts))) AS adset_named_ms
  FROM conversions FINAL
  WHERE tenant_id = {tenantId:String}
    AND ts >= fromUnixTimestamp64Milli({fromMs:Int64}) AND ts < fromUnixTimestamp64Milli({toMs:Int64}) AND is_counted = 1 AND is_test = 0
)
GROUP BY day_ms, hour, campaign_id, source, channel, ad_id, adset_id, placement, country_code, region, device_type
SETTINGS max_execution_time = 20, max_memory_usage = 1000000000, max_bytes_before_external_group_by = 300000000, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0, do_not_merge_across_partitions_select_final = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1, date_time_output_format = 'iso', session_timezone = 'UTC', log_comment = 'rollup:rollup-money'
