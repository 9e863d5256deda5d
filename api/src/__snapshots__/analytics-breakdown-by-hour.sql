SELECT
  key_1, key_2, max(label_1) AS label_1, max(label_2) AS label_2,
  sum(clicks) AS clicks, sum(views) AS views, sum(conversions) AS conversions, sum(tracked) AS tracked,
  sum(revenue) AS revenue, sum(spend) AS spend, sum(spend_rows) AS spend_rows,
  count() OVER () AS groups
FROM (
  SELECT
    if({first:String} = 'campaign', campaign, if({first:String} = 'source', if(source = '', 'direct', toString(source)), if({first:String} = 'channel', if(channel = '', 'direct', toString(channel)), if({first:String} = 'country', toString(country_code), if({first:String} = 'device', toString(device_type), if({first:String} = 'hour', leftPad(toString(intDiv((toUnixTimestamp64Milli(ts) + transform(roundDown(toUnixTimestamp64Milli(ts), {offsetsFromMs:Array(Int64)}), {offsetsFromMs:Array(Int64)}, {offsetsMs:Array(Int64)}, toInt64(0))), 3600000) % 24), 2, '0'), if({first:String} = 'weekday', toString((intDiv((toUnixTimestamp64Milli(ts) + transform(roundDown(toUnixTimestamp64Milli(ts), {offsetsFromMs:Array(Int64)}), {offsetsFromMs:Array(Int64)}, {offsetsMs:Array(Int64)}, toInt64(0))), 86400000) + 3) % 7 + 1), ''))))))) AS key_1, if({second:String} = 'campaign', campaign, if({second:String} = 'source', if(source = '', 'direct', toString(source)), if({second:String} = 'channel', if(channel = '', 'direct', toString(channel)), if({second:String} = 'country', toString(country_code), if({second:String} = 'device', toString(device_type), if({second:String} = 'hour', leftPad(toString(intDiv((toUnixTimestamp64Milli(ts) + transform(roundDown(toUnixTimestamp64Milli(ts), {offsetsFromMs:Array(Int64)}), {offsetsFromMs:Array(Int64)}, {offsetsMs:Array(Int64)}, toInt64(0))), 3600000) % 24), 2, '0'), if({second:String} = 'weekday', toString((intDiv((toUnixTimestamp64Milli(ts) + transform(roundDown(toUnixTimestamp64Milli(ts), {offsetsFromMs:Array(Int64)}), {offsetsFromMs:Array(Int64)}, {offsetsMs:Array(Int64)}, toInt64(0))), 86400000) + 3) % 7 + 1), ''))))))) AS key_2, argMaxIf(if({first:String} = 'ad', ad_name, if({first:String} = 'adset', adset_name, '')), (if({first:String} = 'ad', ad_named_ms, adset_named_ms), if({first:String} = 'ad', ad_name, if({first:String} = 'adset', adset_name, ''))), if({first:String} = 'ad', ad_name, if({first:String} = 'adset', adset_name, '')) != '') AS label_1, argMaxIf(if({second:String} = 'ad', ad_name, if({second:String} = 'adset', adset_name, '')), (if({second:String} = 'ad', ad_named_ms, adset_named_ms), if({second:String} = 'ad', ad_name, if({second:String} = 'adset', adset_name, ''))), if({second:String} = 'ad', ad_name, if({second:String} = 'adset', adset_name, '')) != '') AS label_2,
    sum(visits) AS clicks, sum(page_visits) AS views, sum(sales) AS conversions, sum(tracked_sales) AS tracked,
    sum(earned) AS revenue, toDecimal128(0, 4) AS spend, toUInt64(0) AS spend_rows
  FROM (
    SELECT
      ts, toString(campaign_id) AS campaign, source, channel, country_code, device_type, '' AS sub1, '' AS sub2, '' AS sub7, '' AS ad_name, toInt64(0) AS ad_named_ms, '' AS adset_name, toInt64(0) AS adset_named_ms,
      clicks AS visits, toUInt64(0) AS page_visits, toUInt64(0) AS sales, toUInt64(0) AS tracked_sales, toDecimal128(0, 4) AS earned
    FROM clicks_daily_by_hour FINAL
    WHERE tenant_id = {tenantId:String} AND day_start >= fromUnixTimestamp64Milli({fromMs:Int64}) AND day_start < fromUnixTimestamp64Milli({toMs:Int64})
    AND generation IN {generations:Array(UInt64)}
    UNION ALL
    SELECT
      ts, toString(campaign_id) AS campaign, source, channel, country_code, device_type, '' AS sub1, '' AS sub2, '' AS sub7, '' AS ad_name, toInt64(0) AS ad_named_ms, '' AS adset_name, toInt64(0) AS adset_named_ms,
      toUInt64(0) AS visits, views AS page_visits, toUInt64(0) AS sales, toUInt64(0) AS tracked_sales, toDecimal128(0, 4) AS earned
    FROM page_views_daily FINAL
    WHERE tenant_id = {tenantId:String} AND day_start >= fromUnixTimestamp64Milli({fromMs:Int64}) AND day_start < fromUnixTimestamp64Milli({toMs:Int64})
    AND generation IN {generations:Array(UInt64)}
    UNION ALL
    SELECT
      ts, toString(campaign_id) AS campaign, source, channel, country_code, device_type, sub1, sub2, sub7, sub4 AS ad_name, toUnixTimestamp64Milli(ts) AS ad_named_ms, sub5 AS adset_name, toUnixTimestamp64Milli(ts) AS adset_named_ms,
      toUInt64(1) AS visits, toUInt64(0) AS page_visits, toUInt64(0) AS sales, toUInt64(0) AS tracked_sales, toDecimal128(0, 4) AS earned
    FROM clicks FINAL
    WHERE tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({openFromMs:Int64}) AND ts < fromUnixTimestamp64Milli({openToMs:Int64})
    AND (ts < fromUnixTimestamp64Milli({openUntilMs:Int64}) OR ts >= fromUnixTimestamp64Milli({openAgainMs:Int64}))
    AND (empty({openDates:Array(Date)}) OR (has({openDates:Array(Date)}, toDate(ts))
      AND arrayElement({gapEndsMs:Array(Int64)}, indexOf({gapStartsMs:Array(Int64)}, roundDown(toUnixTimestamp64Milli(ts), {gapStartsMs:Array(Int64)}))) > toUnixTimestamp64Milli(ts))) AND is_bot = 0 AND is_prefetch = 0
    UNION ALL
    SELECT
      view.ts AS ts, toString(view.campaign_id) AS campaign, click.source AS source, click.channel AS channel,
      view.country_code AS country_code, view.device_type AS device_type,
      click.sub1 AS sub1, click.sub2 AS sub2, click.sub7 AS sub7, '' AS ad_name, toInt64(0) AS ad_named_ms, '' AS adset_name, toInt64(0) AS adset_named_ms,
      toUInt64(0) AS visits, toUInt64(1) AS page_visits, toUInt64(0) AS sales, toUInt64(0) AS tracked_sales, toDecimal128(0, 4) AS earned
    FROM (
      SELECT ts, campaign_id, country_code, device_type, if({viewsByClick:UInt8} = 1 AND toInt64OrZero(substring(click_id, -19, 13)) <= toUnixTimestamp64Milli(ts) + 60000, click_id, '') AS click_id
      FROM page_views FINAL
      WHERE tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({openFromMs:Int64}) AND ts < fromUnixTimestamp64Milli({openToMs:Int64})
    AND (ts < fromUnixTimestamp64Milli({openUntilMs:Int64}) OR ts >= fromUnixTimestamp64Milli({openAgainMs:Int64}))
    AND (empty({openDates:Array(Date)}) OR (has({openDates:Array(Date)}, toDate(ts))
      AND arrayElement({gapEndsMs:Array(Int64)}, indexOf({gapStartsMs:Array(Int64)}, roundDown(toUnixTimestamp64Milli(ts), {gapStartsMs:Array(Int64)}))) > toUnixTimestamp64Milli(ts))) AND is_bot = 0
    ) AS view
    LEFT JOIN (
      SELECT click_id, source, channel, sub1, sub2, sub7
      FROM clicks FINAL
      WHERE tenant_id = {tenantId:String} AND {viewsByClick:UInt8} = 1
        AND (ts, click_id) IN (SELECT (fromUnixTimestamp64Milli(toInt64OrZero(substring(click_id, -19, 13))), click_id) FROM page_views FINAL WHERE tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({openFromMs:Int64}) AND ts < fromUnixTimestamp64Milli({openToMs:Int64})
    AND (ts < fromUnixTimestamp64Milli({openUntilMs:Int64}) OR ts >= fromUnixTimestamp64Milli({openAgainMs:Int64}))
    AND (empty({openDates:Array(Date)}) OR (has({openDates:Array(Date)}, toDate(ts))
      AND arrayElement({gapEndsMs:Array(Int64)}, indexOf({gapStartsMs:Array(Int64)}, roundDown(toUnixTimestamp64Milli(ts), {gapStartsMs:Array(Int64)}))) > toUnixTimestamp64Milli(ts))) AND is_bot = 0 AND toInt64OrZero(substring(click_id, -19, 13)) <= toUnixTimestamp64Milli(ts) + 60000)
    ) AS click ON click.click_id = view.click_id
    UNION ALL
    SELECT
      ts, if(campaign_id = '', {mainCampaignId:String}, toString(campaign_id)) AS campaign, source, channel, country_code, device_type, sub1, sub2, sub7,
      sub4 AS ad_name, toUnixTimestamp64Milli(ifNull(click_ts, ts)) AS ad_named_ms, sub5 AS adset_name, toUnixTimestamp64Milli(ifNull(click_ts, ts)) AS adset_named_ms,
      toUInt64(0) AS visits, toUInt64(0) AS page_visits,
      toUInt64(1) AS sales, toUInt64(click_id != '') AS tracked_sales, toDecimal128(revenue, 4) AS earned
    FROM conversions FINAL
    WHERE tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({fromMs:Int64}) AND ts < fromUnixTimestamp64Milli({toMs:Int64}) AND is_counted = 1 AND is_test = 0
  )
  GROUP BY key_1, key_2
  UNION ALL
  SELECT
    if({first:String} = 'campaign', toString(campaign_id), if({first:String} = 'source', toString(source), if({first:String} = 'weekday', toString(toDayOfWeek(day)), ''))) AS key_1, if({second:String} = 'campaign', toString(campaign_id), if({second:String} = 'source', toString(source), if({second:String} = 'weekday', toString(toDayOfWeek(day)), ''))) AS key_2, '' AS label_1, '' AS label_2,
    toUInt64(0) AS clicks, toUInt64(0) AS views, toUInt64(0) AS conversions, toUInt64(0) AS tracked,
    toDecimal128(0, 4) AS revenue, sum(ad_spend.spend) AS spend, count() AS spend_rows
  FROM ad_spend FINAL
  WHERE tenant_id = {tenantId:String} AND {withSpend:UInt8} = 1
    AND day BETWEEN {firstDay:Date} AND {lastDay:Date} AND currency = 'BRL'
  GROUP BY key_1, key_2
)
GROUP BY key_1, key_2
ORDER BY revenue DESC, clicks DESC, spend DESC, key_1 ASC, key_2 ASC
LIMIT {limit:UInt32}
SETTINGS max_execution_time = 20, max_result_rows = 100000, max_memory_usage = 1000000000, do_not_merge_across_partitions_select_final = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1, date_time_output_format = 'iso', session_timezone = 'UTC', log_comment = 'analytics-breakdown-by-hour'
