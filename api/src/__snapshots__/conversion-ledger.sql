SELECT event_id, status, event_time, received_at, amount, refund_amount, currency, is_test, verified, (import_id != '') AS imported
FROM conversion_ledger FINAL
WHERE tenant_id = {tenantId:String} AND is_import_undone = 0
  AND (conversion_id = {id:String} OR conversion_id IN (
    SELECT other_id FROM conversion_links FINAL
    WHERE tenant_id = {tenantId:String} AND conversion_id = {id:String} AND is_payment = 0
      -- A refund that names a second sale belongs to the first, which came under its own id.
      AND other_id NOT IN (
        SELECT conversion_id FROM conversion_ledger FINAL
        WHERE tenant_id = {tenantId:String} AND provider IN ('generic', 'own-checkout') AND (verified = 1 OR import_id != '')
          AND status IN ('pending', 'expired', 'refused', 'canceled', 'approved', 'completed')
          AND conversion_id IN (
            SELECT other_id FROM conversion_links FINAL WHERE tenant_id = {tenantId:String} AND conversion_id = {id:String}
          )
      )
  ))
ORDER BY verified DESC, received_at, event_id
LIMIT 1 BY event_id
LIMIT 200
SETTINGS max_execution_time = 20, max_result_rows = 100000, max_memory_usage = 1000000000, max_bytes_before_external_group_by = 300000000, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0, do_not_merge_across_partitions_select_final = 1, use_uncompressed_cache = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1, date_time_output_format = 'iso', session_timezone = 'UTC', log_comment = 'conversion-ledger'
