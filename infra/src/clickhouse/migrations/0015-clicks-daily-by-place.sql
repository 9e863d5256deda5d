-- From where did the clicks of a finalized day come?
-- Grain: one row per day, build id, country, region, time zone and device.
CREATE TABLE IF NOT EXISTS clicks_daily_by_place
(
    tenant_id    LowCardinality(String),
    day_start    DateTime64(3, 'UTC'),
    build_id     UInt64,
    country_code LowCardinality(String),
    region       LowCardinality(String),
    timezone     LowCardinality(String),
    device_type  LowCardinality(String),
    clicks       UInt64
)
ENGINE = ReplacingMergeTree
PARTITION BY toYYYYMM(day_start)
ORDER BY (tenant_id, day_start, build_id, country_code, region, timezone, device_type)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, old_parts_lifetime = 90;
