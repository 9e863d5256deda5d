// Queries for the analytics data of one person in one tenant. They search by the pseudonymous id, since the tables contain no
// names.
import { z } from 'zod';
import { defineQuery } from '../clickhouse/define-query.ts';
import { Count, DecimalText, Flag, InstantText } from '../clickhouse/row-types.ts';

export const deliveriesOfPersons = defineQuery({
  name: 'privacy-deliveries-of-persons',
  params: z.object({ personIds: z.array(z.string()) }),
  row: z.object({
    received_at: InstantText,
    delivery_id: z.string(),
    provider: z.string(),
    verdict: z.string(),
    reason_code: z.string(),
    reason_params: z.string(),
    body: z.string(),
    click_id: z.string(),
    conversion_id: z.string(),
    is_test: Flag,
    person_id: z.string(),
    person_key_id: z.string(),
    person_encrypted: z.string(),
  }),
  sql: `
    SELECT received_at, delivery_id, provider, verdict, reason_code, reason_params, body, click_id, conversion_id, is_test,
           person_id, person_key_id, person_encrypted
    FROM webhook_deliveries FINAL
    WHERE tenant_id = {tenantId:String} AND person_id IN {personIds:Array(String)}
    ORDER BY received_at, delivery_id`,
});

export const deliveryCountOfPersons = defineQuery({
  name: 'privacy-delivery-count-of-persons',
  params: z.object({ personIds: z.array(z.string()) }),
  row: z.object({ deliveries: Count }),
  sql: `
    SELECT count() AS deliveries
    FROM webhook_deliveries FINAL
    WHERE tenant_id = {tenantId:String} AND person_id IN {personIds:Array(String)}`,
});

export const conversionsOfPerson = defineQuery({
  name: 'privacy-conversions-of-person',
  params: z.object({ conversionIds: z.array(z.string()) }),
  row: z.object({
    conversion_id: z.string(),
    ts: InstantText,
    provider: z.string(),
    transaction_id: z.string(),
    conversion_type: z.string(),
    status: z.string(),
    value: DecimalText,
    net_value: DecimalText,
    currency: z.string(),
    click_id: z.string(),
    campaign_id: z.string(),
  }),
  sql: `
    SELECT conversion_id, ts, provider, transaction_id, conversion_type, status, value, net_value, currency, click_id, campaign_id
    FROM conversions FINAL
    WHERE tenant_id = {tenantId:String} AND conversion_id IN {conversionIds:Array(String)}
    ORDER BY ts, conversion_id`,
});
