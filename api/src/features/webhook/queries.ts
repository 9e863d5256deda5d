import { textsSql } from '@tracker/infra/clickhouse/columns';
import { defineQuery } from '@tracker/infra/clickhouse/define-query';
import { Count, DecimalText, Flag, InstantText, TextOrNull } from '@tracker/infra/clickhouse/row-types';
import { AMOUNTS_IN } from '@tracker/schemas/checkouts/mapping';
import { GENERIC_FORMAT_IDS } from '@tracker/schemas/checkouts/registry';
import { z } from 'zod';

/** '' means "no filter". */
const filters = z.object({ provider: z.string(), verdict: z.string() });

/**
 * A delivery is a duplicate when it was processed and an earlier one with the same content was processed before it: only when all are there
 * is it known which was the first. `events`: those that are looked at, since a tenant's whole history would not fit.
 */
const shownVerdict = (events: string) => `if(verdict = 'processed' AND delivery_id IN (
        SELECT tupleElement(arrayJoin(arrayPopFront(arraySort(groupArray((received_at, delivery_id))))), 2)
        FROM webhook_deliveries FINAL
        WHERE tenant_id = {tenantId:String} AND verdict = 'processed' AND event_id IN (${events})
        GROUP BY event_id
      ), 'duplicate', verdict)`;

/** Reads nothing for verdicts that have nothing to do with it. */
const REPEATED = `
          SELECT event_id
          FROM webhook_deliveries FINAL
          WHERE tenant_id = {tenantId:String} AND verdict = 'processed' AND {verdict:String} IN ('processed', 'duplicate')
          GROUP BY event_id
          HAVING count() > 1
        `;

const WHERE = `tenant_id = {tenantId:String}
        AND ({provider:String} = '' OR provider = {provider:String})
        AND ({verdict:String} = '' OR ${shownVerdict(REPEATED)} = {verdict:String})`;

/** Where a verdict was asked for, the page holds no other. */
const VERDICT_ON_PAGE = `if({verdict:String} = '', ${shownVerdict("SELECT event_id FROM page WHERE {verdict:String} = ''")},
        {verdict:String})`;

/** Newest first. Which rows are on the page is found without their bodies, which are most of the table. */
export const deliveriesPage = defineQuery({
  name: 'webhook-deliveries-page',
  params: filters.extend({ beforeMs: z.number().int(), beforeId: z.string(), limit: z.number().int() }),
  row: z.object({
    received_at: InstantText,
    delivery_id: z.string(),
    event_id: z.string(),
    provider: z.string(),
    shown_verdict: z.string(),
    reason_code: z.string(),
    reason_params: z.string(),
    conversion_id: TextOrNull,
    is_test: Flag,
    shown_body: z.string(),
  }),
  sql: `
    WITH page AS (
      SELECT received_at, delivery_id, event_id
      FROM webhook_deliveries FINAL
      WHERE ${WHERE}
        AND (received_at, delivery_id) < (fromUnixTimestamp64Milli({beforeMs:Int64}), {beforeId:String})
      ORDER BY received_at DESC, delivery_id DESC
      LIMIT {limit:UInt32}
    )
    SELECT received_at, delivery_id, event_id, provider, ${VERDICT_ON_PAGE} AS shown_verdict,
      reason_code, reason_params, conversion_id, is_test, substringUTF8(if(startsWith(body, '["[unreadable]",'), JSONExtractString(body, 4), body), 1, 65536) AS shown_body
    FROM webhook_deliveries FINAL
    WHERE tenant_id = {tenantId:String} AND (received_at, delivery_id) IN (SELECT received_at, delivery_id FROM page)
    ORDER BY received_at DESC, delivery_id DESC`,
});

/** What deliveries reported of their conversions; the ledger is sorted by these. A repetition on another day says the same. */
export const conversionsOfDeliveries = defineQuery({
  name: 'webhook-deliveries-conversions',
  params: z.object({ conversionIds: z.array(z.string()), eventIds: z.array(z.string()) }),
  row: z.object({
    conversion_id: z.string(),
    event_id: z.string(),
    transaction_id: z.string(),
    status: z.string(),
    value: DecimalText,
    currency: z.string(),
  }),
  sql: `
    SELECT conversion_id, event_id, transaction_id, status, amount AS value, currency
    FROM conversion_ledger FINAL
    WHERE tenant_id = {tenantId:String} AND conversion_id IN {conversionIds:Array(String)}
      AND event_id IN {eventIds:Array(String)}
    ORDER BY received_at
    LIMIT 1 BY conversion_id, event_id`,
});

/** The conversions that these are payments of. */
export const conversionsOfPayments = defineQuery({
  name: 'webhook-deliveries-paid',
  params: z.object({ conversionIds: z.array(z.string()) }),
  row: z.object({ conversion_id: z.string(), paid_id: z.string() }),
  sql: `
    SELECT DISTINCT conversion_id, other_id AS paid_id
    FROM conversion_links FINAL
    WHERE tenant_id = {tenantId:String} AND conversion_id IN {conversionIds:Array(String)} AND is_payment = 1
    ORDER BY conversion_id, paid_id`,
});

/** Those of these conversions that were approved at some time. */
export const approvedConversions = defineQuery({
  name: 'webhook-deliveries-approved',
  params: z.object({ conversionIds: z.array(z.string()) }),
  row: z.object({ conversion_id: z.string() }),
  sql: `
    SELECT DISTINCT conversion_id
    FROM conversion_ledger FINAL
    WHERE tenant_id = {tenantId:String} AND conversion_id IN {conversionIds:Array(String)}
      AND status IN ('approved', 'completed')`,
});

export const deliveriesTotal = defineQuery({
  name: 'webhook-deliveries-total',
  params: filters,
  row: z.object({ total: Count }),
  sql: `
    SELECT count() AS total
    FROM webhook_deliveries FINAL
    WHERE ${WHERE}`,
});

/** One row for each checkout, the one that sent last first. */
export const deliveryCheckouts = defineQuery({
  name: 'webhook-delivery-providers',
  params: z.object({}),
  row: z.object({ provider: z.string(), last_received_at: InstantText }),
  sql: `
    SELECT provider, max(received_at) AS last_received_at
    FROM webhook_deliveries FINAL
    WHERE tenant_id = {tenantId:String}
    GROUP BY provider
    ORDER BY last_received_at DESC, provider`,
});

/** All that the event of a delivery held. */
export const deliveryEvent = defineQuery({
  name: 'webhook-delivery-event',
  params: z.object({ id: z.string() }),
  row: z.object({
    received_at: InstantText,
    delivery_id: z.string(),
    event_id: z.string(),
    provider: z.string(),
    verdict: z.string(),
    reason_code: z.string(),
    reason_params: z.string(),
    conversion_id: z.string(),
    body: z.string(),
    body_hash: z.string(),
    looked_up: z.string(),
    amounts_in: z.enum(['', ...AMOUNTS_IN]),
    occurred_at: InstantText,
    campaign_id: TextOrNull,
    click_id: z.string(),
    verified: Flag,
    network: z.string(),
    sender_network: z.string(),
    person_id: z.string(),
    person_key_id: z.string(),
    person_encrypted: z.string(),
  }),
  sql: `
    SELECT received_at, delivery_id, event_id, provider, verdict, reason_code, reason_params, conversion_id, body, body_hash, looked_up,
      amounts_in, occurred_at, campaign_id, click_id, verified, network, sender_network, person_id, person_key_id, person_encrypted
    FROM webhook_deliveries FINAL
    WHERE tenant_id = {tenantId:String} AND delivery_id = {id:String}
    LIMIT 1`,
});

/** Bodies that no mapping understands, or events that none knows: the reasons that name a format and not a value. */
const UNKNOWN_FORMAT = `verdict IN ('dead-letter', 'ignored') AND reason_code IN ('no_amount', 'no_status', 'no_conversion_field', 'unknown_status',
        'unknown_event', 'other_format')`;

export const unknownFormats = defineQuery({
  name: 'webhook-deliveries-unknown-formats',
  params: z.object({ fromMs: z.number().int() }),
  row: z.object({
    provider: z.string(),
    fields: z.array(z.string()),
    reason_code: z.string(),
    reason_params: z.string(),
    deliveries: Count,
    first_at: InstantText,
    last_at: InstantText,
    first_body: z.string(),
  }),
  sql: `
    SELECT provider, arraySlice(arraySort(JSONExtractKeys(body)), 1, 60) AS fields, reason_code, reason_params, count() AS deliveries,
      min(received_at) AS first_at, max(received_at) AS last_at, argMin(substringUTF8(body, 1, 16384), received_at) AS first_body
    FROM webhook_deliveries FINAL
    WHERE tenant_id = {tenantId:String} AND received_at >= fromUnixTimestamp64Milli({fromMs:Int64}) AND ${UNKNOWN_FORMAT}
    GROUP BY provider, fields, reason_code, reason_params
    ORDER BY deliveries DESC, last_at DESC, provider, fields, reason_code, reason_params
    LIMIT 20`,
});

/** Bodies in the generic format by the names in them, at any depth; one of each is read for all. */
export const bodiesByNames = defineQuery({
  name: 'webhook-deliveries-by-names',
  params: z.object({ fromMs: z.number().int(), limit: z.number().int() }),
  row: z.object({ provider: z.string(), deliveries: Count, last_at: InstantText, some_body: z.string() }),
  sql: `
    SELECT provider, count() AS deliveries, max(received_at) AS last_at, argMax(body, received_at) AS some_body
    FROM webhook_deliveries FINAL
    WHERE tenant_id = {tenantId:String} AND received_at >= fromUnixTimestamp64Milli({fromMs:Int64})
      AND provider IN (${textsSql(GENERIC_FORMAT_IDS)}) AND verdict != 'rejected' AND length(body) <= 65536
    GROUP BY provider, arraySort(arrayDistinct(extractAll(replaceRegexpAll(body, '"[^"]{1,64}":(?:null|"")', ''), '"([^"]{1,64})":'))) AS names
    ORDER BY deliveries DESC, last_at DESC, provider, names
    LIMIT {limit:UInt32}`,
});

/** The conversions of the last days in the generic format, and all others of a longer time, by their medians in BRL. */
export const conversionMedians = defineQuery({
  name: 'webhook-conversion-medians',
  params: z.object({ fromMs: z.number().int(), newMs: z.number().int(), toMs: z.number().int() }),
  row: z.object({ conversions: Count, median: z.number(), usual_conversions: Count, usual_median: z.number() }),
  sql: `
    SELECT countIf(is_new) AS conversions, ifNotFinite(quantileExactIf(0.5)(toFloat64(gross_brl), is_new), 0) AS median,
      countIf(NOT is_new) AS usual_conversions, ifNotFinite(quantileExactIf(0.5)(toFloat64(gross_brl), NOT is_new), 0) AS usual_median
    FROM (
      SELECT gross_brl, provider = 'generic' AND received_at >= fromUnixTimestamp64Milli({newMs:Int64}) AS is_new
      FROM conversions FINAL
      WHERE tenant_id = {tenantId:String} AND ts >= fromUnixTimestamp64Milli({fromMs:Int64})
        AND ts < fromUnixTimestamp64Milli({toMs:Int64}) AND is_counted = 1 AND is_test = 0 AND conversion_type != 'lead' AND gross_brl > 0
    )`,
});
