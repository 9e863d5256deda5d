WITH
  traffic AS (
    SELECT toString(campaign_id) AS campaign, clicks, page_views
    FROM (
    SELECT campaign_id, clicks, page_views
    FROM traffic_daily_by_campaign
    WHERE tenant_id = {tenantId:String} AND day_start >= fromUnixTimestamp64Milli({fromMs:Int64}) AND day_start < fromUnixTimestamp64Milli({toMs:Int64})
    AND build_id IN {buildIds:Array(UInt64)} AND is_bot = 0
    UNION ALL
    SELECT campaign_id, 1 AS clicks, 0 AS page_views
    FROM clicks FINAL
    WHERE tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({openFromMs:Int64}) AND ts < fromUnixTimestamp64Milli({openToMs:Int64})
    AND (ts < fromUnixTimestamp64Milli({openUntilMs:Int64}) OR ts >= fromUnixTimestamp64Milli({openAgainMs:Int64})) AND is_prefetch = 0 AND is_bot = 0
    UNION ALL
    SELECT campaign_id, 0 AS clicks, 1 AS page_views
    FROM page_views FINAL
    WHERE tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({openFromMs:Int64}) AND ts < fromUnixTimestamp64Milli({openToMs:Int64})
    AND (ts < fromUnixTimestamp64Milli({openUntilMs:Int64}) OR ts >= fromUnixTimestamp64Milli({openAgainMs:Int64})) AND is_bot = 0
  )
  ),
  conversion_sums AS (
    SELECT
      if(campaign_id = '', {mainCampaignId:String}, toString(campaign_id)) AS campaign,
      conversions, attributed, revenue, fees, revenue_tax, percent_fees, fixed_fees, product_costs
    FROM (
    SELECT
      *,
      toDecimal128(revenue, 4) * transform(roundDown(toUnixTimestamp64Milli(ts), {revenueTaxFrom:Array(Int64)}), {revenueTaxFrom:Array(Int64)}, {revenueTax:Array(Int64)}, toInt64(0)) AS revenue_tax,
      toDecimal128(unknown_fees_of, 4) * transform(roundDown(transform(toString(provider), {feeCheckouts:Array(String)}, {feePlaces:Array(Int64)}, toInt64(0)) * 10000000000000 + toUnixTimestamp64Milli(ts), {feeFrom:Array(Int64)}), {feeFrom:Array(Int64)}, {feePercent:Array(Int64)}, toInt64(0)) AS percent_fees,
      toDecimal128(unknown_fees, 0) * transform(roundDown(transform(toString(provider), {feeCheckouts:Array(String)}, {feePlaces:Array(Int64)}, toInt64(0)) * 10000000000000 + toUnixTimestamp64Milli(ts), {feeFrom:Array(Int64)}), {feeFrom:Array(Int64)}, {feeFixed:Array(Int64)}, toInt64(0)) AS fixed_fees,
      toDecimal128(conversions, 0) * transform(roundDown(transform(toString(product), {productIds:Array(String)}, {productPlaces:Array(Int64)}, toInt64(0)) * 10000000000000 + toUnixTimestamp64Milli(ts), {productFrom:Array(Int64)}), {productFrom:Array(Int64)}, {productCost:Array(Int64)}, toInt64(0)) AS product_costs
    FROM (
    SELECT campaign_id, day_start AS ts, provider, product, conversions, attributed, revenue, fees, unknown_fees, unknown_fees_of
    FROM money_daily_by_product
    WHERE tenant_id = {tenantId:String} AND day_start >= fromUnixTimestamp64Milli({fromMs:Int64}) AND day_start < fromUnixTimestamp64Milli({toMs:Int64})
    AND build_id IN {buildIds:Array(UInt64)}
    UNION ALL
    SELECT campaign_id, ts, provider, if(product_id = '', product_name, product_id) AS product, toUInt64(1) AS conversions, toUInt64(click_id != '') AS attributed, revenue, ifNull(fee_brl, toDecimal64(0, 4)) AS fees, toUInt64(fee_brl IS NULL AND gross_brl != 0) AS unknown_fees, if(fee_brl IS NULL, gross_brl, toDecimal64(0, 4)) AS unknown_fees_of
    FROM conversions FINAL
    WHERE tenant_id = {tenantId:String} AND toDate(ts) IN {openMoneyDays:Array(Date)}
    AND arrayCount(edge -> edge <= toUnixTimestamp64Milli(ts), {openMoneyEdgesMs:Array(Int64)}) % 2 = 1 AND is_counted = 1 AND is_test = 0
  )
  )
  ),
  costs AS (
    SELECT toString(campaign_id) AS campaign, sum(spend) AS cost, sum(toDecimal128(transform(roundDown(toInt64(toUInt32(day)), {spendTaxFrom:Array(Int64)}), {spendTaxFrom:Array(Int64)}, {spendTax:Array(Int64)}, toInt64(0)), 0) * spend) AS spend_tax
    FROM ad_spend FINAL
  WHERE tenant_id = {tenantId:String} AND day BETWEEN {firstDay:Date} AND {lastDay:Date} AND currency = 'BRL' AND kind = 'reported'
    GROUP BY campaign
  )
SELECT
  campaign,
  sum(clicks) AS clicks, sum(page_views) AS page_views, sum(conversions) AS conversions, sum(attributed) AS attributed,
  sum(revenue) AS revenue, sum(cost) AS spend, [toString(revenue), toString(sum(fees)), toString(sum(revenue_tax)), toString(sum(percent_fees)), toString(sum(fixed_fees)), toString(sum(product_costs)), toString(sum(cost)), toString(sum(spend_tax))] AS lines
FROM (
  SELECT campaign, clicks, page_views, 0 AS conversions, 0 AS attributed, 0 AS revenue, 0 AS fees, 0 AS revenue_tax, 0 AS percent_fees, 0 AS fixed_fees, 0 AS product_costs, 0 AS cost, 0 AS spend_tax FROM traffic
  UNION ALL
  SELECT campaign, 0 AS clicks, 0 AS page_views, conversions, attributed, revenue, fees, revenue_tax, percent_fees, fixed_fees, product_costs, 0 AS cost, 0 AS spend_tax FROM conversion_sums
  UNION ALL
  SELECT campaign, 0 AS clicks, 0 AS page_views, 0 AS conversions, 0 AS attributed, 0 AS revenue, 0 AS fees, 0 AS revenue_tax, 0 AS percent_fees, 0 AS fixed_fees, 0 AS product_costs, cost, spend_tax FROM costs
)
GROUP BY campaign
SETTINGS max_execution_time = 20, max_result_rows = 100000, max_memory_usage = 1000000000, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0, do_not_merge_across_partitions_select_final = 1, use_uncompressed_cache = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1, date_time_output_format = 'iso', session_timezone = 'UTC', log_comment = 'campaigns-figures-by-costs'
