SELECT tenant_id, conversion_id, event_id, provider, transaction_id, conversion_type, status, event_time, sale_time,
       received_at, click_ref, click_id, amount, refund_amount, refund_is_total, currency, is_test, verified, network, import_id,
       is_import_undone,
       utm_source, utm_medium, utm_campaign, utm_content, utm_term, product_id, product_name, offer, payment_method, installments, gateway_fee, net_to_seller, interest, kind, parent_transaction_id, recurrence, coupon, affiliate, products, person_id
FROM conversion_ledger FINAL
WHERE (tenant_id, conversion_id) IN {keys:Array(Tuple(String, String))}
ORDER BY verified DESC, import_id != '' DESC, received_at, event_id
LIMIT 1000 BY tenant_id, conversion_id
SETTINGS max_execution_time = 20, max_result_rows = 100000, max_memory_usage = 1000000000, max_bytes_before_external_group_by = 300000000, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0, do_not_merge_across_partitions_select_final = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1, date_time_output_format = 'iso', session_timezone = 'UTC', log_comment = 'pipeline:ledger-of-conversions'
