WITH
  conversion_sums AS (
    SELECT
      if(campaign_id = '', {mainCampaignId:String}, campaign_id) AS campaign,
      count() AS conversions, sum(revenue) AS revenue
    FROM conversions FINAL
    WHERE tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({fromMs:Int64}) AND ts < fromUnixTimestamp64Milli({toMs:Int64}) AND is_counted = 1 AND is_test = 0
    GROUP BY campaign
  ),
  costs AS (
    SELECT campaign_id AS campaign, sum(spend) AS cost
    FROM ad_spend FINAL
    WHERE tenant_id = {tenantId:String} AND day = {day:Date} AND currency = 'BRL' AND kind = 'reported'
    GROUP BY campaign
  )
SELECT campaign, sum(conversions) AS conversions, sum(revenue) AS revenue, sum(cost) AS spend
FROM (
  SELECT campaign, conversions, revenue, 0 AS cost FROM conversion_sums
  UNION ALL
  SELECT campaign, 0 AS conversions, 0 AS revenue, cost FROM costs
)
WHERE campaign != ''
GROUP BY campaign
HAVING conversions > 0 OR spend > 0
ORDER BY revenue DESC, conversions DESC, campaign ASC
LIMIT {limit:UInt32}
SETTINGS max_execution_time = 20, max_result_rows = 100000, max_memory_usage = 1000000000, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0, do_not_merge_across_partitions_select_final = 1, use_uncompressed_cache = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1, date_time_output_format = 'iso', session_timezone = 'UTC', log_comment = 'performance-campaigns-of-day'
