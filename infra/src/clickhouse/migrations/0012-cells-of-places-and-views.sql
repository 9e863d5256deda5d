-- Places are asked for by country, region, time zone and device, and by nothing else. Page views are asked for by what their click tells, too:
-- a view's click comes before it, and a click that comes late re-opens all days from its own on. Cells are made again from the facts; the days
-- of before are open until then.
DROP TABLE IF EXISTS clicks_daily_by_place SYNC;
DROP TABLE IF EXISTS page_views_daily SYNC;
DROP TABLE IF EXISTS sealed_days SYNC;

-- Grain: as before.
CREATE TABLE IF NOT EXISTS sealed_days
(
    tenant_id  LowCardinality(String),
    day_start  DateTime64(3, 'UTC'),
    day_end    DateTime64(3, 'UTC'),
    -- The year of UTC in which it begins: by it a batch finds the days that its facts can belong to, and those after them.
    began_in   UInt16 DEFAULT toYear(day_start),
    time_zone  LowCardinality(String),
    generation UInt64,
    state      UInt8
)
ENGINE = ReplacingMergeTree(state)
ORDER BY (tenant_id, began_in, day_start, day_end, time_zone, generation)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, old_parts_lifetime = 90;

-- Grain: one row per day, generation, and all that tells where a visitor was.
CREATE TABLE IF NOT EXISTS clicks_daily_by_place
(
    tenant_id    LowCardinality(String),
    day_start    DateTime64(3, 'UTC'),
    generation   UInt64,
    country_code LowCardinality(String),
    region       LowCardinality(String),
    timezone     LowCardinality(String),
    device_type  LowCardinality(String),
    clicks       UInt64
)
ENGINE = ReplacingMergeTree
PARTITION BY toYYYYMM(day_start)
ORDER BY (tenant_id, day_start, generation, country_code, region, timezone, device_type)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, old_parts_lifetime = 90;

-- Grain: one row per day, generation, local hour, what a view itself tells and the traffic of its click ('' when there is none).
CREATE TABLE IF NOT EXISTS page_views_daily
(
    tenant_id    LowCardinality(String),
    day_start    DateTime64(3, 'UTC'),
    generation   UInt64,
    ts           DateTime64(3, 'UTC'),
    campaign_id  LowCardinality(String),
    country_code LowCardinality(String),
    device_type  LowCardinality(String),
    source       LowCardinality(String),
    channel      LowCardinality(String),
    views        UInt64
)
ENGINE = ReplacingMergeTree
PARTITION BY toYYYYMM(day_start)
ORDER BY (tenant_id, day_start, generation, ts, campaign_id, country_code, device_type, source, channel)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, old_parts_lifetime = 90;

-- Grain: one row per day, generation, what a view itself tells and the ad of its click.
CREATE TABLE IF NOT EXISTS page_views_daily_by_ad
(
    tenant_id    LowCardinality(String),
    day_start    DateTime64(3, 'UTC'),
    generation   UInt64,
    campaign_id  LowCardinality(String),
    country_code LowCardinality(String),
    device_type  LowCardinality(String),
    source       LowCardinality(String),
    channel      LowCardinality(String),
    sub1         String CODEC(ZSTD(1)),
    sub2         String CODEC(ZSTD(1)),
    sub7         String CODEC(ZSTD(1)),
    views        UInt64
)
ENGINE = ReplacingMergeTree
PARTITION BY toYYYYMM(day_start)
ORDER BY (tenant_id, day_start, generation, campaign_id, country_code, device_type, source, channel, sub1, sub2, sub7)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, old_parts_lifetime = 90;
