-- Which events did the checkouts report about a conversion, in which order?
-- Grain: one row per distinct event of a conversion and day (UTC) on which it was received. Not one per status: figures are a function of the
-- set of distinct events, and two partial refunds are two events of the same status. A repetition on another day stays: an event without a
-- time in its body counts on the day of its receipt, and the conversion may have been written to that day before the first receipt was read.
CREATE TABLE IF NOT EXISTS conversion_ledger
(
    tenant_id       LowCardinality(String),
    conversion_id   String CODEC(ZSTD(1)),
    event_id        String CODEC(ZSTD(1)),
    provider        LowCardinality(String),
    transaction_id  String CODEC(ZSTD(1)),
    conversion_type LowCardinality(String),
    status          LowCardinality(String),
    -- The times that the body gave; none, and the fold goes by `received_at`.
    event_time      Nullable(DateTime64(3, 'UTC')),
    sale_time       Nullable(DateTime64(3, 'UTC')),
    received_at     DateTime64(3, 'UTC'),
    -- The reference as it came, and the click id found in it ('' when there is none).
    click_ref       String CODEC(ZSTD(1)),
    click_id        String CODEC(ZSTD(1)),
    campaign_hint   LowCardinality(String),
    -- Gross and refunded, in `currency`. Decimal, never float.
    amount          Decimal(18, 4),
    refund_amount   Decimal(18, 4),
    currency        LowCardinality(String),
    -- What the delivery reports of the link that the buyer came by; the conversion takes it where no click is known.
    utm_source      String DEFAULT '' CODEC(ZSTD(1)),
    utm_medium      String DEFAULT '' CODEC(ZSTD(1)),
    utm_campaign    String DEFAULT '' CODEC(ZSTD(1)),
    utm_content     String DEFAULT '' CODEC(ZSTD(1)),
    utm_term        String DEFAULT '' CODEC(ZSTD(1)),
    -- What was sold, where the delivery says so: '' and 0 where it does not, and null for money. The fee is what the checkout keeps.
    product_id      String DEFAULT '' CODEC(ZSTD(1)),
    product_name    String DEFAULT '' CODEC(ZSTD(1)),
    offer           String DEFAULT '' CODEC(ZSTD(1)),
    payment_method  LowCardinality(String) DEFAULT '',
    installments    UInt16 DEFAULT 0,
    gateway_fee     Nullable(Decimal(18, 4)),
    net_to_seller   Nullable(Decimal(18, 4)),
    -- What the buyer pays on top for instalments: no revenue.
    interest        Nullable(Decimal(18, 4)),
    kind            LowCardinality(String) DEFAULT '',
    parent_transaction_id String DEFAULT '' CODEC(ZSTD(1)),
    recurrence      UInt16 DEFAULT 0,
    coupon          String DEFAULT '' CODEC(ZSTD(1)),
    affiliate       String DEFAULT '' CODEC(ZSTD(1)),
    -- The names of an order with several products; else empty.
    products        Array(String) DEFAULT [] CODEC(ZSTD(1)),
    is_test         UInt8,
    -- 0: came without a key, accepted only because its click id names a known campaign.
    verified        UInt8,
    -- Of an event without a key: its sender's network, as a name that is the same within one day only (infra/docs/adr/0080). '': not known.
    network         String DEFAULT '' CODEC(ZSTD(1)),
    -- Of a row of a file that a person imported: of which import, and 1 when that was undone. '': a delivery or a lead.
    import_id       String DEFAULT '' CODEC(ZSTD(1)),
    is_import_undone UInt8 DEFAULT 0,
    ver             UInt64
)
ENGINE = ReplacingMergeTree(ver)
ORDER BY (tenant_id, conversion_id, event_id, toDate(received_at))
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, old_parts_lifetime = 90;
