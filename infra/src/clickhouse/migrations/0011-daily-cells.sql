-- What happened on a day that is over? (ADR 14) Cells hold the clicks and page views of one local day of a company, counted from the facts by
-- what people group them by; no ids, no addresses. Every attempt to count a day writes rows of its own generation, and only those that a seal
-- names are read: what a crash left half-written, or what a later count no longer has, is in no figure.

-- Which days are read from their cells, and from which generation?
-- Grain: one row per day and attempt to count it. `state` only grows, so that whoever writes last cannot take a re-opening back.
CREATE TABLE IF NOT EXISTS sealed_days
(
    tenant_id  LowCardinality(String),
    -- The instants between which the day lies, in the zone that cut it. A company that moves to another zone has other days.
    day_start  DateTime64(3, 'UTC'),
    day_end    DateTime64(3, 'UTC'),
    -- The date of UTC on which it begins: by it a batch finds the few days that its facts can belong to.
    began_on   Date DEFAULT toDate(day_start),
    time_zone  LowCardinality(String),
    -- Milliseconds since 1970 of the attempt, times 2^20, and something random: an id that tells its age.
    generation UInt64,
    -- 1: being counted. 2: sealed, its cells are complete. 3: re-opened, a fact arrived that they may lack.
    state      UInt8
)
ENGINE = ReplacingMergeTree(state)
ORDER BY (tenant_id, began_on, day_start, day_end, time_zone, generation)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, old_parts_lifetime = 90;

-- Grain: one row per day, generation, campaign, source, and whether bots clicked: figures leave them out, lists may show them. The smallest: for
-- tiles and totals. Prefetches are in none.
CREATE TABLE IF NOT EXISTS clicks_daily_by_campaign
(
    tenant_id   LowCardinality(String),
    day_start   DateTime64(3, 'UTC'),
    generation  UInt64,
    campaign_id LowCardinality(String),
    source      LowCardinality(String),
    channel     LowCardinality(String),
    is_bot      UInt8,
    clicks      UInt64
)
ENGINE = ReplacingMergeTree
PARTITION BY toYYYYMM(day_start)
ORDER BY (tenant_id, day_start, generation, campaign_id, source, channel, is_bot)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, old_parts_lifetime = 90;

-- Grain: one row per day, generation, and all that a link and a device tell about a click.
CREATE TABLE IF NOT EXISTS clicks_daily_by_ad
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
    clicks         UInt64,
    -- The latest name that was given to the ad (sub4) and the ad set (sub5), and when (0: never).
    ad_name        String CODEC(ZSTD(1)),
    ad_named_ms    Int64,
    adset_name     String CODEC(ZSTD(1)),
    adset_named_ms Int64
)
ENGINE = ReplacingMergeTree
PARTITION BY toYYYYMM(day_start)
ORDER BY (tenant_id, day_start, generation, campaign_id, source, channel, sub1, sub2, sub7, country_code, device_type)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, old_parts_lifetime = 90;

-- Grain: one row per day, generation, local hour, and what a click can be told apart by beside it.
CREATE TABLE IF NOT EXISTS clicks_daily_by_hour
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
    clicks       UInt64
)
ENGINE = ReplacingMergeTree
PARTITION BY toYYYYMM(day_start)
ORDER BY (tenant_id, day_start, generation, ts, campaign_id, source, channel, country_code, device_type)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, old_parts_lifetime = 90;

-- Grain: one row per day, generation, place and campaign.
CREATE TABLE IF NOT EXISTS clicks_daily_by_place
(
    tenant_id    LowCardinality(String),
    day_start    DateTime64(3, 'UTC'),
    generation   UInt64,
    country_code LowCardinality(String),
    country      LowCardinality(String),
    region       LowCardinality(String),
    city         LowCardinality(String),
    campaign_id  LowCardinality(String),
    device_type  LowCardinality(String),
    clicks       UInt64
)
ENGINE = ReplacingMergeTree
PARTITION BY toYYYYMM(day_start)
ORDER BY (tenant_id, day_start, generation, country_code, country, region, city, campaign_id, device_type)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, old_parts_lifetime = 90;

-- Grain: one row per day, generation, local hour and what a page view itself tells. Bots are in none.
CREATE TABLE IF NOT EXISTS page_views_daily
(
    tenant_id    LowCardinality(String),
    day_start    DateTime64(3, 'UTC'),
    generation   UInt64,
    ts           DateTime64(3, 'UTC'),
    campaign_id  LowCardinality(String),
    country_code LowCardinality(String),
    device_type  LowCardinality(String),
    views        UInt64
)
ENGINE = ReplacingMergeTree
PARTITION BY toYYYYMM(day_start)
ORDER BY (tenant_id, day_start, generation, ts, campaign_id, country_code, device_type)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, old_parts_lifetime = 90;
