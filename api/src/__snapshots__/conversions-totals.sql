SELECT
  count() AS listed,
  countIf(is_counted = 1 AND is_test = 0) AS counted,
  countIf(is_counted = 1 AND is_test = 0 AND click_id != '') AS tracked,
  sumIf(revenue, is_counted = 1 AND is_test = 0) AS worth,
  countIf(is_counted = 1 AND is_test = 0 AND currency != 'BRL' AND net_value != 0 AND revenue = 0) AS without_rate
FROM conversions FINAL
WHERE tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({fromMs:Int64}) AND ts < fromUnixTimestamp64Milli({toMs:Int64}) AND ({campaignId:String} = '' OR campaign_id = {campaignId:String}) AND ({source:String} = '' OR source = {source:String} OR ({source:String} = 'direct' AND source = ''))
  AND ({verified:String} = '' OR (verified = ({verified:String} = 'true') AND is_imported = 0))
  AND ({status:String} = '' OR status = {status:String})
  AND ({tracking:String} = '' OR (click_id != '') = ({tracking:String} = 'with'))
  AND ({checkout:String} = '' OR provider = {checkout:String})
  AND ({product:String} = '' OR product_id = {product:String} OR product_name = {product:String}
    OR has({aliasesOfProduct:Array(String)}, concat(provider, '\n', if(product_id = '', product_name, product_id))))
  AND ({payment:String} = '' OR payment_method = {payment:String})
  AND ({q:String} = '' OR positionCaseInsensitiveUTF8(conversion_id, {q:String}) > 0 OR positionCaseInsensitiveUTF8(click_id, {q:String}) > 0 OR positionCaseInsensitiveUTF8(click_ref, {q:String}) > 0 OR positionCaseInsensitiveUTF8(transaction_id, {q:String}) > 0 OR positionCaseInsensitiveUTF8(campaign_id, {q:String}) > 0 OR positionCaseInsensitiveUTF8(source, {q:String}) > 0 OR positionCaseInsensitiveUTF8(product_name, {q:String}) > 0)
SETTINGS max_execution_time = 20, max_result_rows = 100000, max_memory_usage = 1000000000, max_bytes_before_external_group_by = 300000000, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0, do_not_merge_across_partitions_select_final = 1, use_uncompressed_cache = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1, date_time_output_format = 'iso', session_timezone = 'UTC', log_comment = 'conversions-totals'
