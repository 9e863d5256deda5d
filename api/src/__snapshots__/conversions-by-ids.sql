SELECT
  ts AS created_at, conversion_id, click_id, campaign_id, conversion_type, status, value, net_value, currency,
  if(currency != 'BRL' AND net_value != 0 AND revenue = 0, NULL, revenue) AS brl, transaction_id, provider,
  product_id, product_name, offer, payment_method, installments, gateway_fee, net_to_seller, interest, kind, parent_transaction_id, recurrence, coupon, affiliate, products, attribution, channel, ad_id, ad_name, is_test, verified, is_imported AS imported, (is_counted = 1 AND is_test = 0) AS counted,
  (was_pending = 1 AND status IN ('approved', 'completed', 'disputed', 'partially_refunded', 'refunded', 'chargeback')) AS recovered, uncounted_reason
FROM conversions FINAL
WHERE tenant_id = {tenantId:String} AND conversion_id IN {ids:Array(String)} AND {upTo:UInt64} >= 0
SETTINGS max_execution_time = 20, max_result_rows = 100000, max_memory_usage = 1000000000, max_bytes_before_external_group_by = 300000000, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0, do_not_merge_across_partitions_select_final = 1, use_uncompressed_cache = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1, date_time_output_format = 'iso', session_timezone = 'UTC', log_comment = 'conversions-by-ids'
