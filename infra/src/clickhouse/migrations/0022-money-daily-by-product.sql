-- What did a finalized day sell, of each product by each checkout: what must be paid for it?
-- Grain: one row per day, build id, ad and what it belongs to, checkout and product. Counted from the conversions that count.
CREATE TABLE IF NOT EXISTS money_daily_by_product
(
    tenant_id      LowCardinality(String),
    day_start      DateTime64(3, 'UTC'),
    build_id       UInt64,
    -- '' = direct; only the figures give a direct conversion to the main campaign.
    campaign_id    LowCardinality(String),
    source         LowCardinality(String),
    channel        LowCardinality(String),
    ad_id          String CODEC(ZSTD(1)),
    adset_id       String CODEC(ZSTD(1)),
    -- The checkout's id; and the product's, else its name ('' = unknown).
    provider       LowCardinality(String),
    product        String CODEC(ZSTD(1)),
    -- Those that count; `attributed`: of these, those with a click.
    conversions    UInt64,
    attributed     UInt64,
    -- In BRL.
    revenue        Decimal(38, 4),
    -- Fees that checkouts report, in BRL; and the conversions without one: how many, and their gross value in BRL.
    fees           Decimal(38, 4),
    unknown_fees   UInt64,
    unknown_fees_of Decimal(38, 4),
    -- The latest name that a click gave to the ad and the ad set, and when (0: never).
    ad_name        String CODEC(ZSTD(1)),
    ad_named_ms    Int64,
    adset_name     String CODEC(ZSTD(1)),
    adset_named_ms Int64
)
ENGINE = ReplacingMergeTree
PARTITION BY toYYYYMM(day_start)
ORDER BY (tenant_id, day_start, build_id, campaign_id, source, channel, ad_id, adset_id, provider, product)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, old_parts_lifetime = 90;
