-- At which hour of a finalized day did clicks and page views come?
-- Grain: one row per day, build id, local hour, and the low-cardinality dimensions. Without bots.
CREATE TABLE IF NOT EXISTS traffic_daily_by_hour
(
    tenant_id    LowCardinality(String),
    day_start    DateTime64(3, 'UTC'),
    build_id     UInt64,
    -- A moment within the hour: who knows the zone knows the hour of the local clock.
    ts           DateTime64(3, 'UTC'),
    campaign_id  LowCardinality(String),
    source       LowCardinality(String),
    channel      LowCardinality(String),
    country_code LowCardinality(String),
    device_type  LowCardinality(String),
    clicks       UInt64,
    page_views   UInt64
)
ENGINE = ReplacingMergeTree
PARTITION BY toYYYYMM(day_start)
ORDER BY (tenant_id, day_start, build_id, ts, campaign_id, source, channel, country_code, device_type)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, old_parts_lifetime = 90;
