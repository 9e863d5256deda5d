-- How many clicks and page views did an ad bring on a finalized day? Without a row for each placement, country and device.
-- Grain: one row per day, build id, ad and what it belongs to. Without bots.
CREATE TABLE IF NOT EXISTS traffic_daily_by_ad
(
    tenant_id      LowCardinality(String),
    day_start      DateTime64(3, 'UTC'),
    build_id       UInt64,
    campaign_id    LowCardinality(String),
    source         LowCardinality(String),
    channel        LowCardinality(String),
    ad_id          String CODEC(ZSTD(1)),
    adset_id       String CODEC(ZSTD(1)),
    clicks         UInt64,
    page_views     UInt64,
    ad_name        String CODEC(ZSTD(1)),
    ad_named_ms    Int64,
    adset_name     String CODEC(ZSTD(1)),
    adset_named_ms Int64
)
ENGINE = ReplacingMergeTree
PARTITION BY toYYYYMM(day_start)
ORDER BY (tenant_id, day_start, build_id, campaign_id, source, channel, ad_id, adset_id)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, old_parts_lifetime = 90;
