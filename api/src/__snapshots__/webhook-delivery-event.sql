SELECT received_at, delivery_id, event_id, provider, verdict, reason_code, reason_params, conversion_id, body, body_hash, looked_up,
  amounts_in, occurred_at, campaign_id, click_id, verified, network, sender_network, person_id, person_key_id, person_encrypted
FROM webhook_deliveries FINAL
WHERE tenant_id = {tenantId:String} AND delivery_id = {id:String}
LIMIT 1
SETTINGS max_execution_time = 20, max_result_rows = 100000, max_memory_usage = 1000000000, max_bytes_before_external_group_by = 300000000, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0, do_not_merge_across_partitions_select_final = 1, use_uncompressed_cache = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1, date_time_output_format = 'iso', session_timezone = 'UTC', log_comment = 'webhook-delivery-event'
