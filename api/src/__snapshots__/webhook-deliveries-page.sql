WITH page AS (
  SELECT received_at, delivery_id, event_id
  FROM webhook_deliveries FINAL
  WHERE tenant_id = {tenantId:String}
    AND ({provider:String} = '' OR provider = {provider:String})
    AND ({verdict:String} = '' OR if(verdict = 'processed' AND delivery_id IN (
    SELECT tupleElement(arrayJoin(arrayPopFront(arraySort(groupArray((received_at, delivery_id))))), 2)
    FROM webhook_deliveries FINAL
    WHERE tenant_id = {tenantId:String} AND verdict = 'processed' AND event_id IN (
      SELECT event_id
      FROM webhook_deliveries FINAL
      WHERE tenant_id = {tenantId:String} AND verdict = 'processed' AND {verdict:String} IN ('processed', 'duplicate')
      GROUP BY event_id
      HAVING count() > 1
    )
    GROUP BY event_id
  ), 'duplicate', verdict) = {verdict:String})
    AND (received_at, delivery_id) < (fromUnixTimestamp64Milli({beforeMs:Int64}), {beforeId:String})
  ORDER BY received_at DESC, delivery_id DESC
  LIMIT {limit:UInt32}
)
SELECT received_at, delivery_id, event_id, provider, if({verdict:String} = '', if(verdict = 'processed' AND delivery_id IN (
    SELECT tupleElement(arrayJoin(arrayPopFront(arraySort(groupArray((received_at, delivery_id))))), 2)
    FROM webhook_deliveries FINAL
    WHERE tenant_id = {tenantId:String} AND verdict = 'processed' AND event_id IN (SELECT event_id FROM page WHERE {verdict:String} = '')
    GROUP BY event_id
  ), 'duplicate', verdict),
    {verdict:String}) AS shown_verdict,
  reason_code, reason_params, conversion_id, is_test, substringUTF8(if(startsWith(body, '["[unreadable]",'), JSONExtractString(body, 4), body), 1, 65536) AS shown_body
FROM webhook_deliveries FINAL
WHERE tenant_id = {tenantId:String} AND (received_at, delivery_id) IN (SELECT received_at, delivery_id FROM page)
ORDER BY received_at DESC, delivery_id DESC
SETTINGS max_execution_time = 20, max_result_rows = 100000, max_memory_usage = 1000000000, max_bytes_before_external_group_by = 300000000, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0, do_not_merge_across_partitions_select_final = 1, use_uncompressed_cache = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1, date_time_output_format = 'iso', session_timezone = 'UTC', log_comment = 'webhook-deliveries-page'
