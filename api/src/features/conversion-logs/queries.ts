import { IN_RANGE, WITHOUT_RATE } from '@tracker/figures/columns';
import { aliasSql } from '@tracker/figures/product-catalogue';
import { defineFilteredQuery } from '@tracker/figures/sql/filtered-query';
import { textsSql } from '@tracker/infra/clickhouse/columns';
import { defineQuery } from '@tracker/infra/clickhouse/define-query';
import { Count, DecimalText, Flag, InstantText, TextOrNull } from '@tracker/infra/clickhouse/row-types';
import { COUNTED, PRODUCT, RECOVERED } from '@tracker/infra/clickhouse/tables/conversions';
import { SOLD_LIST, soldFields } from '@tracker/infra/clickhouse/tables/sold-columns';
import { HAS_REFUNDS_APART } from '@tracker/infra/conversions/join-payments';
import { CONVERSION_STATUSES, TAKES_BACK } from '@tracker/schemas/checkouts/conversion-status';
import { mapUtm, UTM_NAMES } from '@tracker/schemas/checkouts/utm';
import { ATTRIBUTIONS, SET_ASIDE_LISTED_MAX } from '@tracker/schemas/contracts/conversion-logs.contract';
import { z } from 'zod';
import {
  before,
  CAMPAIGN,
  CLICK_FIELDS,
  clickColumns,
  filters,
  page,
  SOURCE,
  search,
} from '../../lists/event-lists.ts';

/** '': not asked. */
const asked = {
  verified: z.enum(['', 'true', 'false']),
  status: z.string(),
  tracking: z.enum(['', 'with', 'direct']),
  checkout: z.string(),
  product: z.string(),
  /** Of a product of the catalogue. */
  aliasesOfProduct: z.array(z.string()),
  payment: z.string(),
};
const conversionFilters = filters.extend(asked);

const WHERE = `tenant_id = {tenantId:String} AND ${IN_RANGE} AND ${CAMPAIGN} AND ${SOURCE}
      AND ({verified:String} = '' OR (verified = ({verified:String} = 'true') AND is_imported = 0))
      AND ({status:String} = '' OR status = {status:String})
      AND ({tracking:String} = '' OR (click_id != '') = ({tracking:String} = 'with'))
      AND ({checkout:String} = '' OR provider = {checkout:String})
      AND ({product:String} = '' OR product_id = {product:String} OR product_name = {product:String}
        OR has({aliasesOfProduct:Array(String)}, ${aliasSql('provider', PRODUCT)}))
      AND ({payment:String} = '' OR payment_method = {payment:String})
      AND ${search('conversion_id', 'click_id', 'click_ref', 'transaction_id', 'campaign_id', 'source', 'product_name')}`;

const listed = {
  created_at: InstantText,
  conversion_id: z.string(),
  click_id: TextOrNull,
  campaign_id: TextOrNull,
  conversion_type: z.string(),
  status: z.string(),
  value: DecimalText,
  net_value: DecimalText,
  currency: z.string(),
  brl: DecimalText.nullable(),
  transaction_id: TextOrNull,
  provider: z.string(),
  ...soldFields,
  attribution: z.enum(ATTRIBUTIONS),
  channel: z.string(),
  ad_id: TextOrNull,
  ad_name: TextOrNull,
  is_test: Flag,
  verified: Flag,
  imported: Flag,
  counted: Flag,
  recovered: Flag,
  uncounted_reason: TextOrNull,
};
const LISTED = `ts AS created_at, conversion_id, click_id, campaign_id, conversion_type, status, value, net_value, currency,
      if(${WITHOUT_RATE}, NULL, revenue) AS brl, transaction_id, provider,
      ${SOLD_LIST}, attribution, channel, ad_id, ad_name, is_test, verified, is_imported AS imported, (${COUNTED}) AS counted,
      (${RECOVERED}) AS recovered, uncounted_reason`;

/** Conversions of every status, tests included: a list of what happened, not a figure. */
export const conversionsPage = defineFilteredQuery({
  name: 'conversions-page',
  params: page.extend(asked),
  row: z.object(listed),
  sql: (filtered) => `
    SELECT
      ${LISTED}
    FROM conversions FINAL
    WHERE ${WHERE}${filtered} AND ${before('conversion_id')}
    ORDER BY ts DESC, conversion_id DESC
    LIMIT {limit:UInt32}`,
});

export const conversionsTotal = defineFilteredQuery({
  name: 'conversions-total',
  params: conversionFilters,
  row: z.object({ total: Count }),
  sql: (filtered) => `
    SELECT count() AS total
    FROM conversions FINAL
    WHERE ${WHERE}${filtered}`,
});

/** What the list comes to. A conversion without a rate counts, and is in no sum of money. */
export const conversionTotals = defineFilteredQuery({
  name: 'conversions-totals',
  params: conversionFilters,
  row: z.object({ listed: Count, counted: Count, tracked: Count, worth: DecimalText, without_rate: Count }),
  sql: (filtered) => `
    SELECT
      count() AS listed,
      countIf(${COUNTED}) AS counted,
      countIf(${COUNTED} AND click_id != '') AS tracked,
      sumIf(revenue, ${COUNTED}) AS worth,
      countIf(${COUNTED} AND ${WITHOUT_RATE}) AS without_rate
    FROM conversions FINAL
    WHERE ${WHERE}${filtered}`,
});

/** `upTo`: answers are kept by their parameters, and one of before a change must not be given after it. */
export const conversionsByIds = defineQuery({
  name: 'conversions-by-ids',
  params: z.object({ ids: z.array(z.string()), upTo: z.number().int() }),
  row: z.object(listed),
  sql: `
    SELECT
      ${LISTED}
    FROM conversions FINAL
    WHERE tenant_id = {tenantId:String} AND conversion_id IN {ids:Array(String)} AND {upTo:UInt64} >= 0`,
});

export const conversionById = defineQuery({
  name: 'conversion-by-id',
  params: z.object({ id: z.string() }),
  row: z.object({ ...listed, click_ref: TextOrNull, clicked_at: InstantText.nullable(), ...mapUtm(() => z.string()) }),
  sql: `
    SELECT
      ${LISTED},
      click_ref, click_ts AS clicked_at, ${UTM_NAMES.join(', ')}
    FROM conversions FINAL
    WHERE tenant_id = {tenantId:String} AND conversion_id = {id:String}
    LIMIT 1`,
});

/** All events of a conversion and of its payments; of one that a person repeats without end, what its checkout proved before all else. */
export const conversionLedger = defineQuery({
  name: 'conversion-ledger',
  params: z.object({ id: z.string() }),
  row: z.object({
    event_id: z.string(),
    status: z.string(),
    event_time: InstantText.nullable(),
    received_at: InstantText,
    amount: DecimalText,
    refund_amount: DecimalText,
    currency: z.string(),
    is_test: Flag,
    verified: Flag,
    imported: Flag,
  }),
  sql: `
    SELECT event_id, status, event_time, received_at, amount, refund_amount, currency, is_test, verified, (import_id != '') AS imported
    FROM conversion_ledger FINAL
    WHERE tenant_id = {tenantId:String} AND is_import_undone = 0
      AND (conversion_id = {id:String} OR conversion_id IN (
        SELECT other_id FROM conversion_links FINAL
        WHERE tenant_id = {tenantId:String} AND conversion_id = {id:String} AND is_payment = 0
          -- A refund that names a second sale belongs to the first, which came under its own id.
          AND other_id NOT IN (
            SELECT conversion_id FROM conversion_ledger FINAL
            WHERE tenant_id = {tenantId:String} AND provider IN (${textsSql([...HAS_REFUNDS_APART].sort())}) AND (verified = 1 OR import_id != '')
              AND status IN (${textsSql(CONVERSION_STATUSES.filter((status) => !TAKES_BACK.has(status)))})
              AND conversion_id IN (
                SELECT other_id FROM conversion_links FINAL WHERE tenant_id = {tenantId:String} AND conversion_id = {id:String}
              )
          )
      ))
    ORDER BY verified DESC, received_at, event_id
    LIMIT 1 BY event_id
    LIMIT 200`,
});

/** The deliveries that were the first to say these events: the moment of receipt, by which the table is sorted, is that of the event. */
export const deliveriesOfEvents = defineQuery({
  name: 'conversion-deliveries',
  params: z.object({ eventIds: z.array(z.string()), receivedAt: z.array(z.string()) }),
  row: z.object({ event_id: z.string(), first_delivery: z.string() }),
  sql: `
    SELECT event_id, min(delivery_id) AS first_delivery
    FROM webhook_deliveries FINAL
    WHERE tenant_id = {tenantId:String} AND received_at IN {receivedAt:Array(DateTime64(3, 'UTC'))}
      AND event_id IN {eventIds:Array(String)}
    GROUP BY event_id`,
});

/** Whose these events were, newest first: the moment of receipt, by which the table is sorted, is that of the event. */
export const buyersOfEvents = defineQuery({
  name: 'conversion-buyers',
  params: z.object({ eventIds: z.array(z.string()), receivedAt: z.array(z.string()) }),
  row: z.object({ person_id: z.string(), person_key_id: z.string(), person_encrypted: z.string() }),
  sql: `
    SELECT person_id, person_key_id, person_encrypted
    FROM webhook_deliveries FINAL
    WHERE tenant_id = {tenantId:String} AND received_at IN {receivedAt:Array(DateTime64(3, 'UTC'))}
      AND event_id IN {eventIds:Array(String)} AND verified = 1 AND person_encrypted != ''
    ORDER BY received_at DESC, delivery_id DESC
    LIMIT 20`,
});

export const clickOfConversion = defineQuery({
  name: 'conversion-click',
  params: z.object({ clickId: z.string(), atMs: z.number().int() }),
  row: z.object(clickColumns),
  sql: `
    SELECT
      ts AS created_at, click_id, ${CLICK_FIELDS}
    FROM clicks FINAL
    WHERE tenant_id = {tenantId:String} AND ts = fromUnixTimestamp64Milli({atMs:Int64}) AND click_id = {clickId:String}
    LIMIT 1`,
});

/** What a click's visitor saw, in order; each row says how many there are in all. */
export const viewsOfClick = defineQuery({
  name: 'conversion-page-views',
  params: z.object({
    clickId: z.string(),
    fromMs: z.number().int(),
    toMs: z.number().int(),
    limit: z.number().int(),
  }),
  row: z.object({ created_at: InstantText, view_id: z.string(), url: TextOrNull, title: TextOrNull, views: Count }),
  sql: `
    SELECT ts AS created_at, view_id, url, title, count() OVER () AS views
    FROM page_views FINAL
    WHERE tenant_id = {tenantId:String} AND ${IN_RANGE} AND click_id = {clickId:String}
    ORDER BY ts, view_id
    LIMIT {limit:UInt32}`,
});

export const conversionsSetAside = defineQuery({
  name: 'conversions-set-aside',
  params: z.object({}),
  row: z.object({ conversion_id: z.string(), reason: z.string(), first_failed_at: InstantText }),
  sql: `
    SELECT substring(key, ${'conversion:'.length + 1}) AS conversion_id, reason, first_failed_at FROM dead_letters FINAL
    WHERE tenant_id = {tenantId:String} AND stream = 'recompute' AND startsWith(key, 'conversion:') AND NOT is_settled
    ORDER BY first_failed_at, id LIMIT ${SET_ASIDE_LISTED_MAX}`,
});

export const namesOfConversions = defineQuery({
  name: 'names-of-conversions',
  params: z.object({ ids: z.array(z.string()) }),
  row: z.object({ conversion_id: z.string(), transaction_id: TextOrNull, provider: z.string() }),
  sql: `
    SELECT conversion_id, any(transaction_id) AS transaction_id, any(provider) AS provider FROM conversion_ledger FINAL
    WHERE tenant_id = {tenantId:String} AND conversion_id IN {ids:Array(String)} GROUP BY conversion_id`,
});
