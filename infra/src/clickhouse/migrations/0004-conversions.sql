-- What was sold, when, for how much, and which click does it belong to?
-- Grain: one row per conversion, and a tombstone for each other day in which it may have been written before. A derived row: the ledger of one
-- conversion folded and joined to its click, written whole each time an event touches it, never incremented.
-- Sorted by the day (UTC), so that a metric reads its range alone (ADR 17). A later event may move a conversion to another day: a new row is
-- written there, and a tombstone (`is_moved`) to each day that it may have left. See processor/src/conversions.
CREATE TABLE IF NOT EXISTS conversions
(
    tenant_id       LowCardinality(String),
    conversion_id   String CODEC(ZSTD(1)),
    -- The conversion's moment. A later event may correct it, also to another month; hence no partitions.
    ts              DateTime64(3, 'UTC'),
    provider        LowCardinality(String),
    transaction_id  String CODEC(ZSTD(1)),
    conversion_type LowCardinality(String),
    status          LowCardinality(String),
    -- 1: in the figures. Its status counts as a conversion and as revenue, it is no test, and nothing holds it back.
    is_counted      UInt8,
    -- 1: one of its events awaited a payment (a Pix or boleto that was generated, a card in analysis).
    was_pending     UInt8 DEFAULT 0,
    -- Gross, and what is left of it after refunds, in `currency`.
    value           Decimal(18, 4),
    net_value       Decimal(18, 4),
    currency        LowCardinality(String),
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
    -- What counts, in BRL: 0 when nothing counts, and for a currency without a rate.
    revenue         Decimal(18, 4),
    -- In BRL, by the same rate: the gross value in any status, and the fee that the checkout reports (null: it reports none).
    gross_brl       Decimal(18, 4) DEFAULT revenue,
    fee_brl         Nullable(Decimal(18, 4)),
    -- Why a conversion without a verified event is not in the figures, although its status counts ('' = nothing holds it back), and what its
    -- revenue would be. Reasons: schemas/src/unverified-conversions.ts.
    uncounted_reason LowCardinality(String) DEFAULT '',
    uncounted_revenue Decimal(18, 4) DEFAULT 0,
    click_ref       String CODEC(ZSTD(1)),
    -- '' = direct, until the click is stored.
    click_id        String CODEC(ZSTD(1)),
    click_ts        Nullable(DateTime64(3, 'UTC')),
    -- Of the click, else the one that a person assigned; '': only the figures give such a conversion to the main campaign.
    campaign_id     LowCardinality(String),
    -- 'click', else 'manual': a person assigned campaign and perhaps channel (ADR 62), else 'utm': the columns below are those that the
    -- delivery reports of the buyer's link; 'none': nothing is known.
    attribution     LowCardinality(String) DEFAULT '',
    -- Of the click, assigned, or of the utm values, else 'direct'.
    channel         LowCardinality(String),
    source          LowCardinality(String),
    ad_id           String CODEC(ZSTD(1)),
    adset_id        String CODEC(ZSTD(1)),
    ad_campaign_id  String CODEC(ZSTD(1)),
    ad_name         String CODEC(ZSTD(1)),
    adset_name      String CODEC(ZSTD(1)),
    ad_campaign_name String CODEC(ZSTD(1)),
    placement       String CODEC(ZSTD(1)),
    site_source     String CODEC(ZSTD(1)),
    utm_source      String CODEC(ZSTD(1)),
    utm_medium      String CODEC(ZSTD(1)),
    utm_campaign    String CODEC(ZSTD(1)),
    utm_content     String CODEC(ZSTD(1)),
    utm_term        String CODEC(ZSTD(1)),
    country_code    LowCardinality(String),
    region          LowCardinality(String) DEFAULT '',
    device_type     LowCardinality(String),
    click_is_bot    UInt8,
    is_test         UInt8,
    verified        UInt8,
    -- 1: a person imported it from a file, and no verified event exists.
    is_imported     UInt8 DEFAULT 0,
    received_at     DateTime64(3, 'UTC'),
    event_count     UInt32,
    -- 1: a tombstone, the conversion is in another day now; FINAL leaves the row out.
    is_moved        UInt8 DEFAULT 0,
    -- Grows with the events that went into the row: the row that saw more of them wins.
    ver             UInt64
)
ENGINE = ReplacingMergeTree(ver, is_moved)
ORDER BY (tenant_id, toDate(ts), conversion_id)
-- Conversions are few: a day of them has fewer rows than the usual 8192.
SETTINGS index_granularity = 1024, fsync_after_insert = 1, fsync_part_directory = 1, old_parts_lifetime = 90;
