import { PAID_STATUSES, UNPAID_STATUSES } from '@tracker/schemas/checkouts/conversion-status';
import { ATTRIBUTION_TAGS, mapTagColumns } from '@tracker/schemas/events/click-tags';
import { textsSql } from '../columns.ts';
import { type DefinedRow, defineInsert } from '../define-insert.ts';
import { SOLD_COLUMNS } from './sold-columns.ts';

const OF_CLICK = {
  click_id: 'String',
  campaign_id: 'String',
  channel: 'String',
  ...mapTagColumns(ATTRIBUTION_TAGS, () => 'String' as const),
  country_code: 'String',
  region: 'String',
  city: 'String',
  timezone: 'String',
  device_type: 'String',
  browser: 'String',
  operating_system: 'String',
} as const;
export type AttributionColumn = keyof typeof OF_CLICK;

/** The texts that a conversion copies from its click; both tables call them the same. */
export const ATTRIBUTION_COLUMNS = Object.keys(OF_CLICK) as AttributionColumn[];

/** A value for each of them. */
export const mapAttribution = <Value>(give: (column: AttributionColumn) => Value) =>
  Object.fromEntries(ATTRIBUTION_COLUMNS.map((column) => [column, give(column)])) as Record<AttributionColumn, Value>;

/**
 * A conversion that counts: no test, nothing pending, refunded or charged back (decisions 16 and 24). Whether its click looked like a
 * bot is not asked: the checkout vouches for the money.
 */
export const COUNTED = 'is_counted = 1 AND is_test = 0';

/** What people know its product by, as SQL: the id at the checkout, else the name. */
export const PRODUCT = `if(product_id = '', product_name, product_id)`;

/** A conversion that was paid, also when the money went back later. */
export const PAID = `status IN (${textsSql(PAID_STATUSES)})`;
/** `UNPAID_STATUSES`. */
export const UNPAID = `status IN (${textsSql(UNPAID_STATUSES)})`;
/** One that was paid after its payment was awaited. */
export const RECOVERED = `was_pending = 1 AND ${PAID}`;

/** When the names that a conversion copies from its click were given, as SQL. */
export const NAMED_BY_CLICK_MS = 'toUnixTimestamp64Milli(ifNull(click_ts, ts))';

/**
 * One row per conversion: its ledger folded and joined to its click. Written whole each time an event touches it; and one as a tombstone for
 * each other day in which it may have been written before.
 */
export const insertConversions = defineInsert({
  table: 'conversions',
  columns: {
    tenant_id: 'String',
    conversion_id: 'String',
    ts: 'Instant',
    provider: 'String',
    transaction_id: 'String',
    conversion_type: 'String',
    status: 'String',
    is_counted: 'Flag',
    was_pending: 'Flag',
    value: 'Decimal',
    net_value: 'Decimal',
    currency: 'String',
    ...SOLD_COLUMNS,
    person_id: 'String',
    revenue: 'Decimal',
    gross_brl: 'Decimal',
    fee_brl: 'NullableDecimal',
    uncounted_reason: 'String',
    uncounted_revenue: 'Decimal',
    click_ref: 'String',
    attribution: 'String',
    ...OF_CLICK,
    click_ts: 'NullableInstant',
    click_is_bot: 'Flag',
    is_test: 'Flag',
    verified: 'Flag',
    is_imported: 'Flag',
    received_at: 'Instant',
    event_count: 'UInt32',
    is_moved: 'Flag',
    ver: 'UInt64',
  },
});

export type ConversionRow = DefinedRow<typeof insertConversions>;
