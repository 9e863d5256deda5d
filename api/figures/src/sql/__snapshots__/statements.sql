-- total
SELECT sum(n_clicks) AS s_clicks, sum(n_conversions) AS s_conversions, sum(n_revenue) AS s_revenue, sum(n_cost) AS s_cost, sum(n_reports) AS s_reports
FROM (
  SELECT clicks AS n_clicks, 0 AS n_conversions, 0 AS n_revenue, 0 AS n_cost, 0 AS n_reports
  FROM traffic_daily_by_campaign
  WHERE tenant_id = {tenantId:String} AND day_start >= fromUnixTimestamp64Milli({fromMs:Int64}) AND day_start < fromUnixTimestamp64Milli({toMs:Int64})
    AND build_id IN {buildIds:Array(UInt64)} AND is_bot = 0
  UNION ALL
  SELECT 1 AS n_clicks, 0 AS n_conversions, 0 AS n_revenue, 0 AS n_cost, 0 AS n_reports
  FROM clicks FINAL
  WHERE tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({openFromMs:Int64}) AND ts < fromUnixTimestamp64Milli({openToMs:Int64})
    AND (ts < fromUnixTimestamp64Milli({openUntilMs:Int64}) OR ts >= fromUnixTimestamp64Milli({openAgainMs:Int64})) AND is_prefetch = 0 AND is_bot = 0
  UNION ALL
  SELECT 0 AS n_clicks, conversions AS n_conversions, revenue AS n_revenue, 0 AS n_cost, 0 AS n_reports
  FROM money_daily_by_campaign
  WHERE tenant_id = {tenantId:String} AND day_start >= fromUnixTimestamp64Milli({fromMs:Int64}) AND day_start < fromUnixTimestamp64Milli({toMs:Int64})
    AND build_id IN {buildIds:Array(UInt64)}
  UNION ALL
  SELECT 0 AS n_clicks, toUInt64(1) AS n_conversions, revenue AS n_revenue, 0 AS n_cost, 0 AS n_reports
  FROM conversions FINAL
  WHERE tenant_id = {tenantId:String} AND toDate(ts) IN {openMoneyDays:Array(Date)}
    AND arrayCount(edge -> edge <= toUnixTimestamp64Milli(ts), {openMoneyEdgesMs:Array(Int64)}) % 2 = 1 AND is_counted = 1 AND is_test = 0
  UNION ALL
  SELECT 0 AS n_clicks, 0 AS n_conversions, 0 AS n_revenue, spend AS n_cost, 1 AS n_reports
  FROM ad_spend FINAL
  WHERE tenant_id = {tenantId:String} AND day BETWEEN {firstDay:Date} AND {lastDay:Date} AND currency = 'BRL' AND kind = 'reported'
)
ORDER BY s_revenue DESC, s_clicks DESC
LIMIT {limit:UInt32}
SETTINGS max_execution_time = 20, max_result_rows = 100000, max_memory_usage = 1000000000, max_bytes_before_external_group_by = 300000000, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0, do_not_merge_across_partitions_select_final = 1, use_uncompressed_cache = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1, date_time_output_format = 'iso', session_timezone = 'UTC', log_comment = 'figures-by-total-dfae67b0c27c';

-- total of all sums
SELECT sum(n_clicks) AS s_clicks, sum(n_page_views) AS s_page_views, sum(n_conversions) AS s_conversions, sum(n_attributed) AS s_attributed, sum(n_verified) AS s_verified, sum(n_verified_revenue) AS s_verified_revenue, sum(n_evidence) AS s_evidence, sum(n_evidence_valued) AS s_evidence_valued, sum(n_evidence_priced) AS s_evidence_priced, sum(n_evidence_revenue) AS s_evidence_revenue, sum(n_evidence_fees) AS s_evidence_fees, sum(n_revenue) AS s_revenue, sum(n_fees) AS s_fees, sum(n_pending) AS s_pending, sum(n_approved) AS s_approved, sum(n_lost) AS s_lost, sum(n_refunds) AS s_refunds, sum(n_chargebacks) AS s_chargebacks, sum(n_pending_value) AS s_pending_value, sum(n_cost) AS s_cost, sum(n_reports) AS s_reports, sum(n_impressions) AS s_impressions, sum(n_platform_clicks) AS s_platform_clicks
FROM (
  SELECT clicks AS n_clicks, page_views AS n_page_views, 0 AS n_conversions, 0 AS n_attributed, 0 AS n_verified, 0 AS n_verified_revenue, 0 AS n_evidence, 0 AS n_evidence_valued, 0 AS n_evidence_priced, 0 AS n_evidence_revenue, 0 AS n_evidence_fees, 0 AS n_revenue, 0 AS n_fees, 0 AS n_pending, 0 AS n_approved, 0 AS n_lost, 0 AS n_refunds, 0 AS n_chargebacks, 0 AS n_pending_value, 0 AS n_cost, 0 AS n_reports, 0 AS n_impressions, 0 AS n_platform_clicks
  FROM traffic_daily_by_campaign
  WHERE tenant_id = {tenantId:String} AND day_start >= fromUnixTimestamp64Milli({fromMs:Int64}) AND day_start < fromUnixTimestamp64Milli({toMs:Int64})
    AND build_id IN {buildIds:Array(UInt64)} AND is_bot = 0
  UNION ALL
  SELECT 1 AS n_clicks, 0 AS n_page_views, 0 AS n_conversions, 0 AS n_attributed, 0 AS n_verified, 0 AS n_verified_revenue, 0 AS n_evidence, 0 AS n_evidence_valued, 0 AS n_evidence_priced, 0 AS n_evidence_revenue, 0 AS n_evidence_fees, 0 AS n_revenue, 0 AS n_fees, 0 AS n_pending, 0 AS n_approved, 0 AS n_lost, 0 AS n_refunds, 0 AS n_chargebacks, 0 AS n_pending_value, 0 AS n_cost, 0 AS n_reports, 0 AS n_impressions, 0 AS n_platform_clicks
  FROM clicks FINAL
  WHERE tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({openFromMs:Int64}) AND ts < fromUnixTimestamp64Milli({openToMs:Int64})
    AND (ts < fromUnixTimestamp64Milli({openUntilMs:Int64}) OR ts >= fromUnixTimestamp64Milli({openAgainMs:Int64})) AND is_prefetch = 0 AND is_bot = 0
  UNION ALL
  SELECT 0 AS n_clicks, 1 AS n_page_views, 0 AS n_conversions, 0 AS n_attributed, 0 AS n_verified, 0 AS n_verified_revenue, 0 AS n_evidence, 0 AS n_evidence_valued, 0 AS n_evidence_priced, 0 AS n_evidence_revenue, 0 AS n_evidence_fees, 0 AS n_revenue, 0 AS n_fees, 0 AS n_pending, 0 AS n_approved, 0 AS n_lost, 0 AS n_refunds, 0 AS n_chargebacks, 0 AS n_pending_value, 0 AS n_cost, 0 AS n_reports, 0 AS n_impressions, 0 AS n_platform_clicks
  FROM page_views FINAL
  WHERE tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({openFromMs:Int64}) AND ts < fromUnixTimestamp64Milli({openToMs:Int64})
    AND (ts < fromUnixTimestamp64Milli({openUntilMs:Int64}) OR ts >= fromUnixTimestamp64Milli({openAgainMs:Int64})) AND is_bot = 0
  UNION ALL
  SELECT 0 AS n_clicks, 0 AS n_page_views, conversions AS n_conversions, attributed AS n_attributed, verified AS n_verified, verified_revenue AS n_verified_revenue, evidence AS n_evidence, evidence_valued AS n_evidence_valued, evidence_priced AS n_evidence_priced, evidence_revenue AS n_evidence_revenue, evidence_fees AS n_evidence_fees, revenue AS n_revenue, fees AS n_fees, 0 AS n_pending, 0 AS n_approved, 0 AS n_lost, 0 AS n_refunds, 0 AS n_chargebacks, 0 AS n_pending_value, 0 AS n_cost, 0 AS n_reports, 0 AS n_impressions, 0 AS n_platform_clicks
  FROM money_daily_by_campaign
  WHERE tenant_id = {tenantId:String} AND day_start >= fromUnixTimestamp64Milli({fromMs:Int64}) AND day_start < fromUnixTimestamp64Milli({toMs:Int64})
    AND build_id IN {buildIds:Array(UInt64)}
  UNION ALL
  SELECT 0 AS n_clicks, 0 AS n_page_views, toUInt64(1) AS n_conversions, toUInt64(click_id != '') AS n_attributed, toUInt64(verified OR is_imported) AS n_verified, if(verified OR is_imported, revenue, toDecimal64(0, 4)) AS n_verified_revenue, toUInt64((verified OR is_imported) AND (campaign_id != '' OR ad_campaign_id != '' OR ad_id != '')) AS n_evidence, toUInt64((verified OR is_imported) AND (campaign_id != '' OR ad_campaign_id != '' OR ad_id != '') AND net_value > 0) AS n_evidence_valued, toUInt64((verified OR is_imported) AND (campaign_id != '' OR ad_campaign_id != '' OR ad_id != '') AND revenue > 0) AS n_evidence_priced, if((verified OR is_imported) AND (campaign_id != '' OR ad_campaign_id != '' OR ad_id != ''), revenue, toDecimal64(0, 4)) AS n_evidence_revenue, if((verified OR is_imported) AND (campaign_id != '' OR ad_campaign_id != '' OR ad_id != ''), ifNull(fee_brl, toDecimal64(0, 4)), toDecimal64(0, 4)) AS n_evidence_fees, revenue AS n_revenue, ifNull(fee_brl, toDecimal64(0, 4)) AS n_fees, 0 AS n_pending, 0 AS n_approved, 0 AS n_lost, 0 AS n_refunds, 0 AS n_chargebacks, 0 AS n_pending_value, 0 AS n_cost, 0 AS n_reports, 0 AS n_impressions, 0 AS n_platform_clicks
  FROM conversions FINAL
  WHERE tenant_id = {tenantId:String} AND toDate(ts) IN {openMoneyDays:Array(Date)}
    AND arrayCount(edge -> edge <= toUnixTimestamp64Milli(ts), {openMoneyEdgesMs:Array(Int64)}) % 2 = 1 AND is_counted = 1 AND is_test = 0
  UNION ALL
  SELECT 0 AS n_clicks, 0 AS n_page_views, 0 AS n_conversions, 0 AS n_attributed, 0 AS n_verified, 0 AS n_verified_revenue, 0 AS n_evidence, 0 AS n_evidence_valued, 0 AS n_evidence_priced, 0 AS n_evidence_revenue, 0 AS n_evidence_fees, 0 AS n_revenue, 0 AS n_fees, status = 'pending' AS n_pending, status IN ('approved', 'completed', 'disputed', 'partially_refunded', 'refunded', 'chargeback') AS n_approved, status IN ('expired', 'refused', 'canceled') AS n_lost, status IN ('refunded', 'partially_refunded') AS n_refunds, status = 'chargeback' AS n_chargebacks, if(status = 'pending', gross_brl, toDecimal64(0, 4)) AS n_pending_value, 0 AS n_cost, 0 AS n_reports, 0 AS n_impressions, 0 AS n_platform_clicks
  FROM conversions FINAL
  WHERE tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({fromMs:Int64}) AND ts < fromUnixTimestamp64Milli({toMs:Int64}) AND verified = 1 AND is_test = 0 AND conversion_type != 'lead'
  UNION ALL
  SELECT 0 AS n_clicks, 0 AS n_page_views, 0 AS n_conversions, 0 AS n_attributed, 0 AS n_verified, 0 AS n_verified_revenue, 0 AS n_evidence, 0 AS n_evidence_valued, 0 AS n_evidence_priced, 0 AS n_evidence_revenue, 0 AS n_evidence_fees, 0 AS n_revenue, 0 AS n_fees, 0 AS n_pending, 0 AS n_approved, 0 AS n_lost, 0 AS n_refunds, 0 AS n_chargebacks, 0 AS n_pending_value, spend AS n_cost, 1 AS n_reports, impressions AS n_impressions, clicks AS n_platform_clicks
  FROM ad_spend FINAL
  WHERE tenant_id = {tenantId:String} AND day BETWEEN {firstDay:Date} AND {lastDay:Date} AND currency = 'BRL' AND kind = 'reported'
)
ORDER BY s_revenue DESC, s_clicks DESC
LIMIT {limit:UInt32}
SETTINGS max_execution_time = 20, max_result_rows = 100000, max_memory_usage = 1000000000, max_bytes_before_external_group_by = 300000000, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0, do_not_merge_across_partitions_select_final = 1, use_uncompressed_cache = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1, date_time_output_format = 'iso', session_timezone = 'UTC', log_comment = 'figures-by-total-f6a204c0e84b';

-- total of all sums, with costs
SELECT sum(n_clicks) AS s_clicks, sum(n_page_views) AS s_page_views, sum(n_conversions) AS s_conversions, sum(n_attributed) AS s_attributed, sum(n_verified) AS s_verified, sum(n_verified_revenue) AS s_verified_revenue, sum(n_evidence) AS s_evidence, sum(n_evidence_valued) AS s_evidence_valued, sum(n_evidence_priced) AS s_evidence_priced, sum(n_evidence_revenue) AS s_evidence_revenue, sum(n_evidence_fees) AS s_evidence_fees, sum(n_evidence_tax) AS s_evidence_tax, sum(n_evidence_percent_fees) AS s_evidence_percent_fees, sum(n_evidence_fixed_fees) AS s_evidence_fixed_fees, sum(n_evidence_costs) AS s_evidence_costs, sum(n_revenue) AS s_revenue, sum(n_fees) AS s_fees, sum(n_revenue_tax) AS s_revenue_tax, sum(n_percent_fees) AS s_percent_fees, sum(n_fixed_fees) AS s_fixed_fees, sum(n_product_costs) AS s_product_costs, sum(n_pending) AS s_pending, sum(n_approved) AS s_approved, sum(n_lost) AS s_lost, sum(n_refunds) AS s_refunds, sum(n_chargebacks) AS s_chargebacks, sum(n_pending_value) AS s_pending_value, sum(n_cost) AS s_cost, sum(n_spend_tax) AS s_spend_tax, sum(n_reports) AS s_reports, sum(n_impressions) AS s_impressions, sum(n_platform_clicks) AS s_platform_clicks
FROM (
  SELECT clicks AS n_clicks, page_views AS n_page_views, 0 AS n_conversions, 0 AS n_attributed, 0 AS n_verified, 0 AS n_verified_revenue, 0 AS n_evidence, 0 AS n_evidence_valued, 0 AS n_evidence_priced, 0 AS n_evidence_revenue, 0 AS n_evidence_fees, 0 AS n_evidence_tax, 0 AS n_evidence_percent_fees, 0 AS n_evidence_fixed_fees, 0 AS n_evidence_costs, 0 AS n_revenue, 0 AS n_fees, 0 AS n_revenue_tax, 0 AS n_percent_fees, 0 AS n_fixed_fees, 0 AS n_product_costs, 0 AS n_pending, 0 AS n_approved, 0 AS n_lost, 0 AS n_refunds, 0 AS n_chargebacks, 0 AS n_pending_value, 0 AS n_cost, 0 AS n_spend_tax, 0 AS n_reports, 0 AS n_impressions, 0 AS n_platform_clicks
  FROM traffic_daily_by_campaign
  WHERE tenant_id = {tenantId:String} AND day_start >= fromUnixTimestamp64Milli({fromMs:Int64}) AND day_start < fromUnixTimestamp64Milli({toMs:Int64})
    AND build_id IN {buildIds:Array(UInt64)} AND is_bot = 0
  UNION ALL
  SELECT 1 AS n_clicks, 0 AS n_page_views, 0 AS n_conversions, 0 AS n_attributed, 0 AS n_verified, 0 AS n_verified_revenue, 0 AS n_evidence, 0 AS n_evidence_valued, 0 AS n_evidence_priced, 0 AS n_evidence_revenue, 0 AS n_evidence_fees, 0 AS n_evidence_tax, 0 AS n_evidence_percent_fees, 0 AS n_evidence_fixed_fees, 0 AS n_evidence_costs, 0 AS n_revenue, 0 AS n_fees, 0 AS n_revenue_tax, 0 AS n_percent_fees, 0 AS n_fixed_fees, 0 AS n_product_costs, 0 AS n_pending, 0 AS n_approved, 0 AS n_lost, 0 AS n_refunds, 0 AS n_chargebacks, 0 AS n_pending_value, 0 AS n_cost, 0 AS n_spend_tax, 0 AS n_reports, 0 AS n_impressions, 0 AS n_platform_clicks
  FROM clicks FINAL
  WHERE tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({openFromMs:Int64}) AND ts < fromUnixTimestamp64Milli({openToMs:Int64})
    AND (ts < fromUnixTimestamp64Milli({openUntilMs:Int64}) OR ts >= fromUnixTimestamp64Milli({openAgainMs:Int64})) AND is_prefetch = 0 AND is_bot = 0
  UNION ALL
  SELECT 0 AS n_clicks, 1 AS n_page_views, 0 AS n_conversions, 0 AS n_attributed, 0 AS n_verified, 0 AS n_verified_revenue, 0 AS n_evidence, 0 AS n_evidence_valued, 0 AS n_evidence_priced, 0 AS n_evidence_revenue, 0 AS n_evidence_fees, 0 AS n_evidence_tax, 0 AS n_evidence_percent_fees, 0 AS n_evidence_fixed_fees, 0 AS n_evidence_costs, 0 AS n_revenue, 0 AS n_fees, 0 AS n_revenue_tax, 0 AS n_percent_fees, 0 AS n_fixed_fees, 0 AS n_product_costs, 0 AS n_pending, 0 AS n_approved, 0 AS n_lost, 0 AS n_refunds, 0 AS n_chargebacks, 0 AS n_pending_value, 0 AS n_cost, 0 AS n_spend_tax, 0 AS n_reports, 0 AS n_impressions, 0 AS n_platform_clicks
  FROM page_views FINAL
  WHERE tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({openFromMs:Int64}) AND ts < fromUnixTimestamp64Milli({openToMs:Int64})
    AND (ts < fromUnixTimestamp64Milli({openUntilMs:Int64}) OR ts >= fromUnixTimestamp64Milli({openAgainMs:Int64})) AND is_bot = 0
  UNION ALL
  SELECT 0 AS n_clicks, 0 AS n_page_views, conversions AS n_conversions, attributed AS n_attributed, verified AS n_verified, verified_revenue AS n_verified_revenue, evidence AS n_evidence, evidence_valued AS n_evidence_valued, evidence_priced AS n_evidence_priced, evidence_revenue AS n_evidence_revenue, evidence_fees AS n_evidence_fees, toDecimal128(evidence_revenue, 4) * transform(roundDown(toUnixTimestamp64Milli(day_start), {revenueTaxFrom:Array(Int64)}), {revenueTaxFrom:Array(Int64)}, {revenueTax:Array(Int64)}, toInt64(0)) AS n_evidence_tax, toDecimal128(evidence_unknown_fees_of, 4) * transform(roundDown(transform(toString(provider), {feeCheckouts:Array(String)}, {feePlaces:Array(Int64)}, toInt64(0)) * 10000000000000 + toUnixTimestamp64Milli(day_start), {feeFrom:Array(Int64)}), {feeFrom:Array(Int64)}, {feePercent:Array(Int64)}, toInt64(0)) AS n_evidence_percent_fees, toDecimal128(evidence_unknown_fees, 0) * transform(roundDown(transform(toString(provider), {feeCheckouts:Array(String)}, {feePlaces:Array(Int64)}, toInt64(0)) * 10000000000000 + toUnixTimestamp64Milli(day_start), {feeFrom:Array(Int64)}), {feeFrom:Array(Int64)}, {feeFixed:Array(Int64)}, toInt64(0)) AS n_evidence_fixed_fees, toDecimal128(evidence, 0) * transform(roundDown(transform(toString(product), {productIds:Array(String)}, {productPlaces:Array(Int64)}, toInt64(0)) * 10000000000000 + toUnixTimestamp64Milli(day_start), {productFrom:Array(Int64)}), {productFrom:Array(Int64)}, {productCost:Array(Int64)}, toInt64(0)) AS n_evidence_costs, revenue AS n_revenue, fees AS n_fees, toDecimal128(revenue, 4) * transform(roundDown(toUnixTimestamp64Milli(day_start), {revenueTaxFrom:Array(Int64)}), {revenueTaxFrom:Array(Int64)}, {revenueTax:Array(Int64)}, toInt64(0)) AS n_revenue_tax, toDecimal128(unknown_fees_of, 4) * transform(roundDown(transform(toString(provider), {feeCheckouts:Array(String)}, {feePlaces:Array(Int64)}, toInt64(0)) * 10000000000000 + toUnixTimestamp64Milli(day_start), {feeFrom:Array(Int64)}), {feeFrom:Array(Int64)}, {feePercent:Array(Int64)}, toInt64(0)) AS n_percent_fees, toDecimal128(unknown_fees, 0) * transform(roundDown(transform(toString(provider), {feeCheckouts:Array(String)}, {feePlaces:Array(Int64)}, toInt64(0)) * 10000000000000 + toUnixTimestamp64Milli(day_start), {feeFrom:Array(Int64)}), {feeFrom:Array(Int64)}, {feeFixed:Array(Int64)}, toInt64(0)) AS n_fixed_fees, toDecimal128(conversions, 0) * transform(roundDown(transform(toString(product), {productIds:Array(String)}, {productPlaces:Array(Int64)}, toInt64(0)) * 10000000000000 + toUnixTimestamp64Milli(day_start), {productFrom:Array(Int64)}), {productFrom:Array(Int64)}, {productCost:Array(Int64)}, toInt64(0)) AS n_product_costs, 0 AS n_pending, 0 AS n_approved, 0 AS n_lost, 0 AS n_refunds, 0 AS n_chargebacks, 0 AS n_pending_value, 0 AS n_cost, 0 AS n_spend_tax, 0 AS n_reports, 0 AS n_impressions, 0 AS n_platform_clicks
  FROM money_daily_by_product
  WHERE tenant_id = {tenantId:String} AND day_start >= fromUnixTimestamp64Milli({fromMs:Int64}) AND day_start < fromUnixTimestamp64Milli({toMs:Int64})
    AND build_id IN {buildIds:Array(UInt64)}
  UNION ALL
  SELECT 0 AS n_clicks, 0 AS n_page_views, toUInt64(1) AS n_conversions, toUInt64(click_id != '') AS n_attributed, toUInt64(verified OR is_imported) AS n_verified, if(verified OR is_imported, revenue, toDecimal64(0, 4)) AS n_verified_revenue, toUInt64((verified OR is_imported) AND (campaign_id != '' OR ad_campaign_id != '' OR ad_id != '')) AS n_evidence, toUInt64((verified OR is_imported) AND (campaign_id != '' OR ad_campaign_id != '' OR ad_id != '') AND net_value > 0) AS n_evidence_valued, toUInt64((verified OR is_imported) AND (campaign_id != '' OR ad_campaign_id != '' OR ad_id != '') AND revenue > 0) AS n_evidence_priced, if((verified OR is_imported) AND (campaign_id != '' OR ad_campaign_id != '' OR ad_id != ''), revenue, toDecimal64(0, 4)) AS n_evidence_revenue, if((verified OR is_imported) AND (campaign_id != '' OR ad_campaign_id != '' OR ad_id != ''), ifNull(fee_brl, toDecimal64(0, 4)), toDecimal64(0, 4)) AS n_evidence_fees, toDecimal128(if((verified OR is_imported) AND (campaign_id != '' OR ad_campaign_id != '' OR ad_id != ''), revenue, toDecimal64(0, 4)), 4) * transform(roundDown(toUnixTimestamp64Milli(ts), {revenueTaxFrom:Array(Int64)}), {revenueTaxFrom:Array(Int64)}, {revenueTax:Array(Int64)}, toInt64(0)) AS n_evidence_tax, toDecimal128(if((verified OR is_imported) AND (campaign_id != '' OR ad_campaign_id != '' OR ad_id != '') AND fee_brl IS NULL, gross_brl, toDecimal64(0, 4)), 4) * transform(roundDown(transform(toString(provider), {feeCheckouts:Array(String)}, {feePlaces:Array(Int64)}, toInt64(0)) * 10000000000000 + toUnixTimestamp64Milli(ts), {feeFrom:Array(Int64)}), {feeFrom:Array(Int64)}, {feePercent:Array(Int64)}, toInt64(0)) AS n_evidence_percent_fees, toDecimal128(toUInt64((verified OR is_imported) AND (campaign_id != '' OR ad_campaign_id != '' OR ad_id != '') AND fee_brl IS NULL AND gross_brl != 0), 0) * transform(roundDown(transform(toString(provider), {feeCheckouts:Array(String)}, {feePlaces:Array(Int64)}, toInt64(0)) * 10000000000000 + toUnixTimestamp64Milli(ts), {feeFrom:Array(Int64)}), {feeFrom:Array(Int64)}, {feeFixed:Array(Int64)}, toInt64(0)) AS n_evidence_fixed_fees, toDecimal128(toUInt64((verified OR is_imported) AND (campaign_id != '' OR ad_campaign_id != '' OR ad_id != '')), 0) * transform(roundDown(transform(toString(if(product_id = '', product_name, product_id)), {productIds:Array(String)}, {productPlaces:Array(Int64)}, toInt64(0)) * 10000000000000 + toUnixTimestamp64Milli(ts), {productFrom:Array(Int64)}), {productFrom:Array(Int64)}, {productCost:Array(Int64)}, toInt64(0)) AS n_evidence_costs, revenue AS n_revenue, ifNull(fee_brl, toDecimal64(0, 4)) AS n_fees, toDecimal128(revenue, 4) * transform(roundDown(toUnixTimestamp64Milli(ts), {revenueTaxFrom:Array(Int64)}), {revenueTaxFrom:Array(Int64)}, {revenueTax:Array(Int64)}, toInt64(0)) AS n_revenue_tax, toDecimal128(if(fee_brl IS NULL, gross_brl, toDecimal64(0, 4)), 4) * transform(roundDown(transform(toString(provider), {feeCheckouts:Array(String)}, {feePlaces:Array(Int64)}, toInt64(0)) * 10000000000000 + toUnixTimestamp64Milli(ts), {feeFrom:Array(Int64)}), {feeFrom:Array(Int64)}, {feePercent:Array(Int64)}, toInt64(0)) AS n_percent_fees, toDecimal128(toUInt64(fee_brl IS NULL AND gross_brl != 0), 0) * transform(roundDown(transform(toString(provider), {feeCheckouts:Array(String)}, {feePlaces:Array(Int64)}, toInt64(0)) * 10000000000000 + toUnixTimestamp64Milli(ts), {feeFrom:Array(Int64)}), {feeFrom:Array(Int64)}, {feeFixed:Array(Int64)}, toInt64(0)) AS n_fixed_fees, toDecimal128(toUInt64(1), 0) * transform(roundDown(transform(toString(if(product_id = '', product_name, product_id)), {productIds:Array(String)}, {productPlaces:Array(Int64)}, toInt64(0)) * 10000000000000 + toUnixTimestamp64Milli(ts), {productFrom:Array(Int64)}), {productFrom:Array(Int64)}, {productCost:Array(Int64)}, toInt64(0)) AS n_product_costs, 0 AS n_pending, 0 AS n_approved, 0 AS n_lost, 0 AS n_refunds, 0 AS n_chargebacks, 0 AS n_pending_value, 0 AS n_cost, 0 AS n_spend_tax, 0 AS n_reports, 0 AS n_impressions, 0 AS n_platform_clicks
  FROM conversions FINAL
  WHERE tenant_id = {tenantId:String} AND toDate(ts) IN {openMoneyDays:Array(Date)}
    AND arrayCount(edge -> edge <= toUnixTimestamp64Milli(ts), {openMoneyEdgesMs:Array(Int64)}) % 2 = 1 AND is_counted = 1 AND is_test = 0
  UNION ALL
  SELECT 0 AS n_clicks, 0 AS n_page_views, 0 AS n_conversions, 0 AS n_attributed, 0 AS n_verified, 0 AS n_verified_revenue, 0 AS n_evidence, 0 AS n_evidence_valued, 0 AS n_evidence_priced, 0 AS n_evidence_revenue, 0 AS n_evidence_fees, 0 AS n_evidence_tax, 0 AS n_evidence_percent_fees, 0 AS n_evidence_fixed_fees, 0 AS n_evidence_costs, 0 AS n_revenue, 0 AS n_fees, 0 AS n_revenue_tax, 0 AS n_percent_fees, 0 AS n_fixed_fees, 0 AS n_product_costs, status = 'pending' AS n_pending, status IN ('approved', 'completed', 'disputed', 'partially_refunded', 'refunded', 'chargeback') AS n_approved, status IN ('expired', 'refused', 'canceled') AS n_lost, status IN ('refunded', 'partially_refunded') AS n_refunds, status = 'chargeback' AS n_chargebacks, if(status = 'pending', gross_brl, toDecimal64(0, 4)) AS n_pending_value, 0 AS n_cost, 0 AS n_spend_tax, 0 AS n_reports, 0 AS n_impressions, 0 AS n_platform_clicks
  FROM conversions FINAL
  WHERE tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({fromMs:Int64}) AND ts < fromUnixTimestamp64Milli({toMs:Int64}) AND verified = 1 AND is_test = 0 AND conversion_type != 'lead'
  UNION ALL
  SELECT 0 AS n_clicks, 0 AS n_page_views, 0 AS n_conversions, 0 AS n_attributed, 0 AS n_verified, 0 AS n_verified_revenue, 0 AS n_evidence, 0 AS n_evidence_valued, 0 AS n_evidence_priced, 0 AS n_evidence_revenue, 0 AS n_evidence_fees, 0 AS n_evidence_tax, 0 AS n_evidence_percent_fees, 0 AS n_evidence_fixed_fees, 0 AS n_evidence_costs, 0 AS n_revenue, 0 AS n_fees, 0 AS n_revenue_tax, 0 AS n_percent_fees, 0 AS n_fixed_fees, 0 AS n_product_costs, 0 AS n_pending, 0 AS n_approved, 0 AS n_lost, 0 AS n_refunds, 0 AS n_chargebacks, 0 AS n_pending_value, spend AS n_cost, toDecimal128(transform(roundDown(transform(toString(splitByChar('/', toString(source))[1]), {spendTaxSources:Array(String)}, {spendTaxPlaces:Array(Int64)}, toInt64(0)) * 10000000000000 + toInt64(toUInt32(day)), {spendTaxFrom:Array(Int64)}), {spendTaxFrom:Array(Int64)}, {spendTax:Array(Int64)}, toInt64(0)), 0) * spend AS n_spend_tax, 1 AS n_reports, impressions AS n_impressions, clicks AS n_platform_clicks
  FROM ad_spend FINAL
  WHERE tenant_id = {tenantId:String} AND day BETWEEN {firstDay:Date} AND {lastDay:Date} AND currency = 'BRL' AND kind = 'reported'
)
ORDER BY s_revenue DESC, s_clicks DESC
LIMIT {limit:UInt32}
SETTINGS max_execution_time = 20, max_result_rows = 100000, max_memory_usage = 1000000000, max_bytes_before_external_group_by = 300000000, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0, do_not_merge_across_partitions_select_final = 1, use_uncompressed_cache = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1, date_time_output_format = 'iso', session_timezone = 'UTC', log_comment = 'figures-by-total-a3485f4eca00';

-- profit, with taxes on spend
SELECT sum(n_revenue) AS s_revenue, sum(n_fees) AS s_fees, sum(n_cost) AS s_cost, sum(n_spend_tax) AS s_spend_tax, sum(n_reports) AS s_reports
FROM (
  SELECT revenue AS n_revenue, fees AS n_fees, 0 AS n_cost, 0 AS n_spend_tax, 0 AS n_reports
  FROM money_daily_by_campaign
  WHERE tenant_id = {tenantId:String} AND day_start >= fromUnixTimestamp64Milli({fromMs:Int64}) AND day_start < fromUnixTimestamp64Milli({toMs:Int64})
    AND build_id IN {buildIds:Array(UInt64)}
  UNION ALL
  SELECT revenue AS n_revenue, ifNull(fee_brl, toDecimal64(0, 4)) AS n_fees, 0 AS n_cost, 0 AS n_spend_tax, 0 AS n_reports
  FROM conversions FINAL
  WHERE tenant_id = {tenantId:String} AND toDate(ts) IN {openMoneyDays:Array(Date)}
    AND arrayCount(edge -> edge <= toUnixTimestamp64Milli(ts), {openMoneyEdgesMs:Array(Int64)}) % 2 = 1 AND is_counted = 1 AND is_test = 0
  UNION ALL
  SELECT 0 AS n_revenue, 0 AS n_fees, spend AS n_cost, toDecimal128(transform(roundDown(transform(toString(splitByChar('/', toString(source))[1]), {spendTaxSources:Array(String)}, {spendTaxPlaces:Array(Int64)}, toInt64(0)) * 10000000000000 + toInt64(toUInt32(day)), {spendTaxFrom:Array(Int64)}), {spendTaxFrom:Array(Int64)}, {spendTax:Array(Int64)}, toInt64(0)), 0) * spend AS n_spend_tax, 1 AS n_reports
  FROM ad_spend FINAL
  WHERE tenant_id = {tenantId:String} AND day BETWEEN {firstDay:Date} AND {lastDay:Date} AND currency = 'BRL' AND kind = 'reported'
)
ORDER BY s_revenue DESC
LIMIT {limit:UInt32}
SETTINGS max_execution_time = 20, max_result_rows = 100000, max_memory_usage = 1000000000, max_bytes_before_external_group_by = 300000000, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0, do_not_merge_across_partitions_select_final = 1, use_uncompressed_cache = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1, date_time_output_format = 'iso', session_timezone = 'UTC', log_comment = 'figures-by-total-beefd52de002';

-- total of all sums, with costs and rates, where clocks change
SELECT sum(n_clicks) AS s_clicks, sum(n_page_views) AS s_page_views, sum(n_conversions) AS s_conversions, sum(n_attributed) AS s_attributed, sum(n_verified) AS s_verified, sum(n_verified_revenue) AS s_verified_revenue, sum(n_evidence) AS s_evidence, sum(n_evidence_valued) AS s_evidence_valued, sum(n_evidence_priced) AS s_evidence_priced, sum(n_evidence_revenue) AS s_evidence_revenue, sum(n_evidence_fees) AS s_evidence_fees, sum(n_evidence_tax) AS s_evidence_tax, sum(n_evidence_percent_fees) AS s_evidence_percent_fees, sum(n_evidence_fixed_fees) AS s_evidence_fixed_fees, sum(n_evidence_costs) AS s_evidence_costs, sum(n_revenue) AS s_revenue, sum(n_fees) AS s_fees, sum(n_revenue_tax) AS s_revenue_tax, sum(n_percent_fees) AS s_percent_fees, sum(n_fixed_fees) AS s_fixed_fees, sum(n_product_costs) AS s_product_costs, sum(n_pending) AS s_pending, sum(n_approved) AS s_approved, sum(n_lost) AS s_lost, sum(n_refunds) AS s_refunds, sum(n_chargebacks) AS s_chargebacks, sum(n_pending_value) AS s_pending_value, sum(n_cost) AS s_cost, sum(n_spend_tax) AS s_spend_tax, sum(n_reports) AS s_reports, sum(n_impressions) AS s_impressions, sum(n_platform_clicks) AS s_platform_clicks, round(sum(n_cost), 4) AS spend
FROM (
  SELECT clicks AS n_clicks, page_views AS n_page_views, 0 AS n_conversions, 0 AS n_attributed, 0 AS n_verified, 0 AS n_verified_revenue, 0 AS n_evidence, 0 AS n_evidence_valued, 0 AS n_evidence_priced, 0 AS n_evidence_revenue, 0 AS n_evidence_fees, 0 AS n_evidence_tax, 0 AS n_evidence_percent_fees, 0 AS n_evidence_fixed_fees, 0 AS n_evidence_costs, 0 AS n_revenue, 0 AS n_fees, 0 AS n_revenue_tax, 0 AS n_percent_fees, 0 AS n_fixed_fees, 0 AS n_product_costs, 0 AS n_pending, 0 AS n_approved, 0 AS n_lost, 0 AS n_refunds, 0 AS n_chargebacks, 0 AS n_pending_value, 0 AS n_cost, 0 AS n_spend_tax, 0 AS n_reports, 0 AS n_impressions, 0 AS n_platform_clicks
  FROM traffic_daily_by_campaign
  WHERE tenant_id = {tenantId:String} AND day_start >= fromUnixTimestamp64Milli({fromMs:Int64}) AND day_start < fromUnixTimestamp64Milli({toMs:Int64})
    AND build_id IN {buildIds:Array(UInt64)} AND is_bot = 0
  UNION ALL
  SELECT 1 AS n_clicks, 0 AS n_page_views, 0 AS n_conversions, 0 AS n_attributed, 0 AS n_verified, 0 AS n_verified_revenue, 0 AS n_evidence, 0 AS n_evidence_valued, 0 AS n_evidence_priced, 0 AS n_evidence_revenue, 0 AS n_evidence_fees, 0 AS n_evidence_tax, 0 AS n_evidence_percent_fees, 0 AS n_evidence_fixed_fees, 0 AS n_evidence_costs, 0 AS n_revenue, 0 AS n_fees, 0 AS n_revenue_tax, 0 AS n_percent_fees, 0 AS n_fixed_fees, 0 AS n_product_costs, 0 AS n_pending, 0 AS n_approved, 0 AS n_lost, 0 AS n_refunds, 0 AS n_chargebacks, 0 AS n_pending_value, 0 AS n_cost, 0 AS n_spend_tax, 0 AS n_reports, 0 AS n_impressions, 0 AS n_platform_clicks
  FROM clicks FINAL
  WHERE tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({openFromMs:Int64}) AND ts < fromUnixTimestamp64Milli({openToMs:Int64})
    AND (ts < fromUnixTimestamp64Milli({openUntilMs:Int64}) OR ts >= fromUnixTimestamp64Milli({openAgainMs:Int64})) AND is_prefetch = 0 AND is_bot = 0
  UNION ALL
  SELECT 0 AS n_clicks, 1 AS n_page_views, 0 AS n_conversions, 0 AS n_attributed, 0 AS n_verified, 0 AS n_verified_revenue, 0 AS n_evidence, 0 AS n_evidence_valued, 0 AS n_evidence_priced, 0 AS n_evidence_revenue, 0 AS n_evidence_fees, 0 AS n_evidence_tax, 0 AS n_evidence_percent_fees, 0 AS n_evidence_fixed_fees, 0 AS n_evidence_costs, 0 AS n_revenue, 0 AS n_fees, 0 AS n_revenue_tax, 0 AS n_percent_fees, 0 AS n_fixed_fees, 0 AS n_product_costs, 0 AS n_pending, 0 AS n_approved, 0 AS n_lost, 0 AS n_refunds, 0 AS n_chargebacks, 0 AS n_pending_value, 0 AS n_cost, 0 AS n_spend_tax, 0 AS n_reports, 0 AS n_impressions, 0 AS n_platform_clicks
  FROM page_views FINAL
  WHERE tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({openFromMs:Int64}) AND ts < fromUnixTimestamp64Milli({openToMs:Int64})
    AND (ts < fromUnixTimestamp64Milli({openUntilMs:Int64}) OR ts >= fromUnixTimestamp64Milli({openAgainMs:Int64})) AND is_bot = 0
  UNION ALL
  SELECT 0 AS n_clicks, 0 AS n_page_views, conversions AS n_conversions, attributed AS n_attributed, verified AS n_verified, verified_revenue AS n_verified_revenue, evidence AS n_evidence, evidence_valued AS n_evidence_valued, evidence_priced AS n_evidence_priced, evidence_revenue AS n_evidence_revenue, evidence_fees AS n_evidence_fees, toDecimal128(evidence_revenue, 4) * transform(roundDown(toUnixTimestamp64Milli(day_start), {revenueTaxFrom:Array(Int64)}), {revenueTaxFrom:Array(Int64)}, {revenueTax:Array(Int64)}, toInt64(0)) AS n_evidence_tax, toDecimal128(evidence_unknown_fees_of, 4) * transform(roundDown(transform(toString(provider), {feeCheckouts:Array(String)}, {feePlaces:Array(Int64)}, toInt64(0)) * 10000000000000 + toUnixTimestamp64Milli(day_start), {feeFrom:Array(Int64)}), {feeFrom:Array(Int64)}, {feePercent:Array(Int64)}, toInt64(0)) AS n_evidence_percent_fees, toDecimal128(evidence_unknown_fees, 0) * transform(roundDown(transform(toString(provider), {feeCheckouts:Array(String)}, {feePlaces:Array(Int64)}, toInt64(0)) * 10000000000000 + toUnixTimestamp64Milli(day_start), {feeFrom:Array(Int64)}), {feeFrom:Array(Int64)}, {feeFixed:Array(Int64)}, toInt64(0)) AS n_evidence_fixed_fees, toDecimal128(evidence, 0) * transform(roundDown(transform(toString(product), {productIds:Array(String)}, {productPlaces:Array(Int64)}, toInt64(0)) * 10000000000000 + toUnixTimestamp64Milli(day_start), {productFrom:Array(Int64)}), {productFrom:Array(Int64)}, {productCost:Array(Int64)}, toInt64(0)) AS n_evidence_costs, revenue AS n_revenue, fees AS n_fees, toDecimal128(revenue, 4) * transform(roundDown(toUnixTimestamp64Milli(day_start), {revenueTaxFrom:Array(Int64)}), {revenueTaxFrom:Array(Int64)}, {revenueTax:Array(Int64)}, toInt64(0)) AS n_revenue_tax, toDecimal128(unknown_fees_of, 4) * transform(roundDown(transform(toString(provider), {feeCheckouts:Array(String)}, {feePlaces:Array(Int64)}, toInt64(0)) * 10000000000000 + toUnixTimestamp64Milli(day_start), {feeFrom:Array(Int64)}), {feeFrom:Array(Int64)}, {feePercent:Array(Int64)}, toInt64(0)) AS n_percent_fees, toDecimal128(unknown_fees, 0) * transform(roundDown(transform(toString(provider), {feeCheckouts:Array(String)}, {feePlaces:Array(Int64)}, toInt64(0)) * 10000000000000 + toUnixTimestamp64Milli(day_start), {feeFrom:Array(Int64)}), {feeFrom:Array(Int64)}, {feeFixed:Array(Int64)}, toInt64(0)) AS n_fixed_fees, toDecimal128(conversions, 0) * transform(roundDown(transform(toString(product), {productIds:Array(String)}, {productPlaces:Array(Int64)}, toInt64(0)) * 10000000000000 + toUnixTimestamp64Milli(day_start), {productFrom:Array(Int64)}), {productFrom:Array(Int64)}, {productCost:Array(Int64)}, toInt64(0)) AS n_product_costs, 0 AS n_pending, 0 AS n_approved, 0 AS n_lost, 0 AS n_refunds, 0 AS n_chargebacks, 0 AS n_pending_value, 0 AS n_cost, 0 AS n_spend_tax, 0 AS n_reports, 0 AS n_impressions, 0 AS n_platform_clicks
  FROM money_daily_by_product
  WHERE tenant_id = {tenantId:String} AND day_start >= fromUnixTimestamp64Milli({fromMs:Int64}) AND day_start < fromUnixTimestamp64Milli({toMs:Int64})
    AND build_id IN {buildIds:Array(UInt64)}
  UNION ALL
  SELECT 0 AS n_clicks, 0 AS n_page_views, toUInt64(1) AS n_conversions, toUInt64(click_id != '') AS n_attributed, toUInt64(verified OR is_imported) AS n_verified, if(verified OR is_imported, revenue, toDecimal64(0, 4)) AS n_verified_revenue, toUInt64((verified OR is_imported) AND (campaign_id != '' OR ad_campaign_id != '' OR ad_id != '')) AS n_evidence, toUInt64((verified OR is_imported) AND (campaign_id != '' OR ad_campaign_id != '' OR ad_id != '') AND net_value > 0) AS n_evidence_valued, toUInt64((verified OR is_imported) AND (campaign_id != '' OR ad_campaign_id != '' OR ad_id != '') AND revenue > 0) AS n_evidence_priced, if((verified OR is_imported) AND (campaign_id != '' OR ad_campaign_id != '' OR ad_id != ''), revenue, toDecimal64(0, 4)) AS n_evidence_revenue, if((verified OR is_imported) AND (campaign_id != '' OR ad_campaign_id != '' OR ad_id != ''), ifNull(fee_brl, toDecimal64(0, 4)), toDecimal64(0, 4)) AS n_evidence_fees, toDecimal128(if((verified OR is_imported) AND (campaign_id != '' OR ad_campaign_id != '' OR ad_id != ''), revenue, toDecimal64(0, 4)), 4) * transform(roundDown(toUnixTimestamp64Milli(ts), {revenueTaxFrom:Array(Int64)}), {revenueTaxFrom:Array(Int64)}, {revenueTax:Array(Int64)}, toInt64(0)) AS n_evidence_tax, toDecimal128(if((verified OR is_imported) AND (campaign_id != '' OR ad_campaign_id != '' OR ad_id != '') AND fee_brl IS NULL, gross_brl, toDecimal64(0, 4)), 4) * transform(roundDown(transform(toString(provider), {feeCheckouts:Array(String)}, {feePlaces:Array(Int64)}, toInt64(0)) * 10000000000000 + toUnixTimestamp64Milli(ts), {feeFrom:Array(Int64)}), {feeFrom:Array(Int64)}, {feePercent:Array(Int64)}, toInt64(0)) AS n_evidence_percent_fees, toDecimal128(toUInt64((verified OR is_imported) AND (campaign_id != '' OR ad_campaign_id != '' OR ad_id != '') AND fee_brl IS NULL AND gross_brl != 0), 0) * transform(roundDown(transform(toString(provider), {feeCheckouts:Array(String)}, {feePlaces:Array(Int64)}, toInt64(0)) * 10000000000000 + toUnixTimestamp64Milli(ts), {feeFrom:Array(Int64)}), {feeFrom:Array(Int64)}, {feeFixed:Array(Int64)}, toInt64(0)) AS n_evidence_fixed_fees, toDecimal128(toUInt64((verified OR is_imported) AND (campaign_id != '' OR ad_campaign_id != '' OR ad_id != '')), 0) * transform(roundDown(transform(toString(if(product_id = '', product_name, product_id)), {productIds:Array(String)}, {productPlaces:Array(Int64)}, toInt64(0)) * 10000000000000 + toUnixTimestamp64Milli(ts), {productFrom:Array(Int64)}), {productFrom:Array(Int64)}, {productCost:Array(Int64)}, toInt64(0)) AS n_evidence_costs, revenue AS n_revenue, ifNull(fee_brl, toDecimal64(0, 4)) AS n_fees, toDecimal128(revenue, 4) * transform(roundDown(toUnixTimestamp64Milli(ts), {revenueTaxFrom:Array(Int64)}), {revenueTaxFrom:Array(Int64)}, {revenueTax:Array(Int64)}, toInt64(0)) AS n_revenue_tax, toDecimal128(if(fee_brl IS NULL, gross_brl, toDecimal64(0, 4)), 4) * transform(roundDown(transform(toString(provider), {feeCheckouts:Array(String)}, {feePlaces:Array(Int64)}, toInt64(0)) * 10000000000000 + toUnixTimestamp64Milli(ts), {feeFrom:Array(Int64)}), {feeFrom:Array(Int64)}, {feePercent:Array(Int64)}, toInt64(0)) AS n_percent_fees, toDecimal128(toUInt64(fee_brl IS NULL AND gross_brl != 0), 0) * transform(roundDown(transform(toString(provider), {feeCheckouts:Array(String)}, {feePlaces:Array(Int64)}, toInt64(0)) * 10000000000000 + toUnixTimestamp64Milli(ts), {feeFrom:Array(Int64)}), {feeFrom:Array(Int64)}, {feeFixed:Array(Int64)}, toInt64(0)) AS n_fixed_fees, toDecimal128(toUInt64(1), 0) * transform(roundDown(transform(toString(if(product_id = '', product_name, product_id)), {productIds:Array(String)}, {productPlaces:Array(Int64)}, toInt64(0)) * 10000000000000 + toUnixTimestamp64Milli(ts), {productFrom:Array(Int64)}), {productFrom:Array(Int64)}, {productCost:Array(Int64)}, toInt64(0)) AS n_product_costs, 0 AS n_pending, 0 AS n_approved, 0 AS n_lost, 0 AS n_refunds, 0 AS n_chargebacks, 0 AS n_pending_value, 0 AS n_cost, 0 AS n_spend_tax, 0 AS n_reports, 0 AS n_impressions, 0 AS n_platform_clicks
  FROM conversions FINAL
  WHERE tenant_id = {tenantId:String} AND toDate(ts) IN {openMoneyDays:Array(Date)}
    AND arrayCount(edge -> edge <= toUnixTimestamp64Milli(ts), {openMoneyEdgesMs:Array(Int64)}) % 2 = 1 AND is_counted = 1 AND is_test = 0
  UNION ALL
  SELECT 0 AS n_clicks, 0 AS n_page_views, 0 AS n_conversions, 0 AS n_attributed, 0 AS n_verified, 0 AS n_verified_revenue, 0 AS n_evidence, 0 AS n_evidence_valued, 0 AS n_evidence_priced, 0 AS n_evidence_revenue, 0 AS n_evidence_fees, 0 AS n_evidence_tax, 0 AS n_evidence_percent_fees, 0 AS n_evidence_fixed_fees, 0 AS n_evidence_costs, 0 AS n_revenue, 0 AS n_fees, 0 AS n_revenue_tax, 0 AS n_percent_fees, 0 AS n_fixed_fees, 0 AS n_product_costs, status = 'pending' AS n_pending, status IN ('approved', 'completed', 'disputed', 'partially_refunded', 'refunded', 'chargeback') AS n_approved, status IN ('expired', 'refused', 'canceled') AS n_lost, status IN ('refunded', 'partially_refunded') AS n_refunds, status = 'chargeback' AS n_chargebacks, if(status = 'pending', gross_brl, toDecimal64(0, 4)) AS n_pending_value, 0 AS n_cost, 0 AS n_spend_tax, 0 AS n_reports, 0 AS n_impressions, 0 AS n_platform_clicks
  FROM conversions FINAL
  WHERE tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({fromMs:Int64}) AND ts < fromUnixTimestamp64Milli({toMs:Int64}) AND verified = 1 AND is_test = 0 AND conversion_type != 'lead'
  UNION ALL
  SELECT 0 AS n_clicks, 0 AS n_page_views, 0 AS n_conversions, 0 AS n_attributed, 0 AS n_verified, 0 AS n_verified_revenue, 0 AS n_evidence, 0 AS n_evidence_valued, 0 AS n_evidence_priced, 0 AS n_evidence_revenue, 0 AS n_evidence_fees, 0 AS n_evidence_tax, 0 AS n_evidence_percent_fees, 0 AS n_evidence_fixed_fees, 0 AS n_evidence_costs, 0 AS n_revenue, 0 AS n_fees, 0 AS n_revenue_tax, 0 AS n_percent_fees, 0 AS n_fixed_fees, 0 AS n_product_costs, 0 AS n_pending, 0 AS n_approved, 0 AS n_lost, 0 AS n_refunds, 0 AS n_chargebacks, 0 AS n_pending_value, toDecimal128(spend, 4) * toDecimal64({rates:Array(String)}[arrayCount(since -> since <= indexOf({rateCurrencies:Array(String)}, toString(currency)) * 100000 + toUInt32(day), {ratesFrom:Array(Int64)})], 8) AS n_cost, toDecimal128(transform(roundDown(transform(toString(splitByChar('/', toString(source))[1]), {spendTaxSources:Array(String)}, {spendTaxPlaces:Array(Int64)}, toInt64(0)) * 10000000000000 + toInt64(toUInt32(day)), {spendTaxFrom:Array(Int64)}), {spendTaxFrom:Array(Int64)}, {spendTax:Array(Int64)}, toInt64(0)), 0) * toDecimal128(spend, 4) * toDecimal64({rates:Array(String)}[arrayCount(since -> since <= indexOf({rateCurrencies:Array(String)}, toString(currency)) * 100000 + toUInt32(day), {ratesFrom:Array(Int64)})], 8) AS n_spend_tax, 1 AS n_reports, impressions AS n_impressions, clicks AS n_platform_clicks
  FROM ad_spend FINAL
  WHERE tenant_id = {tenantId:String} AND day BETWEEN {firstDay:Date} AND {lastDay:Date} AND toDecimal64({rates:Array(String)}[arrayCount(since -> since <= indexOf({rateCurrencies:Array(String)}, toString(currency)) * 100000 + toUInt32(day), {ratesFrom:Array(Int64)})], 8) > 0 AND (kind = 'reported' OR (kind = 'entered'
    AND (campaign_id, day, splitByChar('/', toString(source))[1]) NOT IN (
      SELECT campaign_id, day, splitByChar('/', toString(source))[1] FROM ad_spend FINAL
      WHERE tenant_id = {tenantId:String} AND day BETWEEN {firstDay:Date} AND {lastDay:Date} AND kind = 'reported' AND (spend != 0 OR impressions != 0 OR clicks != 0))))
)
ORDER BY s_revenue DESC, s_clicks DESC
LIMIT {limit:UInt32}
SETTINGS max_execution_time = 20, max_result_rows = 100000, max_memory_usage = 1000000000, max_bytes_before_external_group_by = 300000000, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0, do_not_merge_across_partitions_select_final = 1, use_uncompressed_cache = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1, date_time_output_format = 'iso', session_timezone = 'UTC', log_comment = 'figures-by-total-f7fd1d08fc6b';

-- orders
SELECT sum(n_pending) AS s_pending, sum(n_approved) AS s_approved, sum(n_lost) AS s_lost, sum(n_refunds) AS s_refunds, sum(n_chargebacks) AS s_chargebacks, sum(n_pending_value) AS s_pending_value
FROM (
  SELECT status = 'pending' AS n_pending, status IN ('approved', 'completed', 'disputed', 'partially_refunded', 'refunded', 'chargeback') AS n_approved, status IN ('expired', 'refused', 'canceled') AS n_lost, status IN ('refunded', 'partially_refunded') AS n_refunds, status = 'chargeback' AS n_chargebacks, if(status = 'pending', gross_brl, toDecimal64(0, 4)) AS n_pending_value
  FROM conversions FINAL
  WHERE tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({fromMs:Int64}) AND ts < fromUnixTimestamp64Milli({toMs:Int64}) AND verified = 1 AND is_test = 0 AND conversion_type != 'lead'
)
ORDER BY 1
LIMIT {limit:UInt32}
SETTINGS max_execution_time = 20, max_result_rows = 100000, max_memory_usage = 1000000000, max_bytes_before_external_group_by = 300000000, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0, do_not_merge_across_partitions_select_final = 1, use_uncompressed_cache = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1, date_time_output_format = 'iso', session_timezone = 'UTC', log_comment = 'figures-by-total-6f69117e234f';

-- by day
SELECT toString(toDate(intDiv((toUnixTimestamp64Milli(c_ts) + {offsetMs:Int64}), 86400000))) AS key_1, sum(n_clicks) AS s_clicks, sum(n_conversions) AS s_conversions, sum(n_revenue) AS s_revenue, sum(n_cost) AS s_cost, sum(n_reports) AS s_reports, count() OVER () AS groups
FROM (
  SELECT day_start AS c_ts, clicks AS n_clicks, 0 AS n_conversions, 0 AS n_revenue, 0 AS n_cost, 0 AS n_reports
  FROM traffic_daily_by_campaign
  WHERE tenant_id = {tenantId:String} AND day_start >= fromUnixTimestamp64Milli({fromMs:Int64}) AND day_start < fromUnixTimestamp64Milli({toMs:Int64})
    AND build_id IN {buildIds:Array(UInt64)} AND is_bot = 0
  UNION ALL
  SELECT ts AS c_ts, 1 AS n_clicks, 0 AS n_conversions, 0 AS n_revenue, 0 AS n_cost, 0 AS n_reports
  FROM clicks FINAL
  WHERE tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({openFromMs:Int64}) AND ts < fromUnixTimestamp64Milli({openToMs:Int64})
    AND (ts < fromUnixTimestamp64Milli({openUntilMs:Int64}) OR ts >= fromUnixTimestamp64Milli({openAgainMs:Int64})) AND is_prefetch = 0 AND is_bot = 0
  UNION ALL
  SELECT day_start AS c_ts, 0 AS n_clicks, conversions AS n_conversions, revenue AS n_revenue, 0 AS n_cost, 0 AS n_reports
  FROM money_daily_by_campaign
  WHERE tenant_id = {tenantId:String} AND day_start >= fromUnixTimestamp64Milli({fromMs:Int64}) AND day_start < fromUnixTimestamp64Milli({toMs:Int64})
    AND build_id IN {buildIds:Array(UInt64)}
  UNION ALL
  SELECT ts AS c_ts, 0 AS n_clicks, toUInt64(1) AS n_conversions, revenue AS n_revenue, 0 AS n_cost, 0 AS n_reports
  FROM conversions FINAL
  WHERE tenant_id = {tenantId:String} AND toDate(ts) IN {openMoneyDays:Array(Date)}
    AND arrayCount(edge -> edge <= toUnixTimestamp64Milli(ts), {openMoneyEdgesMs:Array(Int64)}) % 2 = 1 AND is_counted = 1 AND is_test = 0
  UNION ALL
  SELECT fromUnixTimestamp64Milli(toInt64(toUInt32(day)) * 86400000 - {offsetMs:Int64}, 'UTC') AS c_ts, 0 AS n_clicks, 0 AS n_conversions, 0 AS n_revenue, spend AS n_cost, 1 AS n_reports
  FROM ad_spend FINAL
  WHERE tenant_id = {tenantId:String} AND day BETWEEN {firstDay:Date} AND {lastDay:Date} AND currency = 'BRL' AND kind = 'reported'
)
GROUP BY key_1
HAVING s_clicks != 0 OR s_conversions != 0 OR s_cost != 0
ORDER BY s_revenue DESC, s_clicks DESC, key_1
LIMIT {limit:UInt32}
SETTINGS max_execution_time = 20, max_result_rows = 100000, max_memory_usage = 1000000000, max_bytes_before_external_group_by = 300000000, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0, do_not_merge_across_partitions_select_final = 1, use_uncompressed_cache = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1, date_time_output_format = 'iso', session_timezone = 'UTC', log_comment = 'figures-by-day-409fefff546e';

-- by day where clocks change
SELECT toString(toDate(intDiv((toUnixTimestamp64Milli(c_ts) + transform(roundDown(toUnixTimestamp64Milli(c_ts), {offsetsFromMs:Array(Int64)}), {offsetsFromMs:Array(Int64)}, {offsetsMs:Array(Int64)}, toInt64(0))), 86400000))) AS key_1, sum(n_clicks) AS s_clicks, sum(n_conversions) AS s_conversions, sum(n_revenue) AS s_revenue, sum(n_cost) AS s_cost, sum(n_reports) AS s_reports, count() OVER () AS groups
FROM (
  SELECT day_start AS c_ts, clicks AS n_clicks, 0 AS n_conversions, 0 AS n_revenue, 0 AS n_cost, 0 AS n_reports
  FROM traffic_daily_by_campaign
  WHERE tenant_id = {tenantId:String} AND day_start >= fromUnixTimestamp64Milli({fromMs:Int64}) AND day_start < fromUnixTimestamp64Milli({toMs:Int64})
    AND build_id IN {buildIds:Array(UInt64)} AND is_bot = 0
  UNION ALL
  SELECT ts AS c_ts, 1 AS n_clicks, 0 AS n_conversions, 0 AS n_revenue, 0 AS n_cost, 0 AS n_reports
  FROM clicks FINAL
  WHERE tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({openFromMs:Int64}) AND ts < fromUnixTimestamp64Milli({openToMs:Int64})
    AND (ts < fromUnixTimestamp64Milli({openUntilMs:Int64}) OR ts >= fromUnixTimestamp64Milli({openAgainMs:Int64})) AND is_prefetch = 0 AND is_bot = 0
  UNION ALL
  SELECT day_start AS c_ts, 0 AS n_clicks, conversions AS n_conversions, revenue AS n_revenue, 0 AS n_cost, 0 AS n_reports
  FROM money_daily_by_campaign
  WHERE tenant_id = {tenantId:String} AND day_start >= fromUnixTimestamp64Milli({fromMs:Int64}) AND day_start < fromUnixTimestamp64Milli({toMs:Int64})
    AND build_id IN {buildIds:Array(UInt64)}
  UNION ALL
  SELECT ts AS c_ts, 0 AS n_clicks, toUInt64(1) AS n_conversions, revenue AS n_revenue, 0 AS n_cost, 0 AS n_reports
  FROM conversions FINAL
  WHERE tenant_id = {tenantId:String} AND toDate(ts) IN {openMoneyDays:Array(Date)}
    AND arrayCount(edge -> edge <= toUnixTimestamp64Milli(ts), {openMoneyEdgesMs:Array(Int64)}) % 2 = 1 AND is_counted = 1 AND is_test = 0
  UNION ALL
  SELECT fromUnixTimestamp64Milli(transform(toInt64(toUInt32(day)), {days:Array(Int64)}, {dayStartsMs:Array(Int64)}, toInt64(0)), 'UTC') AS c_ts, 0 AS n_clicks, 0 AS n_conversions, 0 AS n_revenue, spend AS n_cost, 1 AS n_reports
  FROM ad_spend FINAL
  WHERE tenant_id = {tenantId:String} AND day BETWEEN {firstDay:Date} AND {lastDay:Date} AND currency = 'BRL' AND kind = 'reported'
)
GROUP BY key_1
HAVING s_clicks != 0 OR s_conversions != 0 OR s_cost != 0
ORDER BY s_revenue DESC, s_clicks DESC, key_1
LIMIT {limit:UInt32}
SETTINGS max_execution_time = 20, max_result_rows = 100000, max_memory_usage = 1000000000, max_bytes_before_external_group_by = 300000000, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0, do_not_merge_across_partitions_select_final = 1, use_uncompressed_cache = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1, date_time_output_format = 'iso', session_timezone = 'UTC', log_comment = 'figures-by-day-0b88c21de2e3';

-- by week
SELECT toString(toStartOfWeek(toDate(intDiv((toUnixTimestamp64Milli(c_ts) + {offsetMs:Int64}), 86400000)))) AS key_1, sum(n_clicks) AS s_clicks, sum(n_conversions) AS s_conversions, sum(n_revenue) AS s_revenue, sum(n_cost) AS s_cost, sum(n_reports) AS s_reports, count() OVER () AS groups
FROM (
  SELECT day_start AS c_ts, clicks AS n_clicks, 0 AS n_conversions, 0 AS n_revenue, 0 AS n_cost, 0 AS n_reports
  FROM traffic_daily_by_campaign
  WHERE tenant_id = {tenantId:String} AND day_start >= fromUnixTimestamp64Milli({fromMs:Int64}) AND day_start < fromUnixTimestamp64Milli({toMs:Int64})
    AND build_id IN {buildIds:Array(UInt64)} AND is_bot = 0
  UNION ALL
  SELECT ts AS c_ts, 1 AS n_clicks, 0 AS n_conversions, 0 AS n_revenue, 0 AS n_cost, 0 AS n_reports
  FROM clicks FINAL
  WHERE tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({openFromMs:Int64}) AND ts < fromUnixTimestamp64Milli({openToMs:Int64})
    AND (ts < fromUnixTimestamp64Milli({openUntilMs:Int64}) OR ts >= fromUnixTimestamp64Milli({openAgainMs:Int64})) AND is_prefetch = 0 AND is_bot = 0
  UNION ALL
  SELECT day_start AS c_ts, 0 AS n_clicks, conversions AS n_conversions, revenue AS n_revenue, 0 AS n_cost, 0 AS n_reports
  FROM money_daily_by_campaign
  WHERE tenant_id = {tenantId:String} AND day_start >= fromUnixTimestamp64Milli({fromMs:Int64}) AND day_start < fromUnixTimestamp64Milli({toMs:Int64})
    AND build_id IN {buildIds:Array(UInt64)}
  UNION ALL
  SELECT ts AS c_ts, 0 AS n_clicks, toUInt64(1) AS n_conversions, revenue AS n_revenue, 0 AS n_cost, 0 AS n_reports
  FROM conversions FINAL
  WHERE tenant_id = {tenantId:String} AND toDate(ts) IN {openMoneyDays:Array(Date)}
    AND arrayCount(edge -> edge <= toUnixTimestamp64Milli(ts), {openMoneyEdgesMs:Array(Int64)}) % 2 = 1 AND is_counted = 1 AND is_test = 0
  UNION ALL
  SELECT fromUnixTimestamp64Milli(toInt64(toUInt32(day)) * 86400000 - {offsetMs:Int64}, 'UTC') AS c_ts, 0 AS n_clicks, 0 AS n_conversions, 0 AS n_revenue, spend AS n_cost, 1 AS n_reports
  FROM ad_spend FINAL
  WHERE tenant_id = {tenantId:String} AND day BETWEEN {firstDay:Date} AND {lastDay:Date} AND currency = 'BRL' AND kind = 'reported'
)
GROUP BY key_1
HAVING s_clicks != 0 OR s_conversions != 0 OR s_cost != 0
ORDER BY s_revenue DESC, s_clicks DESC, key_1
LIMIT {limit:UInt32}
SETTINGS max_execution_time = 20, max_result_rows = 100000, max_memory_usage = 1000000000, max_bytes_before_external_group_by = 300000000, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0, do_not_merge_across_partitions_select_final = 1, use_uncompressed_cache = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1, date_time_output_format = 'iso', session_timezone = 'UTC', log_comment = 'figures-by-week-920fc504bbb3';

-- by month
SELECT substring(toString(toDate(intDiv((toUnixTimestamp64Milli(c_ts) + {offsetMs:Int64}), 86400000))), 1, 7) AS key_1, sum(n_clicks) AS s_clicks, sum(n_conversions) AS s_conversions, sum(n_revenue) AS s_revenue, sum(n_cost) AS s_cost, sum(n_reports) AS s_reports, count() OVER () AS groups
FROM (
  SELECT day_start AS c_ts, clicks AS n_clicks, 0 AS n_conversions, 0 AS n_revenue, 0 AS n_cost, 0 AS n_reports
  FROM traffic_daily_by_campaign
  WHERE tenant_id = {tenantId:String} AND day_start >= fromUnixTimestamp64Milli({fromMs:Int64}) AND day_start < fromUnixTimestamp64Milli({toMs:Int64})
    AND build_id IN {buildIds:Array(UInt64)} AND is_bot = 0
  UNION ALL
  SELECT ts AS c_ts, 1 AS n_clicks, 0 AS n_conversions, 0 AS n_revenue, 0 AS n_cost, 0 AS n_reports
  FROM clicks FINAL
  WHERE tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({openFromMs:Int64}) AND ts < fromUnixTimestamp64Milli({openToMs:Int64})
    AND (ts < fromUnixTimestamp64Milli({openUntilMs:Int64}) OR ts >= fromUnixTimestamp64Milli({openAgainMs:Int64})) AND is_prefetch = 0 AND is_bot = 0
  UNION ALL
  SELECT day_start AS c_ts, 0 AS n_clicks, conversions AS n_conversions, revenue AS n_revenue, 0 AS n_cost, 0 AS n_reports
  FROM money_daily_by_campaign
  WHERE tenant_id = {tenantId:String} AND day_start >= fromUnixTimestamp64Milli({fromMs:Int64}) AND day_start < fromUnixTimestamp64Milli({toMs:Int64})
    AND build_id IN {buildIds:Array(UInt64)}
  UNION ALL
  SELECT ts AS c_ts, 0 AS n_clicks, toUInt64(1) AS n_conversions, revenue AS n_revenue, 0 AS n_cost, 0 AS n_reports
  FROM conversions FINAL
  WHERE tenant_id = {tenantId:String} AND toDate(ts) IN {openMoneyDays:Array(Date)}
    AND arrayCount(edge -> edge <= toUnixTimestamp64Milli(ts), {openMoneyEdgesMs:Array(Int64)}) % 2 = 1 AND is_counted = 1 AND is_test = 0
  UNION ALL
  SELECT fromUnixTimestamp64Milli(toInt64(toUInt32(day)) * 86400000 - {offsetMs:Int64}, 'UTC') AS c_ts, 0 AS n_clicks, 0 AS n_conversions, 0 AS n_revenue, spend AS n_cost, 1 AS n_reports
  FROM ad_spend FINAL
  WHERE tenant_id = {tenantId:String} AND day BETWEEN {firstDay:Date} AND {lastDay:Date} AND currency = 'BRL' AND kind = 'reported'
)
GROUP BY key_1
HAVING s_clicks != 0 OR s_conversions != 0 OR s_cost != 0
ORDER BY s_revenue DESC, s_clicks DESC, key_1
LIMIT {limit:UInt32}
SETTINGS max_execution_time = 20, max_result_rows = 100000, max_memory_usage = 1000000000, max_bytes_before_external_group_by = 300000000, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0, do_not_merge_across_partitions_select_final = 1, use_uncompressed_cache = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1, date_time_output_format = 'iso', session_timezone = 'UTC', log_comment = 'figures-by-month-4af8cd1f3120';

-- by weekday
SELECT toString(toDayOfWeek(toDate(intDiv((toUnixTimestamp64Milli(c_ts) + {offsetMs:Int64}), 86400000))) % 7) AS key_1, sum(n_clicks) AS s_clicks, sum(n_conversions) AS s_conversions, sum(n_revenue) AS s_revenue, sum(n_cost) AS s_cost, sum(n_reports) AS s_reports, count() OVER () AS groups
FROM (
  SELECT day_start AS c_ts, clicks AS n_clicks, 0 AS n_conversions, 0 AS n_revenue, 0 AS n_cost, 0 AS n_reports
  FROM traffic_daily_by_campaign
  WHERE tenant_id = {tenantId:String} AND day_start >= fromUnixTimestamp64Milli({fromMs:Int64}) AND day_start < fromUnixTimestamp64Milli({toMs:Int64})
    AND build_id IN {buildIds:Array(UInt64)} AND is_bot = 0
  UNION ALL
  SELECT ts AS c_ts, 1 AS n_clicks, 0 AS n_conversions, 0 AS n_revenue, 0 AS n_cost, 0 AS n_reports
  FROM clicks FINAL
  WHERE tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({openFromMs:Int64}) AND ts < fromUnixTimestamp64Milli({openToMs:Int64})
    AND (ts < fromUnixTimestamp64Milli({openUntilMs:Int64}) OR ts >= fromUnixTimestamp64Milli({openAgainMs:Int64})) AND is_prefetch = 0 AND is_bot = 0
  UNION ALL
  SELECT day_start AS c_ts, 0 AS n_clicks, conversions AS n_conversions, revenue AS n_revenue, 0 AS n_cost, 0 AS n_reports
  FROM money_daily_by_campaign
  WHERE tenant_id = {tenantId:String} AND day_start >= fromUnixTimestamp64Milli({fromMs:Int64}) AND day_start < fromUnixTimestamp64Milli({toMs:Int64})
    AND build_id IN {buildIds:Array(UInt64)}
  UNION ALL
  SELECT ts AS c_ts, 0 AS n_clicks, toUInt64(1) AS n_conversions, revenue AS n_revenue, 0 AS n_cost, 0 AS n_reports
  FROM conversions FINAL
  WHERE tenant_id = {tenantId:String} AND toDate(ts) IN {openMoneyDays:Array(Date)}
    AND arrayCount(edge -> edge <= toUnixTimestamp64Milli(ts), {openMoneyEdgesMs:Array(Int64)}) % 2 = 1 AND is_counted = 1 AND is_test = 0
  UNION ALL
  SELECT fromUnixTimestamp64Milli(toInt64(toUInt32(day)) * 86400000 - {offsetMs:Int64}, 'UTC') AS c_ts, 0 AS n_clicks, 0 AS n_conversions, 0 AS n_revenue, spend AS n_cost, 1 AS n_reports
  FROM ad_spend FINAL
  WHERE tenant_id = {tenantId:String} AND day BETWEEN {firstDay:Date} AND {lastDay:Date} AND currency = 'BRL' AND kind = 'reported'
)
GROUP BY key_1
HAVING s_clicks != 0 OR s_conversions != 0 OR s_cost != 0
ORDER BY s_revenue DESC, s_clicks DESC, key_1
LIMIT {limit:UInt32}
SETTINGS max_execution_time = 20, max_result_rows = 100000, max_memory_usage = 1000000000, max_bytes_before_external_group_by = 300000000, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0, do_not_merge_across_partitions_select_final = 1, use_uncompressed_cache = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1, date_time_output_format = 'iso', session_timezone = 'UTC', log_comment = 'figures-by-weekday-42efa43280b8';

-- by hour
SELECT toString(intDiv((toUnixTimestamp64Milli(c_ts) + {offsetMs:Int64}), 3600000) % 24) AS key_1, sum(n_clicks) AS s_clicks, sum(n_conversions) AS s_conversions, sum(n_revenue) AS s_revenue, sum(n_cost) AS s_cost, sum(n_reports) AS s_reports, sum(n_uncut) AS s_uncut, count() OVER () AS groups
FROM (
  SELECT ts AS c_ts, clicks AS n_clicks, 0 AS n_conversions, 0 AS n_revenue, 0 AS n_cost, 0 AS n_reports, 0 AS n_uncut
  FROM traffic_daily_by_hour
  WHERE tenant_id = {tenantId:String} AND day_start >= fromUnixTimestamp64Milli({fromMs:Int64}) AND day_start < fromUnixTimestamp64Milli({toMs:Int64})
    AND build_id IN {buildIds:Array(UInt64)}
  UNION ALL
  SELECT ts AS c_ts, 1 AS n_clicks, 0 AS n_conversions, 0 AS n_revenue, 0 AS n_cost, 0 AS n_reports, 0 AS n_uncut
  FROM clicks FINAL
  WHERE tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({openFromMs:Int64}) AND ts < fromUnixTimestamp64Milli({openToMs:Int64})
    AND (ts < fromUnixTimestamp64Milli({openUntilMs:Int64}) OR ts >= fromUnixTimestamp64Milli({openAgainMs:Int64})) AND is_prefetch = 0 AND is_bot = 0
  UNION ALL
  SELECT ts AS c_ts, 0 AS n_clicks, conversions AS n_conversions, revenue AS n_revenue, 0 AS n_cost, 0 AS n_reports, 0 AS n_uncut
  FROM money_daily
  WHERE tenant_id = {tenantId:String} AND day_start >= fromUnixTimestamp64Milli({fromMs:Int64}) AND day_start < fromUnixTimestamp64Milli({toMs:Int64})
    AND build_id IN {buildIds:Array(UInt64)}
  UNION ALL
  SELECT ts AS c_ts, 0 AS n_clicks, toUInt64(1) AS n_conversions, revenue AS n_revenue, 0 AS n_cost, 0 AS n_reports, 0 AS n_uncut
  FROM conversions FINAL
  WHERE tenant_id = {tenantId:String} AND toDate(ts) IN {openMoneyDays:Array(Date)}
    AND arrayCount(edge -> edge <= toUnixTimestamp64Milli(ts), {openMoneyEdgesMs:Array(Int64)}) % 2 = 1 AND is_counted = 1 AND is_test = 0
  UNION ALL
  SELECT fromUnixTimestamp64Milli(hour_ms, 'UTC') AS c_ts, 0 AS n_clicks, 0 AS n_conversions, 0 AS n_revenue, hour_spent AS n_cost, 1 AS n_reports, NOT has_hours AS n_uncut
  FROM (
    SELECT *, toUnixTimestamp64Milli(fromUnixTimestamp64Milli(toInt64(toUInt32(day)) * 86400000 - {offsetMs:Int64}, 'UTC')) AS day_ms, (arraySum(hour_spends) = spend AND arrayAll(start -> toDate(intDiv((toUnixTimestamp64Milli(fromUnixTimestamp64Milli(toInt64(start) * 1000, 'UTC')) + {offsetMs:Int64}), 86400000)) = day AND start % 3600 = toInt64(day_ms / 1000) % 3600, hour_starts)) AS has_hours,
      arrayFilter(ms -> toDate(intDiv((toUnixTimestamp64Milli(fromUnixTimestamp64Milli(ms, 'UTC')) + {offsetMs:Int64}), 86400000)) = day, arrayMap(hour -> day_ms + hour * 3600000, range(25))) AS hours_ms
    FROM ad_spend FINAL
    WHERE tenant_id = {tenantId:String} AND day BETWEEN {firstDay:Date} AND {lastDay:Date} AND currency = 'BRL' AND kind = 'reported'
  )
  ARRAY JOIN arrayConcat(hours_ms, if(has_hours, arrayMap(start -> toInt64(start) * 1000, hour_starts), [])) AS hour_ms,
    arrayConcat(arrayMap(ms -> toDecimal64(0, 4), hours_ms), if(has_hours, hour_spends, [])) AS hour_spent
  WHERE tenant_id = {tenantId:String} AND 1
)
GROUP BY key_1
HAVING s_clicks != 0 OR s_conversions != 0 OR if(s_uncut = 0, s_cost, 0) != 0
ORDER BY s_revenue DESC, s_clicks DESC, key_1
LIMIT {limit:UInt32}
SETTINGS max_execution_time = 20, max_result_rows = 100000, max_memory_usage = 1000000000, max_bytes_before_external_group_by = 300000000, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0, do_not_merge_across_partitions_select_final = 1, use_uncompressed_cache = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1, date_time_output_format = 'iso', session_timezone = 'UTC', log_comment = 'figures-by-hour-fa4e7e15b3b5';

-- page views by hour where clocks change
SELECT toString(intDiv((toUnixTimestamp64Milli(c_ts) + transform(roundDown(toUnixTimestamp64Milli(c_ts), {offsetsFromMs:Array(Int64)}), {offsetsFromMs:Array(Int64)}, {offsetsMs:Array(Int64)}, toInt64(0))), 3600000) % 24) AS key_1, sum(n_page_views) AS s_page_views, count() OVER () AS groups
FROM (
  SELECT ts AS c_ts, page_views AS n_page_views
  FROM traffic_daily_by_hour
  WHERE tenant_id = {tenantId:String} AND day_start >= fromUnixTimestamp64Milli({fromMs:Int64}) AND day_start < fromUnixTimestamp64Milli({toMs:Int64})
    AND build_id IN {buildIds:Array(UInt64)}
  UNION ALL
  SELECT ts AS c_ts, 1 AS n_page_views
  FROM page_views FINAL
  WHERE tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({openFromMs:Int64}) AND ts < fromUnixTimestamp64Milli({openToMs:Int64})
    AND (ts < fromUnixTimestamp64Milli({openUntilMs:Int64}) OR ts >= fromUnixTimestamp64Milli({openAgainMs:Int64})) AND is_bot = 0
)
GROUP BY key_1
HAVING s_page_views != 0
ORDER BY key_1
LIMIT {limit:UInt32}
SETTINGS max_execution_time = 20, max_result_rows = 100000, max_memory_usage = 1000000000, max_bytes_before_external_group_by = 300000000, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0, do_not_merge_across_partitions_select_final = 1, use_uncompressed_cache = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1, date_time_output_format = 'iso', session_timezone = 'UTC', log_comment = 'figures-by-hour-b89ac0b725fa';

-- by campaign
SELECT c_campaign_id AS key_1, sum(n_clicks) AS s_clicks, sum(n_conversions) AS s_conversions, sum(n_revenue) AS s_revenue, sum(n_cost) AS s_cost, sum(n_reports) AS s_reports, count() OVER () AS groups
FROM (
  SELECT campaign_id AS c_campaign_id, clicks AS n_clicks, 0 AS n_conversions, 0 AS n_revenue, 0 AS n_cost, 0 AS n_reports
  FROM traffic_daily_by_campaign
  WHERE tenant_id = {tenantId:String} AND day_start >= fromUnixTimestamp64Milli({fromMs:Int64}) AND day_start < fromUnixTimestamp64Milli({toMs:Int64})
    AND build_id IN {buildIds:Array(UInt64)} AND is_bot = 0
  UNION ALL
  SELECT campaign_id AS c_campaign_id, 1 AS n_clicks, 0 AS n_conversions, 0 AS n_revenue, 0 AS n_cost, 0 AS n_reports
  FROM clicks FINAL
  WHERE tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({openFromMs:Int64}) AND ts < fromUnixTimestamp64Milli({openToMs:Int64})
    AND (ts < fromUnixTimestamp64Milli({openUntilMs:Int64}) OR ts >= fromUnixTimestamp64Milli({openAgainMs:Int64})) AND is_prefetch = 0 AND is_bot = 0
  UNION ALL
  SELECT if(campaign_id = '', {mainCampaignId:String}, campaign_id) AS c_campaign_id, 0 AS n_clicks, conversions AS n_conversions, revenue AS n_revenue, 0 AS n_cost, 0 AS n_reports
  FROM money_daily_by_campaign
  WHERE tenant_id = {tenantId:String} AND day_start >= fromUnixTimestamp64Milli({fromMs:Int64}) AND day_start < fromUnixTimestamp64Milli({toMs:Int64})
    AND build_id IN {buildIds:Array(UInt64)}
  UNION ALL
  SELECT if(campaign_id = '', {mainCampaignId:String}, campaign_id) AS c_campaign_id, 0 AS n_clicks, toUInt64(1) AS n_conversions, revenue AS n_revenue, 0 AS n_cost, 0 AS n_reports
  FROM conversions FINAL
  WHERE tenant_id = {tenantId:String} AND toDate(ts) IN {openMoneyDays:Array(Date)}
    AND arrayCount(edge -> edge <= toUnixTimestamp64Milli(ts), {openMoneyEdgesMs:Array(Int64)}) % 2 = 1 AND is_counted = 1 AND is_test = 0
  UNION ALL
  SELECT campaign_id AS c_campaign_id, 0 AS n_clicks, 0 AS n_conversions, 0 AS n_revenue, spend AS n_cost, 1 AS n_reports
  FROM ad_spend FINAL
  WHERE tenant_id = {tenantId:String} AND day BETWEEN {firstDay:Date} AND {lastDay:Date} AND currency = 'BRL' AND kind = 'reported'
)
GROUP BY key_1
HAVING s_clicks != 0 OR s_conversions != 0 OR s_cost != 0
ORDER BY s_revenue DESC, s_clicks DESC, key_1
LIMIT {limit:UInt32}
SETTINGS max_execution_time = 20, max_result_rows = 100000, max_memory_usage = 1000000000, max_bytes_before_external_group_by = 300000000, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0, do_not_merge_across_partitions_select_final = 1, use_uncompressed_cache = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1, date_time_output_format = 'iso', session_timezone = 'UTC', log_comment = 'figures-by-campaign-22a78fc587f7';

-- profit by campaign, with costs
SELECT c_campaign_id AS key_1, sum(n_revenue) AS s_revenue, sum(n_fees) AS s_fees, sum(n_revenue_tax) AS s_revenue_tax, sum(n_percent_fees) AS s_percent_fees, sum(n_fixed_fees) AS s_fixed_fees, sum(n_product_costs) AS s_product_costs, sum(n_cost) AS s_cost, sum(n_spend_tax) AS s_spend_tax, sum(n_reports) AS s_reports, count() OVER () AS groups
FROM (
  SELECT if(campaign_id = '', {mainCampaignId:String}, campaign_id) AS c_campaign_id, revenue AS n_revenue, fees AS n_fees, toDecimal128(revenue, 4) * transform(roundDown(toUnixTimestamp64Milli(day_start), {revenueTaxFrom:Array(Int64)}), {revenueTaxFrom:Array(Int64)}, {revenueTax:Array(Int64)}, toInt64(0)) AS n_revenue_tax, toDecimal128(unknown_fees_of, 4) * transform(roundDown(transform(toString(provider), {feeCheckouts:Array(String)}, {feePlaces:Array(Int64)}, toInt64(0)) * 10000000000000 + toUnixTimestamp64Milli(day_start), {feeFrom:Array(Int64)}), {feeFrom:Array(Int64)}, {feePercent:Array(Int64)}, toInt64(0)) AS n_percent_fees, toDecimal128(unknown_fees, 0) * transform(roundDown(transform(toString(provider), {feeCheckouts:Array(String)}, {feePlaces:Array(Int64)}, toInt64(0)) * 10000000000000 + toUnixTimestamp64Milli(day_start), {feeFrom:Array(Int64)}), {feeFrom:Array(Int64)}, {feeFixed:Array(Int64)}, toInt64(0)) AS n_fixed_fees, toDecimal128(conversions, 0) * transform(roundDown(transform(toString(product), {productIds:Array(String)}, {productPlaces:Array(Int64)}, toInt64(0)) * 10000000000000 + toUnixTimestamp64Milli(day_start), {productFrom:Array(Int64)}), {productFrom:Array(Int64)}, {productCost:Array(Int64)}, toInt64(0)) AS n_product_costs, 0 AS n_cost, 0 AS n_spend_tax, 0 AS n_reports
  FROM money_daily_by_product
  WHERE tenant_id = {tenantId:String} AND day_start >= fromUnixTimestamp64Milli({fromMs:Int64}) AND day_start < fromUnixTimestamp64Milli({toMs:Int64})
    AND build_id IN {buildIds:Array(UInt64)}
  UNION ALL
  SELECT if(campaign_id = '', {mainCampaignId:String}, campaign_id) AS c_campaign_id, revenue AS n_revenue, ifNull(fee_brl, toDecimal64(0, 4)) AS n_fees, toDecimal128(revenue, 4) * transform(roundDown(toUnixTimestamp64Milli(ts), {revenueTaxFrom:Array(Int64)}), {revenueTaxFrom:Array(Int64)}, {revenueTax:Array(Int64)}, toInt64(0)) AS n_revenue_tax, toDecimal128(if(fee_brl IS NULL, gross_brl, toDecimal64(0, 4)), 4) * transform(roundDown(transform(toString(provider), {feeCheckouts:Array(String)}, {feePlaces:Array(Int64)}, toInt64(0)) * 10000000000000 + toUnixTimestamp64Milli(ts), {feeFrom:Array(Int64)}), {feeFrom:Array(Int64)}, {feePercent:Array(Int64)}, toInt64(0)) AS n_percent_fees, toDecimal128(toUInt64(fee_brl IS NULL AND gross_brl != 0), 0) * transform(roundDown(transform(toString(provider), {feeCheckouts:Array(String)}, {feePlaces:Array(Int64)}, toInt64(0)) * 10000000000000 + toUnixTimestamp64Milli(ts), {feeFrom:Array(Int64)}), {feeFrom:Array(Int64)}, {feeFixed:Array(Int64)}, toInt64(0)) AS n_fixed_fees, toDecimal128(toUInt64(1), 0) * transform(roundDown(transform(toString(if(product_id = '', product_name, product_id)), {productIds:Array(String)}, {productPlaces:Array(Int64)}, toInt64(0)) * 10000000000000 + toUnixTimestamp64Milli(ts), {productFrom:Array(Int64)}), {productFrom:Array(Int64)}, {productCost:Array(Int64)}, toInt64(0)) AS n_product_costs, 0 AS n_cost, 0 AS n_spend_tax, 0 AS n_reports
  FROM conversions FINAL
  WHERE tenant_id = {tenantId:String} AND toDate(ts) IN {openMoneyDays:Array(Date)}
    AND arrayCount(edge -> edge <= toUnixTimestamp64Milli(ts), {openMoneyEdgesMs:Array(Int64)}) % 2 = 1 AND is_counted = 1 AND is_test = 0
  UNION ALL
  SELECT campaign_id AS c_campaign_id, 0 AS n_revenue, 0 AS n_fees, 0 AS n_revenue_tax, 0 AS n_percent_fees, 0 AS n_fixed_fees, 0 AS n_product_costs, spend AS n_cost, toDecimal128(transform(roundDown(transform(toString(splitByChar('/', toString(source))[1]), {spendTaxSources:Array(String)}, {spendTaxPlaces:Array(Int64)}, toInt64(0)) * 10000000000000 + toInt64(toUInt32(day)), {spendTaxFrom:Array(Int64)}), {spendTaxFrom:Array(Int64)}, {spendTax:Array(Int64)}, toInt64(0)), 0) * spend AS n_spend_tax, 1 AS n_reports
  FROM ad_spend FINAL
  WHERE tenant_id = {tenantId:String} AND day BETWEEN {firstDay:Date} AND {lastDay:Date} AND currency = 'BRL' AND kind = 'reported'
)
GROUP BY key_1
HAVING s_revenue != 0 OR s_fees != 0 OR s_revenue_tax != 0 OR s_percent_fees != 0 OR s_fixed_fees != 0 OR s_product_costs != 0 OR s_cost != 0 OR s_spend_tax != 0
ORDER BY s_revenue DESC, key_1
LIMIT {limit:UInt32}
SETTINGS max_execution_time = 20, max_result_rows = 100000, max_memory_usage = 1000000000, max_bytes_before_external_group_by = 300000000, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0, do_not_merge_across_partitions_select_final = 1, use_uncompressed_cache = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1, date_time_output_format = 'iso', session_timezone = 'UTC', log_comment = 'figures-by-campaign-f3d2df620f12';

-- by source, with rates
SELECT if(c_source = '', 'direct', c_source) AS key_1, sum(n_clicks) AS s_clicks, sum(n_conversions) AS s_conversions, sum(n_revenue) AS s_revenue, sum(n_cost) AS s_cost, sum(n_reports) AS s_reports, round(sum(n_cost), 4) AS spend, count() OVER () AS groups
FROM (
  SELECT source AS c_source, clicks AS n_clicks, 0 AS n_conversions, 0 AS n_revenue, 0 AS n_cost, 0 AS n_reports
  FROM traffic_daily_by_campaign
  WHERE tenant_id = {tenantId:String} AND day_start >= fromUnixTimestamp64Milli({fromMs:Int64}) AND day_start < fromUnixTimestamp64Milli({toMs:Int64})
    AND build_id IN {buildIds:Array(UInt64)} AND is_bot = 0
  UNION ALL
  SELECT source AS c_source, 1 AS n_clicks, 0 AS n_conversions, 0 AS n_revenue, 0 AS n_cost, 0 AS n_reports
  FROM clicks FINAL
  WHERE tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({openFromMs:Int64}) AND ts < fromUnixTimestamp64Milli({openToMs:Int64})
    AND (ts < fromUnixTimestamp64Milli({openUntilMs:Int64}) OR ts >= fromUnixTimestamp64Milli({openAgainMs:Int64})) AND is_prefetch = 0 AND is_bot = 0
  UNION ALL
  SELECT source AS c_source, 0 AS n_clicks, conversions AS n_conversions, revenue AS n_revenue, 0 AS n_cost, 0 AS n_reports
  FROM money_daily_by_campaign
  WHERE tenant_id = {tenantId:String} AND day_start >= fromUnixTimestamp64Milli({fromMs:Int64}) AND day_start < fromUnixTimestamp64Milli({toMs:Int64})
    AND build_id IN {buildIds:Array(UInt64)}
  UNION ALL
  SELECT source AS c_source, 0 AS n_clicks, toUInt64(1) AS n_conversions, revenue AS n_revenue, 0 AS n_cost, 0 AS n_reports
  FROM conversions FINAL
  WHERE tenant_id = {tenantId:String} AND toDate(ts) IN {openMoneyDays:Array(Date)}
    AND arrayCount(edge -> edge <= toUnixTimestamp64Milli(ts), {openMoneyEdgesMs:Array(Int64)}) % 2 = 1 AND is_counted = 1 AND is_test = 0
  UNION ALL
  SELECT splitByChar('/', toString(source))[1] AS c_source, 0 AS n_clicks, 0 AS n_conversions, 0 AS n_revenue, toDecimal128(spend, 4) * toDecimal64({rates:Array(String)}[arrayCount(since -> since <= indexOf({rateCurrencies:Array(String)}, toString(currency)) * 100000 + toUInt32(day), {ratesFrom:Array(Int64)})], 8) AS n_cost, 1 AS n_reports
  FROM ad_spend FINAL
  WHERE tenant_id = {tenantId:String} AND day BETWEEN {firstDay:Date} AND {lastDay:Date} AND toDecimal64({rates:Array(String)}[arrayCount(since -> since <= indexOf({rateCurrencies:Array(String)}, toString(currency)) * 100000 + toUInt32(day), {ratesFrom:Array(Int64)})], 8) > 0 AND (kind = 'reported' OR (kind = 'entered'
    AND (campaign_id, day, splitByChar('/', toString(source))[1]) NOT IN (
      SELECT campaign_id, day, splitByChar('/', toString(source))[1] FROM ad_spend FINAL
      WHERE tenant_id = {tenantId:String} AND day BETWEEN {firstDay:Date} AND {lastDay:Date} AND kind = 'reported' AND (spend != 0 OR impressions != 0 OR clicks != 0))))
)
GROUP BY key_1
HAVING s_clicks != 0 OR s_conversions != 0 OR s_cost != 0
ORDER BY s_revenue DESC, s_clicks DESC, key_1
LIMIT {limit:UInt32}
SETTINGS max_execution_time = 20, max_result_rows = 100000, max_memory_usage = 1000000000, max_bytes_before_external_group_by = 300000000, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0, do_not_merge_across_partitions_select_final = 1, use_uncompressed_cache = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1, date_time_output_format = 'iso', session_timezone = 'UTC', log_comment = 'figures-by-source-7dac7fcce609';

-- by channel
SELECT if(c_channel = '', 'direct', c_channel) AS key_1, sum(n_clicks) AS s_clicks, sum(n_conversions) AS s_conversions, sum(n_revenue) AS s_revenue, sum(n_cost) AS s_cost, sum(n_reports) AS s_reports, count() OVER () AS groups
FROM (
  SELECT channel AS c_channel, clicks AS n_clicks, 0 AS n_conversions, 0 AS n_revenue, 0 AS n_cost, 0 AS n_reports
  FROM traffic_daily_by_campaign
  WHERE tenant_id = {tenantId:String} AND day_start >= fromUnixTimestamp64Milli({fromMs:Int64}) AND day_start < fromUnixTimestamp64Milli({toMs:Int64})
    AND build_id IN {buildIds:Array(UInt64)} AND is_bot = 0
  UNION ALL
  SELECT channel AS c_channel, 1 AS n_clicks, 0 AS n_conversions, 0 AS n_revenue, 0 AS n_cost, 0 AS n_reports
  FROM clicks FINAL
  WHERE tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({openFromMs:Int64}) AND ts < fromUnixTimestamp64Milli({openToMs:Int64})
    AND (ts < fromUnixTimestamp64Milli({openUntilMs:Int64}) OR ts >= fromUnixTimestamp64Milli({openAgainMs:Int64})) AND is_prefetch = 0 AND is_bot = 0
  UNION ALL
  SELECT channel AS c_channel, 0 AS n_clicks, conversions AS n_conversions, revenue AS n_revenue, 0 AS n_cost, 0 AS n_reports
  FROM money_daily_by_campaign
  WHERE tenant_id = {tenantId:String} AND day_start >= fromUnixTimestamp64Milli({fromMs:Int64}) AND day_start < fromUnixTimestamp64Milli({toMs:Int64})
    AND build_id IN {buildIds:Array(UInt64)}
  UNION ALL
  SELECT channel AS c_channel, 0 AS n_clicks, toUInt64(1) AS n_conversions, revenue AS n_revenue, 0 AS n_cost, 0 AS n_reports
  FROM conversions FINAL
  WHERE tenant_id = {tenantId:String} AND toDate(ts) IN {openMoneyDays:Array(Date)}
    AND arrayCount(edge -> edge <= toUnixTimestamp64Milli(ts), {openMoneyEdgesMs:Array(Int64)}) % 2 = 1 AND is_counted = 1 AND is_test = 0
  UNION ALL
  SELECT splitByChar('/', toString(source))[1] AS c_channel, 0 AS n_clicks, 0 AS n_conversions, 0 AS n_revenue, spend AS n_cost, 1 AS n_reports
  FROM ad_spend FINAL
  WHERE tenant_id = {tenantId:String} AND day BETWEEN {firstDay:Date} AND {lastDay:Date} AND currency = 'BRL' AND kind = 'reported'
)
GROUP BY key_1
HAVING s_clicks != 0 OR s_conversions != 0 OR s_cost != 0
ORDER BY s_revenue DESC, s_clicks DESC, key_1
LIMIT {limit:UInt32}
SETTINGS max_execution_time = 20, max_result_rows = 100000, max_memory_usage = 1000000000, max_bytes_before_external_group_by = 300000000, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0, do_not_merge_across_partitions_select_final = 1, use_uncompressed_cache = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1, date_time_output_format = 'iso', session_timezone = 'UTC', log_comment = 'figures-by-channel-9e39ae0e103d';

-- by ad account
SELECT transform(c_ad_campaign_id, {adCampaigns:Array(String)}, {adAccounts:Array(String)}, '') AS key_1, sum(n_clicks) AS s_clicks, sum(n_conversions) AS s_conversions, sum(n_revenue) AS s_revenue, sum(n_cost) AS s_cost, sum(n_reports) AS s_reports, count() OVER () AS groups
FROM (
  SELECT ad_campaign_id AS c_ad_campaign_id, 1 AS n_clicks, 0 AS n_conversions, 0 AS n_revenue, 0 AS n_cost, 0 AS n_reports
  FROM clicks FINAL
  WHERE tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({fromMs:Int64}) AND ts < fromUnixTimestamp64Milli({toMs:Int64}) AND is_prefetch = 0 AND is_bot = 0
  UNION ALL
  SELECT ad_campaign_id AS c_ad_campaign_id, 0 AS n_clicks, toUInt64(1) AS n_conversions, revenue AS n_revenue, 0 AS n_cost, 0 AS n_reports
  FROM conversions FINAL
  WHERE tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({fromMs:Int64}) AND ts < fromUnixTimestamp64Milli({toMs:Int64}) AND is_counted = 1 AND is_test = 0
  UNION ALL
  SELECT if(kind = 'reported', splitByChar('/', toString(source))[2], '') AS c_ad_campaign_id, 0 AS n_clicks, 0 AS n_conversions, 0 AS n_revenue, spend AS n_cost, 1 AS n_reports
  FROM ad_spend FINAL
  WHERE tenant_id = {tenantId:String} AND day BETWEEN {firstDay:Date} AND {lastDay:Date} AND currency = 'BRL' AND kind = 'reported'
)
GROUP BY key_1
HAVING s_clicks != 0 OR s_conversions != 0 OR s_cost != 0
ORDER BY s_revenue DESC, s_clicks DESC, key_1
LIMIT {limit:UInt32}
SETTINGS max_execution_time = 20, max_result_rows = 100000, max_memory_usage = 1000000000, max_bytes_before_external_group_by = 300000000, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0, do_not_merge_across_partitions_select_final = 1, use_uncompressed_cache = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1, date_time_output_format = 'iso', session_timezone = 'UTC', log_comment = 'figures-by-ad-account-a3167e880195';

-- by campaign of the platform
SELECT c_ad_campaign_id AS key_1, argMax(c_ad_campaign_name, if(c_ad_campaign_name = '', 0, toUInt64(c_ad_campaign_name_ms) * 1048576 + cityHash64(c_ad_campaign_name) % 1048576)) AS name_1, sum(n_clicks) AS s_clicks, sum(n_conversions) AS s_conversions, sum(n_revenue) AS s_revenue, sum(n_cost) AS s_cost, sum(n_reports) AS s_reports, count() OVER () AS groups
FROM (
  SELECT ad_campaign_id AS c_ad_campaign_id, ad_campaign_name AS c_ad_campaign_name, toUnixTimestamp64Milli(ts) AS c_ad_campaign_name_ms, 1 AS n_clicks, 0 AS n_conversions, 0 AS n_revenue, 0 AS n_cost, 0 AS n_reports
  FROM clicks FINAL
  WHERE tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({fromMs:Int64}) AND ts < fromUnixTimestamp64Milli({toMs:Int64}) AND is_prefetch = 0 AND is_bot = 0
  UNION ALL
  SELECT ad_campaign_id AS c_ad_campaign_id, ad_campaign_name AS c_ad_campaign_name, toUnixTimestamp64Milli(ifNull(click_ts, ts)) AS c_ad_campaign_name_ms, 0 AS n_clicks, toUInt64(1) AS n_conversions, revenue AS n_revenue, 0 AS n_cost, 0 AS n_reports
  FROM conversions FINAL
  WHERE tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({fromMs:Int64}) AND ts < fromUnixTimestamp64Milli({toMs:Int64}) AND is_counted = 1 AND is_test = 0
  UNION ALL
  SELECT if(kind = 'reported', splitByChar('/', toString(source))[2], '') AS c_ad_campaign_id, '' AS c_ad_campaign_name, toInt64(0) AS c_ad_campaign_name_ms, 0 AS n_clicks, 0 AS n_conversions, 0 AS n_revenue, spend AS n_cost, 1 AS n_reports
  FROM ad_spend FINAL
  WHERE tenant_id = {tenantId:String} AND day BETWEEN {firstDay:Date} AND {lastDay:Date} AND currency = 'BRL' AND kind = 'reported'
)
GROUP BY key_1
HAVING s_clicks != 0 OR s_conversions != 0 OR s_cost != 0
ORDER BY s_revenue DESC, s_clicks DESC, key_1
LIMIT {limit:UInt32}
SETTINGS max_execution_time = 20, max_result_rows = 100000, max_memory_usage = 1000000000, max_bytes_before_external_group_by = 300000000, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0, do_not_merge_across_partitions_select_final = 1, use_uncompressed_cache = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1, date_time_output_format = 'iso', session_timezone = 'UTC', log_comment = 'figures-by-platform-campaign-334f1a1589a0';

-- by ad set
SELECT c_adset_id AS key_1, argMax(c_adset_name, if(c_adset_name = '', 0, toUInt64(c_adset_name_ms) * 1048576 + cityHash64(c_adset_name) % 1048576)) AS name_1, sum(n_clicks) AS s_clicks, sum(n_conversions) AS s_conversions, sum(n_revenue) AS s_revenue, sum(n_cost) AS s_cost, sum(n_reports) AS s_reports, count() OVER () AS groups
FROM (
  SELECT adset_id AS c_adset_id, adset_name AS c_adset_name, adset_named_ms AS c_adset_name_ms, clicks AS n_clicks, 0 AS n_conversions, 0 AS n_revenue, 0 AS n_cost, 0 AS n_reports
  FROM traffic_daily_by_ad
  WHERE tenant_id = {tenantId:String} AND day_start >= fromUnixTimestamp64Milli({fromMs:Int64}) AND day_start < fromUnixTimestamp64Milli({toMs:Int64})
    AND build_id IN {buildIds:Array(UInt64)}
  UNION ALL
  SELECT adset_id AS c_adset_id, adset_name AS c_adset_name, toUnixTimestamp64Milli(ts) AS c_adset_name_ms, 1 AS n_clicks, 0 AS n_conversions, 0 AS n_revenue, 0 AS n_cost, 0 AS n_reports
  FROM clicks FINAL
  WHERE tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({openFromMs:Int64}) AND ts < fromUnixTimestamp64Milli({openToMs:Int64})
    AND (ts < fromUnixTimestamp64Milli({openUntilMs:Int64}) OR ts >= fromUnixTimestamp64Milli({openAgainMs:Int64})) AND is_prefetch = 0 AND is_bot = 0
  UNION ALL
  SELECT adset_id AS c_adset_id, adset_name AS c_adset_name, adset_named_ms AS c_adset_name_ms, 0 AS n_clicks, conversions AS n_conversions, revenue AS n_revenue, 0 AS n_cost, 0 AS n_reports
  FROM money_daily_by_ad
  WHERE tenant_id = {tenantId:String} AND day_start >= fromUnixTimestamp64Milli({fromMs:Int64}) AND day_start < fromUnixTimestamp64Milli({toMs:Int64})
    AND build_id IN {buildIds:Array(UInt64)}
  UNION ALL
  SELECT adset_id AS c_adset_id, adset_name AS c_adset_name, toUnixTimestamp64Milli(ifNull(click_ts, ts)) AS c_adset_name_ms, 0 AS n_clicks, toUInt64(1) AS n_conversions, revenue AS n_revenue, 0 AS n_cost, 0 AS n_reports
  FROM conversions FINAL
  WHERE tenant_id = {tenantId:String} AND toDate(ts) IN {openMoneyDays:Array(Date)}
    AND arrayCount(edge -> edge <= toUnixTimestamp64Milli(ts), {openMoneyEdgesMs:Array(Int64)}) % 2 = 1 AND is_counted = 1 AND is_test = 0
  UNION ALL
  SELECT adset_id AS c_adset_id, adset_name AS c_adset_name, toInt64(toUInt32(day)) AS c_adset_name_ms, 0 AS n_clicks, 0 AS n_conversions, 0 AS n_revenue, ad_spent AS n_cost, 1 AS n_reports
  FROM ad_spend FINAL
  ARRAY JOIN arrayPushBack(adset_ids, '') AS adset_id, arrayPushBack(adset_names, '') AS adset_name, arrayPushBack(ad_spends, spend - arraySum(ad_spends)) AS ad_spent
  WHERE tenant_id = {tenantId:String} AND day BETWEEN {firstDay:Date} AND {lastDay:Date} AND currency = 'BRL' AND kind = 'reported'
)
GROUP BY key_1
HAVING s_clicks != 0 OR s_conversions != 0 OR s_cost != 0
ORDER BY s_revenue DESC, s_clicks DESC, key_1
LIMIT {limit:UInt32}
SETTINGS max_execution_time = 20, max_result_rows = 100000, max_memory_usage = 1000000000, max_bytes_before_external_group_by = 300000000, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0, do_not_merge_across_partitions_select_final = 1, use_uncompressed_cache = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1, date_time_output_format = 'iso', session_timezone = 'UTC', log_comment = 'figures-by-adset-1e782fb2a5db';

-- by ad
SELECT c_ad_id AS key_1, argMax(c_ad_name, if(c_ad_name = '', 0, toUInt64(c_ad_name_ms) * 1048576 + cityHash64(c_ad_name) % 1048576)) AS name_1, sum(n_clicks) AS s_clicks, sum(n_conversions) AS s_conversions, sum(n_revenue) AS s_revenue, sum(n_cost) AS s_cost, sum(n_reports) AS s_reports, count() OVER () AS groups
FROM (
  SELECT ad_id AS c_ad_id, ad_name AS c_ad_name, ad_named_ms AS c_ad_name_ms, clicks AS n_clicks, 0 AS n_conversions, 0 AS n_revenue, 0 AS n_cost, 0 AS n_reports
  FROM traffic_daily_by_ad
  WHERE tenant_id = {tenantId:String} AND day_start >= fromUnixTimestamp64Milli({fromMs:Int64}) AND day_start < fromUnixTimestamp64Milli({toMs:Int64})
    AND build_id IN {buildIds:Array(UInt64)}
  UNION ALL
  SELECT ad_id AS c_ad_id, ad_name AS c_ad_name, toUnixTimestamp64Milli(ts) AS c_ad_name_ms, 1 AS n_clicks, 0 AS n_conversions, 0 AS n_revenue, 0 AS n_cost, 0 AS n_reports
  FROM clicks FINAL
  WHERE tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({openFromMs:Int64}) AND ts < fromUnixTimestamp64Milli({openToMs:Int64})
    AND (ts < fromUnixTimestamp64Milli({openUntilMs:Int64}) OR ts >= fromUnixTimestamp64Milli({openAgainMs:Int64})) AND is_prefetch = 0 AND is_bot = 0
  UNION ALL
  SELECT ad_id AS c_ad_id, ad_name AS c_ad_name, ad_named_ms AS c_ad_name_ms, 0 AS n_clicks, conversions AS n_conversions, revenue AS n_revenue, 0 AS n_cost, 0 AS n_reports
  FROM money_daily_by_ad
  WHERE tenant_id = {tenantId:String} AND day_start >= fromUnixTimestamp64Milli({fromMs:Int64}) AND day_start < fromUnixTimestamp64Milli({toMs:Int64})
    AND build_id IN {buildIds:Array(UInt64)}
  UNION ALL
  SELECT ad_id AS c_ad_id, ad_name AS c_ad_name, toUnixTimestamp64Milli(ifNull(click_ts, ts)) AS c_ad_name_ms, 0 AS n_clicks, toUInt64(1) AS n_conversions, revenue AS n_revenue, 0 AS n_cost, 0 AS n_reports
  FROM conversions FINAL
  WHERE tenant_id = {tenantId:String} AND toDate(ts) IN {openMoneyDays:Array(Date)}
    AND arrayCount(edge -> edge <= toUnixTimestamp64Milli(ts), {openMoneyEdgesMs:Array(Int64)}) % 2 = 1 AND is_counted = 1 AND is_test = 0
  UNION ALL
  SELECT ad_id AS c_ad_id, ad_name AS c_ad_name, toInt64(toUInt32(day)) AS c_ad_name_ms, 0 AS n_clicks, 0 AS n_conversions, 0 AS n_revenue, ad_spent AS n_cost, 1 AS n_reports
  FROM ad_spend FINAL
  ARRAY JOIN arrayPushBack(ad_ids, '') AS ad_id, arrayPushBack(ad_names, '') AS ad_name, arrayPushBack(ad_spends, spend - arraySum(ad_spends)) AS ad_spent
  WHERE tenant_id = {tenantId:String} AND day BETWEEN {firstDay:Date} AND {lastDay:Date} AND currency = 'BRL' AND kind = 'reported'
)
GROUP BY key_1
HAVING s_clicks != 0 OR s_conversions != 0 OR s_cost != 0
ORDER BY s_revenue DESC, s_clicks DESC, key_1
LIMIT {limit:UInt32}
SETTINGS max_execution_time = 20, max_result_rows = 100000, max_memory_usage = 1000000000, max_bytes_before_external_group_by = 300000000, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0, do_not_merge_across_partitions_select_final = 1, use_uncompressed_cache = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1, date_time_output_format = 'iso', session_timezone = 'UTC', log_comment = 'figures-by-ad-b12d210b2814';

-- reach by ad, with rates
SELECT c_ad_id AS key_1, argMax(c_ad_name, if(c_ad_name = '', 0, toUInt64(c_ad_name_ms) * 1048576 + cityHash64(c_ad_name) % 1048576)) AS name_1, sum(n_reports) AS s_reports, sum(n_impressions) AS s_impressions, sum(n_platform_clicks) AS s_platform_clicks, count() OVER () AS groups
FROM (
  SELECT ad_id AS c_ad_id, ad_name AS c_ad_name, toInt64(toUInt32(day)) AS c_ad_name_ms, 1 AS n_reports, ad_impression AS n_impressions, ad_click AS n_platform_clicks
  FROM ad_spend FINAL
  ARRAY JOIN arrayPushBack(ad_ids, '') AS ad_id, arrayPushBack(ad_names, '') AS ad_name, arrayPushBack(ad_spends, spend - arraySum(ad_spends)) AS ad_spent, arrayPushBack(ad_impressions, if(impressions > arraySum(ad_impressions), toUInt64(impressions - arraySum(ad_impressions)), toUInt64(0))) AS ad_impression, arrayPushBack(ad_clicks, if(clicks > arraySum(ad_clicks), toUInt64(clicks - arraySum(ad_clicks)), toUInt64(0))) AS ad_click
  WHERE tenant_id = {tenantId:String} AND day BETWEEN {firstDay:Date} AND {lastDay:Date} AND toDecimal64({rates:Array(String)}[arrayCount(since -> since <= indexOf({rateCurrencies:Array(String)}, toString(currency)) * 100000 + toUInt32(day), {ratesFrom:Array(Int64)})], 8) > 0 AND (kind = 'reported' OR (kind = 'entered'
    AND (campaign_id, day, splitByChar('/', toString(source))[1]) NOT IN (
      SELECT campaign_id, day, splitByChar('/', toString(source))[1] FROM ad_spend FINAL
      WHERE tenant_id = {tenantId:String} AND day BETWEEN {firstDay:Date} AND {lastDay:Date} AND kind = 'reported' AND (spend != 0 OR impressions != 0 OR clicks != 0))))
)
GROUP BY key_1
HAVING s_impressions != 0 OR s_platform_clicks != 0
ORDER BY key_1
LIMIT {limit:UInt32}
SETTINGS max_execution_time = 20, max_result_rows = 100000, max_memory_usage = 1000000000, max_bytes_before_external_group_by = 300000000, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0, do_not_merge_across_partitions_select_final = 1, use_uncompressed_cache = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1, date_time_output_format = 'iso', session_timezone = 'UTC', log_comment = 'figures-by-ad-ed660b3fb989';

-- profit by ad, with costs and rates
SELECT c_ad_id AS key_1, argMax(c_ad_name, if(c_ad_name = '', 0, toUInt64(c_ad_name_ms) * 1048576 + cityHash64(c_ad_name) % 1048576)) AS name_1, sum(n_revenue) AS s_revenue, sum(n_fees) AS s_fees, sum(n_revenue_tax) AS s_revenue_tax, sum(n_percent_fees) AS s_percent_fees, sum(n_fixed_fees) AS s_fixed_fees, sum(n_product_costs) AS s_product_costs, sum(n_cost) AS s_cost, sum(n_spend_tax) AS s_spend_tax, sum(n_reports) AS s_reports, round(sum(n_cost), 4) AS spend, count() OVER () AS groups
FROM (
  SELECT ad_id AS c_ad_id, ad_name AS c_ad_name, ad_named_ms AS c_ad_name_ms, revenue AS n_revenue, fees AS n_fees, toDecimal128(revenue, 4) * transform(roundDown(toUnixTimestamp64Milli(day_start), {revenueTaxFrom:Array(Int64)}), {revenueTaxFrom:Array(Int64)}, {revenueTax:Array(Int64)}, toInt64(0)) AS n_revenue_tax, toDecimal128(unknown_fees_of, 4) * transform(roundDown(transform(toString(provider), {feeCheckouts:Array(String)}, {feePlaces:Array(Int64)}, toInt64(0)) * 10000000000000 + toUnixTimestamp64Milli(day_start), {feeFrom:Array(Int64)}), {feeFrom:Array(Int64)}, {feePercent:Array(Int64)}, toInt64(0)) AS n_percent_fees, toDecimal128(unknown_fees, 0) * transform(roundDown(transform(toString(provider), {feeCheckouts:Array(String)}, {feePlaces:Array(Int64)}, toInt64(0)) * 10000000000000 + toUnixTimestamp64Milli(day_start), {feeFrom:Array(Int64)}), {feeFrom:Array(Int64)}, {feeFixed:Array(Int64)}, toInt64(0)) AS n_fixed_fees, toDecimal128(conversions, 0) * transform(roundDown(transform(toString(product), {productIds:Array(String)}, {productPlaces:Array(Int64)}, toInt64(0)) * 10000000000000 + toUnixTimestamp64Milli(day_start), {productFrom:Array(Int64)}), {productFrom:Array(Int64)}, {productCost:Array(Int64)}, toInt64(0)) AS n_product_costs, 0 AS n_cost, 0 AS n_spend_tax, 0 AS n_reports
  FROM money_daily_by_product
  WHERE tenant_id = {tenantId:String} AND day_start >= fromUnixTimestamp64Milli({fromMs:Int64}) AND day_start < fromUnixTimestamp64Milli({toMs:Int64})
    AND build_id IN {buildIds:Array(UInt64)}
  UNION ALL
  SELECT ad_id AS c_ad_id, ad_name AS c_ad_name, toUnixTimestamp64Milli(ifNull(click_ts, ts)) AS c_ad_name_ms, revenue AS n_revenue, ifNull(fee_brl, toDecimal64(0, 4)) AS n_fees, toDecimal128(revenue, 4) * transform(roundDown(toUnixTimestamp64Milli(ts), {revenueTaxFrom:Array(Int64)}), {revenueTaxFrom:Array(Int64)}, {revenueTax:Array(Int64)}, toInt64(0)) AS n_revenue_tax, toDecimal128(if(fee_brl IS NULL, gross_brl, toDecimal64(0, 4)), 4) * transform(roundDown(transform(toString(provider), {feeCheckouts:Array(String)}, {feePlaces:Array(Int64)}, toInt64(0)) * 10000000000000 + toUnixTimestamp64Milli(ts), {feeFrom:Array(Int64)}), {feeFrom:Array(Int64)}, {feePercent:Array(Int64)}, toInt64(0)) AS n_percent_fees, toDecimal128(toUInt64(fee_brl IS NULL AND gross_brl != 0), 0) * transform(roundDown(transform(toString(provider), {feeCheckouts:Array(String)}, {feePlaces:Array(Int64)}, toInt64(0)) * 10000000000000 + toUnixTimestamp64Milli(ts), {feeFrom:Array(Int64)}), {feeFrom:Array(Int64)}, {feeFixed:Array(Int64)}, toInt64(0)) AS n_fixed_fees, toDecimal128(toUInt64(1), 0) * transform(roundDown(transform(toString(if(product_id = '', product_name, product_id)), {productIds:Array(String)}, {productPlaces:Array(Int64)}, toInt64(0)) * 10000000000000 + toUnixTimestamp64Milli(ts), {productFrom:Array(Int64)}), {productFrom:Array(Int64)}, {productCost:Array(Int64)}, toInt64(0)) AS n_product_costs, 0 AS n_cost, 0 AS n_spend_tax, 0 AS n_reports
  FROM conversions FINAL
  WHERE tenant_id = {tenantId:String} AND toDate(ts) IN {openMoneyDays:Array(Date)}
    AND arrayCount(edge -> edge <= toUnixTimestamp64Milli(ts), {openMoneyEdgesMs:Array(Int64)}) % 2 = 1 AND is_counted = 1 AND is_test = 0
  UNION ALL
  SELECT ad_id AS c_ad_id, ad_name AS c_ad_name, toInt64(toUInt32(day)) AS c_ad_name_ms, 0 AS n_revenue, 0 AS n_fees, 0 AS n_revenue_tax, 0 AS n_percent_fees, 0 AS n_fixed_fees, 0 AS n_product_costs, toDecimal128(ad_spent, 4) * toDecimal64({rates:Array(String)}[arrayCount(since -> since <= indexOf({rateCurrencies:Array(String)}, toString(currency)) * 100000 + toUInt32(day), {ratesFrom:Array(Int64)})], 8) AS n_cost, toDecimal128(transform(roundDown(transform(toString(splitByChar('/', toString(source))[1]), {spendTaxSources:Array(String)}, {spendTaxPlaces:Array(Int64)}, toInt64(0)) * 10000000000000 + toInt64(toUInt32(day)), {spendTaxFrom:Array(Int64)}), {spendTaxFrom:Array(Int64)}, {spendTax:Array(Int64)}, toInt64(0)), 0) * toDecimal128(ad_spent, 4) * toDecimal64({rates:Array(String)}[arrayCount(since -> since <= indexOf({rateCurrencies:Array(String)}, toString(currency)) * 100000 + toUInt32(day), {ratesFrom:Array(Int64)})], 8) AS n_spend_tax, 1 AS n_reports
  FROM ad_spend FINAL
  ARRAY JOIN arrayPushBack(ad_ids, '') AS ad_id, arrayPushBack(ad_names, '') AS ad_name, arrayPushBack(ad_spends, spend - arraySum(ad_spends)) AS ad_spent
  WHERE tenant_id = {tenantId:String} AND day BETWEEN {firstDay:Date} AND {lastDay:Date} AND toDecimal64({rates:Array(String)}[arrayCount(since -> since <= indexOf({rateCurrencies:Array(String)}, toString(currency)) * 100000 + toUInt32(day), {ratesFrom:Array(Int64)})], 8) > 0 AND (kind = 'reported' OR (kind = 'entered'
    AND (campaign_id, day, splitByChar('/', toString(source))[1]) NOT IN (
      SELECT campaign_id, day, splitByChar('/', toString(source))[1] FROM ad_spend FINAL
      WHERE tenant_id = {tenantId:String} AND day BETWEEN {firstDay:Date} AND {lastDay:Date} AND kind = 'reported' AND (spend != 0 OR impressions != 0 OR clicks != 0))))
)
GROUP BY key_1
HAVING s_revenue != 0 OR s_fees != 0 OR s_revenue_tax != 0 OR s_percent_fees != 0 OR s_fixed_fees != 0 OR s_product_costs != 0 OR s_cost != 0 OR s_spend_tax != 0
ORDER BY s_revenue DESC, key_1
LIMIT {limit:UInt32}
SETTINGS max_execution_time = 20, max_result_rows = 100000, max_memory_usage = 1000000000, max_bytes_before_external_group_by = 300000000, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0, do_not_merge_across_partitions_select_final = 1, use_uncompressed_cache = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1, date_time_output_format = 'iso', session_timezone = 'UTC', log_comment = 'figures-by-ad-d26b222b8fca';

-- profit by campaign until a time of day
SELECT c_campaign_id AS key_1, sum(n_revenue) AS s_revenue, sum(n_fees) AS s_fees, sum(n_cost) AS s_cost, sum(n_reports) AS s_reports, sum(n_uncut) AS s_uncut, count() OVER () AS groups
FROM (
  SELECT if(campaign_id = '', {mainCampaignId:String}, campaign_id) AS c_campaign_id, revenue AS n_revenue, fees AS n_fees, 0 AS n_cost, 0 AS n_reports, 0 AS n_uncut
  FROM money_daily_by_campaign
  WHERE tenant_id = {tenantId:String} AND day_start >= fromUnixTimestamp64Milli({fromMs:Int64}) AND day_start < fromUnixTimestamp64Milli({toMs:Int64})
    AND build_id IN {buildIds:Array(UInt64)}
  UNION ALL
  SELECT if(campaign_id = '', {mainCampaignId:String}, campaign_id) AS c_campaign_id, revenue AS n_revenue, ifNull(fee_brl, toDecimal64(0, 4)) AS n_fees, 0 AS n_cost, 0 AS n_reports, 0 AS n_uncut
  FROM conversions FINAL
  WHERE tenant_id = {tenantId:String} AND toDate(ts) IN {openMoneyDays:Array(Date)}
    AND arrayCount(edge -> edge <= toUnixTimestamp64Milli(ts), {openMoneyEdgesMs:Array(Int64)}) % 2 = 1 AND is_counted = 1 AND is_test = 0
  UNION ALL
  SELECT campaign_id AS c_campaign_id, 0 AS n_revenue, 0 AS n_fees, if(day = {lastDay:Date}, arraySum((start, part) -> toDecimal128(part, 4) * greatest(toInt64(0), least(toInt64(3600), {cutSecond:Int64} - toInt64(start))) / 3600, hour_starts, hour_spends), spend) AS n_cost, 1 AS n_reports, day = {lastDay:Date} AND spend != 0 AND empty(hour_starts) AS n_uncut
  FROM ad_spend FINAL
  WHERE tenant_id = {tenantId:String} AND day BETWEEN {firstDay:Date} AND {lastDay:Date} AND currency = 'BRL' AND kind = 'reported'
)
GROUP BY key_1
HAVING s_revenue != 0 OR s_fees != 0 OR if(s_uncut = 0, s_cost, 0) != 0
ORDER BY s_revenue DESC, key_1
LIMIT {limit:UInt32}
SETTINGS max_execution_time = 20, max_result_rows = 100000, max_memory_usage = 1000000000, max_bytes_before_external_group_by = 300000000, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0, do_not_merge_across_partitions_select_final = 1, use_uncompressed_cache = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1, date_time_output_format = 'iso', session_timezone = 'UTC', log_comment = 'figures-by-campaign-b49645533c24';

-- reach by ad until a time of day, with rates
SELECT c_ad_id AS key_1, argMax(c_ad_name, if(c_ad_name = '', 0, toUInt64(c_ad_name_ms) * 1048576 + cityHash64(c_ad_name) % 1048576)) AS name_1, sum(n_cost) AS s_cost, sum(n_reports) AS s_reports, sum(n_impressions) AS s_impressions, sum(n_uncut) AS s_uncut, sum(n_uncut_reach) AS s_uncut_reach, round(sum(n_cost), 4) AS spend, count() OVER () AS groups
FROM (
  SELECT ad_id AS c_ad_id, ad_name AS c_ad_name, toInt64(toUInt32(day)) AS c_ad_name_ms, toDecimal128(ad_spent, 4) * toDecimal64({rates:Array(String)}[arrayCount(since -> since <= indexOf({rateCurrencies:Array(String)}, toString(currency)) * 100000 + toUInt32(day), {ratesFrom:Array(Int64)})], 8) AS n_cost, 1 AS n_reports, ad_impression AS n_impressions, day = {lastDay:Date} AND ad_spent != 0 AS n_uncut, day = {lastDay:Date} AS n_uncut_reach
  FROM ad_spend FINAL
  ARRAY JOIN arrayPushBack(ad_ids, '') AS ad_id, arrayPushBack(ad_names, '') AS ad_name, arrayPushBack(ad_spends, spend - arraySum(ad_spends)) AS ad_spent, arrayPushBack(ad_impressions, if(impressions > arraySum(ad_impressions), toUInt64(impressions - arraySum(ad_impressions)), toUInt64(0))) AS ad_impression, arrayPushBack(ad_clicks, if(clicks > arraySum(ad_clicks), toUInt64(clicks - arraySum(ad_clicks)), toUInt64(0))) AS ad_click
  WHERE tenant_id = {tenantId:String} AND day BETWEEN {firstDay:Date} AND {lastDay:Date} AND toDecimal64({rates:Array(String)}[arrayCount(since -> since <= indexOf({rateCurrencies:Array(String)}, toString(currency)) * 100000 + toUInt32(day), {ratesFrom:Array(Int64)})], 8) > 0 AND (kind = 'reported' OR (kind = 'entered'
    AND (campaign_id, day, splitByChar('/', toString(source))[1]) NOT IN (
      SELECT campaign_id, day, splitByChar('/', toString(source))[1] FROM ad_spend FINAL
      WHERE tenant_id = {tenantId:String} AND day BETWEEN {firstDay:Date} AND {lastDay:Date} AND kind = 'reported' AND (spend != 0 OR impressions != 0 OR clicks != 0))))
)
GROUP BY key_1
HAVING if(s_uncut = 0, s_cost, 0) != 0 OR s_impressions != 0
ORDER BY key_1
LIMIT {limit:UInt32}
SETTINGS max_execution_time = 20, max_result_rows = 100000, max_memory_usage = 1000000000, max_bytes_before_external_group_by = 300000000, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0, do_not_merge_across_partitions_select_final = 1, use_uncompressed_cache = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1, date_time_output_format = 'iso', session_timezone = 'UTC', log_comment = 'figures-by-ad-fc9e50f4d9f4';

-- by placement
SELECT c_placement AS key_1, sum(n_clicks) AS s_clicks, sum(n_conversions) AS s_conversions, sum(n_revenue) AS s_revenue, count() OVER () AS groups
FROM (
  SELECT placement AS c_placement, clicks AS n_clicks, 0 AS n_conversions, 0 AS n_revenue
  FROM traffic_daily
  WHERE tenant_id = {tenantId:String} AND day_start >= fromUnixTimestamp64Milli({fromMs:Int64}) AND day_start < fromUnixTimestamp64Milli({toMs:Int64})
    AND build_id IN {buildIds:Array(UInt64)} AND is_bot = 0
  UNION ALL
  SELECT placement AS c_placement, 1 AS n_clicks, 0 AS n_conversions, 0 AS n_revenue
  FROM clicks FINAL
  WHERE tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({openFromMs:Int64}) AND ts < fromUnixTimestamp64Milli({openToMs:Int64})
    AND (ts < fromUnixTimestamp64Milli({openUntilMs:Int64}) OR ts >= fromUnixTimestamp64Milli({openAgainMs:Int64})) AND is_prefetch = 0 AND is_bot = 0
  UNION ALL
  SELECT placement AS c_placement, 0 AS n_clicks, conversions AS n_conversions, revenue AS n_revenue
  FROM money_daily
  WHERE tenant_id = {tenantId:String} AND day_start >= fromUnixTimestamp64Milli({fromMs:Int64}) AND day_start < fromUnixTimestamp64Milli({toMs:Int64})
    AND build_id IN {buildIds:Array(UInt64)}
  UNION ALL
  SELECT placement AS c_placement, 0 AS n_clicks, toUInt64(1) AS n_conversions, revenue AS n_revenue
  FROM conversions FINAL
  WHERE tenant_id = {tenantId:String} AND toDate(ts) IN {openMoneyDays:Array(Date)}
    AND arrayCount(edge -> edge <= toUnixTimestamp64Milli(ts), {openMoneyEdgesMs:Array(Int64)}) % 2 = 1 AND is_counted = 1 AND is_test = 0
)
GROUP BY key_1
HAVING s_clicks != 0 OR s_conversions != 0
ORDER BY s_revenue DESC, s_clicks DESC, key_1
LIMIT {limit:UInt32}
SETTINGS max_execution_time = 20, max_result_rows = 100000, max_memory_usage = 1000000000, max_bytes_before_external_group_by = 300000000, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0, do_not_merge_across_partitions_select_final = 1, use_uncompressed_cache = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1, date_time_output_format = 'iso', session_timezone = 'UTC', log_comment = 'figures-by-placement-2d98c67525f9';

-- by value of utm_campaign
SELECT c_utm_campaign AS key_1, sum(n_clicks) AS s_clicks, sum(n_conversions) AS s_conversions, sum(n_revenue) AS s_revenue, count() OVER () AS groups
FROM (
  SELECT utm_campaign AS c_utm_campaign, 1 AS n_clicks, 0 AS n_conversions, 0 AS n_revenue
  FROM clicks FINAL
  WHERE tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({fromMs:Int64}) AND ts < fromUnixTimestamp64Milli({toMs:Int64}) AND is_prefetch = 0 AND is_bot = 0
  UNION ALL
  SELECT utm_campaign AS c_utm_campaign, 0 AS n_clicks, toUInt64(1) AS n_conversions, revenue AS n_revenue
  FROM conversions FINAL
  WHERE tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({fromMs:Int64}) AND ts < fromUnixTimestamp64Milli({toMs:Int64}) AND is_counted = 1 AND is_test = 0
)
GROUP BY key_1
HAVING s_clicks != 0 OR s_conversions != 0
ORDER BY s_revenue DESC, s_clicks DESC, key_1
LIMIT {limit:UInt32}
SETTINGS max_execution_time = 20, max_result_rows = 100000, max_memory_usage = 1000000000, max_bytes_before_external_group_by = 300000000, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0, do_not_merge_across_partitions_select_final = 1, use_uncompressed_cache = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1, date_time_output_format = 'iso', session_timezone = 'UTC', log_comment = 'figures-by-utm-campaign-f991c01449d4';

-- page views by page
SELECT lower(cutQueryStringAndFragment(c_url)) AS key_1, sum(n_page_views) AS s_page_views, count() OVER () AS groups
FROM (
  SELECT url AS c_url, 1 AS n_page_views
  FROM page_views FINAL
  WHERE tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({fromMs:Int64}) AND ts < fromUnixTimestamp64Milli({toMs:Int64}) AND is_bot = 0
)
GROUP BY key_1
HAVING s_page_views != 0
ORDER BY key_1
LIMIT {limit:UInt32}
SETTINGS max_execution_time = 20, max_result_rows = 100000, max_memory_usage = 1000000000, max_bytes_before_external_group_by = 300000000, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0, do_not_merge_across_partitions_select_final = 1, use_uncompressed_cache = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1, date_time_output_format = 'iso', session_timezone = 'UTC', log_comment = 'figures-by-landing-7ad029bb35fc';

-- clicks by the page of their first view
SELECT lower(cutQueryStringAndFragment(c_url)) AS key_1, sum(n_clicks) AS s_clicks, count() OVER () AS groups
FROM (
  SELECT if(viewed_at < ts + INTERVAL 1 DAY, viewed_url, '') AS c_url, 1 AS n_clicks
  FROM clicks FINAL LEFT JOIN (
    SELECT click_id AS viewed_click, min(ts) AS viewed_at, argMin(url, (ts, view_id)) AS viewed_url
    FROM page_views FINAL
    WHERE tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({fromMs:Int64})
      AND ts < fromUnixTimestamp64Milli({toMs:Int64}) + INTERVAL 1 DAY AND channel != '' AND is_bot = 0
    GROUP BY click_id
  ) AS first_views ON click_id = viewed_click
  WHERE tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({fromMs:Int64}) AND ts < fromUnixTimestamp64Milli({toMs:Int64}) AND is_prefetch = 0 AND is_bot = 0
)
GROUP BY key_1
HAVING s_clicks != 0
ORDER BY s_clicks DESC, key_1
LIMIT {limit:UInt32}
SETTINGS max_execution_time = 20, max_result_rows = 100000, max_memory_usage = 1000000000, max_bytes_before_external_group_by = 300000000, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0, do_not_merge_across_partitions_select_final = 1, use_uncompressed_cache = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1, date_time_output_format = 'iso', session_timezone = 'UTC', log_comment = 'figures-by-landing-731ccb3a6aad';

-- by country
SELECT c_country_code AS key_1, sum(n_clicks) AS s_clicks, sum(n_conversions) AS s_conversions, sum(n_revenue) AS s_revenue, count() OVER () AS groups
FROM (
  SELECT country_code AS c_country_code, clicks AS n_clicks, 0 AS n_conversions, 0 AS n_revenue
  FROM clicks_daily_by_place
  WHERE tenant_id = {tenantId:String} AND day_start >= fromUnixTimestamp64Milli({fromMs:Int64}) AND day_start < fromUnixTimestamp64Milli({toMs:Int64})
    AND build_id IN {buildIds:Array(UInt64)}
  UNION ALL
  SELECT country_code AS c_country_code, 1 AS n_clicks, 0 AS n_conversions, 0 AS n_revenue
  FROM clicks FINAL
  WHERE tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({openFromMs:Int64}) AND ts < fromUnixTimestamp64Milli({openToMs:Int64})
    AND (ts < fromUnixTimestamp64Milli({openUntilMs:Int64}) OR ts >= fromUnixTimestamp64Milli({openAgainMs:Int64})) AND is_prefetch = 0 AND is_bot = 0
  UNION ALL
  SELECT country_code AS c_country_code, 0 AS n_clicks, conversions AS n_conversions, revenue AS n_revenue
  FROM money_daily
  WHERE tenant_id = {tenantId:String} AND day_start >= fromUnixTimestamp64Milli({fromMs:Int64}) AND day_start < fromUnixTimestamp64Milli({toMs:Int64})
    AND build_id IN {buildIds:Array(UInt64)}
  UNION ALL
  SELECT country_code AS c_country_code, 0 AS n_clicks, toUInt64(1) AS n_conversions, revenue AS n_revenue
  FROM conversions FINAL
  WHERE tenant_id = {tenantId:String} AND toDate(ts) IN {openMoneyDays:Array(Date)}
    AND arrayCount(edge -> edge <= toUnixTimestamp64Milli(ts), {openMoneyEdgesMs:Array(Int64)}) % 2 = 1 AND is_counted = 1 AND is_test = 0
)
GROUP BY key_1
HAVING s_clicks != 0 OR s_conversions != 0
ORDER BY s_revenue DESC, s_clicks DESC, key_1
LIMIT {limit:UInt32}
SETTINGS max_execution_time = 20, max_result_rows = 100000, max_memory_usage = 1000000000, max_bytes_before_external_group_by = 300000000, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0, do_not_merge_across_partitions_select_final = 1, use_uncompressed_cache = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1, date_time_output_format = 'iso', session_timezone = 'UTC', log_comment = 'figures-by-country-cc19ebd87bbf';

-- clicks by region
SELECT c_region AS key_1, sum(n_clicks) AS s_clicks, count() OVER () AS groups
FROM (
  SELECT region AS c_region, clicks AS n_clicks
  FROM clicks_daily_by_place
  WHERE tenant_id = {tenantId:String} AND day_start >= fromUnixTimestamp64Milli({fromMs:Int64}) AND day_start < fromUnixTimestamp64Milli({toMs:Int64})
    AND build_id IN {buildIds:Array(UInt64)}
  UNION ALL
  SELECT region AS c_region, 1 AS n_clicks
  FROM clicks FINAL
  WHERE tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({openFromMs:Int64}) AND ts < fromUnixTimestamp64Milli({openToMs:Int64})
    AND (ts < fromUnixTimestamp64Milli({openUntilMs:Int64}) OR ts >= fromUnixTimestamp64Milli({openAgainMs:Int64})) AND is_prefetch = 0 AND is_bot = 0
)
GROUP BY key_1
HAVING s_clicks != 0
ORDER BY s_clicks DESC, key_1
LIMIT {limit:UInt32}
SETTINGS max_execution_time = 20, max_result_rows = 100000, max_memory_usage = 1000000000, max_bytes_before_external_group_by = 300000000, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0, do_not_merge_across_partitions_select_final = 1, use_uncompressed_cache = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1, date_time_output_format = 'iso', session_timezone = 'UTC', log_comment = 'figures-by-region-36fee3ca0236';

-- clicks and page views by city
SELECT c_city AS key_1, sum(n_clicks) AS s_clicks, sum(n_page_views) AS s_page_views, count() OVER () AS groups
FROM (
  SELECT city AS c_city, 1 AS n_clicks, 0 AS n_page_views
  FROM clicks FINAL
  WHERE tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({fromMs:Int64}) AND ts < fromUnixTimestamp64Milli({toMs:Int64}) AND is_prefetch = 0 AND is_bot = 0
  UNION ALL
  SELECT city AS c_city, 0 AS n_clicks, 1 AS n_page_views
  FROM page_views FINAL
  WHERE tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({fromMs:Int64}) AND ts < fromUnixTimestamp64Milli({toMs:Int64}) AND is_bot = 0
)
GROUP BY key_1
ORDER BY s_clicks DESC, key_1
LIMIT {limit:UInt32}
SETTINGS max_execution_time = 20, max_result_rows = 100000, max_memory_usage = 1000000000, max_bytes_before_external_group_by = 300000000, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0, do_not_merge_across_partitions_select_final = 1, use_uncompressed_cache = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1, date_time_output_format = 'iso', session_timezone = 'UTC', log_comment = 'figures-by-city-0c8582c32a5c';

-- by product
SELECT c_product AS key_1, argMax(c_product_name, if(c_product_name = '', 0, toUInt64(c_product_name_ms) * 1048576 + cityHash64(c_product_name) % 1048576)) AS name_1, sum(n_conversions) AS s_conversions, sum(n_revenue) AS s_revenue, count() OVER () AS groups
FROM (
  SELECT if(product_id = '', product_name, product_id) AS c_product, product_name AS c_product_name, toUnixTimestamp64Milli(ifNull(click_ts, ts)) AS c_product_name_ms, toUInt64(1) AS n_conversions, revenue AS n_revenue
  FROM conversions FINAL
  WHERE tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({fromMs:Int64}) AND ts < fromUnixTimestamp64Milli({toMs:Int64}) AND is_counted = 1 AND is_test = 0
)
GROUP BY key_1
ORDER BY s_revenue DESC, key_1
LIMIT {limit:UInt32}
SETTINGS max_execution_time = 20, max_result_rows = 100000, max_memory_usage = 1000000000, max_bytes_before_external_group_by = 300000000, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0, do_not_merge_across_partitions_select_final = 1, use_uncompressed_cache = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1, date_time_output_format = 'iso', session_timezone = 'UTC', log_comment = 'figures-by-product-ab8c30f41457';

-- profit by product, with costs
SELECT c_product AS key_1, argMax(c_product_name, if(c_product_name = '', 0, toUInt64(c_product_name_ms) * 1048576 + cityHash64(c_product_name) % 1048576)) AS name_1, sum(n_revenue) AS s_revenue, sum(n_fees) AS s_fees, sum(n_revenue_tax) AS s_revenue_tax, sum(n_percent_fees) AS s_percent_fees, sum(n_fixed_fees) AS s_fixed_fees, sum(n_product_costs) AS s_product_costs, count() OVER () AS groups
FROM (
  SELECT if(product_id = '', product_name, product_id) AS c_product, product_name AS c_product_name, toUnixTimestamp64Milli(ifNull(click_ts, ts)) AS c_product_name_ms, revenue AS n_revenue, ifNull(fee_brl, toDecimal64(0, 4)) AS n_fees, toDecimal128(revenue, 4) * transform(roundDown(toUnixTimestamp64Milli(ts), {revenueTaxFrom:Array(Int64)}), {revenueTaxFrom:Array(Int64)}, {revenueTax:Array(Int64)}, toInt64(0)) AS n_revenue_tax, toDecimal128(if(fee_brl IS NULL, gross_brl, toDecimal64(0, 4)), 4) * transform(roundDown(transform(toString(provider), {feeCheckouts:Array(String)}, {feePlaces:Array(Int64)}, toInt64(0)) * 10000000000000 + toUnixTimestamp64Milli(ts), {feeFrom:Array(Int64)}), {feeFrom:Array(Int64)}, {feePercent:Array(Int64)}, toInt64(0)) AS n_percent_fees, toDecimal128(toUInt64(fee_brl IS NULL AND gross_brl != 0), 0) * transform(roundDown(transform(toString(provider), {feeCheckouts:Array(String)}, {feePlaces:Array(Int64)}, toInt64(0)) * 10000000000000 + toUnixTimestamp64Milli(ts), {feeFrom:Array(Int64)}), {feeFrom:Array(Int64)}, {feeFixed:Array(Int64)}, toInt64(0)) AS n_fixed_fees, toDecimal128(toUInt64(1), 0) * transform(roundDown(transform(toString(if(product_id = '', product_name, product_id)), {productIds:Array(String)}, {productPlaces:Array(Int64)}, toInt64(0)) * 10000000000000 + toUnixTimestamp64Milli(ts), {productFrom:Array(Int64)}), {productFrom:Array(Int64)}, {productCost:Array(Int64)}, toInt64(0)) AS n_product_costs
  FROM conversions FINAL
  WHERE tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({fromMs:Int64}) AND ts < fromUnixTimestamp64Milli({toMs:Int64}) AND is_counted = 1 AND is_test = 0
)
GROUP BY key_1
HAVING s_revenue != 0 OR s_fees != 0 OR s_revenue_tax != 0 OR s_percent_fees != 0 OR s_fixed_fees != 0 OR s_product_costs != 0
ORDER BY s_revenue DESC, key_1
LIMIT {limit:UInt32}
SETTINGS max_execution_time = 20, max_result_rows = 100000, max_memory_usage = 1000000000, max_bytes_before_external_group_by = 300000000, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0, do_not_merge_across_partitions_select_final = 1, use_uncompressed_cache = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1, date_time_output_format = 'iso', session_timezone = 'UTC', log_comment = 'figures-by-product-4caf5f2aad4a';

-- by number of instalments
SELECT if(c_installments = 0, '', toString(c_installments)) AS key_1, sum(n_revenue) AS s_revenue, count() OVER () AS groups
FROM (
  SELECT installments AS c_installments, revenue AS n_revenue
  FROM conversions FINAL
  WHERE tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({fromMs:Int64}) AND ts < fromUnixTimestamp64Milli({toMs:Int64}) AND is_counted = 1 AND is_test = 0
)
GROUP BY key_1
HAVING s_revenue != 0
ORDER BY s_revenue DESC, key_1
LIMIT {limit:UInt32}
SETTINGS max_execution_time = 20, max_result_rows = 100000, max_memory_usage = 1000000000, max_bytes_before_external_group_by = 300000000, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0, do_not_merge_across_partitions_select_final = 1, use_uncompressed_cache = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1, date_time_output_format = 'iso', session_timezone = 'UTC', log_comment = 'figures-by-installments-12148fc7aa78';

-- by ad of finalized days
SELECT c_ad_id AS key_1, argMax(c_ad_name, if(c_ad_name = '', 0, toUInt64(c_ad_name_ms) * 1048576 + cityHash64(c_ad_name) % 1048576)) AS name_1, sum(n_clicks) AS s_clicks, sum(n_conversions) AS s_conversions, sum(n_revenue) AS s_revenue, sum(n_cost) AS s_cost, sum(n_reports) AS s_reports, count() OVER () AS groups
FROM (
  SELECT ad_id AS c_ad_id, ad_name AS c_ad_name, ad_named_ms AS c_ad_name_ms, clicks AS n_clicks, 0 AS n_conversions, 0 AS n_revenue, 0 AS n_cost, 0 AS n_reports
  FROM traffic_daily_by_ad
  WHERE tenant_id = {tenantId:String} AND day_start >= fromUnixTimestamp64Milli({fromMs:Int64}) AND day_start < fromUnixTimestamp64Milli({toMs:Int64})
    AND build_id IN {buildIds:Array(UInt64)}
  UNION ALL
  SELECT ad_id AS c_ad_id, ad_name AS c_ad_name, ad_named_ms AS c_ad_name_ms, 0 AS n_clicks, conversions AS n_conversions, revenue AS n_revenue, 0 AS n_cost, 0 AS n_reports
  FROM money_daily_by_ad
  WHERE tenant_id = {tenantId:String} AND day_start >= fromUnixTimestamp64Milli({fromMs:Int64}) AND day_start < fromUnixTimestamp64Milli({toMs:Int64})
    AND build_id IN {buildIds:Array(UInt64)}
  UNION ALL
  SELECT ad_id AS c_ad_id, ad_name AS c_ad_name, toInt64(toUInt32(day)) AS c_ad_name_ms, 0 AS n_clicks, 0 AS n_conversions, 0 AS n_revenue, ad_spent AS n_cost, 1 AS n_reports
  FROM ad_spend FINAL
  ARRAY JOIN arrayPushBack(ad_ids, '') AS ad_id, arrayPushBack(ad_names, '') AS ad_name, arrayPushBack(ad_spends, spend - arraySum(ad_spends)) AS ad_spent
  WHERE tenant_id = {tenantId:String} AND day BETWEEN {firstDay:Date} AND {lastDay:Date} AND currency = 'BRL' AND kind = 'reported'
)
GROUP BY key_1
HAVING s_clicks != 0 OR s_conversions != 0 OR s_cost != 0
ORDER BY s_revenue DESC, s_clicks DESC, key_1
LIMIT {limit:UInt32}
SETTINGS max_execution_time = 20, max_result_rows = 100000, max_memory_usage = 1000000000, max_bytes_before_external_group_by = 300000000, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0, do_not_merge_across_partitions_select_final = 1, use_uncompressed_cache = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1, date_time_output_format = 'iso', session_timezone = 'UTC', log_comment = 'figures-by-ad-8a19a9d87d68';

-- by ad of open days
SELECT c_ad_id AS key_1, argMax(c_ad_name, if(c_ad_name = '', 0, toUInt64(c_ad_name_ms) * 1048576 + cityHash64(c_ad_name) % 1048576)) AS name_1, sum(n_clicks) AS s_clicks, sum(n_conversions) AS s_conversions, sum(n_revenue) AS s_revenue, sum(n_cost) AS s_cost, sum(n_reports) AS s_reports, count() OVER () AS groups
FROM (
  SELECT ad_id AS c_ad_id, ad_name AS c_ad_name, toUnixTimestamp64Milli(ts) AS c_ad_name_ms, 1 AS n_clicks, 0 AS n_conversions, 0 AS n_revenue, 0 AS n_cost, 0 AS n_reports
  FROM clicks FINAL
  WHERE tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({openFromMs:Int64}) AND ts < fromUnixTimestamp64Milli({openToMs:Int64})
    AND (ts < fromUnixTimestamp64Milli({openUntilMs:Int64}) OR ts >= fromUnixTimestamp64Milli({openAgainMs:Int64})) AND is_prefetch = 0 AND is_bot = 0
  UNION ALL
  SELECT ad_id AS c_ad_id, ad_name AS c_ad_name, toUnixTimestamp64Milli(ifNull(click_ts, ts)) AS c_ad_name_ms, 0 AS n_clicks, toUInt64(1) AS n_conversions, revenue AS n_revenue, 0 AS n_cost, 0 AS n_reports
  FROM conversions FINAL
  WHERE tenant_id = {tenantId:String} AND toDate(ts) IN {openMoneyDays:Array(Date)}
    AND arrayCount(edge -> edge <= toUnixTimestamp64Milli(ts), {openMoneyEdgesMs:Array(Int64)}) % 2 = 1 AND is_counted = 1 AND is_test = 0
  UNION ALL
  SELECT ad_id AS c_ad_id, ad_name AS c_ad_name, toInt64(toUInt32(day)) AS c_ad_name_ms, 0 AS n_clicks, 0 AS n_conversions, 0 AS n_revenue, ad_spent AS n_cost, 1 AS n_reports
  FROM ad_spend FINAL
  ARRAY JOIN arrayPushBack(ad_ids, '') AS ad_id, arrayPushBack(ad_names, '') AS ad_name, arrayPushBack(ad_spends, spend - arraySum(ad_spends)) AS ad_spent
  WHERE tenant_id = {tenantId:String} AND day BETWEEN {firstDay:Date} AND {lastDay:Date} AND currency = 'BRL' AND kind = 'reported'
)
GROUP BY key_1
HAVING s_clicks != 0 OR s_conversions != 0 OR s_cost != 0
ORDER BY s_revenue DESC, s_clicks DESC, key_1
LIMIT {limit:UInt32}
SETTINGS max_execution_time = 20, max_result_rows = 100000, max_memory_usage = 1000000000, max_bytes_before_external_group_by = 300000000, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0, do_not_merge_across_partitions_select_final = 1, use_uncompressed_cache = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1, date_time_output_format = 'iso', session_timezone = 'UTC', log_comment = 'figures-by-ad-670d7687081a';

-- by campaign and day
SELECT c_campaign_id AS key_1, toString(toDate(intDiv((toUnixTimestamp64Milli(c_ts) + {offsetMs:Int64}), 86400000))) AS key_2, sum(n_clicks) AS s_clicks, sum(n_conversions) AS s_conversions, sum(n_revenue) AS s_revenue, sum(n_cost) AS s_cost, sum(n_reports) AS s_reports, count() OVER () AS groups
FROM (
  SELECT campaign_id AS c_campaign_id, day_start AS c_ts, clicks AS n_clicks, 0 AS n_conversions, 0 AS n_revenue, 0 AS n_cost, 0 AS n_reports
  FROM traffic_daily_by_campaign
  WHERE tenant_id = {tenantId:String} AND day_start >= fromUnixTimestamp64Milli({fromMs:Int64}) AND day_start < fromUnixTimestamp64Milli({toMs:Int64})
    AND build_id IN {buildIds:Array(UInt64)} AND is_bot = 0
  UNION ALL
  SELECT campaign_id AS c_campaign_id, ts AS c_ts, 1 AS n_clicks, 0 AS n_conversions, 0 AS n_revenue, 0 AS n_cost, 0 AS n_reports
  FROM clicks FINAL
  WHERE tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({openFromMs:Int64}) AND ts < fromUnixTimestamp64Milli({openToMs:Int64})
    AND (ts < fromUnixTimestamp64Milli({openUntilMs:Int64}) OR ts >= fromUnixTimestamp64Milli({openAgainMs:Int64})) AND is_prefetch = 0 AND is_bot = 0
  UNION ALL
  SELECT if(campaign_id = '', {mainCampaignId:String}, campaign_id) AS c_campaign_id, day_start AS c_ts, 0 AS n_clicks, conversions AS n_conversions, revenue AS n_revenue, 0 AS n_cost, 0 AS n_reports
  FROM money_daily_by_campaign
  WHERE tenant_id = {tenantId:String} AND day_start >= fromUnixTimestamp64Milli({fromMs:Int64}) AND day_start < fromUnixTimestamp64Milli({toMs:Int64})
    AND build_id IN {buildIds:Array(UInt64)}
  UNION ALL
  SELECT if(campaign_id = '', {mainCampaignId:String}, campaign_id) AS c_campaign_id, ts AS c_ts, 0 AS n_clicks, toUInt64(1) AS n_conversions, revenue AS n_revenue, 0 AS n_cost, 0 AS n_reports
  FROM conversions FINAL
  WHERE tenant_id = {tenantId:String} AND toDate(ts) IN {openMoneyDays:Array(Date)}
    AND arrayCount(edge -> edge <= toUnixTimestamp64Milli(ts), {openMoneyEdgesMs:Array(Int64)}) % 2 = 1 AND is_counted = 1 AND is_test = 0
  UNION ALL
  SELECT campaign_id AS c_campaign_id, fromUnixTimestamp64Milli(toInt64(toUInt32(day)) * 86400000 - {offsetMs:Int64}, 'UTC') AS c_ts, 0 AS n_clicks, 0 AS n_conversions, 0 AS n_revenue, spend AS n_cost, 1 AS n_reports
  FROM ad_spend FINAL
  WHERE tenant_id = {tenantId:String} AND day BETWEEN {firstDay:Date} AND {lastDay:Date} AND currency = 'BRL' AND kind = 'reported'
)
GROUP BY key_1, key_2
HAVING s_clicks != 0 OR s_conversions != 0 OR s_cost != 0
ORDER BY s_revenue DESC, s_clicks DESC, key_1, key_2
LIMIT {limit:UInt32}
SETTINGS max_execution_time = 20, max_result_rows = 100000, max_memory_usage = 1000000000, max_bytes_before_external_group_by = 300000000, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0, do_not_merge_across_partitions_select_final = 1, use_uncompressed_cache = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1, date_time_output_format = 'iso', session_timezone = 'UTC', log_comment = 'figures-by-campaign-and-day-99e0bca42efb';

-- by channel and hour
SELECT if(c_channel = '', 'direct', c_channel) AS key_1, toString(intDiv((toUnixTimestamp64Milli(c_ts) + {offsetMs:Int64}), 3600000) % 24) AS key_2, sum(n_clicks) AS s_clicks, sum(n_conversions) AS s_conversions, sum(n_revenue) AS s_revenue, sum(n_cost) AS s_cost, sum(n_reports) AS s_reports, sum(n_uncut) AS s_uncut, count() OVER () AS groups
FROM (
  SELECT channel AS c_channel, ts AS c_ts, clicks AS n_clicks, 0 AS n_conversions, 0 AS n_revenue, 0 AS n_cost, 0 AS n_reports, 0 AS n_uncut
  FROM traffic_daily_by_hour
  WHERE tenant_id = {tenantId:String} AND day_start >= fromUnixTimestamp64Milli({fromMs:Int64}) AND day_start < fromUnixTimestamp64Milli({toMs:Int64})
    AND build_id IN {buildIds:Array(UInt64)}
  UNION ALL
  SELECT channel AS c_channel, ts AS c_ts, 1 AS n_clicks, 0 AS n_conversions, 0 AS n_revenue, 0 AS n_cost, 0 AS n_reports, 0 AS n_uncut
  FROM clicks FINAL
  WHERE tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({openFromMs:Int64}) AND ts < fromUnixTimestamp64Milli({openToMs:Int64})
    AND (ts < fromUnixTimestamp64Milli({openUntilMs:Int64}) OR ts >= fromUnixTimestamp64Milli({openAgainMs:Int64})) AND is_prefetch = 0 AND is_bot = 0
  UNION ALL
  SELECT channel AS c_channel, ts AS c_ts, 0 AS n_clicks, conversions AS n_conversions, revenue AS n_revenue, 0 AS n_cost, 0 AS n_reports, 0 AS n_uncut
  FROM money_daily
  WHERE tenant_id = {tenantId:String} AND day_start >= fromUnixTimestamp64Milli({fromMs:Int64}) AND day_start < fromUnixTimestamp64Milli({toMs:Int64})
    AND build_id IN {buildIds:Array(UInt64)}
  UNION ALL
  SELECT channel AS c_channel, ts AS c_ts, 0 AS n_clicks, toUInt64(1) AS n_conversions, revenue AS n_revenue, 0 AS n_cost, 0 AS n_reports, 0 AS n_uncut
  FROM conversions FINAL
  WHERE tenant_id = {tenantId:String} AND toDate(ts) IN {openMoneyDays:Array(Date)}
    AND arrayCount(edge -> edge <= toUnixTimestamp64Milli(ts), {openMoneyEdgesMs:Array(Int64)}) % 2 = 1 AND is_counted = 1 AND is_test = 0
  UNION ALL
  SELECT splitByChar('/', toString(source))[1] AS c_channel, fromUnixTimestamp64Milli(hour_ms, 'UTC') AS c_ts, 0 AS n_clicks, 0 AS n_conversions, 0 AS n_revenue, hour_spent AS n_cost, 1 AS n_reports, NOT has_hours AS n_uncut
  FROM (
    SELECT *, toUnixTimestamp64Milli(fromUnixTimestamp64Milli(toInt64(toUInt32(day)) * 86400000 - {offsetMs:Int64}, 'UTC')) AS day_ms, (arraySum(hour_spends) = spend AND arrayAll(start -> toDate(intDiv((toUnixTimestamp64Milli(fromUnixTimestamp64Milli(toInt64(start) * 1000, 'UTC')) + {offsetMs:Int64}), 86400000)) = day AND start % 3600 = toInt64(day_ms / 1000) % 3600, hour_starts)) AS has_hours,
      arrayFilter(ms -> toDate(intDiv((toUnixTimestamp64Milli(fromUnixTimestamp64Milli(ms, 'UTC')) + {offsetMs:Int64}), 86400000)) = day, arrayMap(hour -> day_ms + hour * 3600000, range(25))) AS hours_ms
    FROM ad_spend FINAL
    WHERE tenant_id = {tenantId:String} AND day BETWEEN {firstDay:Date} AND {lastDay:Date} AND currency = 'BRL' AND kind = 'reported'
  )
  ARRAY JOIN arrayConcat(hours_ms, if(has_hours, arrayMap(start -> toInt64(start) * 1000, hour_starts), [])) AS hour_ms,
    arrayConcat(arrayMap(ms -> toDecimal64(0, 4), hours_ms), if(has_hours, hour_spends, [])) AS hour_spent
  WHERE tenant_id = {tenantId:String} AND 1
)
GROUP BY key_1, key_2
HAVING s_clicks != 0 OR s_conversions != 0 OR if(s_uncut = 0, s_cost, 0) != 0
ORDER BY s_revenue DESC, s_clicks DESC, key_1, key_2
LIMIT {limit:UInt32}
SETTINGS max_execution_time = 20, max_result_rows = 100000, max_memory_usage = 1000000000, max_bytes_before_external_group_by = 300000000, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0, do_not_merge_across_partitions_select_final = 1, use_uncompressed_cache = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1, date_time_output_format = 'iso', session_timezone = 'UTC', log_comment = 'figures-by-channel-and-hour-31cc4a8e6ed2';

-- by campaign, ad and day
SELECT c_campaign_id AS key_1, c_ad_id AS key_2, toString(toDate(intDiv((toUnixTimestamp64Milli(c_ts) + {offsetMs:Int64}), 86400000))) AS key_3, argMax(c_ad_name, if(c_ad_name = '', 0, toUInt64(c_ad_name_ms) * 1048576 + cityHash64(c_ad_name) % 1048576)) AS name_2, sum(n_clicks) AS s_clicks, sum(n_conversions) AS s_conversions, sum(n_revenue) AS s_revenue, sum(n_cost) AS s_cost, sum(n_reports) AS s_reports, count() OVER () AS groups
FROM (
  SELECT campaign_id AS c_campaign_id, ad_id AS c_ad_id, day_start AS c_ts, ad_name AS c_ad_name, ad_named_ms AS c_ad_name_ms, clicks AS n_clicks, 0 AS n_conversions, 0 AS n_revenue, 0 AS n_cost, 0 AS n_reports
  FROM traffic_daily_by_ad
  WHERE tenant_id = {tenantId:String} AND day_start >= fromUnixTimestamp64Milli({fromMs:Int64}) AND day_start < fromUnixTimestamp64Milli({toMs:Int64})
    AND build_id IN {buildIds:Array(UInt64)}
  UNION ALL
  SELECT campaign_id AS c_campaign_id, ad_id AS c_ad_id, ts AS c_ts, ad_name AS c_ad_name, toUnixTimestamp64Milli(ts) AS c_ad_name_ms, 1 AS n_clicks, 0 AS n_conversions, 0 AS n_revenue, 0 AS n_cost, 0 AS n_reports
  FROM clicks FINAL
  WHERE tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({openFromMs:Int64}) AND ts < fromUnixTimestamp64Milli({openToMs:Int64})
    AND (ts < fromUnixTimestamp64Milli({openUntilMs:Int64}) OR ts >= fromUnixTimestamp64Milli({openAgainMs:Int64})) AND is_prefetch = 0 AND is_bot = 0
  UNION ALL
  SELECT if(campaign_id = '', {mainCampaignId:String}, campaign_id) AS c_campaign_id, ad_id AS c_ad_id, day_start AS c_ts, ad_name AS c_ad_name, ad_named_ms AS c_ad_name_ms, 0 AS n_clicks, conversions AS n_conversions, revenue AS n_revenue, 0 AS n_cost, 0 AS n_reports
  FROM money_daily_by_ad
  WHERE tenant_id = {tenantId:String} AND day_start >= fromUnixTimestamp64Milli({fromMs:Int64}) AND day_start < fromUnixTimestamp64Milli({toMs:Int64})
    AND build_id IN {buildIds:Array(UInt64)}
  UNION ALL
  SELECT if(campaign_id = '', {mainCampaignId:String}, campaign_id) AS c_campaign_id, ad_id AS c_ad_id, ts AS c_ts, ad_name AS c_ad_name, toUnixTimestamp64Milli(ifNull(click_ts, ts)) AS c_ad_name_ms, 0 AS n_clicks, toUInt64(1) AS n_conversions, revenue AS n_revenue, 0 AS n_cost, 0 AS n_reports
  FROM conversions FINAL
  WHERE tenant_id = {tenantId:String} AND toDate(ts) IN {openMoneyDays:Array(Date)}
    AND arrayCount(edge -> edge <= toUnixTimestamp64Milli(ts), {openMoneyEdgesMs:Array(Int64)}) % 2 = 1 AND is_counted = 1 AND is_test = 0
  UNION ALL
  SELECT campaign_id AS c_campaign_id, ad_id AS c_ad_id, fromUnixTimestamp64Milli(toInt64(toUInt32(day)) * 86400000 - {offsetMs:Int64}, 'UTC') AS c_ts, ad_name AS c_ad_name, toInt64(toUInt32(day)) AS c_ad_name_ms, 0 AS n_clicks, 0 AS n_conversions, 0 AS n_revenue, ad_spent AS n_cost, 1 AS n_reports
  FROM ad_spend FINAL
  ARRAY JOIN arrayPushBack(ad_ids, '') AS ad_id, arrayPushBack(ad_names, '') AS ad_name, arrayPushBack(ad_spends, spend - arraySum(ad_spends)) AS ad_spent
  WHERE tenant_id = {tenantId:String} AND day BETWEEN {firstDay:Date} AND {lastDay:Date} AND currency = 'BRL' AND kind = 'reported'
)
GROUP BY key_1, key_2, key_3
HAVING s_clicks != 0 OR s_conversions != 0 OR s_cost != 0
ORDER BY s_revenue DESC, s_clicks DESC, key_1, key_2, key_3
LIMIT {limit:UInt32}
SETTINGS max_execution_time = 20, max_result_rows = 100000, max_memory_usage = 1000000000, max_bytes_before_external_group_by = 300000000, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0, do_not_merge_across_partitions_select_final = 1, use_uncompressed_cache = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1, date_time_output_format = 'iso', session_timezone = 'UTC', log_comment = 'figures-by-campaign-and-ad-and-day-81b9d9da0ef8';

-- by product, offer and payment
SELECT c_product AS key_1, c_offer AS key_2, c_payment_method AS key_3, argMax(c_product_name, if(c_product_name = '', 0, toUInt64(c_product_name_ms) * 1048576 + cityHash64(c_product_name) % 1048576)) AS name_1, sum(n_conversions) AS s_conversions, sum(n_revenue) AS s_revenue, sum(n_refunds) AS s_refunds, count() OVER () AS groups
FROM (
  SELECT if(product_id = '', product_name, product_id) AS c_product, offer AS c_offer, payment_method AS c_payment_method, product_name AS c_product_name, toUnixTimestamp64Milli(ifNull(click_ts, ts)) AS c_product_name_ms, toUInt64(1) AS n_conversions, revenue AS n_revenue, 0 AS n_refunds
  FROM conversions FINAL
  WHERE tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({fromMs:Int64}) AND ts < fromUnixTimestamp64Milli({toMs:Int64}) AND is_counted = 1 AND is_test = 0
  UNION ALL
  SELECT if(product_id = '', product_name, product_id) AS c_product, offer AS c_offer, payment_method AS c_payment_method, product_name AS c_product_name, toUnixTimestamp64Milli(ifNull(click_ts, ts)) AS c_product_name_ms, 0 AS n_conversions, 0 AS n_revenue, status IN ('refunded', 'partially_refunded') AS n_refunds
  FROM conversions FINAL
  WHERE tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({fromMs:Int64}) AND ts < fromUnixTimestamp64Milli({toMs:Int64}) AND verified = 1 AND is_test = 0 AND conversion_type != 'lead'
)
GROUP BY key_1, key_2, key_3
HAVING s_conversions != 0 OR s_refunds != 0
ORDER BY s_revenue DESC, key_1, key_2, key_3
LIMIT {limit:UInt32}
SETTINGS max_execution_time = 20, max_result_rows = 100000, max_memory_usage = 1000000000, max_bytes_before_external_group_by = 300000000, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0, do_not_merge_across_partitions_select_final = 1, use_uncompressed_cache = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1, date_time_output_format = 'iso', session_timezone = 'UTC', log_comment = 'figures-by-product-and-offer-and-payment-95eed453a709';

-- where it is
SELECT c_campaign_id AS key_1, sum(n_clicks) AS s_clicks, sum(n_conversions) AS s_conversions, sum(n_revenue) AS s_revenue, count() OVER () AS groups
FROM (
  SELECT campaign_id AS c_campaign_id, clicks AS n_clicks, 0 AS n_conversions, 0 AS n_revenue
  FROM traffic_daily
  WHERE tenant_id = {tenantId:String} AND day_start >= fromUnixTimestamp64Milli({fromMs:Int64}) AND day_start < fromUnixTimestamp64Milli({toMs:Int64})
    AND build_id IN {buildIds:Array(UInt64)} AND is_bot = 0 AND country_code IN {filter1:Array(String)}
  UNION ALL
  SELECT campaign_id AS c_campaign_id, 1 AS n_clicks, 0 AS n_conversions, 0 AS n_revenue
  FROM clicks FINAL
  WHERE tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({openFromMs:Int64}) AND ts < fromUnixTimestamp64Milli({openToMs:Int64})
    AND (ts < fromUnixTimestamp64Milli({openUntilMs:Int64}) OR ts >= fromUnixTimestamp64Milli({openAgainMs:Int64})) AND is_prefetch = 0 AND is_bot = 0 AND country_code IN {filter1:Array(String)}
  UNION ALL
  SELECT if(campaign_id = '', {mainCampaignId:String}, campaign_id) AS c_campaign_id, 0 AS n_clicks, conversions AS n_conversions, revenue AS n_revenue
  FROM money_daily
  WHERE tenant_id = {tenantId:String} AND day_start >= fromUnixTimestamp64Milli({fromMs:Int64}) AND day_start < fromUnixTimestamp64Milli({toMs:Int64})
    AND build_id IN {buildIds:Array(UInt64)} AND country_code IN {filter1:Array(String)}
  UNION ALL
  SELECT if(campaign_id = '', {mainCampaignId:String}, campaign_id) AS c_campaign_id, 0 AS n_clicks, toUInt64(1) AS n_conversions, revenue AS n_revenue
  FROM conversions FINAL
  WHERE tenant_id = {tenantId:String} AND toDate(ts) IN {openMoneyDays:Array(Date)}
    AND arrayCount(edge -> edge <= toUnixTimestamp64Milli(ts), {openMoneyEdgesMs:Array(Int64)}) % 2 = 1 AND is_counted = 1 AND is_test = 0 AND country_code IN {filter1:Array(String)}
)
GROUP BY key_1
HAVING s_clicks != 0 OR s_conversions != 0
ORDER BY s_revenue DESC, s_clicks DESC, key_1
LIMIT {limit:UInt32}
SETTINGS max_execution_time = 20, max_result_rows = 100000, max_memory_usage = 1000000000, max_bytes_before_external_group_by = 300000000, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0, do_not_merge_across_partitions_select_final = 1, use_uncompressed_cache = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1, date_time_output_format = 'iso', session_timezone = 'UTC', log_comment = 'figures-by-campaign-f6b88d867526';

-- where it is not
SELECT sum(n_clicks) AS s_clicks, sum(n_conversions) AS s_conversions, sum(n_revenue) AS s_revenue, sum(n_cost) AS s_cost, sum(n_reports) AS s_reports
FROM (
  SELECT clicks AS n_clicks, 0 AS n_conversions, 0 AS n_revenue, 0 AS n_cost, 0 AS n_reports
  FROM traffic_daily_by_campaign
  WHERE tenant_id = {tenantId:String} AND day_start >= fromUnixTimestamp64Milli({fromMs:Int64}) AND day_start < fromUnixTimestamp64Milli({toMs:Int64})
    AND build_id IN {buildIds:Array(UInt64)} AND is_bot = 0 AND if(source = '', 'direct', source) NOT IN {filter1:Array(String)}
  UNION ALL
  SELECT 1 AS n_clicks, 0 AS n_conversions, 0 AS n_revenue, 0 AS n_cost, 0 AS n_reports
  FROM clicks FINAL
  WHERE tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({openFromMs:Int64}) AND ts < fromUnixTimestamp64Milli({openToMs:Int64})
    AND (ts < fromUnixTimestamp64Milli({openUntilMs:Int64}) OR ts >= fromUnixTimestamp64Milli({openAgainMs:Int64})) AND is_prefetch = 0 AND is_bot = 0 AND if(source = '', 'direct', source) NOT IN {filter1:Array(String)}
  UNION ALL
  SELECT 0 AS n_clicks, conversions AS n_conversions, revenue AS n_revenue, 0 AS n_cost, 0 AS n_reports
  FROM money_daily_by_campaign
  WHERE tenant_id = {tenantId:String} AND day_start >= fromUnixTimestamp64Milli({fromMs:Int64}) AND day_start < fromUnixTimestamp64Milli({toMs:Int64})
    AND build_id IN {buildIds:Array(UInt64)} AND if(source = '', 'direct', source) NOT IN {filter1:Array(String)}
  UNION ALL
  SELECT 0 AS n_clicks, toUInt64(1) AS n_conversions, revenue AS n_revenue, 0 AS n_cost, 0 AS n_reports
  FROM conversions FINAL
  WHERE tenant_id = {tenantId:String} AND toDate(ts) IN {openMoneyDays:Array(Date)}
    AND arrayCount(edge -> edge <= toUnixTimestamp64Milli(ts), {openMoneyEdgesMs:Array(Int64)}) % 2 = 1 AND is_counted = 1 AND is_test = 0 AND if(source = '', 'direct', source) NOT IN {filter1:Array(String)}
  UNION ALL
  SELECT 0 AS n_clicks, 0 AS n_conversions, 0 AS n_revenue, spend AS n_cost, 1 AS n_reports
  FROM ad_spend FINAL
  WHERE tenant_id = {tenantId:String} AND day BETWEEN {firstDay:Date} AND {lastDay:Date} AND currency = 'BRL' AND kind = 'reported' AND if(splitByChar('/', toString(source))[1] = '', 'direct', splitByChar('/', toString(source))[1]) NOT IN {filter1:Array(String)}
)
ORDER BY s_revenue DESC, s_clicks DESC
LIMIT {limit:UInt32}
SETTINGS max_execution_time = 20, max_result_rows = 100000, max_memory_usage = 1000000000, max_bytes_before_external_group_by = 300000000, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0, do_not_merge_across_partitions_select_final = 1, use_uncompressed_cache = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1, date_time_output_format = 'iso', session_timezone = 'UTC', log_comment = 'figures-by-total-7a609731d7d9';

-- where it has
SELECT c_campaign_id AS key_1, sum(n_clicks) AS s_clicks, sum(n_conversions) AS s_conversions, sum(n_revenue) AS s_revenue, sum(n_cost) AS s_cost, sum(n_reports) AS s_reports, count() OVER () AS groups
FROM (
  SELECT campaign_id AS c_campaign_id, clicks AS n_clicks, 0 AS n_conversions, 0 AS n_revenue, 0 AS n_cost, 0 AS n_reports
  FROM traffic_daily_by_ad
  WHERE tenant_id = {tenantId:String} AND day_start >= fromUnixTimestamp64Milli({fromMs:Int64}) AND day_start < fromUnixTimestamp64Milli({toMs:Int64})
    AND build_id IN {buildIds:Array(UInt64)} AND (multiSearchAny(if(length(toString(ad_id)) = lengthUTF8(toString(ad_id)), lower(toString(ad_id)), replaceAll(lowerUTF8(replaceRegexpAll(normalizeUTF8NFD(toString(ad_id)), '\\p{M}', '')), 'ς', 'σ')), {filter1:Array(String)}) OR ad_id IN {named1:Array(String)})
  UNION ALL
  SELECT campaign_id AS c_campaign_id, 1 AS n_clicks, 0 AS n_conversions, 0 AS n_revenue, 0 AS n_cost, 0 AS n_reports
  FROM clicks FINAL
  WHERE tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({openFromMs:Int64}) AND ts < fromUnixTimestamp64Milli({openToMs:Int64})
    AND (ts < fromUnixTimestamp64Milli({openUntilMs:Int64}) OR ts >= fromUnixTimestamp64Milli({openAgainMs:Int64})) AND is_prefetch = 0 AND is_bot = 0 AND (multiSearchAny(if(length(toString(ad_id)) = lengthUTF8(toString(ad_id)), lower(toString(ad_id)), replaceAll(lowerUTF8(replaceRegexpAll(normalizeUTF8NFD(toString(ad_id)), '\\p{M}', '')), 'ς', 'σ')), {filter1:Array(String)}) OR ad_id IN {named1:Array(String)})
  UNION ALL
  SELECT if(campaign_id = '', {mainCampaignId:String}, campaign_id) AS c_campaign_id, 0 AS n_clicks, conversions AS n_conversions, revenue AS n_revenue, 0 AS n_cost, 0 AS n_reports
  FROM money_daily_by_ad
  WHERE tenant_id = {tenantId:String} AND day_start >= fromUnixTimestamp64Milli({fromMs:Int64}) AND day_start < fromUnixTimestamp64Milli({toMs:Int64})
    AND build_id IN {buildIds:Array(UInt64)} AND (multiSearchAny(if(length(toString(ad_id)) = lengthUTF8(toString(ad_id)), lower(toString(ad_id)), replaceAll(lowerUTF8(replaceRegexpAll(normalizeUTF8NFD(toString(ad_id)), '\\p{M}', '')), 'ς', 'σ')), {filter1:Array(String)}) OR ad_id IN {named1:Array(String)})
  UNION ALL
  SELECT if(campaign_id = '', {mainCampaignId:String}, campaign_id) AS c_campaign_id, 0 AS n_clicks, toUInt64(1) AS n_conversions, revenue AS n_revenue, 0 AS n_cost, 0 AS n_reports
  FROM conversions FINAL
  WHERE tenant_id = {tenantId:String} AND toDate(ts) IN {openMoneyDays:Array(Date)}
    AND arrayCount(edge -> edge <= toUnixTimestamp64Milli(ts), {openMoneyEdgesMs:Array(Int64)}) % 2 = 1 AND is_counted = 1 AND is_test = 0 AND (multiSearchAny(if(length(toString(ad_id)) = lengthUTF8(toString(ad_id)), lower(toString(ad_id)), replaceAll(lowerUTF8(replaceRegexpAll(normalizeUTF8NFD(toString(ad_id)), '\\p{M}', '')), 'ς', 'σ')), {filter1:Array(String)}) OR ad_id IN {named1:Array(String)})
  UNION ALL
  SELECT campaign_id AS c_campaign_id, 0 AS n_clicks, 0 AS n_conversions, 0 AS n_revenue, ad_spent AS n_cost, 1 AS n_reports
  FROM ad_spend FINAL
  ARRAY JOIN arrayPushBack(ad_ids, '') AS ad_id, arrayPushBack(ad_spends, spend - arraySum(ad_spends)) AS ad_spent
  WHERE tenant_id = {tenantId:String} AND day BETWEEN {firstDay:Date} AND {lastDay:Date} AND currency = 'BRL' AND kind = 'reported' AND (multiSearchAny(if(length(toString(ad_id)) = lengthUTF8(toString(ad_id)), lower(toString(ad_id)), replaceAll(lowerUTF8(replaceRegexpAll(normalizeUTF8NFD(toString(ad_id)), '\\p{M}', '')), 'ς', 'σ')), {filter1:Array(String)}) OR ad_id IN {named1:Array(String)})
)
GROUP BY key_1
HAVING s_clicks != 0 OR s_conversions != 0 OR s_cost != 0
ORDER BY s_revenue DESC, s_clicks DESC, key_1
LIMIT {limit:UInt32}
SETTINGS max_execution_time = 20, max_result_rows = 100000, max_memory_usage = 1000000000, max_bytes_before_external_group_by = 300000000, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0, do_not_merge_across_partitions_select_final = 1, use_uncompressed_cache = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1, date_time_output_format = 'iso', session_timezone = 'UTC', log_comment = 'figures-by-campaign-8a4dbf04f754';

-- where it has none
SELECT toString(toDate(intDiv((toUnixTimestamp64Milli(c_ts) + {offsetMs:Int64}), 86400000))) AS key_1, sum(n_conversions) AS s_conversions, sum(n_revenue) AS s_revenue, count() OVER () AS groups
FROM (
  SELECT ts AS c_ts, toUInt64(1) AS n_conversions, revenue AS n_revenue
  FROM conversions FINAL
  WHERE tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({fromMs:Int64}) AND ts < fromUnixTimestamp64Milli({toMs:Int64}) AND is_counted = 1 AND is_test = 0 AND coupon = ''
)
GROUP BY key_1
ORDER BY s_revenue DESC, key_1
LIMIT {limit:UInt32}
SETTINGS max_execution_time = 20, max_result_rows = 100000, max_memory_usage = 1000000000, max_bytes_before_external_group_by = 300000000, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0, do_not_merge_across_partitions_select_final = 1, use_uncompressed_cache = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1, date_time_output_format = 'iso', session_timezone = 'UTC', log_comment = 'figures-by-day-dbd335499a12';

-- under two filters
SELECT c_ad_id AS key_1, argMax(c_ad_name, if(c_ad_name = '', 0, toUInt64(c_ad_name_ms) * 1048576 + cityHash64(c_ad_name) % 1048576)) AS name_1, sum(n_clicks) AS s_clicks, sum(n_conversions) AS s_conversions, sum(n_revenue) AS s_revenue, count() OVER () AS groups
FROM (
  SELECT ad_id AS c_ad_id, ad_name AS c_ad_name, toUnixTimestamp64Milli(ts) AS c_ad_name_ms, 1 AS n_clicks, 0 AS n_conversions, 0 AS n_revenue
  FROM clicks FINAL
  WHERE tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({fromMs:Int64}) AND ts < fromUnixTimestamp64Milli({toMs:Int64}) AND is_prefetch = 0 AND is_bot = 0 AND campaign_id IN {filter1:Array(String)} AND toString(intDiv((toUnixTimestamp64Milli(ts) + {offsetMs:Int64}), 3600000) % 24) NOT IN {filter2:Array(String)}
  UNION ALL
  SELECT ad_id AS c_ad_id, ad_name AS c_ad_name, ad_named_ms AS c_ad_name_ms, 0 AS n_clicks, conversions AS n_conversions, revenue AS n_revenue
  FROM money_daily
  WHERE tenant_id = {tenantId:String} AND day_start >= fromUnixTimestamp64Milli({fromMs:Int64}) AND day_start < fromUnixTimestamp64Milli({toMs:Int64})
    AND build_id IN {buildIds:Array(UInt64)} AND if(campaign_id = '', {mainCampaignId:String}, campaign_id) IN {filter1:Array(String)} AND toString(intDiv((toUnixTimestamp64Milli(ts) + {offsetMs:Int64}), 3600000) % 24) NOT IN {filter2:Array(String)}
  UNION ALL
  SELECT ad_id AS c_ad_id, ad_name AS c_ad_name, toUnixTimestamp64Milli(ifNull(click_ts, ts)) AS c_ad_name_ms, 0 AS n_clicks, toUInt64(1) AS n_conversions, revenue AS n_revenue
  FROM conversions FINAL
  WHERE tenant_id = {tenantId:String} AND toDate(ts) IN {openMoneyDays:Array(Date)}
    AND arrayCount(edge -> edge <= toUnixTimestamp64Milli(ts), {openMoneyEdgesMs:Array(Int64)}) % 2 = 1 AND is_counted = 1 AND is_test = 0 AND if(campaign_id = '', {mainCampaignId:String}, campaign_id) IN {filter1:Array(String)} AND toString(intDiv((toUnixTimestamp64Milli(ts) + {offsetMs:Int64}), 3600000) % 24) NOT IN {filter2:Array(String)}
)
GROUP BY key_1
HAVING s_clicks != 0 OR s_conversions != 0
ORDER BY s_revenue DESC, s_clicks DESC, key_1
LIMIT {limit:UInt32}
SETTINGS max_execution_time = 20, max_result_rows = 100000, max_memory_usage = 1000000000, max_bytes_before_external_group_by = 300000000, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0, do_not_merge_across_partitions_select_final = 1, use_uncompressed_cache = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1, date_time_output_format = 'iso', session_timezone = 'UTC', log_comment = 'figures-by-ad-e98ea3c75666';

-- of some keys
SELECT c_country_code AS key_1, sum(n_clicks) AS s_clicks, sum(n_conversions) AS s_conversions, sum(n_revenue) AS s_revenue, count() OVER () AS groups
FROM (
  SELECT country_code AS c_country_code, clicks AS n_clicks, 0 AS n_conversions, 0 AS n_revenue
  FROM clicks_daily_by_place
  WHERE tenant_id = {tenantId:String} AND day_start >= fromUnixTimestamp64Milli({fromMs:Int64}) AND day_start < fromUnixTimestamp64Milli({toMs:Int64})
    AND build_id IN {buildIds:Array(UInt64)}
  UNION ALL
  SELECT country_code AS c_country_code, 1 AS n_clicks, 0 AS n_conversions, 0 AS n_revenue
  FROM clicks FINAL
  WHERE tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({openFromMs:Int64}) AND ts < fromUnixTimestamp64Milli({openToMs:Int64})
    AND (ts < fromUnixTimestamp64Milli({openUntilMs:Int64}) OR ts >= fromUnixTimestamp64Milli({openAgainMs:Int64})) AND is_prefetch = 0 AND is_bot = 0
  UNION ALL
  SELECT country_code AS c_country_code, 0 AS n_clicks, conversions AS n_conversions, revenue AS n_revenue
  FROM money_daily
  WHERE tenant_id = {tenantId:String} AND day_start >= fromUnixTimestamp64Milli({fromMs:Int64}) AND day_start < fromUnixTimestamp64Milli({toMs:Int64})
    AND build_id IN {buildIds:Array(UInt64)}
  UNION ALL
  SELECT country_code AS c_country_code, 0 AS n_clicks, toUInt64(1) AS n_conversions, revenue AS n_revenue
  FROM conversions FINAL
  WHERE tenant_id = {tenantId:String} AND toDate(ts) IN {openMoneyDays:Array(Date)}
    AND arrayCount(edge -> edge <= toUnixTimestamp64Milli(ts), {openMoneyEdgesMs:Array(Int64)}) % 2 = 1 AND is_counted = 1 AND is_test = 0
)
WHERE has({onlyKeys:Array(String)}, toString(key_1))
GROUP BY key_1
ORDER BY s_revenue DESC, s_clicks DESC, key_1
LIMIT {limit:UInt32}
SETTINGS max_execution_time = 20, max_result_rows = 100000, max_memory_usage = 1000000000, max_bytes_before_external_group_by = 300000000, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0, do_not_merge_across_partitions_select_final = 1, use_uncompressed_cache = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1, date_time_output_format = 'iso', session_timezone = 'UTC', log_comment = 'figures-by-country-d8bd0a2d874e';

-- of some keys of days where clocks change
SELECT c_campaign_id AS key_1, toString(toDate(intDiv((toUnixTimestamp64Milli(c_ts) + transform(roundDown(toUnixTimestamp64Milli(c_ts), {offsetsFromMs:Array(Int64)}), {offsetsFromMs:Array(Int64)}, {offsetsMs:Array(Int64)}, toInt64(0))), 86400000))) AS key_2, sum(n_clicks) AS s_clicks, sum(n_conversions) AS s_conversions, sum(n_revenue) AS s_revenue, sum(n_cost) AS s_cost, sum(n_reports) AS s_reports, count() OVER () AS groups
FROM (
  SELECT campaign_id AS c_campaign_id, day_start AS c_ts, clicks AS n_clicks, 0 AS n_conversions, 0 AS n_revenue, 0 AS n_cost, 0 AS n_reports
  FROM traffic_daily_by_campaign
  WHERE tenant_id = {tenantId:String} AND day_start >= fromUnixTimestamp64Milli({fromMs:Int64}) AND day_start < fromUnixTimestamp64Milli({toMs:Int64})
    AND build_id IN {buildIds:Array(UInt64)} AND is_bot = 0
  UNION ALL
  SELECT campaign_id AS c_campaign_id, ts AS c_ts, 1 AS n_clicks, 0 AS n_conversions, 0 AS n_revenue, 0 AS n_cost, 0 AS n_reports
  FROM clicks FINAL
  WHERE tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({openFromMs:Int64}) AND ts < fromUnixTimestamp64Milli({openToMs:Int64})
    AND (ts < fromUnixTimestamp64Milli({openUntilMs:Int64}) OR ts >= fromUnixTimestamp64Milli({openAgainMs:Int64})) AND is_prefetch = 0 AND is_bot = 0
  UNION ALL
  SELECT if(campaign_id = '', {mainCampaignId:String}, campaign_id) AS c_campaign_id, day_start AS c_ts, 0 AS n_clicks, conversions AS n_conversions, revenue AS n_revenue, 0 AS n_cost, 0 AS n_reports
  FROM money_daily_by_campaign
  WHERE tenant_id = {tenantId:String} AND day_start >= fromUnixTimestamp64Milli({fromMs:Int64}) AND day_start < fromUnixTimestamp64Milli({toMs:Int64})
    AND build_id IN {buildIds:Array(UInt64)}
  UNION ALL
  SELECT if(campaign_id = '', {mainCampaignId:String}, campaign_id) AS c_campaign_id, ts AS c_ts, 0 AS n_clicks, toUInt64(1) AS n_conversions, revenue AS n_revenue, 0 AS n_cost, 0 AS n_reports
  FROM conversions FINAL
  WHERE tenant_id = {tenantId:String} AND toDate(ts) IN {openMoneyDays:Array(Date)}
    AND arrayCount(edge -> edge <= toUnixTimestamp64Milli(ts), {openMoneyEdgesMs:Array(Int64)}) % 2 = 1 AND is_counted = 1 AND is_test = 0
  UNION ALL
  SELECT campaign_id AS c_campaign_id, fromUnixTimestamp64Milli(transform(toInt64(toUInt32(day)), {days:Array(Int64)}, {dayStartsMs:Array(Int64)}, toInt64(0)), 'UTC') AS c_ts, 0 AS n_clicks, 0 AS n_conversions, 0 AS n_revenue, spend AS n_cost, 1 AS n_reports
  FROM ad_spend FINAL
  WHERE tenant_id = {tenantId:String} AND day BETWEEN {firstDay:Date} AND {lastDay:Date} AND currency = 'BRL' AND kind = 'reported'
)
WHERE has({onlyKeys:Array(String)}, concat(toString(key_1), '\n', toString(key_2)))
GROUP BY key_1, key_2
ORDER BY s_revenue DESC, s_clicks DESC, key_1, key_2
LIMIT {limit:UInt32}
SETTINGS max_execution_time = 20, max_result_rows = 100000, max_memory_usage = 1000000000, max_bytes_before_external_group_by = 300000000, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0, do_not_merge_across_partitions_select_final = 1, use_uncompressed_cache = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1, date_time_output_format = 'iso', session_timezone = 'UTC', log_comment = 'figures-by-campaign-and-day-c5c253ecdae9';

-- most pending first
SELECT c_campaign_id AS key_1, sum(n_revenue) AS s_revenue, sum(n_pending) AS s_pending, count() OVER () AS groups
FROM (
  SELECT if(campaign_id = '', {mainCampaignId:String}, campaign_id) AS c_campaign_id, revenue AS n_revenue, 0 AS n_pending
  FROM money_daily_by_campaign
  WHERE tenant_id = {tenantId:String} AND day_start >= fromUnixTimestamp64Milli({fromMs:Int64}) AND day_start < fromUnixTimestamp64Milli({toMs:Int64})
    AND build_id IN {buildIds:Array(UInt64)}
  UNION ALL
  SELECT if(campaign_id = '', {mainCampaignId:String}, campaign_id) AS c_campaign_id, revenue AS n_revenue, 0 AS n_pending
  FROM conversions FINAL
  WHERE tenant_id = {tenantId:String} AND toDate(ts) IN {openMoneyDays:Array(Date)}
    AND arrayCount(edge -> edge <= toUnixTimestamp64Milli(ts), {openMoneyEdgesMs:Array(Int64)}) % 2 = 1 AND is_counted = 1 AND is_test = 0
  UNION ALL
  SELECT if(campaign_id = '', {mainCampaignId:String}, campaign_id) AS c_campaign_id, 0 AS n_revenue, status = 'pending' AS n_pending
  FROM conversions FINAL
  WHERE tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({fromMs:Int64}) AND ts < fromUnixTimestamp64Milli({toMs:Int64}) AND verified = 1 AND is_test = 0 AND conversion_type != 'lead'
)
GROUP BY key_1
HAVING s_revenue != 0 OR s_pending != 0
ORDER BY s_pending DESC, key_1
LIMIT {limit:UInt32}
SETTINGS max_execution_time = 20, max_result_rows = 100000, max_memory_usage = 1000000000, max_bytes_before_external_group_by = 300000000, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0, do_not_merge_across_partitions_select_final = 1, use_uncompressed_cache = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1, date_time_output_format = 'iso', session_timezone = 'UTC', log_comment = 'figures-by-campaign-8e4a520f030f';

-- fewest page views first
SELECT lower(cutQueryStringAndFragment(c_url)) AS key_1, sum(n_page_views) AS s_page_views, count() OVER () AS groups
FROM (
  SELECT url AS c_url, 1 AS n_page_views
  FROM page_views FINAL
  WHERE tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({fromMs:Int64}) AND ts < fromUnixTimestamp64Milli({toMs:Int64}) AND is_bot = 0
)
GROUP BY key_1
HAVING s_page_views != 0
ORDER BY s_page_views ASC, key_1
LIMIT {limit:UInt32}
SETTINGS max_execution_time = 20, max_result_rows = 100000, max_memory_usage = 1000000000, max_bytes_before_external_group_by = 300000000, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0, do_not_merge_across_partitions_select_final = 1, use_uncompressed_cache = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1, date_time_output_format = 'iso', session_timezone = 'UTC', log_comment = 'figures-by-landing-e9f6dd86bd69';
