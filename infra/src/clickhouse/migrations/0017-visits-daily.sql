-- What did people do on a day that is over? Clicks and page views are asked for together, by the same things: their cells lie together, so that a
-- figure reads one table for both. Who asks by ad alone reads no row for each placement, country and device; who asks by campaign, none for each ad.
-- Cells are made again from the facts; the days of before are open until then.
DROP TABLE IF EXISTS clicks_daily_by_campaign SYNC;
DROP TABLE IF EXISTS clicks_daily_by_ad SYNC;
DROP TABLE IF EXISTS clicks_daily_by_hour SYNC;
DROP TABLE IF EXISTS page_views_daily SYNC;
DROP TABLE IF EXISTS page_views_daily_by_ad SYNC;
TRUNCATE TABLE sealed_days;

-- Grain: one row per day, generation, all that a link and a device tell about a click, and whether it was a bot's. A page view has the traffic
-- and the ad of its click ('' when there is none), and its own place and device. Views of bots, and prefetches, are in none.
CREATE TABLE IF NOT EXISTS visits_daily
(
    tenant_id      LowCardinality(String),
    day_start      DateTime64(3, 'UTC'),
    generation     UInt64,
    campaign_id    LowCardinality(String),
    source         LowCardinality(String),
    channel        LowCardinality(String),
    -- Ad, ad set, placement.
    sub1           String CODEC(ZSTD(1)),
    sub2           String CODEC(ZSTD(1)),
    sub7           String CODEC(ZSTD(1)),
    country_code   LowCardinality(String),
    device_type    LowCardinality(String),
    is_bot         UInt8,
    clicks         UInt64,
    views          UInt64,
    -- The latest name that a click gave to the ad (sub4) and the ad set (sub5), and when (0: never).
    ad_name        String CODEC(ZSTD(1)),
    ad_named_ms    Int64,
    adset_name     String CODEC(ZSTD(1)),
    adset_named_ms Int64
)
ENGINE = ReplacingMergeTree
PARTITION BY toYYYYMM(day_start)
ORDER BY (tenant_id, day_start, generation, campaign_id, source, channel, sub1, sub2, sub7, country_code, device_type, is_bot)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, old_parts_lifetime = 90;

-- Grain: one row per day, generation, ad and what it belongs to. Without bots.
CREATE TABLE IF NOT EXISTS visits_daily_by_ad
(
    tenant_id      LowCardinality(String),
    day_start      DateTime64(3, 'UTC'),
    generation     UInt64,
    campaign_id    LowCardinality(String),
    source         LowCardinality(String),
    channel        LowCardinality(String),
    sub1           String CODEC(ZSTD(1)),
    sub2           String CODEC(ZSTD(1)),
    clicks         UInt64,
    views          UInt64,
    ad_name        String CODEC(ZSTD(1)),
    ad_named_ms    Int64,
    adset_name     String CODEC(ZSTD(1)),
    adset_named_ms Int64
)
ENGINE = ReplacingMergeTree
PARTITION BY toYYYYMM(day_start)
ORDER BY (tenant_id, day_start, generation, campaign_id, source, channel, sub1, sub2)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, old_parts_lifetime = 90;

-- Grain: one row per day, generation, campaign, source, and whether bots clicked: figures leave them out, lists may show them. The smallest: for
-- tiles and totals.
CREATE TABLE IF NOT EXISTS visits_daily_by_campaign
(
    tenant_id   LowCardinality(String),
    day_start   DateTime64(3, 'UTC'),
    generation  UInt64,
    campaign_id LowCardinality(String),
    source      LowCardinality(String),
    channel     LowCardinality(String),
    is_bot      UInt8,
    clicks      UInt64,
    views       UInt64
)
ENGINE = ReplacingMergeTree
PARTITION BY toYYYYMM(day_start)
ORDER BY (tenant_id, day_start, generation, campaign_id, source, channel, is_bot)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, old_parts_lifetime = 90;

-- Grain: one row per day, generation, local hour, and what a visit can be told apart by beside it. Without bots.
CREATE TABLE IF NOT EXISTS visits_daily_by_hour
(
    tenant_id    LowCardinality(String),
    day_start    DateTime64(3, 'UTC'),
    generation   UInt64,
    -- A moment within the hour: who knows the zone knows the hour of the local clock.
    ts           DateTime64(3, 'UTC'),
    campaign_id  LowCardinality(String),
    source       LowCardinality(String),
    channel      LowCardinality(String),
    country_code LowCardinality(String),
    device_type  LowCardinality(String),
    clicks       UInt64,
    views        UInt64
)
ENGINE = ReplacingMergeTree
PARTITION BY toYYYYMM(day_start)
ORDER BY (tenant_id, day_start, generation, ts, campaign_id, source, channel, country_code, device_type)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, old_parts_lifetime = 90;
