SELECT tenant_id, day_start, build_id, campaign_id, source, channel, sum(conversions), sum(attributed), sum(verified), sum(verified_revenue), sum(evidence), sum(evidence_valued), sum(evidence_priced), sum(evidence_revenue), sum(evidence_fees), sum(evidence_unknown_fees), sum(evidence_unknown_fees_of), sum(revenue), sum(fees), sum(unknown_fees), sum(unknown_fees_of)
FROM money_daily
WHERE tenant_id = {tenantId:String} AND build_id IN {buildIds:Array(UInt64)}
  AND day_start >= fromUnixTimestamp64Milli({fromMs:Int64}) AND day_start < fromUnixTimestamp64Milli({toMs:Int64})
GROUP BY tenant_id, day_start, build_id, campaign_id, source, channel
SETTINGS max_execution_time = 20, max_memory_usage = 1000000000, max_bytes_before_external_group_by = 300000000, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0, do_not_merge_across_partitions_select_final = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1, date_time_output_format = 'iso', session_timezone = 'UTC', log_comment = 'rollup:rollup-money-by-campaign'
