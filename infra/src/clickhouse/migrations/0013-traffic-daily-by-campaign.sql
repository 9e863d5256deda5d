-- How many clicks and page views did a campaign and source bring on a finalized day? The smallest rollup: for tiles and totals.
-- Grain: one row per day, build id, campaign, source, and whether bots clicked: figures leave them out, lists may show them.
CREATE TABLE IF NOT EXISTS traffic_daily_by_campaign
(
    tenant_id   LowCardinality(String),
    day_start   DateTime64(3, 'UTC'),
    build_id    UInt64,
    campaign_id LowCardinality(String),
    source      LowCardinality(String),
    channel     LowCardinality(String),
    is_bot      UInt8,
    clicks      UInt64,
    page_views  UInt64
)
ENGINE = ReplacingMergeTree
PARTITION BY toYYYYMM(day_start)
ORDER BY (tenant_id, day_start, build_id, campaign_id, source, channel, is_bot)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, old_parts_lifetime = 90;
