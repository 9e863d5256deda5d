-- What was sold, when, for how much, and which click does it belong to?
-- Grain: one row per conversion. A derived cell: the ledger of one conversion folded and joined to its click, written whole
-- each time a fact touches it, never added to.
CREATE TABLE IF NOT EXISTS conversions
(
    tenant_id       LowCardinality(String),
    conversion_id   String CODEC(ZSTD(1)),
    -- The sale's moment. Not in the key, since a later event may tell it better; hence no partitions either: a
    -- conversion that moved to another month would stand in both.
    ts              DateTime64(3, 'UTC'),
    provider        LowCardinality(String),
    transaction_id  String CODEC(ZSTD(1)),
    conversion_type LowCardinality(String),
    status          LowCardinality(String),
    -- 1 for the statuses that count as a conversion and as revenue.
    is_counted      UInt8,
    -- Gross, and what is left of it after refunds, in `currency`.
    value           Decimal(18, 4),
    net_value       Decimal(18, 4),
    currency        LowCardinality(String),
    -- What counts, in BRL: 0 when nothing counts, and for a currency without a rate.
    revenue         Decimal(18, 4),
    click_ref       String CODEC(ZSTD(1)),
    -- '' = direct, until the click is stored.
    click_id        String CODEC(ZSTD(1)),
    click_ts        Nullable(DateTime64(3, 'UTC')),
    -- '' = direct; only the figures give a direct conversion to the main campaign.
    campaign_id     LowCardinality(String),
    -- From the click; 'direct' for a direct conversion.
    channel         LowCardinality(String),
    source          LowCardinality(String),
    sub1            String CODEC(ZSTD(1)),
    sub2            String CODEC(ZSTD(1)),
    sub3            String CODEC(ZSTD(1)),
    sub4            String CODEC(ZSTD(1)),
    sub5            String CODEC(ZSTD(1)),
    sub6            String CODEC(ZSTD(1)),
    sub7            String CODEC(ZSTD(1)),
    sub8            String CODEC(ZSTD(1)),
    utm_source      String CODEC(ZSTD(1)),
    utm_medium      String CODEC(ZSTD(1)),
    utm_campaign    String CODEC(ZSTD(1)),
    utm_content     String CODEC(ZSTD(1)),
    utm_term        String CODEC(ZSTD(1)),
    country_code    LowCardinality(String),
    device_type     LowCardinality(String),
    click_is_bot    UInt8,
    is_test         UInt8,
    verified        UInt8,
    received_at     DateTime64(3, 'UTC'),
    event_count     UInt32,
    -- Grows with the facts that went into the cell: the cell that saw more of them wins.
    ver             UInt64
)
ENGINE = ReplacingMergeTree(ver)
ORDER BY (tenant_id, conversion_id)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, old_parts_lifetime = 90;
