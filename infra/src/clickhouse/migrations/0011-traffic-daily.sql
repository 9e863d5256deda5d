-- How many clicks and page views did a finalized day have, by everything that users group them by?
-- Grain: one row per day, build id, all dimensions of link and device, and the bot flag. A page view has the traffic and the ad
-- of its click ('' when there is none), and its own place and device. Page views of bots, and prefetches, are not counted. No
-- click ids, no IP addresses.
CREATE TABLE IF NOT EXISTS traffic_daily
(
    tenant_id      LowCardinality(String),
    day_start      DateTime64(3, 'UTC'),
    build_id       UInt64,
    campaign_id    LowCardinality(String),
    source         LowCardinality(String),
    channel        LowCardinality(String),
    ad_id          String CODEC(ZSTD(1)),
    adset_id       String CODEC(ZSTD(1)),
    placement      String CODEC(ZSTD(1)),
    country_code   LowCardinality(String),
    device_type    LowCardinality(String),
    is_bot         UInt8,
    clicks         UInt64,
    page_views     UInt64,
    -- The latest name that a click gave to the ad and the ad set, and when (0: never).
    ad_name        String CODEC(ZSTD(1)),
    ad_named_ms    Int64,
    adset_name     String CODEC(ZSTD(1)),
    adset_named_ms Int64
)
ENGINE = ReplacingMergeTree
PARTITION BY toYYYYMM(day_start)
ORDER BY (tenant_id, day_start, build_id, campaign_id, source, channel, ad_id, adset_id, placement, country_code, device_type, is_bot)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, old_parts_lifetime = 90;
